"""The roles of words as styles: sentences carry them as escapes, which no name can hold."""

from __future__ import annotations

from rich.text import Text

from masko_sdk.tui.faces import SEAT_COLOURS

__all__ = ["paint", "painted"]

_CODES = {
    "bold": "1",
    "dim": "2",
    "card": "1",
    "known": "3",
    "hidden": "2",
    "warn": "1;33",
}


def paint(role: str, text: str) -> str:
    """A text dressed by its role, for `painted`."""
    code = _CODES.get(role) or _colour_code(SEAT_COLOURS[int(role.removeprefix("seat")) % 8])
    return f"\x1b[{code}m{text}\x1b[0m" if text else text


def painted(text: str) -> Text:
    """A sentence whose parts are dressed, to be drawn."""
    return Text.from_ansi(text)


def _colour_code(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"38;2;{red};{green};{blue}"
