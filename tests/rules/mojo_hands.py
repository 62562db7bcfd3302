"""Mojo with stacked hands."""

from __future__ import annotations

from collections import Counter

from masko_sdk import Game, mojo
from tests.rules.scripts import deal_order, fill

DECK = Counter(
    {
        **dict.fromkeys((0, 1), 4),
        **dict.fromkeys((2, 3, 4), 5),
        **dict.fromkeys((5, 6, 7), 6),
        **dict.fromkeys((8, 9, 10), 7),
        **dict.fromkeys((11, 12), 8),
    }
)  # J1
ANY = [0, 1, 2, 3, 4, 5, 6, 7]


def table(
    *hands: list[int],
    top: tuple[int, ...] = (6,),
    pile: tuple[int, ...] = (),
    first_player: int = 0,
    **options,
) -> Game:
    """A game of one stacked round."""
    deck = fill(DECK, [*deal_order(hands, first_player), *top, *pile])
    return Game(mojo.Rules(**options), len(hands), seed=1, first_player=first_player, decks=[deck])


def hand(game: Game, seat: int) -> tuple[int, ...]:
    return game.players[seat].view.hands[seat]


def two_discards(*hands: list[int], top=(6, 9), pile=(), **options) -> Game:
    """A game of one stacked round with two discards."""
    return table(*hands, top=top, pile=pile, discards=2, **options)
