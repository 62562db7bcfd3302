"""Long calls of batches go in parts, so that Ctrl-C is answered; their results are made of the parts."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from masko_sdk import batch, masko
from masko_sdk.games import GAMES
from tests.support.options import player_range

PART = 1000
N = 2 * PART + 3


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each setup of the core is asked for, in parts of a thousand."""
    numbers: list[int] = []
    make = batch.setup_of

    class Watched:
        def __init__(self, setup: Any) -> None:
            self._setup = setup

        def __getattr__(self, name: str) -> Any:
            if name not in ("shuffle", "deal"):
                return getattr(self._setup, name)

            def call(n: int, *arrays: Any) -> Any:
                numbers.append(n)
                return getattr(self._setup, name)(n, *arrays)

            return call

    monkeypatch.setattr(batch, "setup_of", lambda *arguments: Watched(make(*arguments)))
    monkeypatch.setattr(batch, "_DECKS", PART)
    return numbers


def test_decks_are_those_of_their_games_in_whatever_part(name: str, asked: list[int]) -> None:
    rules = GAMES[name].Rules()
    whole = batch.shuffle(rules, N, 5)
    rest = batch.shuffle(rules, 3, batch.game_seed(5, N - 3))
    assert asked == [PART, PART, 3, 3]
    for long, short in zip(arrays_of(whole), arrays_of(rest), strict=True):
        assert np.array_equal(long[-3:], short)
        assert not np.array_equal(long[:3], short)


def test_deals_are_those_of_their_games_in_whatever_part(name: str, asked: list[int]) -> None:
    rules, players = GAMES[name].Rules(), player_range(name)[0]
    whole = batch.deal(rules, players, N, 5, first_player=1)
    rest = batch.deal(rules, players, 3, batch.game_seed(5, N - 3), first_player=1)
    assert asked == [PART, PART, 3, 3]
    for long, short in zip(whole, rest, strict=True):
        assert np.array_equal(long[-3:], short)


def arrays_of(shuffled: Any) -> tuple[Any, ...]:
    return shuffled if isinstance(shuffled, tuple) else (shuffled,)


def test_rows_of_a_simulation_are_those_of_the_stream(name: str) -> None:
    rules, players = GAMES[name].Rules(), player_range(name)[0]
    few = {"max_plies": 20, "round_scores": True}
    whole = batch.simulate(rules, players, N, 5, "random", **few)
    at = 0
    for part in batch.stream(rules, players, N, 5, "random", **few):
        assert part.first == at
        rows = slice(at, at + len(part))
        assert np.array_equal(whole.totals[rows], part.totals)
        assert np.array_equal(whole.plies[rows], part.plies)
        at += len(part)
    assert at == len(whole) == N
    assert whole.round_scores is not None
    assert len(whole.round_scores) == whole.round_count.sum()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
@pytest.mark.one_backend
@pytest.mark.slow
def test_what_has_no_room_is_told_before_anything_is_played() -> None:
    text = """
import resource
from masko_sdk import batch, masko
resource.setrlimit(resource.RLIMIT_AS, (4 * 10**9, 4 * 10**9))
try:
    batch.simulate(masko.Rules(), 3, 2**32, 1, progress=print)
except MemoryError:
    print("no room")
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
    assert done.stdout == "no room\n", done.stderr


def test_one_game_tells_nothing_of_how_games_differ() -> None:
    one = batch.summary(masko.Rules(), 2, 1, 1)
    assert one.totals[0].interval() == (float("-inf"), float("inf"))
    assert one.to_json()["totals"][0]["error"] is None
    none = batch.summary(masko.Rules(), 2, 1, 1, max_plies=0)
    assert none.round_scores[0].to_json() == {"mean": 0.0, "error": None}
