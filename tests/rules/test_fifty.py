"""Fifty Fifty, clause by clause (F1 to F11) and by its worked examples, with stacked decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from masko_sdk import Game, RulesError, batch, bots, fifty
from masko_sdk.games.fifty import RECONSTRUCTED
from tests.rules.scripts import cited, deal_order, do, kinds, legal

CARDS = range(1, 51)


def stacked(
    hands: list[list[int]], moods: list[tuple], starter: int = 0, deck=RECONSTRUCTED
) -> tuple[list, list]:
    """A round's pair of orders: hands as given, the rest ascending; these moods first."""
    dealt = deal_order(hands, starter)
    rest = [card for card in CARDS if card not in dealt]
    left = list(deck)
    for mood in moods:
        left.remove(mood)
    return [*dealt, *rest], [*moods, *left]


def table(hands: list[list[int]], moods: list[tuple], rules=None, first_player: int = 0) -> Game:
    rules = rules or fifty.Rules()
    deck = stacked(hands, moods, first_player, rules.mood_deck)
    return Game(rules, len(hands), seed=1, first_player=first_player, decks=[deck])


def tens(first: list[int]) -> list[list[int]]:
    """Hands that begin with these cards; the others follow from 1 on."""
    rest = iter(card for card in CARDS if card not in first)
    return [[card, *[next(rest) for _ in range(8)]] for card in first]


def test_the_deck_and_the_reconstructed_moods():
    """F1."""
    cards, moods = batch.shuffle(fifty.Rules(), 1, 3)
    assert sorted(cards[0].tolist()) == list(CARDS)
    assert sorted(moods[0].tolist()) == list(range(10))
    assert len(RECONSTRUCTED) == 10
    assert all(1 <= n <= 7 for pair in RECONSTRUCTED for n in pair)


@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_play(players):
    """F1, C2."""
    with pytest.raises(RulesError):
        Game(fifty.Rules(), players)


def test_nine_cards_each_seen_by_their_owner_and_the_rest_leave_unseen():
    """F2, F11, C4."""
    hands = [list(range(1, 10)), list(range(11, 20)), list(range(21, 30))]
    game = table(hands, [(2, 6)])
    for seat, player in enumerate(game.players):
        view = player.view
        assert view.hands[seat] == tuple(hands[seat])
        assert all(view.hands[other] == (None,) * 9 for other in range(3) if other != seat)
    assert len(game.referee.view.draw_pile) == 23
    assert game.spectator.view.mood_left == 9


def test_a_given_round_is_a_pair_of_orders():
    """F2, C3."""
    with pytest.raises(RulesError):
        Game(fifty.Rules(), 3, decks=[list(CARDS)])
    with pytest.raises(RulesError):
        Game(fifty.Rules(), 3, decks=[(list(CARDS), [(1, 7)] * 10)])


def test_the_leader_moves_one_seat_clockwise_each_round():
    """F3."""
    game = Game(fifty.Rules(), 4, seed=2, first_player=2)
    bots.play(game, "random")
    assert [record.starter for record in game.rounds] == [2, 3, 0, 1]


def test_a_mood_card_is_turned_before_anyone_plays():
    """F4."""
    game = table(
        tens([34, 12, 40]), [(2, 5), (4, 4)] if (2, 5) in RECONSTRUCTED else [(2, 6), (4, 4)]
    )
    assert kinds(game.spectator.events()) == ["dealt", "mood_turned"]
    assert game.spectator.view.mood == (2, 6)
    assert game.to_act == (game.players[0],)


def test_the_others_follow_clockwise_with_any_card():
    """F4."""
    game = table(tens([34, 12, 40]), [(2, 6)], first_player=1)
    assert game.turn.seat == 1
    assert legal(game, 1) == [f"play {card}" for card in game.players[1].view.hands[1]]
    do(game, "1 play 12")
    assert game.turn.seat == 2
    do(game, "2 play 40")
    assert game.turn.seat == 0


def test_five_play_clockwise_from_the_leader_and_over_the_last_seat():
    """F4, C1."""
    game = table(tens([34, 12, 40, 20, 30]), [(2, 6)], first_player=3)
    order = []
    for card in (20, 30, 34, 12, 40):
        order.append(game.turn.seat)
        game.turn.play(fifty.Play(card))
    assert order == [3, 4, 0, 1, 2]
    assert game.turn.seat == 2


def test_example_1_highest_takes_furious_and_leads_lowest_takes_laughing():
    """Example 1, F5, F6: yellow 2, blue 5; 34, 12, 40."""
    rules = fifty.Rules(mood_deck=((2, 5), *RECONSTRUCTED[1:]))
    game = table(tens([34, 12, 40]), [(2, 5)], rules)
    do(game, "0 play 34", "1 play 12")
    events = do(game, "2 play 40")
    assert events[1] == fifty.TrickScored(trick=0, highest=2, furious=5, lowest=1, laughing=2)
    assert game.spectator.view.masks == (fifty.Masks(0, 0), fifty.Masks(2, 0), fifty.Masks(0, 5))
    assert game.turn.seat == 2


@pytest.mark.parametrize(
    ("masks", "left"), [((4, 5), 1), ((5, 4), 1), ((3, 3), 0), ((7, 0), 7), ((0, 0), 0)]
)
def test_example_2_opposite_halves_cancel(masks, left):
    """Example 2, F5, F7: 4 yellow, takes 5 blue: 1 blue."""
    assert batch.score(fifty.Rules(), list(masks)) == left


def test_a_player_holds_one_colour_at_most():
    """F5: example 2 in play: laughing 4, then furious 5."""
    rules = fifty.Rules(mood_deck=((4, 1), (1, 5), *RECONSTRUCTED[2:]))
    hands = [[1, 50, *range(10, 17)], [20, 21, *range(22, 29)], [30, 31, *range(32, 39)]]
    game = table(hands, [(4, 1), (1, 5)], rules)
    do(game, "0 play 1", "1 play 20", "2 play 30")
    assert game.spectator.view.masks[0] == fifty.Masks(laughing=4, furious=0)
    do(game, "2 play 31", "0 play 50", "1 play 21")
    assert game.spectator.view.masks[0] == fifty.Masks(laughing=0, furious=1)


def test_played_cards_are_public_and_set_aside():
    """F6, F11."""
    game = table(tens([34, 12, 40]), [(2, 6)])
    do(game, "0 play 34", "1 play 12", "2 play 40")
    view = game.spectator.view
    assert view.played == ((34,), (12,), (40,))
    assert view.trick == ()
    assert {34, 12, 40} <= set(game.players[1].memory)


def test_a_round_has_nine_tricks_and_a_game_as_many_rounds_as_players():
    """F7, F9."""
    for players in (3, 4, 5):
        game = Game(fifty.Rules(), players, seed=players)
        bots.play(game, "random")
        assert len(game.rounds) == players
        assert game.ply == players * 9 * players


def test_each_remaining_half_mask_counts_one():
    """F7."""
    game = Game(fifty.Rules(), 5, seed=4)
    bots.play(game, "random")
    for record in game.rounds:
        assert record.scores == tuple(masks.laughing + masks.furious for masks in record.masks)
        assert all(masks.laughing == 0 or masks.furious == 0 for masks in record.masks)


def erased_total(rounds: list[int]) -> int:
    """F8 by hand: who ends a round with none erases the largest of the earlier ones still standing."""
    standing: list[int] = []
    for count in rounds:
        if count == 0 and standing:
            standing[standing.index(max(standing))] = 0
        standing.append(count)
    return sum(standing)


@pytest.mark.parametrize(
    ("rounds", "total"),
    [([6, 2, 0, 1], 3), ([0, 5, 3], 8), ([5, 8, 0, 0], 0), ([4, 4, 0], 4), ([3, 0, 5], 5)],
    ids=["example 3", "example 4", "example 5", "example 6", "example 7"],
)
def test_the_examples_of_erasing_by_hand(rounds, total):
    """F8, examples 3 to 7: the count that the next test holds games against."""
    assert erased_total(rounds) == total


def test_who_ends_a_round_with_none_erases_the_worst_earlier_one():
    """F8: totals of played games against the count by hand; the raw counts stay in the records."""
    erasures = 0
    for seed in range(150):
        game = Game(fifty.Rules.tightrope(), 5, seed=seed)
        bots.play(game, "prudent")
        for seat in range(5):
            counts = [record.scores[seat] for record in game.rounds]
            assert game.outcome.totals[seat] == erased_total(counts), counts
        erasures += sum(isinstance(event, fifty.Erased) for event in game.spectator.events())
    assert erasures > 50


def test_of_equal_worst_rounds_the_earliest_is_erased():
    """F8, example 6."""
    for seed in range(400):
        game = Game(fifty.Rules.tightrope(), 5, seed=seed)
        bots.play(game, "prudent")
        for event in game.spectator.events():
            if not isinstance(event, fifty.Erased):
                continue
            counts = [record.scores[event.seat] for record in game.rounds]
            gone = {
                e.round
                for e in game.spectator.events()
                if isinstance(e, fifty.Erased) and e.seat == event.seat
            }
            earlier = [
                r
                for r in range(5)
                if counts[r] == event.count and r not in gone and r < event.round
            ]
            assert earlier == [], "an equal round before it still stands"


def test_nothing_is_erased_in_the_first_round():
    """F8."""
    for seed in range(60):
        game = Game(fifty.Rules(), 3, seed=seed)
        bots.play(game, "prudent")
        assert game.rounds[0].erased == (None, None, None)


def test_the_lowest_total_wins():
    """F9, C9."""
    outcome = bots.play(Game(fifty.Rules(), 4, seed=9), "prudent")
    assert outcome.winners == tuple(s for s in range(4) if outcome.totals[s] == min(outcome.totals))


def test_tightrope_is_the_older_editions_deck():
    """F10."""
    deck = fifty.Rules.tightrope().mood_deck
    assert deck == (*((n, n) for n in range(1, 10)), (0, None), (None, 0))


@pytest.mark.parametrize(
    ("moods", "force"),
    [
        ([(0, None), (5, 5)], (0, 5)),
        ([(None, 0), (5, 5)], (5, 0)),
        ([(0, None), (None, 0), (5, 5)], (0, 0)),
        ([(5, 5)], (5, 5)),
    ],
    ids=["yellow covered", "blue covered", "both covered", "no cover"],
)
def test_a_cover_is_laid_over_the_next_mood_card_of_the_same_trick(moods, force):
    """F10."""
    game = table(tens([34, 12, 40]), moods, fifty.Rules.tightrope())
    view = game.spectator.view
    assert view.mood_used == tuple(moods)
    assert view.mood == force
    do(game, "0 play 34", "1 play 12", "2 play 40")
    yellow, blue = force
    assert game.spectator.view.masks == (
        fifty.Masks(0, 0),
        fifty.Masks(yellow, 0),
        fifty.Masks(0, blue),
    )


def test_a_cover_that_no_scoring_card_follows_is_unused():
    """F10."""
    moods = [(n, n) for n in range(1, 10)] + [(0, None), (None, 0)]
    game = table(
        [list(range(1, 10)), list(range(11, 20)), list(range(21, 30))],
        moods,
        fifty.Rules.tightrope(),
    )
    while not game.rounds:
        game.to_act[0].play(game.to_act[0].legal_actions[0])
    turned = [event for event in game.spectator.events() if isinstance(event, fifty.MoodTurned)]
    assert len([event for event in turned[:9] if None not in event.mood]) == 9


@pytest.mark.parametrize(
    "deck",
    [
        ((1, 1),) * 8,
        ((1, 1),) * 17,
        (*((1, 1),) * 8, (0, None)),
        (*((1, 1),) * 9, (1, None)),
        (*((1, 1),) * 9, (None, None)),
        (*((1, 1),) * 8, (21, 1)),
        (*((1, 1),) * 8, (-1, 1)),
    ],
)
def test_a_mood_deck_outside_of_its_range_is_refused(deck):
    """F1, F10: 9 to 16 cards, at least 9 of them scoring, numbers 0 to 20, a cover is 0 beside None."""
    with pytest.raises(RulesError) as error:
        fifty.Rules(mood_deck=deck)
    assert error.value.field == "mood_deck"


def test_what_a_seat_knows():
    """F11: its hand and all played cards."""
    game = table([[34, *range(1, 9)], [12, *range(13, 21)], [40, *range(41, 49)]], [(2, 6)])
    do(game, "0 play 34", "1 play 12")
    assert game.players[2].memory == dict.fromkeys([12, 34, 40, *range(41, 49)], 1)
    assert game.players[2].view.trick == (
        fifty.Trick(seat=0, card=34),
        fifty.Trick(seat=1, card=12),
    )


def test_every_clause_and_example_is_cited_here():
    text = Path(__file__).read_text(encoding="utf-8")
    assert cited(text, [f"F{n}" for n in range(1, 12)]) == []
    assert [n for n in range(1, 8) if f"xample {n}" not in text] == []
