"""How wide a text will be: by the widths of Helvetica and Arial, which the themes' fonts share."""

from __future__ import annotations

import unicodedata

__all__ = ["clip_text", "text_width", "wrap_text"]

# Thousandths of the font size, from the space on (Adobe's font metrics of Helvetica).
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_OTHER, _SYMBOL = 667, 1100
_BOLD = 1.07
_NO_WIDTH = {"Mn", "Me", "Cf"}
_ELLIPSIS = "…"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Units that a line of text takes at a font size: an estimate, rather too wide."""
    total = sum(map(_width, unicodedata.normalize("NFD", text)))
    return total / 1000 * size * (_BOLD if bold else 1)


def _width(character: str) -> int:
    place = ord(character) - 32
    if 0 <= place < len(_WIDTHS):
        return _WIDTHS[place]
    category = unicodedata.category(character)
    if category in _NO_WIDTH:
        return 0
    if category == "So" or unicodedata.east_asian_width(character) in "WF":
        return _SYMBOL
    return _OTHER


def clip_text(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """A text that fits into so much room, with an ellipsis where it was cut."""
    if text_width(text, size, bold=bold) <= room:
        return text
    while text and text_width(text + _ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def wrap_text(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Lines that fit into so much room, broken between words; a word that is too long is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold=bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [clip_text(line, room, size, bold=bold) for line in lines]
