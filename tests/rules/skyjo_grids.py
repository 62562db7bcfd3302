"""Skyjo with stacked grids, and seats that open theirs."""

from __future__ import annotations

from collections import Counter

from masko_sdk import Game, skyjo
from tests.rules.scripts import deal_order, do, fill

DECK = Counter({-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)})  # S1
LOW = [1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8]  # no column of equals
ALL = list(range(12))


def table(
    *grids: list[int],
    discard: int = 5,
    pile: tuple[int, ...] = (),
    first_player: int = 0,
    flips=(0, 1),
    **options,
) -> Game:
    """A game of one stacked round; all seats have turned up the slots of `flips`."""
    top = [*deal_order(grids, first_player), discard, *pile]
    rules = skyjo.Rules(**options)
    game = Game(rules, len(grids), seed=1, first_player=first_player, decks=[fill(DECK, top)])
    for seat in range(len(grids)):
        for slot in flips:
            do(game, f"{seat} flip {slot}")
    return game


def open_all_but(game: Game, seat: int, *hidden: int) -> None:
    """Let a seat open its grid by draw, discard and flip while the others do as little as they can."""
    for slot in ALL:
        if slot in hidden or game.spectator.view.hands[seat].get(slot, 0) is not None:
            continue
        while game.turn.seat != seat:
            idle(game)
        do(game, f"{seat} draw", f"{seat} discard", f"{seat} flip {slot}")


def idle(game: Game) -> None:
    """A turn that takes the top of the discard and puts it on the first open card."""
    seat = game.turn.seat
    hand = game.spectator.view.hands[seat]
    slot = next(slot for slot, card in hand.items() if card is not None)
    do(game, f"{seat} take", f"{seat} replace {slot}")


def close(game: Game, seat: int = 0) -> None:
    """Let a seat open all its cards."""
    open_all_but(game, seat)
