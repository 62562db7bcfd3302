"""A bot of your own, compared with `prudent` on the same deals, each in each of the seats.

Shows that a bot is any function of a `Player`, and how to know whether it is better: play pairs of games that differ
in nothing but who sits where, and look at the difference beside its standard error.

    python examples/own_bot.py
    python examples/own_bot.py --deals 500
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev

from masko_sdk import Game, bots, skyjo

HIDDEN = 5  # about what a hidden card counts
WORTH_TAKING = 4  # points that the top of the discard must save; else draw and see


def saved(grid, slot, card):
    """Points that putting a card into a slot saves, three equal ones in a column included."""
    column = [grid.get(place) for place in range(slot % 4, 12, 4) if place != slot]
    now = HIDDEN if grid[slot] is None else grid[slot]
    return now + 2 * card if column == [card, card] else now - card


def tidy(player):
    """Skyjo by arithmetic: put each card where it saves most; if it saves nothing, turn up a hidden one."""
    view, legal = player.view, player.legal_actions
    grid = view.hands[player.seat]
    if skyjo.Draw() in legal:
        most = max(saved(grid, slot, view.discard_top) for slot in grid)
        return skyjo.Take() if most >= WORTH_TAKING else skyjo.Draw()
    if view.held is None:
        return legal[0]  # to turn up: one hidden card is like another
    best = max(grid, key=lambda slot: saved(grid, slot, view.held.card))
    if saved(grid, best, view.held.card) <= 0 and skyjo.Discard() in legal:
        return skyjo.Discard()
    return skyjo.Replace(best)


def deal(bot, other, seed):
    """The same deal twice, with the bots' seats exchanged: how many points more the first one has, on average."""
    points = []
    for seats in ((bot, other), (other, bot)):
        game = Game(
            skyjo.Rules(target=1), 2, seed=seed
        )  # one round, as soon as somebody has a point
        outcome = bots.play(game, seats, max_plies=2000)
        own = seats.index(bot)
        points.append(outcome.totals[own] - outcome.totals[1 - own])
    return mean(points)


def compare(bot, other, deals):
    """The mean of the differences, and its standard error."""
    found = [deal(bot, other, seed) for seed in range(deals)]
    return mean(found), stdev(found) / len(found) ** 0.5


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    given = parser.parse_args(arguments)
    for other in (bots.random(), bots.prudent()):
        more, error = compare(tidy, other, given.deals)
        print(f"tidy against {other.name}: {more:+.1f} points a round, standard error {error:.1f}")
    print("Points are bad in Skyjo: below 0, tidy is the better one.")


if __name__ == "__main__":
    main()
