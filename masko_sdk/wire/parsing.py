"""Text from a client."""

from __future__ import annotations

from typing import Any

from masko_sdk._json import JsonError, parse_json
from masko_sdk.errors import ArgumentError

__all__ = ["VERSION", "parse"]

VERSION = 1
"""Raised whenever a client that reads the present forms could misread the new ones."""

MAX_BYTES = 64 * 1024
MAX_DEPTH = 8


def parse(
    text: str | bytes | bytearray, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH
) -> Any:
    """The value of a client's text, within fixed small cost.

    Args:
        text: JSON.
        max_bytes: how long it may be; of a str, in UTF-8.
        max_depth: how deep its objects and lists may be nested.

    Raises:
        ArgumentError: too large, too deep, a number too long, NaN, the same key twice, or no JSON.
        TypeError: not text, or a limit that is no int.
    """
    if type(max_bytes) is not int or type(max_depth) is not int:
        raise TypeError("max_bytes and max_depth must be ints")
    if max_bytes < 0 or max_depth < 0:
        raise ArgumentError("max_bytes and max_depth must not be negative")
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"a message is text, not {type(text).__name__}")
    try:
        return parse_json(text, max_bytes=max_bytes, max_depth=max_depth)
    except JsonError as error:
        raise ArgumentError(f"the message {error}") from None
