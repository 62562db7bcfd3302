"""Skyjo: how rounds start and end where the clauses meet (S2, S4, S7 to S9)."""

from __future__ import annotations

import pytest

from masko_sdk import Game, skyjo
from tests.rules.scripts import deal_order, do, fill, kinds
from tests.rules.skyjo_grids import DECK, LOW, close, open_all_but, table


def opening(first: int, second: int) -> list[int]:
    """A grid whose first two cards are these."""
    return [first, second, *LOW[2:]]


def setup(game: Game) -> None:
    """All seats turn up their first two cards."""
    for seat in range(len(game.players)):
        do(game, f"{seat} flip 0", f"{seat} flip 1")


def rounds(*grids_and_first: tuple[list[list[int]], int], seed: int = 1, **options) -> Game:
    """A game of stacked rounds, each of these grids, dealt from this seat on; the first setup is done."""
    decks = [fill(DECK, [*deal_order(grids, first), 5]) for grids, first in grids_and_first]
    players = len(grids_and_first[0][0])
    game = Game(skyjo.Rules(target=10_000, **options), players, seed=seed, decks=decks)
    setup(game)
    return game


def close_round(game: Game, seat: int) -> None:
    """Seat 0 or 1 of two closes, and the other has one more turn."""
    close(game, seat)
    other = 1 - seat
    do(game, f"{other} take", f"{other} replace 0")


def test_the_highest_single_card_counts_among_the_tied_alone():
    """S4: the highest sum comes first, and the 10 of a seat that is not tied for it counts nothing."""
    grids = [opening(10, -2), opening(5, 4), opening(6, 3)]
    assert table(*grids, tie_start="highest_card").turn.seat == 2


@pytest.mark.parametrize(
    ("openings", "starter"),
    [
        ([(-2, -2), (-2, -2)], 0),
        ([(-2, -2), (-2, -1)], 1),
        ([(-1, -1), (-2, 0)], 1),
        ([(-2, -1), (-1, -2)], 0),
    ],
    ids=["equal", "a higher sum", "an equal sum with a 0", "equal sums and cards"],
)
def test_sums_and_cards_below_zero_are_compared_too(openings, starter):
    """S4."""
    grids = [opening(*cards) for cards in openings]
    assert table(*grids, tie_start="highest_card").turn.seat == starter


def test_each_round_draws_a_lot_of_its_own():
    """S4, C5: a lot is keyed by the round, so that two rounds of a game do not always agree."""
    tied = [opening(6, 6), opening(6, 6)]
    agree = set()
    for seed in range(12):
        game = rounds((tied, 0), (tied, 0), seed=seed, tie_start="random")
        first = game.turn.seat
        close_round(game, 0)
        setup(game)
        agree.add(game.turn.seat == first)
    assert agree == {False, True}


def test_the_closer_starts_every_later_round():
    """S4: not the second round alone."""
    low, high = opening(1, 1), opening(12, 12)
    game = rounds(([low, high], 0), ([high, low], 1), ([high, low], 1), next_starter="closer")
    for _ in range(2):
        close_round(game, 1)
        setup(game)
        assert game.turn.seat == 1
    assert [result.closer for result in game.rounds] == [1, 1]


def test_a_grid_that_is_emptied_closes_the_round():
    """S8, S7: its last column leaves and no card is left, so that no card is hidden."""
    game = table([12, 11, 10, 9] * 3, LOW)
    open_all_but(game, 0)
    view = game.spectator.view
    assert view.hands[0] == {}
    assert (view.closer, view.turn) == (0, 1)
    assert kinds(game.referee.events(game.ply - 1)) == ["flipped", "column_cleared", "closed"]
    do(game, "1 take", "1 replace 0")
    assert (game.rounds[0].closer, game.rounds[0].scores[0]) == (0, 0)


@pytest.mark.parametrize("column_to", ["aside", "discard"])
def test_all_columns_that_are_complete_at_the_reveal_leave_to_where_columns_go(column_to):
    """S9, S7: two columns of one seat, the left one first; a game that ends there shows where they went."""
    other = [5, 6, 7, 8, 1, 6, 7, 2, 3, 6, 7, 4]
    game = table(opening(12, 12), other, column_to=column_to, target=1)
    close(game)
    before = game.spectator.view
    events = do(game, "1 take", "1 replace 3")
    cleared = [event for event in events if isinstance(event, skyjo.ColumnCleared)]
    assert cleared == [
        skyjo.ColumnCleared(seat=1, column=1, card=6),
        skyjo.ColumnCleared(seat=1, column=2, card=7),
    ]
    assert sorted(game.rounds[0].hands[1]) == [0, 3, 4, 7, 8, 11]
    gone = (6, 6, 6, 7, 7, 7)
    view = game.spectator.view
    left = (*before.discard[:-1], 8)
    assert view.aside == (gone if column_to == "aside" else ())
    assert view.discard == (left if column_to == "aside" else left + gone)
