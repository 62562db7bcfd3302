"""Both backends step games in lockstep alike, and refuse the same."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest

from masko_sdk import _backend as b
from masko_sdk._game_setup import setup_of
from masko_sdk.games import GAMES
from masko_sdk.seed import Seed
from tests.differential.test_backends import CFFI, CYTHON, MISSING, attempt

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(bool(MISSING), reason=MISSING or "both backends are there"),
]

LANES, WANTED, PLAYERS, ROUNDS = 6, 10, 3, 2
SEATS = LANES * PLAYERS
KEY = bytes(range(32))


def aligned(size: int) -> memoryview:
    """A block that begins on a multiple of 64."""
    block = array("B", bytes(size + 64))
    start = -block.buffer_info()[0] % 64
    return memoryview(block)[start : start + size]


class Side:
    """Lanes of one backend, and all that they write."""

    def __init__(self, backend: Any, name: str) -> None:
        rules = GAMES[name].Rules()
        number = rules._tables.number
        setup_of(rules, PLAYERS, 0, Seed(KEY))  # the arguments are right
        self.setup = backend.Setup(number, rules._words, PLAYERS, 0, KEY, 5, b"")
        size = 4000  # numbers of an observation are fewer
        self.arrays = [
            bytearray(n)
            for n in (
                LANES * size,
                LANES * backend.mask_size(number, True),
                LANES,
                4 * SEATS,
                SEATS,
                LANES,
                LANES,
                4 * LANES,
            )
        ]
        block = aligned(self.setup.vector_bytes(LANES))
        self.vector = self.setup.vector(LANES, 60, True, block, self.arrays)
        seats = WANTED * PLAYERS
        sizes = (4 * seats, seats, seats, 4 * WANTED, 4 * WANTED, WANTED, 4 * seats * ROUNDS)
        self.columns = [bytearray(n) for n in sizes]
        self.vector.keep(WANTED, self.columns)
        assert self.vector.reset(self.setup, 0, LANES, False) == b.OK
        self.codes = array("q", [-1] * LANES)

    def written(self) -> list[bytes]:
        return [bytes(block) for block in (*self.arrays, *self.columns, self.codes)]


def legal_code(mask: bytes, rng: random.Random) -> int:
    return rng.choice([code for code, allowed in enumerate(mask) if allowed])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_steps_choices_and_results_are_equal(name: str) -> None:
    rng = random.Random(f"vectors {name}")
    one, other = Side(CYTHON, name), Side(CFFI, name)
    policies = bytes([b.NO_POLICY, 0, 1])
    parameters = [0] * 64
    for number, policy in enumerate(GAMES[name].Rules()._tables.policies[1].parameters.values()):
        parameters[2 * 8 + number] = policy[2]
    codes = len(one.arrays[1]) // LANES
    for _ in range(400):
        assert one.written() == other.written()
        answers = [s.vector.choose(0, LANES, policies, parameters, s.codes) for s in (one, other)]
        assert answers == [(b.OK, -1, 0)] * 2
        assert one.codes == other.codes
        for lane in range(LANES):
            game = int.from_bytes(one.arrays[7][4 * lane : 4 * lane + 4], "little")
            if one.arrays[2][lane] == 0 and game < WANTED:
                mask = bytes(one.arrays[1][lane * codes : (lane + 1) * codes])
                one.codes[lane] = other.codes[lane] = legal_code(mask, rng)
        for side in (one, other):
            assert side.vector.step(0, LANES, side.codes)[0] == b.OK
    assert all(array("i", one.columns[4]))  # plies: each game that was wanted is over


def wrong_calls(side: Side) -> dict[str, Any]:
    vector, columns, codes = side.vector, side.columns, side.codes
    good = bytes([0, 0, 0])
    return {
        "no columns": lambda: vector.keep(1, None),
        "too few columns": lambda: vector.keep(1, columns[1:]),
        "short columns": lambda: vector.keep(WANTED + 1, columns),
        "fixed columns": lambda: vector.keep(1, [bytes(c) for c in columns]),
        "no count": lambda: vector.keep("1", columns),
        "less than none": lambda: vector.keep(-1, columns),
        "few policies": lambda: vector.choose(0, LANES, good[1:], [0] * 64, codes),
        "no policies": lambda: vector.choose(0, LANES, None, [0] * 64, codes),
        "no such policy": lambda: vector.choose(0, LANES, b"\x00\x09\x00", [0] * 64, codes),
        "wrong parameters": lambda: vector.choose(0, LANES, b"\x01\x01\x01", [-1] * 64, codes),
        "short codes": lambda: vector.choose(0, LANES, good, [0] * 64, codes[1:]),
        "fixed codes": lambda: vector.choose(0, LANES, good, [0] * 64, bytes(8 * LANES)),
        "lanes that are not there": lambda: vector.choose(1, LANES, good, [0] * 64, codes),
        "float lanes": lambda: vector.choose(0.0, LANES, good, [0] * 64, codes),
        "illegal codes": lambda: vector.step(0, LANES, array("q", [10**9] * LANES)),
    }


def test_wrong_calls_are_refused_alike_and_change_nothing() -> None:
    one, other = Side(CYTHON, "masko"), Side(CFFI, "masko")
    before = one.written()
    calls, others = wrong_calls(one), wrong_calls(other)
    for name, call in calls.items():
        answer = attempt(call)
        assert answer == attempt(others[name]), name
        assert answer is not None, name
        assert answer[0] != b.OK, name
    assert one.written() == other.written() == before
    assert one.vector.choose(0, LANES, bytes(3), [0] * 64, one.codes)[0] == b.OK
    assert one.vector.step(0, LANES, one.codes)[0] == b.OK
