"""JSON from outside: limits first, so that hostile text costs little."""

from __future__ import annotations

import json
import math
import re
from typing import Any

__all__ = ["JsonError", "check_json", "parse_json"]

# A string is taken whole, to the end of the text if it never closes: each character is looked at once.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{\]}]', re.DOTALL)
_MAX_DIGITS = 20
_PLAIN: int = 10 ** (_MAX_DIGITS - 1)


class JsonError(ValueError):
    """Text that is refused, with a reason that can be shown to its sender."""


def parse_json(text: str | bytes | bytearray, *, max_bytes: int, max_depth: int) -> Any:
    """The value of a JSON text (RFC 8259) in UTF-8.

    Refused are: more bytes or deeper nesting than allowed, numbers that are long or above all floats, NaN and
    Infinity, lone surrogates, and an object with the same key twice.

    Raises:
        JsonError: refused, or no JSON.
    """
    if len(text) > max_bytes:
        raise JsonError(f"is larger than {max_bytes} bytes")
    try:
        plain = text if isinstance(text, str) else bytes(text).decode("utf-8")
        if len(plain) * 4 > max_bytes and len(plain.encode("utf-8")) > max_bytes:
            raise JsonError(f"is larger than {max_bytes} bytes")
        if plain.count("[") + plain.count("{") > max_depth:
            _check_depth(plain, max_depth)
        value = _DECODER.decode(plain)
        if "\\u" in plain or not plain.isascii():
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
        return value
    except JsonError:
        raise
    except (ValueError, RecursionError):
        raise JsonError("is no JSON text in UTF-8") from None


def _check_depth(text: str, max_depth: int) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token.group()[0]
        if first in "[{":
            depth += 1
            if depth > max_depth:
                raise JsonError(f"is nested deeper than {max_depth}")
        elif first in "]}":
            depth -= 1


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise JsonError("holds a number that is too long")
    return int(digits)


def _parse_float(digits: str) -> float:
    if len(digits) > 2 * _MAX_DIGITS:
        raise JsonError("holds a number that is too long")
    number = float(digits)
    if math.isinf(number):
        raise JsonError("holds a number that is too large")
    return number


def _no_constant(name: str) -> Any:
    raise JsonError(f"holds {name}, which is no JSON")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    form = dict(pairs)
    if len(form) != len(pairs):
        raise JsonError("holds an object with the same key twice")
    return form


_DECODER = json.JSONDecoder(
    parse_int=_parse_int,
    parse_float=_parse_float,
    parse_constant=_no_constant,
    object_pairs_hook=_no_duplicates,
)


def check_json(thing: Any, max_depth: int) -> None:
    """See that `parse_json` reads what `json.dumps` writes of a value, and reads the same.

    Raises:
        JsonError: it does not.
    """
    if isinstance(thing, str):
        try:
            thing.encode("utf-8")
        except UnicodeEncodeError:
            raise JsonError("holds a text with a lone surrogate") from None
    elif isinstance(thing, int):
        if thing.bit_length() > 4 * _MAX_DIGITS or len(str(int(thing))) > _MAX_DIGITS:
            raise JsonError("holds a number that is too long")
    elif isinstance(thing, float):
        if not math.isfinite(thing):
            raise JsonError(f"holds {thing}, which is no JSON")
    elif isinstance(thing, (dict, list, tuple)):
        if max_depth < 1:
            raise JsonError("is nested too deep")
        _check_parts(thing, max_depth - 1)
    elif thing is not None:
        raise JsonError(f"holds a value of type {type(thing).__name__}, which is no JSON")


def _check_parts(thing: Any, max_depth: int) -> None:
    """Most parts are plain, and a table is saved often: those are passed over without a call."""
    if isinstance(thing, dict):
        for name in thing:
            if type(name) is str and name.isascii():
                continue
            if not isinstance(name, str):
                raise JsonError(f"holds a key of type {type(name).__name__}, which is no JSON")
            check_json(name, max_depth)
        thing = thing.values()
    for part in thing:
        kind = type(part)
        if (kind is int and -_PLAIN < part < _PLAIN) or (kind is str and part.isascii()):
            continue
        check_json(part, max_depth)
