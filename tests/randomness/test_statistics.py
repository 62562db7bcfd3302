"""Statistics of many real decks: they find gross faults and wrong wiring, and prove nothing.

Uniformity itself is proved by enumeration in tests/c/test_deck.c. Two textbook forms are corrected:
every permutation fixes the rows and columns of the table of positions, so its chi-square is scaled
by (n-1)/n for (n-1)^2 degrees of freedom; the table of adjacent pairs has mean (n-1)^2.
"""

import ctypes
import hashlib
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")

pytestmark = pytest.mark.one_backend

CARDS = 53
PLAYERS = 5
CHUNK = 100_000
GAMES = 200_000 * (10 if os.environ.get("MASKO_SDK_CAMPAIGN") == "1" else 1)
SEED = os.environ.get("MASKO_SDK_SEED", "2024")
KEY = hashlib.sha256(SEED.encode()).digest()
LOWEST, HIGHEST = 1e-4, 1 - 1e-4

# As in decks.c.
NONE, SWAP_ANY, OFF_BY_ONE, NEVER_LAST, SAME_SEED, SEED_OF_TWO_GAMES, LOST_SEAT_ROTATION = range(7)

MOST_MATCHES = 6  # more would leave classes with a handful of games
# A count of matches follows Poisson(1) but for about 1/n!; the last class holds the rest.
MATCHES = np.append(
    stats.poisson.pmf(np.arange(MOST_MATCHES), 1), stats.poisson.sf(MOST_MATCHES - 1, 1)
)


@dataclass
class Counts:
    """What the tests need of all decks, added up chunk by chunk."""

    n: int
    games: int = 0
    position: Any = 0  # [place, card]
    adjacent: Any = 0  # [card, card below it]
    first_three: Any = 0  # [card, card, card]
    fixed: Any = 0  # [how many cards stand at their own place]
    repeated: Any = 0  # [how many stand where they stood in the game before]
    descents: int = 0  # places where a card lies above a smaller one
    seats: Any = 0  # [seat that is dealt the first card]
    last: Any = None  # the deck of the game before

    def add(self, decks: Any, seats: Any) -> None:
        n, wide = self.n, decks.astype(np.int64)
        self.games += len(decks)
        places = wide + np.arange(n) * n
        self.position += np.bincount(places.ravel(), minlength=n * n).reshape(n, n)
        pairs = wide[:, :-1] * n + wide[:, 1:]
        self.adjacent += np.bincount(pairs.ravel(), minlength=n * n).reshape(n, n)
        triples = (wide[:, 0] * n + wide[:, 1]) * n + wide[:, 2]
        self.first_three += np.bincount(triples, minlength=n**3)
        self.fixed += matches(decks, np.arange(n))
        before = decks if self.last is None else np.concatenate([self.last, decks])
        self.repeated += matches(before[1:], before[:-1])
        self.last = decks[-1:]
        self.descents += int((decks[:, 1:] < decks[:, :-1]).sum())
        self.seats += np.bincount(seats, minlength=PLAYERS)


def matches(decks: Any, others: Any) -> Any:
    equal = np.minimum((decks == others).sum(axis=1), MOST_MATCHES)
    return np.bincount(equal, minlength=MOST_MATCHES + 1)


def chunks(generator: ctypes.CDLL, fault: int, n: int, games: int) -> Iterator[tuple[Any, Any]]:
    for first in range(0, games, CHUNK):
        size = min(CHUNK, games - first)
        decks, seats = np.empty((size, n), np.uint8), np.empty(size, np.uint8)
        generator.deck_make(KEY, first, size, n, fault, decks.ctypes.data)
        generator.first_seats(KEY, first, size, PLAYERS, fault, seats.ctypes.data)
        yield decks, seats


def counted(generator: ctypes.CDLL, fault: int, n: int = CARDS, games: int = GAMES) -> Counts:
    counts = Counts(n)
    for decks, seats in chunks(generator, fault, n, games):
        counts.add(decks, seats)
    return counts


def chi_square(observed: Any, expected: Any) -> float:
    return float(((observed - expected) ** 2 / expected).sum())


def positions(counts: Counts) -> float:
    n = counts.n
    scaled = chi_square(counts.position, counts.games / n) * (n - 1) / n
    return float(stats.chi2.sf(scaled, (n - 1) ** 2))


def adjacent_pairs(counts: Counts) -> float:
    n = counts.n
    observed = counts.adjacent[~np.eye(n, dtype=bool)]
    return float(stats.chi2.sf(chi_square(observed, counts.games / n), (n - 1) ** 2))


def first_three_cards(counts: Counts) -> float:
    n = counts.n
    a, b, c = np.indices((n, n, n)).reshape(3, -1)
    observed = counts.first_three[(a != b) & (b != c) & (a != c)]
    cells = len(observed)
    return float(stats.chi2.sf(chi_square(observed, counts.games / cells), cells - 1))


def fixed_points(counts: Counts) -> float:
    statistic = chi_square(counts.fixed, MATCHES * counts.fixed.sum())
    return float(stats.chi2.sf(statistic, MOST_MATCHES))


def likeness_to_the_game_before(counts: Counts) -> float:
    statistic = chi_square(counts.repeated, MATCHES * counts.repeated.sum())
    return float(stats.chi2.sf(statistic, MOST_MATCHES))


def descents(counts: Counts) -> float:
    mean = counts.games * (counts.n - 1) / 2
    deviation = math.sqrt(counts.games * (counts.n + 1) / 12)
    return float(stats.norm.sf((counts.descents - mean) / deviation))


def first_seat(counts: Counts) -> float:
    statistic = chi_square(counts.seats, counts.games / PLAYERS)
    return float(stats.chi2.sf(statistic, PLAYERS - 1))


STATISTICS: list[Callable[[Counts], float]] = [
    positions,
    adjacent_pairs,
    first_three_cards,
    fixed_points,
    likeness_to_the_game_before,
    descents,
    first_seat,
]


def accepted(p: float) -> bool:
    return LOWEST <= p <= HIGHEST


@pytest.fixture(scope="module")
def real(generator: ctypes.CDLL) -> Counts:
    return counted(generator, NONE)


@pytest.fixture(scope="module")
def real_150(generator: ctypes.CDLL) -> Counts:
    return counted(generator, NONE, n=150, games=GAMES // 3)


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.__name__)
def test_real_decks_are_accepted(real: Counts, statistic: Callable[[Counts], float]):
    p = statistic(real)
    assert accepted(p), f"p = {p:.2g} for {real.games} decks with MASKO_SDK_SEED={SEED}"


@pytest.mark.parametrize(
    "statistic",
    [s for s in STATISTICS if s is not first_three_cards],  # 3 million cells are too many
    ids=lambda s: s.__name__,
)
def test_real_decks_of_150_are_accepted(real_150: Counts, statistic: Callable[[Counts], float]):
    p = statistic(real_150)
    assert accepted(p), f"p = {p:.2g} for {real_150.games} decks with MASKO_SDK_SEED={SEED}"


@pytest.mark.parametrize(
    ("fault", "found_by"),
    [
        pytest.param(SWAP_ANY, positions, id="swap with any position"),
        pytest.param(OFF_BY_ONE, positions, id="off by one"),
        pytest.param(NEVER_LAST, positions, id="the last card never moves"),
        pytest.param(SAME_SEED, positions, id="the same seed for each game"),
        pytest.param(SEED_OF_TWO_GAMES, likeness_to_the_game_before, id="a seed for two games"),
        pytest.param(LOST_SEAT_ROTATION, first_seat, id="the first seat is not drawn"),
    ],
)
def test_a_planted_fault_is_rejected(
    generator: ctypes.CDLL, fault: int, found_by: Callable[[Counts], float]
):
    p = found_by(counted(generator, fault))
    assert not accepted(p), f"p = {p:.2g} does not show the fault"
