"""Streams and shuffles equal a plain model, and streams of different names are different.

The model follows the definition: ChaCha20 (RFC 8439) with the name of the stream in the nonce, dice
in groups (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation), insertion.
"""

import ctypes
import hashlib
import itertools
import os
import random
import struct
from collections.abc import Iterator

import pytest

pytestmark = pytest.mark.one_backend

VOLUME = 10 if os.environ.get("MASKO_SDK_CAMPAIGN") == "1" else 1
WORD = 1 << 32
GROUP_LIMIT = 1 << 22
SHUFFLE, MOOD, RESHUFFLE, REDEAL, LOT, RACE = 1, 2, 3, 4, 5, 6
PURPOSES = [SHUFFLE, MOOD, RESHUFFLE, REDEAL, LOT, RACE, 16, 17, 32, 33]
LAST_ROUND = (1 << 24) - 1
LAST = WORD - 1
COLUMNS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONALS = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]

Name = tuple[int, int, int, int]  # purpose, round, number, game


def turned(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) % WORD


def quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for sum_1, turn_1, sum_2, turn_2 in ((a, 16, c, 12), (a, 8, c, 7)):
        x[sum_1] = (x[sum_1] + x[b]) % WORD
        x[d] = turned(x[d] ^ x[sum_1], turn_1)
        x[sum_2] = (x[sum_2] + x[d]) % WORD
        x[b] = turned(x[b] ^ x[sum_2], turn_2)


def block(key: bytes, number: int, nonce: tuple[int, int, int]) -> list[int]:
    start = [*struct.unpack("<12I", b"expand 32-byte k" + key), number, *nonce]
    x = list(start)
    for places in (COLUMNS + DIAGONALS) * 10:
        quarter_round(x, *places)
    return [(a + b) % WORD for a, b in zip(x, start, strict=True)]


def stream(key: bytes, name: Name) -> Iterator[int]:
    purpose, round_, number, game = name
    for i in range(WORD):
        yield from block(key, i, (purpose + (round_ << 8), number, game))


def groups(n: int) -> list[list[int]]:
    result: list[list[int]] = []
    product = GROUP_LIMIT
    for bound in range(n, 1, -1):
        if product * bound > GROUP_LIMIT:
            result.append([])
            product = 1
        result[-1].append(bound)
        product *= bound
    return result


def roll(word: int, bounds: list[int]) -> list[int] | None:
    """The dice of the bounds, or None if the word is refused."""
    dice, product = [], 1
    for bound in bounds:
        die, word = divmod(word * bound, WORD)
        dice.append(die)
        product *= bound
    return None if word < WORD % product else dice


def shuffled(n: int, words: Iterator[int]) -> tuple[list[int], int]:
    """The order of 0..n-1 and how many groups were redrawn."""
    rolled = [(bounds, roll(next(words), bounds)) for bounds in groups(n)]
    dice: dict[int, int] = {1: 0}
    redrawn = 0
    for bounds, accepted in rolled:
        redrawn += accepted is None
        while accepted is None:
            accepted = roll(next(words), bounds)
        dice.update(zip(bounds, accepted, strict=True))
    order: list[int] = []
    for item in range(n):
        order.insert(dice[item + 1], item)
    return order, redrawn


def shuffle_of_core(generator: ctypes.CDLL, key: bytes, name: Name, n: int) -> list[int]:
    items = (ctypes.c_uint8 * n)()
    assert generator.mk_shuffle_items(key, *name, items, n) == 0
    return list(items)


def some_names(count: int) -> list[Name]:
    """Names with the extremes of every part, and random ones."""
    random_ = random.Random("names")
    extremes = itertools.product([1, 33], [0, 1, LAST_ROUND], [0, 1, LAST], [0, 1, LAST])
    return list(extremes) + [
        (
            random_.choice(PURPOSES),
            random_.randrange(LAST_ROUND),
            random_.randrange(WORD),
            random_.randrange(WORD),
        )
        for _ in range(count)
    ]


def test_the_model_gives_the_block_of_rfc_8439():
    words = block(bytes(range(32)), 1, (0x09000000, 0x4A000000, 0))
    assert words[:4] == [0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3]


def test_blocks_equal_the_model(generator):
    for name in some_names(300 * VOLUME):
        purpose, round_, number, game = name
        key = hashlib.sha256(repr(name).encode()).digest()
        at = game ^ number
        out = (ctypes.c_uint8 * 64)()
        generator.mk_stream_block(key, at, purpose | round_ << 8, number, game, out)
        expected = block(key, at, (purpose + (round_ << 8), number, game))
        assert struct.unpack("<16I", bytes(out)) == tuple(expected), name


@pytest.mark.parametrize("n", [53, 150, 78, 50, 10])
def test_shuffles_equal_the_model(generator, n):
    key = hashlib.sha256(b"shuffles").digest()
    for name in some_names(200 * VOLUME):
        order, _ = shuffled(n, stream(key, name))
        assert shuffle_of_core(generator, key, name, n) == order, name


def test_shuffles_of_every_size_equal_the_model(generator):
    key = hashlib.sha256(b"sizes").digest()
    for n in range(256):
        order, _ = shuffled(n, stream(key, (RACE, 2, n, 7)))
        assert shuffle_of_core(generator, key, (RACE, 2, n, 7), n) == order, n


def test_shuffles_with_redrawn_groups_equal_the_model(generator):
    """Games are tried until enough of them redraw, since few do."""
    key = hashlib.sha256(b"redraws").digest()
    found = 0
    for game in range(4000 * VOLUME):
        name = (SHUFFLE, 0, 0, game)
        order, redrawn = shuffled(150, stream(key, name))
        if redrawn:
            found += 1
            assert shuffle_of_core(generator, key, name, 150) == order, name
        if found == 5 * VOLUME:
            return
    pytest.fail(f"only {found} shuffles redraw a group")


def test_lots_equal_the_model(generator):
    key = hashlib.sha256(b"lots").digest()
    random_ = random.Random("lots")
    bounds = [2, 3, WORD - 1, WORD // 2 + 1, 1, 0]
    bounds += [random_.randrange(2, 1 << random_.randrange(2, 33)) for _ in range(2000 * VOLUME)]
    words = stream(key, (LOT, 0, 0, 0))
    expected = []
    for bound in bounds:
        dice = [0] if bound < 2 else None
        while dice is None:
            dice = roll(next(words), [bound])
        expected += dice
    out = (ctypes.c_uint32 * len(bounds))()
    generator.lots(key, (ctypes.c_uint32 * len(bounds))(*bounds), len(bounds), out)
    assert list(out) == expected


def test_streams_of_different_names_start_differently(generator):
    """10^6 first pairs of words: two equal ones by chance have probability 3e-8."""
    numpy = pytest.importorskip("numpy")
    key = hashlib.sha256(b"distinct").digest()
    per_part = 25 * VOLUME
    games = numpy.r_[0:per_part, WORD - per_part : WORD]
    rounds = numpy.r_[0:per_part, LAST_ROUND - per_part + 1 : LAST_ROUND + 1][::VOLUME]
    numbers = numpy.r_[0:20, WORD - 20 : WORD]
    grid = numpy.meshgrid(games, PURPOSES, rounds, numbers, indexing="ij")
    names = numpy.ascontiguousarray(
        numpy.stack([part.ravel() for part in grid], axis=1), dtype=numpy.uint32
    )
    assert len(names) >= 1_000_000 * VOLUME
    first = numpy.empty((len(names), 2), dtype=numpy.uint32)
    generator.first_words(key, names.ctypes.data, len(names), first.ctypes.data)
    assert len(numpy.unique(first.view(numpy.uint64))) == len(names)
