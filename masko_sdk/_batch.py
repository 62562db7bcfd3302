"""Batches over plain buffers: what `batch` and the command line share, without NumPy.

C starts no threads: chunks of games go to Python threads, and the core releases the GIL.
Game i of a batch is number ``seed.game + i`` under the seed's key, whatever the chunks.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from operator import mul
from typing import Any, TypeVar

from masko_sdk import _backend as b
from masko_sdk._checks import MOST_GAMES, check_count
from masko_sdk._chunks import AnyExecutor, Chunk, chunks
from masko_sdk._game_setup import need_rules, setup_of
from masko_sdk.bots import AnyPolicy, Builtin, builtin_words, check_max_plies, seat_policies
from masko_sdk.errors import ArgumentError
from masko_sdk.seed import Seed, make_seed

__all__ = [
    "WHOLE_WIN",
    "Columns",
    "Job",
    "check_threads",
    "child_seed",
    "game_seed",
    "simulate_chunks",
]

_LAST_GAME = MOST_GAMES - 1
_CHILD_KEY = 33  # the purpose of the table of streams in docs/explanations/randomness.md
_MOST_THREADS = 1024
WHOLE_WIN = 840  # divides by every number of winners
_SHARES = (0, *(WHOLE_WIN // winners for winners in range(1, 9)))
_FEW_ROUNDS = 16  # a chunk with a game of more is played again, with room for all
_LOCKSTEP_SIZE = 8192

R = TypeVar("R")


def game_seed(seed: int | bytes | Seed | None, i: int) -> Seed:
    """The seed of game i of a batch.

    Raises:
        ArgumentError: i is no number of a game.
        TypeError: no int.
    """
    base = make_seed(seed)
    if isinstance(i, bool) or not hasattr(i, "__index__"):
        raise TypeError(f"the number of a game must be an int, not {type(i).__name__}")
    return Seed(base.key, base.game + i.__index__(), base.number)


def child_seed(seed: int | bytes | Seed | None, i: int) -> Seed:
    """The seed with child key i: of world i of `odds`, and of cell i of a sweep.

    Raises:
        ArgumentError: i is no number of a child key.
    """
    base = make_seed(seed)
    number = check_count(i, "i", 0, _LAST_GAME)
    block = b.backend.stream_block(base.key, 0, _CHILD_KEY, number, base.game)
    return Seed(block[: b.KEY_BYTES])


def check_threads(threads: Any) -> int:
    """A number of threads."""
    return check_count(threads, "threads", 1, _MOST_THREADS)


@dataclass(frozen=True, slots=True)
class Job:
    """A batch of games, checked: what a chunk of it needs."""

    rules: Any
    players: int
    seed: Seed
    first_player: int
    policies: tuple[AnyPolicy, ...]
    numbers: bytes
    parameters: tuple[int, ...]
    max_plies: int

    def setup(self, start: int) -> b.Setup:
        """The setup of game `start` of the batch."""
        return setup_of(self.rules, self.players, self.first_player, game_seed(self.seed, start))

    @property
    def in_lockstep(self) -> bool:
        """Whether some seat decides in Python."""
        return b.NO_POLICY in self.numbers

    def run(self, start: int, n: int, columns: Sequence[Any]) -> None:
        """Play games start..start+n-1 into columns."""
        if self.in_lockstep:
            from masko_sdk._lockstep import play_in_lockstep  # needs NumPy

            return play_in_lockstep(self, start, n, columns)
        status, _, _ = self.setup(start).simulate(
            n, self.numbers, self.parameters, self.max_plies, columns
        )
        if status != b.OK:
            raise ArgumentError("the core refused the batch")


def make_job(
    rules: Any, players: Any, n: int, seed: Any, policies: Any, first_player: Any, max_plies: Any
) -> Job:
    """Check all arguments of a batch.

    Raises:
        TypeError, RulesError, ArgumentError: one is wrong.
    """
    need_rules(rules)
    base = make_seed(seed)
    if n and base.game + n - 1 > _LAST_GAME:
        raise ArgumentError(f"n is {n}; the batch would pass game {_LAST_GAME}")
    setup_of(rules, players, first_player, base)
    seats = tuple(seat_policies(policies, players))
    words = [_policy_words(rules, policy) for policy in seats]
    return Job(
        rules,
        players,
        base,
        first_player,
        seats,
        bytes(number for number, _ in words),
        tuple(word for _, parameters in words for word in parameters),
        check_max_plies(max_plies),
    )


def _policy_words(rules: Any, policy: AnyPolicy) -> tuple[int, list[int]]:
    if isinstance(policy, Builtin):
        return builtin_words(rules._tables, policy)
    return b.NO_POLICY, [0] * b.MAX_POLICY_PARAMETERS


class Columns:
    """Results of games in plain buffers, one row a game."""

    __slots__ = (
        "n",
        "players",
        "plies",
        "ranks",
        "rounds",
        "scores",
        "start",
        "totals",
        "truncated",
        "winners",
    )

    def __init__(self, start: int, n: int, players: int, most_rounds: int = 0) -> None:
        self.start = start
        self.n = n
        self.players = players
        self.totals = array("i", bytes(4 * n * players))
        self.ranks = bytearray(n * players)
        self.winners = bytearray(n * players)
        self.rounds = array("i", bytes(4 * n))
        self.plies = array("i", bytes(4 * n))
        self.truncated = bytearray(n)
        self.scores = array("i", bytes(4 * n * most_rounds * players))

    @property
    def buffers(self) -> tuple[Any, ...]:
        """In the order in which the core fills them."""
        return (
            self.totals,
            self.ranks,
            self.winners,
            self.rounds,
            self.plies,
            self.truncated,
            self.scores,
        )

    def by_seat(self) -> Iterator[tuple[int, Sequence[int], list[int]]]:
        """Of each seat the totals and the shares of wins, in parts of `WHOLE_WIN`, a game each."""
        n = self.players
        won = [self.winners[seat::n] for seat in range(n)]
        shares = [_SHARES[winners] for winners in map(sum, zip(*won, strict=True))]
        for seat in range(n):
            yield seat, self.totals[seat::n], list(map(mul, won[seat], shares))


@dataclass(frozen=True, slots=True)
class _Play:
    """Plays chunks of a batch; a worker is sent this."""

    job: Job
    with_scores: bool

    def __call__(self, start: int, n: int) -> Columns:
        most_rounds = _FEW_ROUNDS if self.with_scores else 0
        columns = self._play(start, n, most_rounds)
        played = max(columns.rounds, default=0)
        return (
            columns
            if played <= most_rounds or not self.with_scores
            else self._play(start, n, played)
        )

    def _play(self, start: int, n: int, most_rounds: int) -> Columns:
        columns = Columns(start, n, self.job.players, most_rounds)
        self.job.run(start, n, columns.buffers)
        return columns


def job_chunks(
    job: Job,
    run: Callable[[int, int], R],
    n: int,
    *,
    threads: int,
    executor: AnyExecutor | None,
    progress: Callable[[int, int], Any] | None,
) -> Generator[Chunk[R], None, None]:
    """Chunks of a job: those in lockstep are large, since each of their steps asks Python."""
    size = _LOCKSTEP_SIZE if job.in_lockstep else None
    return chunks(run, n, size=size, threads=threads, executor=executor, progress=progress)


def simulate_chunks(
    job: Job,
    n: int,
    threads: int = 1,
    progress: Callable[[int, int], Any] | None = None,
    executor: AnyExecutor | None = None,
    *,
    with_scores: bool = False,
) -> Iterator[Columns]:
    """Chunks of a batch in order, each of about 40 ms on one core; memory stays bounded for any n."""
    run = _Play(job, with_scores)
    played = job_chunks(job, run, n, threads=threads, executor=executor, progress=progress)
    with closing(played):
        for chunk in played:
            yield chunk.result
