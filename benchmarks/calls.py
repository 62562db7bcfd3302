"""What single calls cost from Python, beside python-chess in the same run.

    python benchmarks/calls.py [--games N] [--json]        needs: pip install chess

Each call is timed alone inside random games, the two libraries in turn, so that a slow moment of the machine hits both.
Absolute figures are reported; the ratios are what counts.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections import defaultdict
from time import perf_counter_ns as clock

import chess

import masko_sdk
from masko_sdk import Game
from masko_sdk.games import GAMES

Times = dict[str, list[int]]
MOST_PLIES = 400


def overhead() -> float:
    """Nanoseconds of an empty measurement."""
    return statistics.median(-(clock() - clock()) for _ in range(10_000))


def play_game(name: str, seed: int, times: Times) -> None:
    """One random game: its legal lists and actions, timed."""
    rng = random.Random(seed)
    game = Game(GAMES[name].Rules(), 4, seed=seed)
    while not game.is_over and game.ply < MOST_PLIES:
        player = game.to_act[0]
        start = clock()
        legal = player.legal_actions
        times["legal_actions"].append(clock() - start)
        action = rng.choice(legal)
        start = clock()
        player.play(action)
        times["play"].append(clock() - start)


def look_on(name: str, seed: int, times: Times) -> None:
    """The same game again: copies and views of it, timed."""
    rng = random.Random(seed)
    game = Game(GAMES[name].Rules(), 4, seed=seed)
    while not game.is_over and game.ply < MOST_PLIES:
        player = game.to_act[0]
        player.play(rng.choice(player.legal_actions))
        start = clock()
        game.clone()
        times["clone"].append(clock() - start)
        start = clock()
        view = player.view
        times["view"].append(clock() - start)
        start = clock()
        view.to_json()
        times["view.to_json"].append(clock() - start)


def play_chess(seed: int, times: Times) -> None:
    """One random game of chess: a push and the list of legal moves."""
    rng = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        move = rng.choice(list(board.legal_moves))
        start = clock()
        board.push(move)
        list(board.legal_moves)
        times["push + legal moves"].append(clock() - start)


def measure(games: int) -> dict[str, dict[str, float]]:
    """Medians in nanoseconds, by library and call."""
    times: dict[str, Times] = {name: defaultdict(list) for name in [*GAMES, "chess"]}
    for seed in range(games):
        for name in GAMES:
            play_game(name, seed, times[name])
            look_on(name, seed, times[name])
        if seed % 8 == 0:
            play_chess(seed, times["chess"])
    empty = overhead()
    return {
        name: {call: statistics.median(taken) - empty for call, taken in calls.items()}
        for name, calls in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=80, help="random games of each")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    medians = measure(arguments.games)
    if arguments.json:
        print(json.dumps({"backend": masko_sdk.backend, "nanoseconds": medians}, indent=2))
        return
    push = medians["chess"]["push + legal moves"]
    print(
        f"backend {masko_sdk.backend}; medians; ratio: python-chess push + legal moves = {push:,.0f} ns"
    )
    for name in GAMES:
        for call, nanoseconds in medians[name].items():
            print(f"{name:6} {call:14} {nanoseconds:9,.0f} ns   1/{push / nanoseconds:,.0f}")


if __name__ == "__main__":
    main()
