"""Writes SVG: elements with escaped text and short numbers, the same bytes for the same values."""

from __future__ import annotations

import re
from html import escape
from typing import TypeAlias

__all__ = ["Number", "element", "group", "number", "piece", "escaped", "texts"]

Number: TypeAlias = int | float
Piece: TypeAlias = str
"""A piece of markup: already escaped."""

# XML 1.0 has no characters for these, however they are escaped.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: Number) -> str:
    """At most two decimals, without a trailing zero or a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> Piece:
    """A text, safe between tags and in attributes."""
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def element(name: str, *children: Piece, **attributes: object) -> Piece:
    """An element; None leaves an attribute out, ``data_seat`` is written ``data-seat``, ``class_`` is ``class``."""
    parts = [name]
    for key, given in attributes.items():
        if given is not None:
            shown = number(given) if isinstance(given, (int, float)) else escaped(str(given))
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    opening = " ".join(parts)
    inside = "".join(children)
    return f"<{opening}>{inside}</{name}>" if inside else f"<{opening}/>"


def group(x: Number, y: Number, *children: Piece, **attributes: object) -> Piece:
    """Children drawn with their origin at a point."""
    if not attributes and x == y == 0:
        return "".join(children)
    return element("g", *children, transform=f"translate({number(x)} {number(y)})", **attributes)


def piece(path: str, **attributes: object) -> Piece:
    """A path."""
    return element("path", d=path, **attributes)


def texts(x: Number, y: Number, size: Number, text: str, **attributes: object) -> Piece:
    """A line of text, with its base line at `y`."""
    return element("text", escaped(text), x=x, y=y, font_size=size, **attributes)
