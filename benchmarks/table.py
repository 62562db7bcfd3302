"""What a message to a live table costs, beside reading and writing its JSON alone.

    python benchmarks/table.py [--games N] [--seats N] [--json]

Random games are played through messages. Timed are: one message from its text to the texts of all answers, addressed
(receive, decide, write to every seat); a state of one seat; and the view, memory and legal actions of one seat as
JSON. Beside each stands `json` of the standard library reading the same message and writing the same answers, whose
forms it is given ready made: what a table could save at most.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
from collections import defaultdict
from time import process_time_ns as clock
from typing import Any

import masko_sdk
from masko_sdk import Game
from masko_sdk.games import GAMES
from masko_sdk.table import Table

Times = dict[str, list[int]]
MOST_MESSAGES = 400
MESSAGE_LIMIT_US = 50
VIEW_LIMIT_US = 30


def seated(name: str, seats: int, seed: int) -> Table:
    """A table with a connection at each seat, about to be played at."""
    table = Table(GAMES[name].Rules(), seats, seed=seed, rate=10_000, burst=100_000, turn_ms=None)
    for seat in range(seats):
        table.receive(0, f"c{seat}", json.dumps({"type": "join", "name": f"P{seat}"}))
    table.receive(0, "c0", '{"type":"start"}')
    return table


def play(name: str, seats: int, seed: int, times: Times) -> None:
    """One random game through messages, timed."""
    rng = random.Random(seed)
    table = seated(name, seats, seed)
    for number in range(MOST_MESSAGES):
        game = table.game
        if game is None or game.is_over:
            return
        player = rng.choice(game.to_act)
        action = rng.choice(player.legal_actions).to_json()
        form = {"type": "play", "id": number, "action": action}
        form |= {"ply": game.ply} if game.window is None else {"window": game.window}
        text = json.dumps(form)
        sender = f"c{player.seat}"
        start = clock()
        outs = table.receive(number, sender, text)
        times["message"].append(clock() - start)
        forms = [out.form for out in outs]
        start = clock()
        json.loads(text)
        for one in forms:
            json.dumps(one)
        times["message, json alone"].append(clock() - start)
        start = clock()
        table.receive(number, sender, '{"type":"catch_up","since":9999}')
        times["state with all events"].append(clock() - start)


def show(name: str, seats: int, seed: int, times: Times) -> None:
    """One random game, and what a seat sees of it as JSON at each of its plies."""
    from masko_sdk.table.texts import Showing

    rng = random.Random(seed)
    game = Game(GAMES[name].Rules(), seats, seed=seed)
    showing = Showing(game)
    for _ in range(MOST_MESSAGES):
        if game.is_over:
            return
        player = rng.choice(game.to_act)
        player.play(rng.choice(player.legal_actions))
        seat = player.seat
        start = clock()
        showing.part(seat)
        times["view and legal actions"].append(clock() - start)
        form = player.catch_up(game.ply).to_json()
        start = clock()
        json.dumps(form)
        times["view and legal actions, json alone"].append(clock() - start)


def measure(games: int, seats: int) -> dict[str, dict[str, dict[str, float]]]:
    """Microseconds, by game and what is timed: the median and the 99th percentile."""
    times: dict[str, Times] = {name: defaultdict(list) for name in GAMES}
    for seed in range(games):
        for name in GAMES:
            play(name, seats, seed, times[name])
            show(name, seats, seed + games, times[name])  # other games: no text is known yet
    return {
        name: {what: figures(taken) for what, taken in by.items()} for name, by in times.items()
    }


def figures(taken: list[int]) -> dict[str, float]:
    return {
        "median": statistics.median(taken) / 1000,
        "p99": statistics.quantiles(taken, n=100)[98] / 1000,
        "count": len(taken),
    }


def tell(found: dict[str, Any], seats: int) -> None:
    print(
        f"backend {masko_sdk.backend}; Python {platform.python_version()}; {seats} seats;"
        f" microseconds; at most {MESSAGE_LIMIT_US} a message and {VIEW_LIMIT_US} a view are asked for"
    )
    print(f"{'':6}  {'':34} {'median':>8} {'p99':>8}  x json")
    for name, by in found.items():
        for what, figure in by.items():
            alone = by.get(f"{what}, json alone")
            ratio = f"{figure['median'] / alone['median']:7.2f}" if alone else ""
            print(f"{name:6}  {what:34} {figure['median']:8.1f} {figure['p99']:8.1f} {ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="random games of each")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.games, arguments.seats)
    if arguments.json:
        print(json.dumps({"backend": masko_sdk.backend, "microseconds": found}, indent=2))
    else:
        tell(found, arguments.seats)


if __name__ == "__main__":
    main()
