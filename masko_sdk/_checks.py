"""Arguments that many calls have: counts, and choices by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from masko_sdk.errors import ArgumentError, _short

__all__ = ["MOST_GAMES", "check_choice", "check_count"]

MOST_GAMES = 2**32  # of a batch


def check_count(n: Any, name: str = "n", least: int = 0, most: int = MOST_GAMES) -> int:
    """A count as an int.

    Raises:
        TypeError, ArgumentError: no int, or outside of what is allowed.
    """
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"{name} must be an int, not {type(n).__name__}")
    count = n.__index__()
    if not least <= count <= most:
        raise ArgumentError(f"{name} is {_short(count)}; it must be from {least} to {most}")
    return int(count)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """One of some names.

    Raises:
        ArgumentError: anything else.
    """
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        raise ArgumentError(f"{name} is {_short(value)}; it must be one of {', '.join(names)}")
    return value
