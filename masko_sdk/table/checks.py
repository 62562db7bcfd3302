"""The values of a saved table, checked as they are read: a text that was changed makes no table that breaks later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from masko_sdk._json import JsonError, parse_json
from masko_sdk.errors import RecordError, _short

__all__ = ["LATEST", "flag", "items", "json_text", "maybe", "number", "table_fields", "text"]

T = TypeVar("T")
LATEST = 2**53
"""No time of a table is later, in milliseconds."""

_LONGEST_MESSAGE = 64 * 1024
_DEEPEST_MESSAGE = 8


def _refuse(what: str, thing: Any) -> RecordError:
    return RecordError(f"{what} of the record's table is {_short(thing)}, which can't be")


def number(what: str, thing: Any, low: int = 0, high: int = LATEST) -> int:
    """A whole number of a range."""
    if type(thing) is not int or not low <= thing <= high:
        raise _refuse(what, thing)
    return thing


def flag(what: str, thing: Any) -> bool:
    """True or False."""
    if type(thing) is not bool:
        raise _refuse(what, thing)
    return thing


def text(what: str, thing: Any, longest: int) -> str:
    """A text of at most so many characters."""
    if type(thing) is not str or len(thing) > longest:
        raise _refuse(what, thing)
    return thing


def json_text(what: str, thing: Any) -> Any:
    """The value of a message that is kept as text."""
    try:
        return parse_json(
            text(what, thing, _LONGEST_MESSAGE),
            max_bytes=_LONGEST_MESSAGE,
            max_depth=_DEEPEST_MESSAGE,
        )
    except JsonError:
        raise _refuse(what, thing) from None


def maybe(what: str, thing: Any, read: Callable[..., T], *limits: Any) -> T | None:
    """What `read` takes, or None."""
    return None if thing is None else read(what, thing, *limits)


def items(what: str, thing: Any, most: int | None = None) -> list[Any]:
    """A list of at most so many."""
    if type(thing) is not list or (most is not None and len(thing) > most):
        raise _refuse(what, thing)
    return thing


def table_fields(what: str, thing: Any, *names: str) -> list[Any]:
    """The values of an object that has these fields and no other, in this order."""
    if type(thing) is not dict or thing.keys() != set(names):
        raise _refuse(what, thing)
    return [thing[name] for name in names]
