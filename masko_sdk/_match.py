"""Duplicate deals: each deal is played once for each rotation of the seats, and summed up exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import Any

from masko_sdk import _backend as b
from masko_sdk._batch import WHOLE_WIN, Columns, Job, make_job
from masko_sdk._game_setup import need_rules, setup_of
from masko_sdk.bots import AnyPolicy
from masko_sdk.errors import ArgumentError
from masko_sdk.seed import Seed
from masko_sdk.summary import Estimate, estimate, ratio

__all__ = ["DealSums", "Match", "make_match"]

_AT_ONCE = 128  # deals of one call of the core, so that Ctrl-C is answered at once
_COUNTS = 6


class DealSums:
    """Sums over deals of what each side took in all rotations of a deal. Sides are the entrants, then the seats.

    All are ints: however the deals are split, the same comes of it.
    """

    __slots__ = ("counts", "points", "points_products", "points_rounds", "wins", "wins_products")

    def __init__(self, sides: int) -> None:
        self.counts = [0] * _COUNTS  # deals, games, truncated, plies, rounds, rounds squared
        self.points = [0] * sides
        self.points_rounds = [0] * sides
        self.points_products = [0] * _pairs(sides)
        self.wins = [0] * sides
        self.wins_products = [0] * _pairs(sides)

    # As a list of ints, for a file.

    def _parts(self) -> list[list[int]]:
        return [getattr(self, name) for name in self.__slots__]

    def to_json(self) -> list[int]:
        """All sums in a row."""
        return [number for part in self._parts() for number in part]

    @classmethod
    def from_json(cls, sides: int, numbers: Sequence[int]) -> DealSums:
        """The inverse of `to_json`.

        Raises:
            ValueError: too few or too many numbers, or some that are none.
        """
        sums = cls(sides)
        given = list(numbers)
        if len(given) != sum(map(len, sums._parts())) or any(type(n) is not int for n in given):
            raise ValueError("no sums of so many sides")
        for part in sums._parts():
            part[:], given = given[: len(part)], given[len(part) :]
        return sums

    def merge(self, other: DealSums) -> None:
        """Take in the sums over other deals."""
        for mine, theirs in zip(self._parts(), other._parts(), strict=True):
            mine[:] = map(add, mine, theirs)

    def add(self, points: list[list[int]], wins: list[list[int]], rounds: list[int]) -> None:
        """Take in deals: for each side its points and wins in each, and the rounds of each deal."""
        self.counts[0] += len(rounds)
        self.counts[4] += sum(rounds)
        self.counts[5] += sum(map(mul, rounds, rounds))
        for side, column in enumerate(points):
            self.points[side] += sum(column)
            self.points_rounds[side] += sum(map(mul, column, rounds))
        for side, column in enumerate(wins):
            self.wins[side] += sum(column)
        _add_products(self.points_products, points)
        _add_products(self.wins_products, wins)

    # What they come to.

    @property
    def deals(self) -> int:
        """How many were played."""
        return self.counts[0]

    def rounds(self, rotations: int) -> Estimate:
        """Finished rounds of a game."""
        return estimate(self.deals, self.counts[4], self.counts[5], rotations)

    def round_score(self, sides: tuple[int, int | None], seats: int) -> Estimate:
        """Points a finished round of a side that takes so many seats, less those of another side if one is named."""
        total, squared = _less(self.points, self.points_products, sides)
        first, other = sides
        product = self.points_rounds[first]
        product -= 0 if other is None else self.points_rounds[other]
        rounds = (self.counts[4], self.counts[5])
        return ratio(self.deals, (total, squared), rounds, product, seats)

    def total(self, sides: tuple[int, int | None], games: int) -> Estimate:
        """Points a game, of so many games and seats that a side has in a deal."""
        return estimate(self.deals, *_less(self.points, self.points_products, sides), games)

    def win_share(self, sides: tuple[int, int | None], rotations: int) -> Estimate:
        """Share of wins."""
        unit = rotations * WHOLE_WIN
        return estimate(self.deals, *_less(self.wins, self.wins_products, sides), unit)


def _pairs(n: int) -> int:
    return n * (n + 1) // 2


def _add_products(products: list[int], columns: list[list[int]]) -> None:
    at = 0
    for side, column in enumerate(columns):
        for other in range(side + 1):
            products[at] += sum(map(mul, column, columns[other]))
            at += 1


def _less(totals: list[int], products: list[int], sides: tuple[int, int | None]) -> tuple[int, int]:
    """The sum over deals, and that of the squares, of a side less another."""
    first, other = sides
    if other is None:
        return totals[first], products[_pairs(first) + first]
    high, low = max(first, other), min(first, other)
    both = products[_pairs(high) + low]
    squares = products[_pairs(first) + first] + products[_pairs(other) + other]
    return totals[first] - totals[other], squares - 2 * both


@dataclass(frozen=True, slots=True)
class Match:
    """Entrants who play each deal once for each rotation of the seats; a worker is sent this.

    Attributes:
        jobs: one a rotation.
        seated: who sits where: for each rotation, the entrant of each seat.
        entrants: how many there are.
    """

    jobs: tuple[Job, ...]
    seated: tuple[tuple[int, ...], ...]
    entrants: int

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seated[0])

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return len(self.jobs)

    @property
    def sides(self) -> int:
        """Entrants, then seats."""
        return self.entrants + self.players

    def __call__(self, start: int, n: int) -> DealSums:
        """Play deals start..start+n-1."""
        sums = DealSums(self.sides)
        at_once = n if self.jobs[0].in_lockstep else _AT_ONCE
        for first in range(start, start + n, at_once):
            self._play(sums, first, min(at_once, start + n - first))
        return sums

    def _play(self, sums: DealSums, start: int, n: int) -> None:
        points = [[0] * n for _ in range(self.sides)]
        wins = [[0] * n for _ in range(self.sides)]
        rounds = [0] * n
        for job, seated in zip(self.jobs, self.seated, strict=True):
            columns = Columns(start, n, self.players)
            job.run(start, n, columns.buffers)
            sums.counts[1] += n
            sums.counts[2] += sum(columns.truncated)
            sums.counts[3] += sum(columns.plies)
            rounds = list(map(add, rounds, columns.rounds))
            for seat, scored, won in columns.by_seat():
                for side in (seated[seat], self.entrants + seat):
                    points[side] = list(map(add, points[side], scored))
                    wins[side] = list(map(add, wins[side], won))
        sums.add(points, wins, rounds)


def make_match(
    rules: Any,
    policies: Sequence[AnyPolicy],
    players: int,
    n: int,
    seed: Seed,
    max_plies: int | None,
) -> Match:
    """Check all arguments of a match.

    Raises:
        TypeError, RulesError, ArgumentError: one is wrong.
    """
    need_rules(rules)
    entrants = len(policies)
    if type(players) is not int:
        raise TypeError(f"players must be an int, not {type(players).__name__}")
    setup_of(rules, players, 0, Seed(bytes(b.KEY_BYTES)))  # before any list of so many is made
    if players % entrants:
        raise ArgumentError(
            f"{players} players for {entrants} policies; each must have as many seats"
        )
    seated = tuple(
        tuple((seat + rotation) % entrants for seat in range(players))
        for rotation in range(entrants)
    )
    jobs = tuple(
        make_job(rules, players, n, seed, [policies[e] for e in row], 0, max_plies)
        for row in seated
    )
    return Match(jobs, seated, entrants)
