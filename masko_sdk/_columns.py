"""Texts in columns of a terminal: how wide they are, and cut to a width."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["clip", "width_of"]

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def width_of(text: str) -> int:
    """How many columns a text takes, escapes aside."""
    return sum(map(_columns, _ESCAPE.sub("", text)))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, width: int) -> str:
    """A text of at most this width."""
    if width_of(text) <= width:
        return text
    while width_of(text) > width - 2:
        text = text[:-1]
    return text + ".."
