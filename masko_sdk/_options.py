"""Options of rules: from Python values to the core's words and to JSON, by the core's own table.

Types are checked here; ranges are the core's, and asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from masko_sdk._backend import NONE
from masko_sdk._value import FrozenMap, json_form
from masko_sdk.errors import RulesError, Told

__all__ = ["Option", "read_option"]

INT32 = range(-(2**31) + 1, 2**31)


@dataclass(frozen=True)
class Option:
    """One row of a game's table of options.

    Attributes:
        allowed: the range in words, for messages and pages.
        normal: the value as `Rules` keeps it; raises `RulesError` or `TypeError`.
        words: the core's words of a normal value.
    """

    name: str
    type: str
    lowest: int
    highest: int
    default: int | None
    allowed: str
    normal: Callable[[Any], Any]
    words: Callable[[Any], list[int]]

    def json(self, value: Any) -> Any:
        """The JSON form of a normal value."""
        return json_form(value)

    def offending(self, value: Any, word: int) -> tuple[str, Any]:
        """The part of a normal value that a word of it stands for, and its value."""
        if isinstance(value, Mapping):
            key = list(value)[word]
            return f"[{json_form(key)!r}]", value[key]
        return "", value


def read_option(row: str, choices: Mapping[str, list[str]], cards: Mapping[str, Any]) -> Option:
    """The option that a row of the table tells of: name, type, lowest, highest, default."""
    name, kind, low, high, standard = row.split(" ")
    bounds = int(low), int(high), None if standard == "None" else int(standard)
    base, _, _ = kind.partition("*")
    if kind == "bool":
        return Option(name, kind, *bounds, "True or False", _bool(name), lambda v: [int(v)])
    if base == "moods":
        return Option(name, kind, *bounds, _MOODS, _moods(name), _mood_words)
    if kind.startswith("int*"):
        keys = choices[name]
        allowed = f"a value from {low} to {high} for each of {', '.join(keys)}"
        return Option(name, kind, *bounds, allowed, _map(name, keys, cards, allowed), _values)
    if kind.startswith("int"):
        allowed = f"from {low} to {high}" + (" or None" if kind.endswith("?") else "")
        return Option(
            name, kind, *bounds, allowed, _int(name, allowed, kind.endswith("?")), _optional_int
        )
    names = choices[kind]
    allowed = "one of " + ", ".join(map(repr, names))
    return Option(
        name, kind, *bounds, allowed, _choice(name, names, allowed), lambda v: [names.index(v)]
    )


def _values(value: Mapping[Any, int]) -> list[int]:
    return list(value.values())


def _optional_int(value: int | None) -> list[int]:
    return [NONE if value is None else value]


def _int(name: str, allowed: str, optional: bool) -> Callable[[Any], Any]:
    def normal(value: Any) -> Any:
        if optional and value is None:
            return None
        if type(value) is not int:
            raise TypeError(f"{name} must be an int, not {type(value).__name__}")
        if value not in INT32:
            raise RulesError(name, value, allowed)
        return value

    return normal


def _bool(name: str) -> Callable[[Any], bool]:
    def normal(value: Any) -> bool:
        if type(value) is not bool:
            raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
        return value

    return normal


def _choice(name: str, names: Sequence[str], allowed: str) -> Callable[[Any], str]:
    def normal(value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__}")
        if value not in names:
            raise RulesError(name, value, allowed)
        return str(value)

    return normal


def _map(
    name: str, keys: Sequence[str], cards: Mapping[str, Any], allowed: str
) -> Callable[[Any], FrozenMap[Any, int]]:
    """A mapping by card or wire name, in the table's order, with every key."""
    number = _int(name, allowed, False)

    def normal(value: Any) -> FrozenMap[Any, int]:
        if not isinstance(value, Mapping):
            raise TypeError(f"{name} must be a mapping, not {type(value).__name__}")
        given = {getattr(key, "wire", key): number(points) for key, points in value.items()}
        if set(given) != set(keys):
            raise RulesError(name, dict(value), allowed)
        return FrozenMap({cards[key]: given[key] for key in keys})

    return normal


_MOODS = (
    "9 to 16 pairs (yellow, blue) of numbers from 0 to 20, at least 9 of them without None; "
    "a cover is 0 beside None"
)
_MOOD_WORDS = 33


def _moods(name: str) -> Callable[[Any], tuple[tuple[int | None, int | None], ...]]:
    number = _int(name, _MOODS, True)

    def normal(value: Any) -> tuple[tuple[int | None, int | None], ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise TypeError(f"{name} must be a sequence of pairs, not {type(value).__name__}")
        if len(value) > (_MOOD_WORDS - 1) // 2:
            raise RulesError(name, Told(f"{len(value)} pairs"), _MOODS)
        pairs = []
        for pair in value:
            if isinstance(pair, str) or not isinstance(pair, Sequence):
                raise TypeError(f"{name} must hold pairs, not {type(pair).__name__}")
            if len(pair) != 2:
                raise RulesError(name, pair, _MOODS)
            pairs.append((number(pair[0]), number(pair[1])))
        return tuple(pairs)

    return normal


def _mood_words(value: Sequence[tuple[int | None, int | None]]) -> list[int]:
    words = [len(value), *(NONE if n is None else n for pair in value for n in pair)]
    return words + [0] * (_MOOD_WORDS - len(words))
