"""The generator by its definition, slow and plain: ChaCha20 (RFC 8439) with the name of the stream in the nonce, dice
in groups (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation), insertion.
"""

import struct
from collections.abc import Iterator

WORD = 1 << 32
GROUP_LIMIT = 1 << 22
SHUFFLE, MOOD, RESHUFFLE, REDEAL, LOT, RACE = 1, 2, 3, 4, 5, 6
PURPOSES = [SHUFFLE, MOOD, RESHUFFLE, REDEAL, LOT, RACE, 16, 17, 32, 33]
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
