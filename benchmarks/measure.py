"""Interleaved measuring: every contender runs once in each round, so that a busy machine slows all alike.

Time is this process's own on the processor; what uses threads or other processes asks for time on the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any


@dataclass
class Contender:
    """Something that does `units` of work in one call, or answers how many it did."""

    name: str
    run: Callable[[], Any]
    units: float | None
    clock: Callable[[], float] = time.process_time
    seconds: list[float] = field(default_factory=list)

    def measure(self) -> None:
        start = self.clock()
        answer = self.run()
        seconds = self.clock() - start
        self.seconds.append(seconds / (self.units or answer))

    @property
    def typical(self) -> float:
        """Seconds a unit: the median."""
        return median(self.seconds)

    @property
    def spread(self) -> float:
        """The interquartile range as a part of the median."""
        ordered = sorted(self.seconds)
        quarter = len(ordered) // 4
        return (ordered[-1 - quarter] - ordered[quarter]) / self.typical


def interleave(contenders: list[Contender], repeats: int) -> None:
    for contender in contenders:
        contender.run()  # once unmeasured: caches, allocations
    for _ in range(repeats):
        for contender in contenders:
            contender.measure()


def ratio(one: Contender, other: Contender) -> float:
    """How many times as fast as `other` the first is: the median of the ratios within the rounds."""
    return median(b / a for a, b in zip(one.seconds, other.seconds, strict=True))


def table(title: str, contenders: list[Contender], against: list[Contender], unit: str) -> None:
    """Nanoseconds a unit, or millions of units a second, and the ratio to each of `against`."""
    print(f"\n{title}")
    heads = "".join(f"  x {other.name}" for other in against)
    print(f"  {'':34}{'ns/' + unit:>12}{'M/s':>9}{'spread':>8}{heads}")
    for one in contenders:
        ratios = "".join(f"{ratio(one, other):>{len(other.name) + 4}.2f}" for other in against)
        rate = 1e-6 / one.typical
        print(f"  {one.name:34}{one.typical * 1e9:>12.3f}{rate:>9.2f}{one.spread:>8.0%}{ratios}")
