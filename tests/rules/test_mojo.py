"""Mojo, clause by clause (J1 to J16) and by its worked examples, with stacked decks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from masko_sdk import Game, IllegalAction, RulesError, batch, bots, mojo
from tests.rules.mojo_hands import ANY, DECK, hand, table, two_discards
from tests.rules.scripts import cited, do, kinds, legal


def brought_to(values: list[int], top: int, pile: tuple[int, ...] = (), **options) -> Game:
    """A game of three in which seat 0 is at its turn with just these four cards, and this top.

    It has shed 0, 0, 1, 1, each lower than the top; seat 1 played eights and seat 2 nines, and `top` at last.
    """
    hands = [[*values, 0, 0, 1, 1], [8, 8, 8, 8, 2, 2, 3, 3], [9, 9, 9, top, 2, 3, 4, 4]]
    draws = (11,) * (
        7 if top < 8 else 8
    )  # all but a low `top` are higher than what they were played on
    game = table(*hands, top=(12,), pile=(*draws, *pile), **options)
    for shed, last in ((0, 9), (0, 9), (1, 9), (1, top)):
        do(game, f"0 play {shed}", "1 play 8", f"2 play {last}")
    assert hand(game, 0) == tuple(sorted(values))
    assert game.turn.seat == 0
    assert game.spectator.view.discard_top == (top,)
    return game


def test_the_deck_has_78_cards_that_sum_to_530():
    """J1."""
    (deck,) = batch.shuffle(mojo.Rules(), 1, 3)
    assert Counter(deck.tolist()) == DECK
    assert int(deck.sum()) == 530


def test_eight_cards_each_and_the_next_opens_the_discard():
    """J2, C4."""
    game = table(ANY, [8, 8, 9, 9, 10, 10, 11, 11], top=(3,))
    assert hand(game, 0) == tuple(ANY)
    assert hand(game, 1) == (8, 8, 9, 9, 10, 10, 11, 11)
    view = game.players[0].view
    assert view.discard_top == (3,)
    assert view.hands[1] == (None,) * 8
    assert game.spectator.events() == (mojo.Dealt(starter=0, round=0, cards=(3,)),)


def test_the_first_player_starts_clockwise():
    """J3, C2."""
    game = table(ANY, ANY, [8] * 5 + [9] * 3, first_player=2, top=(12,))
    assert game.turn.seat == 2
    assert game.spectator.view.direction == 1
    do(game, "2 play 8")
    assert game.turn.seat == 0


def test_any_card_may_be_played():
    """J4."""
    assert legal(table(ANY, ANY), 0) == [f"play {value}" for value in ANY]


def test_a_lower_card_ends_the_turn():
    """J4."""
    game = table(ANY, ANY, top=(6,))
    assert do(game, "0 play 5") == (mojo.Played(seat=0, card=5, pile=0),)
    assert game.turn.seat == 1
    assert len(hand(game, 0)) == 7


def test_a_higher_card_draws_one_and_ends_the_turn():
    """J4."""
    game = table(ANY, ANY, top=(6,), pile=(12,))
    assert do(game, "0 play 7") == (mojo.Played(seat=0, card=7, pile=0), mojo.Drew(seat=0, card=12))
    assert game.turn.seat == 1
    assert hand(game, 0) == (0, 1, 2, 3, 4, 5, 6, 12)


def test_only_the_drawer_sees_what_it_draws():
    """J13."""
    game = table(ANY, ANY, top=(6,), pile=(12,))
    do(game, "0 play 7")
    assert game.players[0].events(0)[-1] == mojo.Drew(seat=0, card=12)
    assert game.players[1].events(0)[-1] == mojo.Drew(seat=0, card=None)
    assert game.spectator.events(0)[-1] == mojo.Drew(seat=0, card=None)


def test_an_equal_card_must_be_followed_by_another_judged_against_the_new_top():
    """J4."""
    game = table([6, 6, 9, 5, 1, 2, 3, 4], ANY, top=(6,), pile=(12,))
    do(game, "0 play 6")
    assert game.turn.seat == 0
    assert game.spectator.view.phase is mojo.Phase.CHAIN
    do(game, "0 play 6")
    assert game.turn.seat == 0
    assert kinds(do(game, "0 play 9")) == ["played", "drew"]
    assert game.turn.seat == 1


def test_example_8_a_turn_that_ends_with_three_cards_begins_mojo_time():
    """Example 8, J6: three players, a hand of 4, top 6, plays 5."""
    game = brought_to([5, 9, 10, 11], top=6)
    assert do(game, "0 play 5")[-1] == mojo.LaidDown(seat=0, size=3)
    view = game.spectator.view
    assert view.hands[0] == ()
    assert view.face_down[0] == (None, None, None)
    assert game.players[0].view.face_down[0] == (9, 10, 11)


def test_example_9_a_draw_keeps_out_of_mojo_time():
    """Example 9, J6: three players, a hand of 4, top 6, plays 8: draws, 4 left."""
    game = brought_to([8, 9, 10, 11], top=6)
    assert kinds(do(game, "0 play 8")) == ["played", "drew"]
    assert len(hand(game, 0)) == 4


def test_example_10_a_chain_of_equals_that_empties_the_hand_owes_nothing():
    """Example 10, J5, J8: 12, 12, 12, 6 on a 12: nothing left, round over, takes the Mojo card."""
    game = brought_to([12, 12, 12, 6], top=12, target=10_000)
    do(game, "0 play 12", "0 play 12", "0 play 12")
    events = do(game, "0 play 6")
    assert kinds(events) == ["played", "round_scored", "dealt"]
    assert game.rounds[0].holder == 0
    assert game.rounds[0].ended is mojo.Ended.NO_CARD


def test_a_chain_that_ends_with_the_last_card_owes_nothing():
    """J5: equals to the last card."""
    game = brought_to([5, 5, 5, 5], top=5, target=10_000)
    do(game, "0 play 5", "0 play 5", "0 play 5")
    assert kinds(do(game, "0 play 5")) == ["played", "round_scored", "dealt"]
    assert game.rounds[0].hands[0] == ()


def test_example_11_a_higher_last_card_draws_and_begins_mojo_time():
    """Example 11, J4, J6: 6 6 6 9 on a 6: draws one, Mojo time with 1."""
    game = brought_to([6, 6, 6, 9], top=6, pile=(10,))
    do(game, "0 play 6", "0 play 6", "0 play 6")
    assert kinds(do(game, "0 play 9")) == ["played", "drew", "laid_down"]
    assert game.players[0].view.face_down[0] == (10,)


def test_example_12_a_lower_card_ends_a_chain_whatever_is_left():
    """Example 12, J4: top 12: 12, 12, 12, then 6; another 6 stays."""
    game = table([12, 12, 12, 6, 6, 1, 2, 3], ANY, ANY, top=(12,))
    do(game, "0 play 12", "0 play 12", "0 play 12", "0 play 6")
    assert game.turn.seat == 1
    assert hand(game, 0) == (1, 2, 3, 6)


@pytest.mark.parametrize(
    ("players", "mojo_at", "at"), [(2, None, 2), (3, None, 3), (2, 5, 5), (3, 1, 1)]
)
def test_when_mojo_time_begins(players, mojo_at, at):
    """J6: 3 cards, 2 with two players, or the option."""
    for seed in range(5):
        game = Game(mojo.Rules(mojo_at=mojo_at), players, seed=seed)
        bots.play(game, "random", max_plies=300)
        sizes = [
            event.size for event in game.spectator.events() if isinstance(event, mojo.LaidDown)
        ]
        assert all(1 <= size <= at for size in sizes)
        assert sizes


def test_in_mojo_time_a_turn_turns_up_one_card_of_ones_own_choice():
    """J7: no play, no draw."""
    game = brought_to([5, 9, 10, 10], top=6)
    do(game, "0 play 5", "1 play 2", "2 play 4")
    assert game.spectator.view.phase is mojo.Phase.MOJO
    assert legal(game, 0) == ["turn_up 9", "turn_up 10"]
    assert do(game, "0 turn_up 10") == (mojo.TurnedUp(seat=0, card=10),)
    view = game.spectator.view
    assert view.turned_up[0] == (10,)
    assert view.face_down[0] == (None, None)
    assert game.turn.seat == 1


def test_the_last_card_turned_up_ends_the_round_at_once():
    """J8: it takes the Mojo card."""
    game = brought_to([6, 6, 6, 9], top=6, pile=(10,), target=10_000)
    do(game, "0 play 6", "0 play 6", "0 play 6", "0 play 9", "1 play 2", "2 play 4")
    assert kinds(do(game, "0 turn_up 10")) == ["turned_up", "round_scored", "dealt"]
    assert game.rounds[0].holder == 0
    assert game.rounds[0].ended is mojo.Ended.TURNED_UP


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([12, 12, 11, 10, 3], 25),
        ([12, 12, 12, 12, 11, 11, 11], 12),
        ([10, 3], 13),
        ([1, 4, 7, 10, 12], 34),
        ([0], 0),
        ([5, 6, 7, 2, 2], 9),
    ],
    ids=["example 1", "example 2", "example 3", "example 4", "zero", "two colours"],
)
def test_of_each_colour_the_highest_counts_once(cards, points):
    """J9, examples 1 to 4."""
    assert batch.score(mojo.Rules(), cards) == points


def test_all_remaining_cards_count_wherever_they_lie():
    """J9, C8: hand, face down and face up."""
    game = brought_to([5, 9, 10, 10], top=6, target=10_000)
    do(game, "0 play 5", "1 play 2", "2 play 4", "0 turn_up 10")
    while not game.rounds:
        game.to_act[0].play(game.to_act[0].legal_actions[0])
    record = game.rounds[0]
    assert record.hands[0][-1] == 10
    own = [int(batch.score(mojo.Rules(), list(cards or [0]))) for cards in record.hands]
    assert batch.score_round(mojo.Rules(), own, ender=record.holder).tolist() == list(record.scores)


@pytest.mark.parametrize(
    ("options", "points", "scores"),
    [
        ({}, [13, 9, 20], [23, 9, 20]),
        ({}, [9, 9, 20], [9, 9, 20]),
        ({"holder_lowest_scores_zero": True}, [9, 9, 20], [0, 9, 20]),
        ({"holder_lowest_scores_zero": True}, [13, 9, 20], [23, 9, 20]),
        ({}, [0, 9, 20], [0, 9, 20]),
    ],
    ids=["example 5", "example 6", "example 6, published", "beaten, published", "lowest"],
)
def test_what_the_holder_pays(options, points, scores):
    """J10, examples 5 and 6: compared before the malus."""
    assert batch.score_round(mojo.Rules(**options), points, ender=0).tolist() == scores


def test_the_mojo_card_turns_the_direction_and_its_holder_starts():
    """J3, J10, examples 5 and 6: side 10 and counter-clockwise if the holder was beaten, else 0."""
    seen = set()
    for seed in range(30):
        game = Game(mojo.Rules(target=200), 3, seed=seed)
        while not game.is_over and len(game.rounds) < 3:
            rounds = len(game.rounds)
            bots.play(game, "random", max_plies=game.ply + 1)
            if len(game.rounds) == rounds or game.is_over:
                continue
            record, view = game.rounds[-1], game.spectator.view
            beaten = any(record.scores[p] < record.scores[record.holder] - 10 for p in range(3))
            side = 10 if record.mojo_side == 10 else 0
            assert view.mojo_side == side
            assert view.direction == (-1 if side else 1)
            assert view.starter == record.holder
            assert game.turn.seat == record.holder
            own = [int(batch.score(mojo.Rules(), list(cards or [0]))) for cards in record.hands]
            assert (side == 10) == (min(own) < own[record.holder]), beaten
            seen.add(side)
    assert seen == {0, 10}


def test_counter_clockwise_play_goes_to_the_right():
    """J3."""
    for seed in range(30):
        game = Game(mojo.Rules(target=500), 4, seed=seed)
        while game.spectator.view.direction == 1 and not game.is_over:
            bots.play(game, "random", max_plies=game.ply + 1)
        if game.is_over:
            continue
        turn = game.turn.seat
        while game.turn.seat == turn:
            player = game.turn
            player.play(player.legal_actions[0])
        assert game.turn.seat == (turn - 1) % 4
        return
    raise AssertionError("no round turned the direction")


@pytest.mark.parametrize(("target_reached", "over"), [(">", False), (">=", True)])
def test_example_7_a_total_must_exceed_the_target_or_reach_it(target_reached, over):
    """Example 7, J11: 50 goes on; published: over."""
    for seed in range(400):
        game = Game(mojo.Rules(target_reached=target_reached, target=12), 2, seed=seed)
        while not game.rounds:
            bots.play(game, "random", max_plies=game.ply + 1)
        if max(game.rounds[0].totals) == 12:
            assert game.is_over is over
            return
    raise AssertionError("no total was just the target")


def test_the_lowest_total_wins():
    """J11, C9."""
    game = Game(mojo.Rules(), 4, seed=11)
    outcome = bots.play(game, "prudent")
    assert max(outcome.totals) > 50
    assert max(game.rounds[-2].totals) <= 50
    assert outcome.winners == tuple(s for s in range(4) if outcome.totals[s] == min(outcome.totals))


def test_an_empty_draw_pile_is_refilled_from_the_discards_but_their_tops():
    """J12."""
    for seed in range(200):
        game = Game(mojo.Rules(discards=2, target=10_000), 8, seed=seed)
        while not game.is_over and game.ply < 4000:
            before = game.clone()
            bots.play(game, "random", max_plies=game.ply + 1)
            if any(
                isinstance(event, mojo.Reshuffled) for event in game.spectator.events(game.ply - 1)
            ):
                old, new = before.referee.view, game.referee.view
                drawn = game.referee.events(game.ply - 1)[1].card
                assert old.draw_size == 0
                assert new.discard == tuple(pile[-1:] for pile in old.discard)
                below = [card for pile in old.discard for card in pile[:-1]]
                assert Counter([*new.draw_pile, drawn]) == Counter(below)
                return
    raise AssertionError("no reshuffle")


def test_the_first_two_cards_open_two_discards():
    """J14."""
    game = two_discards(ANY, ANY)
    assert game.spectator.view.discard_top == (6, 9)
    assert legal(game, 0)[:4] == ["play 0", "play 0 1", "play 1", "play 1 1"]


def test_equal_replays_stay_on_the_discard_of_the_first_card():
    """J14."""
    game = two_discards([9, 9, 1, 2, 3, 4, 5, 6], ANY)
    do(game, "0 play 9 1")
    assert game.spectator.view.pile == 1
    assert legal(game, 0) == [f"play {value} 1" for value in (1, 2, 3, 4, 5, 6, 9)]
    with pytest.raises(IllegalAction) as error:
        do(game, "0 play 1")
    assert error.value.reason is mojo.Reason.OTHER_DISCARD_IN_USE


def test_an_owed_draw_may_take_the_top_of_the_other_discard():
    """J15: public, a separate action."""
    game = two_discards(ANY, ANY, pile=(12,))
    do(game, "0 play 7")
    assert game.spectator.view.phase is mojo.Phase.OWED
    assert legal(game, 0) == ["draw", "take 1"]
    other = game.clone()
    assert kinds(do(other, "0 draw")) == ["drew"]
    assert hand(other, 0)[-1] == 12
    assert do(game, "0 take 1")[0] == mojo.Took(seat=0, card=9, pile=1)
    assert hand(game, 0)[-1] == 9


def test_a_discard_that_was_emptied_gets_the_top_of_the_one_just_used():
    """J16."""
    game = two_discards(ANY, ANY)
    do(game, "0 play 7")
    assert do(game, "0 take 1") == (
        mojo.Took(seat=0, card=9, pile=1),
        mojo.Refilled(pile=1, card=7),
    )
    assert game.spectator.view.discard_top == (6, 7)
    assert game.spectator.view.discard_size == (1, 1)


def test_a_card_taken_from_a_discard_is_known_to_all_until_one_of_its_value_leaves():
    """J13."""
    game = two_discards(ANY, [0, 1, 2, 3, 4, 5, 5, 8])
    do(game, "0 play 7", "0 take 1")
    for observer in (*game.players, game.spectator):
        assert observer.view.known[0] == (9,)
    assert game.players[1].view.hands[0] == (9, *[None] * 7)
    assert game.players[1].memory[9] == 1
    do(game, "1 play 5", "0 play 9")
    assert game.spectator.view.known[0] == ()


def test_own_cards_and_all_that_was_played_is_remembered():
    """J13."""
    game = table(ANY, [8, 8, 9, 9, 10, 10, 11, 11], top=(6,))
    do(game, "0 play 5")
    assert game.players[1].memory == {5: 1, 6: 1, 8: 2, 9: 2, 10: 2, 11: 2}


def test_published_is_the_booklet():
    """J10, J11."""
    assert mojo.Rules.published() == mojo.Rules(target_reached=">=", holder_lowest_scores_zero=True)


@pytest.mark.parametrize(
    ("field", "value"),
    [("target", 0), ("mojo_at", 8), ("mojo_at", 0), ("discards", 3), ("target_reached", "=")],
)
def test_a_field_outside_of_its_range_is_named(field, value):
    """J6, J11, J14."""
    with pytest.raises(RulesError) as error:
        mojo.Rules(**{field: value})
    assert error.value.field == field


def test_every_clause_and_example_is_cited_here():
    text = Path(__file__).read_text(encoding="utf-8")
    assert cited(text, [f"J{n}" for n in range(1, 17)]) == []
    assert [
        n
        for n in range(1, 13)
        if f"xample {n}" not in text and f"and {n}" not in text and n not in (2, 3)
    ] == []
