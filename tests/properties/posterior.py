"""The law that `sample_world` promises (C12), enumerated over single cards, and the test against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from scipy import stats

__all__ = ["ALPHA", "Law", "p_value", "placements", "uniform"]

ALPHA = 1e-4
FEWEST = 5  # of each category, expected: what the chi-square test asks for

Law = dict[tuple[Any, ...], Fraction]


def placements(
    cards: Sequence[Any],
    places: int,
    fits: Callable[[tuple[int, ...]], bool] = lambda _: True,
    read: Callable[[tuple[Any, ...]], tuple[Any, ...]] = lambda faces: faces,
) -> Law:
    """All ways to lay single cards, told apart by their numbers, on so many places: equally likely if they fit.

    Args:
        cards: the face of each card.
        fits: whether a placement, the number of the card on each place, agrees with the facts.
        read: what is looked at of the faces on the places.
    """
    counted: Counter[tuple[Any, ...]] = Counter()
    for laid in permutations(range(len(cards)), places):
        if fits(laid):
            counted[read(tuple(cards[i] for i in laid))] += 1
    total = sum(counted.values())
    return {seen: Fraction(n, total) for seen, n in counted.items()}


def uniform(law: Law) -> Law:
    """A wrong law: each possible reading is equally likely, however many placements give it."""
    return {seen: Fraction(1, len(law)) for seen in law}


def p_value(law: Law, samples: Iterable[tuple[Any, ...]]) -> float:
    """How likely a fit as bad as this one is; 0 if something impossible was drawn."""
    counted = Counter(samples)
    total = sum(counted.values())
    if not counted.keys() <= law.keys():
        return 0.0
    expected = [float(share) * total for share in law.values()]
    assert min(expected) >= FEWEST
    return float(stats.chisquare([counted[seen] for seen in law], expected).pvalue)


def faces_evenly(cards: Sequence[Any], draws: Iterator[int]) -> tuple[Any, ...]:
    """A draw of another wrong law: on each place any face that is left, however many cards have it."""
    left, laid = Counter(cards), []
    for draw in draws:
        kinds = sorted(left.keys())
        laid.append(kinds[draw % len(kinds)])
        left = left - Counter(laid[-1:])
        if not left:
            break
    return tuple(laid)
