"""Skyjo, clause by clause (S1 to S13) and by its worked examples, with stacked decks."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from masko_sdk import Game, IllegalAction, NotYourTurn, RulesError, batch, bots, skyjo
from tests.rules.scripts import cited, deal_order, do, fill, kinds, legal
from tests.rules.skyjo_grids import ALL, DECK, LOW, close, idle, open_all_but, table


def test_the_deck_has_150_cards_that_sum_to_760():
    """S1."""
    (deck,) = batch.shuffle(skyjo.Rules(), 1, 3)
    assert Counter(deck.tolist()) == DECK
    assert len(deck) == 150
    assert int(deck.sum()) == 760


@pytest.mark.parametrize("players", [1, 9, 0, -1])
def test_two_to_eight_play(players):
    """S1, C2."""
    with pytest.raises(RulesError) as error:
        Game(skyjo.Rules(), players)
    assert error.value.field == "players"


def test_slots_count_by_rows_and_the_next_card_opens_the_discard():
    """S2, C4: the k-th card goes to slot k; slot = 4 * row + column."""
    first, second = list(range(12)), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    game = table(first, second, discard=-2, flips=())
    hands = game.referee.view.hands
    assert [hands[0][slot] for slot in ALL] == first
    assert [hands[1][slot] for slot in ALL] == second
    assert game.spectator.view.discard == (-2,)
    assert game.spectator.events()[0] == skyjo.Dealt(seat=0, round=0, card=-2)


def test_the_deal_starts_with_the_first_player():
    """S2, C2."""
    game = table(LOW, LOW[::-1], first_player=1, flips=())
    assert [game.referee.view.hands[1][slot] for slot in ALL] == LOW[::-1]
    assert game.spectator.events()[0].seat == 1
    assert [player.seat for player in game.to_act] == [1, 0]


def test_all_seats_turn_up_two_cards_in_any_order_and_they_are_public_at_once():
    """S3, C7."""
    game = table(LOW, LOW, LOW[::-1], flips=())
    assert [player.seat for player in game.to_act] == [0, 1, 2]
    assert game.turn is None
    do(game, "2 flip 11", "0 flip 3", "2 flip 0")
    assert game.spectator.view.hands[2][11] == LOW[::-1][11]
    assert [player.seat for player in game.to_act] == [0, 1]
    with pytest.raises(NotYourTurn):
        do(game, "2 flip 5")


def test_an_open_card_is_not_turned_up_again():
    """S3."""
    game = table(LOW, LOW, flips=())
    do(game, "0 flip 3")
    assert legal(game, 0) == [f"flip {slot}" for slot in ALL if slot != 3]
    with pytest.raises(IllegalAction) as error:
        do(game, "0 flip 3")
    assert error.value.reason is skyjo.Reason.ALREADY_OPEN


def test_the_highest_sum_of_the_opened_cards_starts():
    """S4."""
    game = table([1, 2, *LOW[2:]], [7, 8, *LOW[2:]], [8, 6, *LOW[2:]])
    assert game.turn.seat == 1
    assert game.spectator.events()[-1] == skyjo.Started(seat=1)


@pytest.mark.parametrize(
    ("tie_start", "starter"),
    [("seat", 0), ("highest_card", 2)],
    ids=["lowest seat", "highest single card"],
)
def test_a_tie_for_the_start(tie_start, starter):
    """S4: 6 + 6, 7 + 5, 8 + 4."""
    game = table([6, 6, *LOW[2:]], [7, 5, *LOW[2:]], [8, 4, *LOW[2:]], tie_start=tie_start)
    assert game.turn.seat == starter


def test_equal_highest_cards_leave_it_to_the_lowest_seat():
    """S4."""
    assert (
        table(
            [2, 2, *LOW[2:]], [8, 4, *LOW[2:]], [4, 8, *LOW[2:]], tie_start="highest_card"
        ).turn.seat
        == 1
    )


def test_a_tie_by_lot_takes_each_of_the_tied_and_no_other():
    """S4, C5."""
    starters = set()
    for seed in range(40):
        top = [*deal_order([[6, 6, *LOW[2:]], [1, 1, *LOW[2:]], [6, 6, *LOW[2:]]], 0), 5]
        game = Game(skyjo.Rules(tie_start="random"), 3, seed=seed, decks=[fill(DECK, top)])
        for seat in range(3):
            do(game, f"{seat} flip 0", f"{seat} flip 1")
        starters.add(game.turn.seat)
    assert starters == {0, 2}


def test_a_turn_takes_or_draws():
    """S5."""
    game = table(LOW, LOW)
    assert legal(game, 0) == ["draw", "take"]
    assert legal(game, 1) == []


def test_a_taken_card_must_replace_and_cannot_go_back():
    """S5."""
    game = table(LOW, LOW, discard=9)
    assert do(game, "0 take") == (skyjo.Took(seat=0, card=9),)
    assert legal(game, 0) == [f"replace {slot}" for slot in ALL]
    with pytest.raises(IllegalAction):
        do(game, "0 discard")
    assert do(game, "0 replace 7") == (
        skyjo.Replaced(seat=0, slot=7, card=9),
        skyjo.Discarded(seat=0, slot=7, card=LOW[7]),
    )
    assert game.spectator.view.hands[0][7] == 9
    assert game.spectator.view.discard == (LOW[7],)


def test_a_drawn_card_may_be_discarded_and_then_a_hidden_card_is_turned_up():
    """S5."""
    game = table(LOW, LOW, pile=(12,))
    do(game, "0 draw")
    assert legal(game, 0) == [*(f"replace {slot}" for slot in ALL), "discard"]
    do(game, "0 discard")
    assert game.spectator.view.discard == (5, 12)
    assert legal(game, 0) == [f"flip {slot}" for slot in ALL if slot not in (0, 1)]
    do(game, "0 flip 9")
    assert game.spectator.view.hands[0][9] == LOW[9]
    assert game.turn.seat == 1


def test_only_the_drawer_sees_a_drawn_card_until_it_is_placed():
    """S13."""
    game = table(LOW, LOW, pile=(12,))
    (own,) = game.players[0].play(skyjo.Draw())
    assert own == skyjo.Drew(seat=0, card=12)
    assert game.players[0].view.held == skyjo.Held(seat=0, card=12, taken=False)
    for other in (game.players[1], game.spectator):
        assert other.events()[-1] == skyjo.Drew(seat=0, card=None)
        assert other.view.held == skyjo.Held(seat=0, card=None, taken=False)
    do(game, "0 replace 0")
    assert game.players[1].view.hands[0][0] == 12


def test_a_taken_card_is_seen_by_all():
    """S13: it lay on the discard."""
    game = table(LOW, LOW, discard=9)
    do(game, "0 take")
    for observer in (*game.players, game.spectator):
        assert observer.view.held == skyjo.Held(seat=0, card=9, taken=True)
        assert observer.events(game.ply - 1) == (skyjo.Took(seat=0, card=9),)


def test_nobody_knows_a_hidden_card_its_owner_included():
    """S13."""
    game = table(LOW, LOW)
    for player in game.players:
        assert [
            slot for slot, card in player.view.hands[player.seat].items() if card is None
        ] == ALL[2:]
        assert player.memory == dict(Counter([1, 2, 1, 2, 5]))


def test_three_equal_open_cards_in_a_column_leave_the_game():
    """S7: after the replaced card has gone to the discard."""
    grid = [9, 2, 3, 4, 9, 6, 7, 8, 1, 10, 11, 12]
    game = table(grid, LOW, pile=(9,), flips=(0, 4))
    assert game.turn.seat == 0
    events = do(game, "0 draw", "0 replace 8")
    assert events[1:] == (
        skyjo.Replaced(seat=0, slot=8, card=9),
        skyjo.Discarded(seat=0, slot=8, card=1),
        skyjo.ColumnCleared(seat=0, column=0, card=9),
    )
    view = game.spectator.view
    assert list(view.hands[0]) == [1, 2, 3, 5, 6, 7, 9, 10, 11]
    assert view.aside == (9, 9, 9)
    assert view.discard == (5, 1)


def test_hidden_equals_stay():
    """S7: three open equal cards."""
    game = table([9, 2, 3, 4, 9, 6, 7, 8, 9, 10, 11, 12], LOW, flips=(0, 4))
    assert len(game.spectator.view.hands[0]) == 12


@pytest.mark.parametrize(
    ("rules", "discard", "aside"),
    [(skyjo.Rules(), (4, -1), (9, 9, 9)), (skyjo.Rules.published(), (4, -1, 9, 9, 9), ())],
    ids=["text", "published"],
)
def test_example_8_where_a_complete_column_goes(rules, discard, aside):
    """Example 8, S7."""
    grid = [9, 2, 3, 4, 9, 6, 7, 8, -1, 10, 11, 12]
    game = table(grid, LOW, discard=4, pile=(9,), flips=(0, 4), column_to=rules.column_to)
    do(game, "0 draw", "0 replace 8")
    assert game.spectator.view.discard == discard
    assert game.spectator.view.aside == aside


def test_example_7_negative_columns_leave_too():
    """Example 7, S7: -2 -2 -2 completes, 10 elsewhere."""
    grid = [-2, 3, 1, 1, -2, 2, 1, 0, 5, 2, 0, 0]  # 10 outside of the first column
    game = table(grid, [-2, -2, *LOW[2:]], pile=(-2,), flips=(0, 1))
    do(game, "0 draw", "0 replace 8", "1 take", "1 replace 0", "0 draw", "0 discard")
    (flipped, cleared) = do(game, "0 flip 4")
    assert flipped == skyjo.Flipped(seat=0, slot=4, card=-2)
    assert cleared == skyjo.ColumnCleared(seat=0, column=0, card=-2)
    assert sum(game.referee.view.hands[0].values()) == 10


def test_who_has_no_hidden_card_closes_and_each_other_has_one_more_turn():
    """S8."""
    game = table([12, 12, *LOW[2:]], LOW, LOW)
    close(game)
    view = game.spectator.view
    assert view.closer == 0
    assert kinds(game.spectator.events())[-1] == "closed"
    do(game, "1 draw", "1 discard", "1 flip 5")
    assert game.turn.seat == 2
    events = do(game, "2 draw", "2 discard", "2 flip 5")
    assert "round_scored" in kinds(events)
    assert game.rounds[0].closer == 0


def test_nobody_closes_again():
    """S8."""
    game = table([12, 12, *LOW[2:]], LOW)
    open_all_but(game, 0, 11)
    open_all_but(game, 1, 11)
    while game.turn.seat != 0:
        idle(game)
    do(game, "0 draw", "0 discard", "0 flip 11", "1 draw", "1 discard", "1 flip 11")
    assert kinds(game.spectator.events()).count("closed") == 1
    assert game.rounds[0].closer == 0


def test_all_hidden_cards_are_turned_up_together_at_the_end():
    """S8, C8."""
    game = table([12, 12, *LOW[2:]], LOW, target=10_000)
    close(game)
    hidden = [slot for slot, card in game.spectator.view.hands[1].items() if card is None]
    assert hidden == ALL[2:]
    events = do(game, "1 take", "1 replace 0")
    revealed = [event for event in events if isinstance(event, skyjo.Revealed)]
    assert [(event.seat, event.slot, event.card) for event in revealed] == [
        (1, slot, LOW[slot]) for slot in hidden
    ]
    order = kinds(events)
    assert order.index("revealed") < order.index("round_scored") < order.index("dealt")


def test_the_deal_of_a_later_round_starts_with_the_closer():
    """S2, S4."""
    game = table(LOW, [12, 12, *LOW[2:]], target=10_000)
    close(game, 1)
    do(game, "0 take", "0 replace 0")
    dealt = [event for event in game.spectator.events() if isinstance(event, skyjo.Dealt)]
    assert [event.seat for event in dealt] == [0, 1]
    assert [player.seat for player in game.to_act] == [1, 0]


@pytest.mark.parametrize(("next_starter", "starter"), [("highest_sum", 0), ("closer", 1)])
def test_who_starts_a_later_round(next_starter, starter):
    """S4: the highest sum again, or the closer of the last round; the first round is the highest sum's."""
    low, high = [1, 1, *LOW[2:]], [12, 12, *LOW[2:]]
    first = fill(DECK, [*deal_order([low, high], 0), 5])
    second = fill(DECK, [*deal_order([high, low], 1), 5])
    rules = skyjo.Rules(next_starter=next_starter, target=10_000)
    game = Game(rules, 2, seed=1, decks=[first, second])
    for seat in (0, 1):
        do(game, f"{seat} flip 0", f"{seat} flip 1")
    assert game.turn.seat == 1
    close(game, 1)
    do(game, "0 take", "0 replace 0")
    for seat in (0, 1):
        do(game, f"{seat} flip 0", f"{seat} flip 1")
    assert game.turn.seat == starter


SCORES = [
    ("example 1", {}, [10, 24, 10], 0, [10, 24, 10]),
    ("example 1, published", {"tie_doubles": True}, [10, 24, 10], 0, [20, 24, 10]),
    ("example 3", {}, [-4, -5], 0, [-4, -5]),
    ("example 3, negative doubled too", {"double_only_positive": False}, [-4, -5], 0, [-8, -5]),
    ("example 4", {}, [15, 14], 0, [30, 14]),
    ("closer lowest", {}, [3, 14], 0, [3, 14]),
    ("closer is another seat", {}, [3, 14], 1, [3, 28]),
    ("zero is not positive", {}, [0, -1], 0, [0, -1]),
    ("beaten by one by the first seat", {}, [14, 15], 1, [14, 30]),
    ("one is positive", {}, [1, 0], 0, [2, 0]),
    ("a tie below zero", {"tie_doubles": True}, [-4, -4], 0, [-4, -4]),
    (
        "a tie below zero, negative doubled too",
        {"tie_doubles": True, "double_only_positive": False},
        [-4, -4],
        0,
        [-8, -4],
    ),
]


@pytest.mark.parametrize(
    ("options", "sums", "closer", "scores"), [row[1:] for row in SCORES], ids=[r[0] for r in SCORES]
)
def test_the_closers_score(options, sums, closer, scores):
    """S10 and examples 1, 3, 4."""
    assert batch.score_round(skyjo.Rules(**options), [sums], ender=[closer]).tolist() == [scores]


@pytest.mark.parametrize(
    ("columns", "score"),
    [
        ([[0, 0, 5], [2, -2, 3], [1, 1, 0], [-1, 3, -2]], 10),
        ([[7, 7, 7], [9, 0, 0], [0, 0, 1], [0, -1, 0]], 9),
        ([[12, 12, 12]] * 4, 0),
        ([[-2, -2, -1], [12, 12, 12], [0, 0, 0], [1, 2, 3]], 1),
    ],
)
def test_the_sum_of_a_grid_leaves_out_complete_columns(columns, score):
    """S9, S10; the first row is example 2, the second example 5."""
    hand = [columns[slot % 4][slot // 4] for slot in ALL]
    assert batch.score(skyjo.Rules(), hand) == score


def test_without_clear_at_reveal_a_complete_column_counts():
    """S9."""
    hand = [7, 0, 0, 9, 7, 1, 0, 0, 7, 0, 0, 0]
    assert batch.score(skyjo.Rules(clear_at_reveal=False), hand) == 31
    assert batch.score(skyjo.Rules(), hand) == 10


@pytest.mark.parametrize(("clear", "scores"), [(True, (24, 9)), (False, (12, 24))])
def test_examples_5_and_6_columns_leave_at_the_reveal_before_sums_are_compared(clear, scores):
    """Examples 5 and 6, S9: closer 12; the other's column 5 5 and a hidden 5, and 9 elsewhere."""
    closer = [12, 2, 0, 1, 0, 0, -1, 0, -2, 0, 0, 0]
    other = [5, 0, 0, 1, 5, 1, 6, 0, 5, 0, 0, 0]
    # The closer draws, discards and opens ten times; the other puts what was discarded into its slot 3, a 2 at last.
    game = table(closer, other, flips=(0, 4), clear_at_reveal=clear, pile=(3,) * 9 + (2,))
    assert game.turn.seat == 0
    for slot in ALL:
        if game.spectator.view.hands[0][slot] is None:
            do(game, "0 draw", "0 discard", f"0 flip {slot}", "1 take", "1 replace 3")
    assert game.rounds[0].closer == 0
    assert game.rounds[0].scores == scores
    assert (0 in game.rounds[0].hands[1]) is not clear


def test_totals_add_up_negatives_too_and_the_target_ends_the_game():
    """S11, C9."""
    for seed in range(12):
        game = Game(skyjo.Rules(target=60), 3, seed=seed)
        bots.play(game, "prudent")
        totals = [0, 0, 0]
        for result in game.rounds:
            assert max(totals) < 60
            totals = [a + b for a, b in zip(totals, result.scores, strict=True)]
            assert list(result.totals) == totals
        assert max(totals) >= 60
        assert game.outcome.totals == tuple(totals)
        assert game.outcome.winners == tuple(s for s in range(3) if totals[s] == min(totals))


def test_an_empty_draw_pile_is_refilled_from_the_discard_but_its_top():
    """S12."""
    game = Game(skyjo.Rules(), 8, seed=5)
    chooser = random.Random(3)
    while not any(
        isinstance(event, skyjo.Reshuffled) for event in game.spectator.events(max(0, game.ply - 1))
    ):
        player = game.to_act[0]
        # Keeps cards hidden, so that the round goes on until the pile is empty.
        held = game.spectator.view.held
        if held is not None:
            opened = [s for s, card in player.view.hands[player.seat].items() if card is not None]
            before = game.clone()
            player.play(skyjo.Replace(slot=chooser.choice(opened)))
        else:
            before = game.clone()
            player.play(player.legal_actions[0])
        assert not game.is_over
    old, new = before.referee.view, game.referee.view
    assert old.draw_size == 0
    assert new.discard == old.discard[-1:]
    assert Counter([*new.draw_pile, new.held.card]) == Counter(old.discard[:-1])
    assert kinds(game.spectator.events(game.ply - 1)) == ["reshuffled", "drew"]


def test_what_is_open_is_remembered():
    """S13: grids' open cards, the whole discard, cards set aside."""
    game = Game(skyjo.Rules(), 3, seed=8)
    bots.play(game, "prudent", max_plies=120)
    view = game.players[1].view
    opened = [card for hand in view.hands for card in hand.values() if card is not None]
    held = [] if view.held is None or view.held.card is None else [view.held.card]
    assert game.players[1].memory == dict(Counter([*opened, *view.discard, *view.aside, *held]))


def test_published_is_the_booklet():
    """S4, S7, S10."""
    assert skyjo.Rules.published() == skyjo.Rules(
        next_starter="closer", column_to="discard", tie_doubles=True
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", 0),
        ("target", 10_001),
        ("tie_start", "oldest"),
        ("next_starter", "x"),
        ("column_to", "bin"),
    ],
)
def test_a_field_outside_of_its_range_is_named(field, value):
    """S4, S7, S11."""
    with pytest.raises(RulesError) as error:
        skyjo.Rules(**{field: value})
    assert error.value.field == field
    assert error.value.value == value


def test_every_clause_and_example_is_cited_here():
    text = Path(__file__).read_text(encoding="utf-8")
    clauses = [f"S{n}" for n in range(1, 14) if n != 6]  # there is no S6
    assert cited(text, clauses) == []
    assert all(
        f"xample {n}" in text or f"xamples {n}" in text or f"and {n}" in text for n in range(1, 9)
    )
