"""Streams and shuffles equal a plain model, and streams of different names are different.

The model is in `model.py`.
"""

import ctypes
import hashlib
import itertools
import os
import random
import struct

import pytest

from tests.randomness.model import (
    LOT,
    PURPOSES,
    RACE,
    SHUFFLE,
    WORD,
    Name,
    block,
    roll,
    shuffled,
    stream,
)

pytestmark = pytest.mark.one_backend

VOLUME = 10 if os.environ.get("MASKO_SDK_CAMPAIGN") == "1" else 1
LAST_ROUND = (1 << 24) - 1
LAST = WORD - 1


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
