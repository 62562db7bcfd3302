"""Moments of a batch: means with their standard errors, kept while the games stream by."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from masko_sdk._batch import Columns, check_count, make_job, simulate_chunks
from masko_sdk._value import Value, value

__all__ = ["Estimate", "Summary", "summary"]


@value
class Estimate(Value):
    """A mean and its standard error; the error is 0 for fewer than two values."""

    mean: float
    error: float

    def to_json(self) -> dict[str, Any]:
        """``{"mean": ..., "error": ...}``."""
        return {"mean": self.mean, "error": self.error}

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


class Moments:
    """Sums over games; exact, since all of it are ints but for shares of wins."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = self.truncated = self.plies = self.longest = 0
        self.rounds = self.rounds_squared = 0
        self.points = [0] * players
        self.points_squared = [0] * players
        self.points_rounds = [0] * players
        self.wins = [0.0] * players
        self.wins_squared = [0.0] * players

    def add(self, columns: Columns) -> None:
        """Take in a chunk."""
        self.games += columns.n
        self.truncated += sum(columns.truncated)
        self.plies += sum(columns.plies)
        self.longest = max(self.longest, max(columns.plies, default=0))
        self.rounds += sum(columns.rounds)
        self.rounds_squared += sum([r * r for r in columns.rounds])
        for seat in range(self.players):
            points = columns.totals[seat :: self.players]
            self.points[seat] += sum(points)
            self.points_squared[seat] += sum([p * p for p in points])
            self.points_rounds[seat] += sum(
                [p * r for p, r in zip(points, columns.rounds, strict=True)]
            )
        self._add_wins(columns)

    def _add_wins(self, columns: Columns) -> None:
        n = self.players
        rows = [columns.winners[i : i + n] for i in range(0, n * columns.n, n)]
        for row in rows:
            winners = sum(row)
            if winners:
                share = 1 / winners
                for seat in range(n):
                    if row[seat]:
                        self.wins[seat] += share
                        self.wins_squared[seat] += share * share

    def _estimate(self, total: float, squared: float) -> Estimate:
        n = self.games
        mean = total / n if n else 0.0
        variance = max(0.0, squared / n - mean * mean) if n else 0.0
        return Estimate(mean, math.sqrt(variance / (n - 1)) if n > 1 else 0.0)

    def _round_score(self, seat: int) -> Estimate:
        """The ratio of points to rounds, with the error of a ratio of means (delta method)."""
        if not self.rounds:
            return Estimate(0.0, 0.0)
        ratio = self.points[seat] / self.rounds
        n = self.games
        squares = (
            self.points_squared[seat]
            - 2 * ratio * self.points_rounds[seat]
            + ratio * ratio * self.rounds_squared
        )
        error = math.sqrt(max(0.0, squares) / (n * (n - 1))) / (self.rounds / n) if n > 1 else 0.0
        return Estimate(ratio, error)

    def summary(self) -> Summary:
        """What they come to."""
        seats = range(self.players)
        return Summary(
            self.games,
            self.truncated,
            self.plies,
            self.longest,
            self._estimate(self.rounds, self.rounds_squared),
            tuple(self._round_score(seat) for seat in seats),
            tuple(self._estimate(self.points[s], self.points_squared[s]) for s in seats),
            tuple(self._estimate(self.wins[s], self.wins_squared[s]) for s in seats),
        )


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
    progress: Callable[[int, int], Any] | None = None,
) -> Summary:
    """Play n games and keep their moments only; needs no NumPy, and memory stays flat.

    Args and errors are those of `batch.simulate`; `progress` is called with games done and n.
    """
    count = check_count(n)
    job = make_job(rules, players, count, seed, policies, first_player, max_plies)
    moments = Moments(players)
    for columns in simulate_chunks(job, count, check_count(threads, "threads", 1, 1024), progress):
        moments.add(columns)
    return moments.summary()
