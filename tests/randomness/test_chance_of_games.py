"""Each chance of a game comes from the stream of its name (C5), in the order that is frozen.

Expected orders come from the plain model of the generator: purpose, round, and number within the round.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from masko_sdk import HOST, Game, fifty, masko, mojo, skyjo
from tests.randomness.model import (
    LOT,
    MOOD,
    RACE,
    REDEAL,
    RESHUFFLE,
    SHUFFLE,
    roll,
    shuffled,
    stream,
)

KEY = hashlib.sha256(b"chance of games").digest()
POWERS = [card for card in masko.Card if card.is_special and card is not masko.Card.GATHER]
MASKO = [*range(1, 11)] * 4 + POWERS * 2 + [masko.Card.GATHER]
SKYJO = [-2] * 5 + [-1] * 10 + [0] * 15 + [*range(1, 13)] * 10
MOJO = [0, 1] * 4 + [2, 3, 4] * 5 + [5, 6, 7] * 6 + [8, 9, 10] * 7 + [11, 12] * 8


def in_order(cards: Sequence[Any], purpose: int, round_: int = 0, number: int = 0) -> list[Any]:
    """These cards as the stream of this name shuffles them, from the top."""
    order, _ = shuffled(len(cards), stream(KEY, (purpose, round_, number, 0)))
    return [cards[place] for place in order]


def dealt(deck: Sequence[int], players: int, cards: int, first: int) -> list[list[int]]:
    """The hands, by seat (C4)."""
    return [
        [deck[k * players + (seat - first) % players] for k in range(cards)]
        for seat in range(players)
    ]


def throw(game: Game) -> tuple[Any, ...]:
    """Whose turn it is draws and discards."""
    game.turn.play(masko.Draw())
    return game.turn.play(masko.Discard())


def look(game: Game) -> None:
    for player in game.to_act:
        for slot in (0, 1):
            player.play(masko.Look(player.seat, slot))


def announced_round(game: Game) -> None:
    """Whose turn it is announces, and all others let go by what they can."""
    rounds = len(game.rounds)
    game.turn.play(masko.Announce())
    while len(game.rounds) == rounds:
        if game.window:
            game.play(HOST, masko.Close())
        else:
            player = game.to_act[0]
            player.play(player.legal_actions[0])


GIVEN = pytest.mark.parametrize("given", [0, 1], ids=["all shuffled", "the first given"])
"""C3: a given deck of the first round changes nothing of the others."""


@GIVEN
def test_masko_shuffles_by_the_round(given):
    game = Game(masko.Rules(target=10_000), 3, seed=KEY, decks=[sorted(MASKO)] * given)
    for round_, first in enumerate((0, 1, 2)):
        deck = in_order(sorted(MASKO), SHUFFLE, round_)
        if round_ >= given:
            hands = [list(hand.values()) for hand in game.referee.view.hands]
            assert hands == dealt(deck, 3, 4, first)
            assert list(game.referee.view.draw_pile) == deck[12:]
        look(game)
        announced_round(game)


@GIVEN
def test_skyjo_shuffles_by_the_round(given):
    rules = skyjo.Rules(target=10_000)
    game = Game(rules, 3, seed=KEY, first_player=2, decks=[sorted(SKYJO)] * given)
    first = 2
    for round_ in (0, 1):
        if round_ >= given:
            deck = in_order(sorted(SKYJO), SHUFFLE, round_)
            grids = [list(hand.values()) for hand in game.referee.view.hands]
            assert grids == dealt(deck, 3, 12, first)
            assert list(game.referee.view.draw_pile) == deck[37:]
        flip_two(game)
        open_all(game)
        first = game.rounds[-1].closer


@GIVEN
def test_mojo_shuffles_by_the_round(given):
    rules = mojo.Rules(target=10_000)
    game = Game(rules, 3, seed=KEY, first_player=2, decks=[sorted(MOJO)] * given)
    first = 2
    for round_ in (0, 1):
        if round_ >= given:
            deck = in_order(sorted(MOJO), SHUFFLE, round_)
            hands = [list(hand) for hand in game.referee.view.hands]
            assert hands == [sorted(hand) for hand in dealt(deck, 3, 8, first)]
            assert list(game.referee.view.draw_pile) == deck[25:]
        while len(game.rounds) == round_:
            game.turn.play(game.turn.legal_actions[0])
        first = game.rounds[-1].holder


@GIVEN
def test_fifty_shuffles_cards_and_moods_by_the_round(given):
    moods = list(fifty.Rules().mood_deck)
    game = Game(fifty.Rules(), 3, seed=KEY, decks=[[list(range(1, 51)), moods]] * given)
    for round_ in range(3):
        if round_ >= given:
            view = game.referee.view
            hands = dealt(in_order(range(1, 51), SHUFFLE, round_), 3, 9, round_)
            assert [list(hand) for hand in view.hands] == [sorted(hand) for hand in hands]
            assert [view.mood, *view.mood_pile] == in_order(moods, MOOD, round_)
        while len(game.rounds) == round_:
            game.turn.play(game.turn.legal_actions[0])


def test_gather_shuffles_by_seat_then_slot():
    """M29."""
    top = [1, 5, 9, 2, 6, 10, 3, 7, 1, 4, 8, 2, masko.Card.GATHER]
    rest = sorted(MASKO)
    for card in top:
        rest.remove(card)
    game = Game(masko.Rules(), 3, seed=KEY, decks=[[*top, *rest]])
    look(game)
    throw(game)
    gathered = in_order([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2], REDEAL)
    hands = [list(hand.values()) for hand in game.referee.view.hands]
    assert hands == dealt(gathered, 3, 4, 1)


def test_races_count_from_0_in_each_round():
    """M17: the clockwise list of due seats."""
    game = Game(masko.Rules(race="random", target=10_000), 4, seed=KEY)
    seen = []
    for round_ in (0, 1):
        look(game)
        number = 0
        while number < 3:
            while game.window is None:
                player = game.to_act[0]
                player.play(player.legal_actions[-1 if game.spectator.view.held else 0])
            opener = game.spectator.view.window.seat
            clockwise = [(opener + step) % 4 for step in (1, 2, 3, 4)]
            order = in_order(clockwise, RACE, round_, number)
            assert [player.seat for player in game.to_act] == order
            seen.append([(seat - opener) % 4 for seat in order])
            game.play(HOST, masko.Close())
            number += 1
        while game.spectator.view.phase is not masko.Phase.TURN:
            player = game.to_act[0]
            player.play(player.legal_actions[0])
        announced_round(game)
    assert len({tuple(order) for order in seen}) > 1


def flip_two(game: Game) -> None:
    for player in game.to_act:
        player.play(skyjo.Flip(0))
        player.play(skyjo.Flip(1))


def open_all(game: Game) -> None:
    """All draw, discard and turn up a card, until the round is over."""
    rounds = len(game.rounds)
    while len(game.rounds) == rounds:
        drawn = game.spectator.view.phase is skyjo.Phase.DRAWN
        game.turn.play(skyjo.Discard() if drawn else game.turn.legal_actions[0])


def tied_deck() -> list[int]:
    """A deck of Skyjo in which all three seats open two sixes, whoever is dealt first."""
    rest = sorted(SKYJO)
    for card in [6] * 6:
        rest.remove(card)
    return [6] * 6 + rest


def test_lots_are_drawn_by_the_round_among_the_tied_seats_ascending():
    """S4."""
    game = Game(
        skyjo.Rules(tie_start="random", target=10_000), 3, seed=KEY, decks=[tied_deck()] * 3
    )
    for round_ in range(3):
        flip_two(game)
        lot = None
        words = stream(KEY, (LOT, round_, 0, 0))
        while lot is None:
            lot = roll(next(words), [3])
        assert game.turn.seat == lot[0]
        open_all(game)


def test_skyjo_reshuffles_by_number_from_the_bottom_of_the_discard():
    """S12: nobody opens a card, so that the round goes on."""
    game = Game(skyjo.Rules(), 8, seed=KEY)
    flip_two(game)
    number = 0
    while number < 2:
        before = game.spectator.view
        player = game.turn
        player.play(skyjo.Draw())
        view = game.referee.view
        if before.draw_size == 0:
            order = in_order(before.discard[:-1], RESHUFFLE, 0, number)
            assert [view.held.card, *view.draw_pile] == order
            number += 1
        opened = next(s for s, card in before.hands[player.seat].items() if card is not None)
        player.play(skyjo.Replace(opened))
        assert not game.rounds


def drawing_play(game: Game) -> mojo.Play:
    """A play that owes a draw, if there is one: on discard 0 or 1 by turns."""
    tops = game.spectator.view.discard_top
    plays = [a for a in game.turn.legal_actions if isinstance(a, mojo.Play)]
    higher = [play for play in plays if play.value > tops[play.pile]]
    return (higher or plays)[game.ply % len(higher or plays)]


@pytest.mark.parametrize("discards", [1, 2])
def test_mojo_reshuffles_by_number_discard_0_from_below_then_discard_1(discards):
    """J12."""
    game = Game(mojo.Rules(discards=discards), 8, seed=KEY)
    number = 0
    while number < 2:
        before = game.referee.view
        if before.phase is mojo.Phase.OWED:
            action: Any = mojo.Draw()
        else:
            action = drawing_play(game)
        player = game.turn
        events = game.play(player.seat, action)
        reshuffled = [event for event in events if isinstance(event, mojo.Reshuffled)]
        if reshuffled:
            piles = list(before.discard)
            if discards == 1:
                piles[0] = (*piles[0], action.value)
            below = [card for pile in piles for card in pile[:-1]]
            drawn = next(event.card for event in events if isinstance(event, mojo.Drew))
            assert [drawn, *game.referee.view.draw_pile] == in_order(below, RESHUFFLE, 0, number)
            number += 1
        assert not game.rounds
