"""Moments of a batch: means with their standard errors, kept while the games stream by."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import mul
from typing import Any

from masko_sdk._batch import (
    WHOLE_WIN,
    Columns,
    Job,
    check_threads,
    job_chunks,
    make_job,
)
from masko_sdk._checks import check_count
from masko_sdk._chunks import AnyExecutor
from masko_sdk._value import Value, value

__all__ = ["Estimate", "Summary", "summary"]


@value
class Estimate(Value):
    """A mean and its standard error; for fewer than two values that is infinite: nothing tells how they vary."""

    mean: float
    error: float

    def to_json(self) -> dict[str, Any]:
        """``{"mean": ..., "error": ...}``; an infinite error is null."""
        return {"mean": self.mean, "error": None if math.isinf(self.error) else self.error}

    def interval(self, z: float = 2.5758293035489004) -> tuple[float, float]:
        """Mean minus and plus z errors; 99 % by default."""
        return self.mean - z * self.error, self.mean + z * self.error


@value
class Summary(Value):
    """What a batch comes to.

    Attributes:
        games: how many were played.
        truncated: how many were stopped by `max_plies`.
        plies: accepted actions in all.
        longest: most plies of one game.
        rounds: finished rounds of a game.
        round_scores: for each seat, points a finished round: total points over total rounds (a ratio of means).
        totals: for each seat, points at the end.
        win_shares: for each seat, its share of wins; several winners share one.
    """

    games: int
    truncated: int
    plies: int
    longest: int
    rounds: Estimate
    round_scores: tuple[Estimate, ...]
    totals: tuple[Estimate, ...]
    win_shares: tuple[Estimate, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "games": self.games,
            "truncated": self.truncated,
            "plies": self.plies,
            "longest": self.longest,
            "rounds": self.rounds.to_json(),
            "round_scores": [estimate.to_json() for estimate in self.round_scores],
            "totals": [estimate.to_json() for estimate in self.totals],
            "win_shares": [estimate.to_json() for estimate in self.win_shares],
        }


def estimate(n: int, total: int, squared: int, unit: int = 1) -> Estimate:
    """The mean of n values that are multiples of 1 / unit, from their exact sums in units."""
    if n == 0:
        return Estimate(0.0, math.inf)
    spread = n * squared - total * total
    error = math.sqrt(spread / (n * n * (n - 1))) / unit if n > 1 else math.inf
    return Estimate(total / (n * unit), error)


def ratio(
    n: int, above: tuple[int, int], below: tuple[int, int], product: int, unit: int = 1
) -> Estimate:
    """The ratio of two means, with its error (delta method), from exact sums of values, squares and products."""
    total, squared = above
    base, base_squared = below
    if base == 0:
        return Estimate(0.0, math.inf)
    # Times base^2: exact, so that two equal columns have no error at all.
    squares = squared * base * base - 2 * total * base * product + total * total * base_squared
    error = math.sqrt(squares * n / (n - 1)) / (base * base) / unit if n > 1 else math.inf
    return Estimate(total / (base * unit), error)


class Moments:
    """Sums over games, all of them ints: however the games are split, the same comes of it."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = self.truncated = self.plies = self.longest = 0
        self.rounds = self.rounds_squared = 0
        self.points = [0] * players
        self.points_squared = [0] * players
        self.points_rounds = [0] * players
        self.wins = [0] * players
        self.wins_squared = [0] * players

    def add(self, columns: Columns) -> None:
        """Take in a chunk."""
        self.games += columns.n
        self.truncated += sum(columns.truncated)
        self.plies += sum(columns.plies)
        self.longest = max(self.longest, max(columns.plies, default=0))
        self.rounds += sum(columns.rounds)
        self.rounds_squared += sum(map(mul, columns.rounds, columns.rounds))
        for seat, points, wins in columns.by_seat():
            self.points[seat] += sum(points)
            self.points_squared[seat] += sum(map(mul, points, points))
            self.points_rounds[seat] += sum(map(mul, points, columns.rounds))
            self.wins[seat] += sum(wins)
            self.wins_squared[seat] += sum(map(mul, wins, wins))

    def merge(self, other: Moments) -> None:
        """Take in the sums over other games."""
        self.longest = max(self.longest, other.longest)
        for name in ("games", "truncated", "plies", "rounds", "rounds_squared"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("points", "points_squared", "points_rounds", "wins", "wins_squared"):
            sums = [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)]
            setattr(self, name, sums)

    def _round_score(self, seat: int) -> Estimate:
        return ratio(
            self.games,
            (self.points[seat], self.points_squared[seat]),
            (self.rounds, self.rounds_squared),
            self.points_rounds[seat],
        )

    def summary(self) -> Summary:
        """What they come to."""
        seats = range(self.players)
        return Summary(
            self.games,
            self.truncated,
            self.plies,
            self.longest,
            estimate(self.games, self.rounds, self.rounds_squared),
            tuple(self._round_score(seat) for seat in seats),
            tuple(estimate(self.games, self.points[s], self.points_squared[s]) for s in seats),
            tuple(
                estimate(self.games, self.wins[s], self.wins_squared[s], WHOLE_WIN) for s in seats
            ),
        )


@dataclass(frozen=True, slots=True)
class _Sum:
    """Plays chunks of a batch and keeps their moments; a worker is sent this."""

    job: Job

    def __call__(self, start: int, n: int) -> Moments:
        moments = Moments(self.job.players)
        columns = Columns(start, n, self.job.players)
        self.job.run(start, n, columns.buffers)
        moments.add(columns)
        return moments


def summary(
    rules: Any,
    players: int,
    n: int,
    seed: Any = None,
    policies: Any = "prudent",
    *,
    first_player: int = 0,
    max_plies: int | None = None,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Summary:
    """Play n games and keep their moments only; needs no NumPy, and memory stays flat.

    Args and errors are those of `batch.simulate`; `progress` is called with games done and n.
    """
    count = check_count(n)
    job = make_job(rules, players, count, seed, policies, first_player, max_plies)
    moments = Moments(players)
    threads = check_threads(threads)
    played = job_chunks(
        job, _Sum(job), count, threads=threads, executor=executor, progress=progress
    )
    for chunk in played:
        moments.merge(chunk.result)
    return moments.summary()
