"""Arrow keys over things that lie about on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.geometry import Region

__all__ = ["nearest"]

T = TypeVar("T")

_ASIDE = 3  # how much more a step aside counts than one ahead
_ROW = 2  # a row is about twice as high as a column is wide


def nearest(things: Sequence[tuple[T, Region]], now: Region | None, direction: str) -> T | None:
    """The nearest thing in a direction; the first of all where there is no cursor yet; None: nothing there."""
    if now is None:
        return things[0][0] if things else None
    best: tuple[int, T] | None = None
    for thing, region in things:
        ahead, aside = _way(now, region, direction)
        if ahead > 0 and (best is None or ahead + _ASIDE * aside < best[0]):
            best = (ahead + _ASIDE * aside, thing)
    return None if best is None else best[1]


def _way(now: Region, there: Region, direction: str) -> tuple[int, int]:
    """How far ahead and aside the middle of a region is."""
    across = 2 * there.x + there.width - 2 * now.x - now.width
    down = _ROW * (2 * there.y + there.height - 2 * now.y - now.height)
    if direction in ("left", "right"):
        return (across if direction == "right" else -across), abs(down)
    return (down if direction == "down" else -down), abs(across)
