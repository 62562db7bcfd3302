"""Batches in which some seats decide in Python: many games at a time, a step each in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from masko_sdk import _backend as b
from masko_sdk._batch import Job
from masko_sdk._codec import rows
from masko_sdk.bots import Bot
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.player import Player
from masko_sdk.vector import aligned, observation

__all__ = ["BatchPolicy", "Decisions", "bot", "play_in_lockstep"]

_LANES = 4096


class Decisions(NamedTuple):
    """What a policy has to decide at once: one row a game, in any order and number."""

    observations: NDArray[np.int16]
    """(m, size): what the seat to act knows, as `batch.observation_layout` says."""
    masks: NDArray[np.uint8]
    """(m, codes): 1 where a code is legal for it, else 0."""
    seats: NDArray[np.int8]
    """(m,): the seat to act."""


BatchPolicy = Callable[[Decisions], Any]
"""Answers `Decisions` with (m,) ints: a legal code for each."""


def bot(policy: BatchPolicy) -> Bot:
    """A policy for batches, made one for a `Game`: it decides for one player at a time.

    Args:
        policy: answers `Decisions` with codes.

    Raises:
        TypeError: it can't be called.
    """
    if not callable(policy):
        raise TypeError(f"policy must be callable, not {type(policy).__name__}")

    def decide(player: Player[Any, Any, Any]) -> Any:
        tables = player._game._tables
        mask = np.zeros((1, len(tables.actions)), np.uint8)
        mask[0, [tables.code_of(action) for action in player.legal_actions]] = 1
        asked = Decisions(observation(player)[None], mask, np.array([player.seat], np.int8))
        return tables.actions[int(_answer(policy, asked)[0])]

    return decide


def play_in_lockstep(job: Job, start: int, n: int, columns: Sequence[Any]) -> None:
    """Play games start..start+n-1 into columns.

    Raises:
        ArgumentError: a policy chose what is not legal, or answered with another number of codes.
        TypeError: a policy answered with no ints.
    """
    if n and job.max_plies:
        _Hall(job, start, n, columns).play()
    elif n:  # no ply: whoever decides, nothing happens
        nobody = bytes(job.players)
        job.setup(start).simulate(n, nobody, job.parameters, 0, columns)


class _Hall:
    """Lanes of games, each of which begins the next game when one is over."""

    def __init__(self, job: Job, start: int, n: int, columns: Sequence[Any]) -> None:
        self._job = job
        self._n = n
        lanes = min(n, _LANES)
        self._lanes = lanes
        setup = job.setup(start)
        number = job.rules._tables.number
        size = _observation_size(number, job.players)
        self._observations = np.zeros((lanes, size), np.int16)
        self._masks = np.zeros((lanes, b.backend.mask_size(number, True)), np.uint8)
        self._seats = np.zeros(lanes, np.int8)
        self._games = np.zeros(lanes, np.uint32)
        self._done = np.zeros((2, lanes), np.uint8)
        self._codes = np.zeros(lanes, np.int64)
        seats = lanes * job.players
        arrays = (
            self._observations,
            self._masks,
            self._seats,
            np.zeros(seats, np.int32),
            np.zeros(seats, np.uint8),
            *self._done,
            self._games,
        )
        views = tuple(array.view(np.uint8).reshape(-1) for array in arrays)
        self._block = aligned(setup.vector_bytes(lanes))
        self._vector = setup.vector(lanes, job.max_plies, True, self._block, views)
        self._vector.keep(n, columns)
        self._vector.reset(setup, 0, lanes, False)
        # One call a policy, whichever seats it has.
        self._seats_of: dict[int, list[int]] = {}
        for seat, policy in enumerate(job.policies):
            if job.numbers[seat] == b.NO_POLICY:
                self._seats_of.setdefault(id(policy), []).append(seat)

    def play(self) -> None:
        """Step until the games that are wanted are over."""
        left = self._n
        while left:
            self._decide()
            wanted = self._games < self._n
            status, lane, _ = self._vector.step(0, self._lanes, self._codes)
            if status == b.ILLEGAL:
                code = int(self._codes[lane])
                seat = int(self._seats[lane])
                raise ArgumentError(f"the policy of seat {seat} chose {code}; that is not legal")
            if status != b.OK:
                raise ArgumentError("the core refused the step")
            left -= int(np.count_nonzero(wanted & self._done.any(axis=0)))

    def _decide(self) -> None:
        job = self._job
        self._vector.choose(0, self._lanes, job.numbers, job.parameters, self._codes)
        wanted = self._games < self._n
        for seats in self._seats_of.values():
            where = np.flatnonzero(wanted & np.isin(self._seats, seats))
            if len(where):
                asked = Decisions(self._observations[where], self._masks[where], self._seats[where])
                self._codes[where] = _answer(job.policies[seats[0]], asked)


def _observation_size(number: int, players: int) -> int:
    lengths = (row.split(" ", 4)[1:4] for row in rows(number, b.LAYOUT))
    return sum(
        int(one) + int(each) * players + int(pair) * players**2 for one, each, pair in lengths
    )


def _answer(policy: Callable[[Any], Any], asked: Decisions) -> NDArray[np.int64]:
    """What a policy says, if it is a row of codes."""
    codes = np.asarray(policy(asked))
    if codes.dtype.kind not in "iu":
        raise TypeError(f"a policy must answer with an array of ints, not of {codes.dtype}")
    m = len(asked.seats)
    if codes.shape != (m,):
        raise ArgumentError(
            f"a policy answered with the shape {_short(codes.shape)}; it must be ({m},)"
        )
    return codes.astype(np.int64)
