"""Draws cards: plain faces of our own, readable when small, that need no colour to be told apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from masko_sdk.errors import ArgumentError, _short
from masko_sdk.games.masko import Card
from masko_sdk.pictures._glyphs import GLYPHS, HALF_MASKS, SHAPES, TURN
from masko_sdk.pictures._markup import Piece, element, group, number, piece, texts
from masko_sdk.pictures._measure import text_width

if TYPE_CHECKING:
    from masko_sdk.pictures.theme import Theme

__all__ = ["FACES", "MOJO_CARDS", "MOOD_NUMBERS", "back", "face", "half_mask", "mojo_card", "mood"]

FACES: dict[str, Sequence[int]] = {
    "masko": tuple(Card),
    "skyjo": range(-2, 13),
    "mojo": range(13),
    "fifty": range(1, 51),
}
"""The faces that can be drawn of each game."""
MOOD_NUMBERS = (None, *range(21))
"""What a half of a Mood card may show."""
MOJO_CARDS = ((0, 1), (0, -1), (10, 1), (10, -1))
"""What the Mojo card may show: a side and a direction."""

CORNERS_FROM = 40  # narrower cards have no room for corners
WORD_FROM = 48  # nor these for the name of a power
_GLYPH = 24  # glyphs are drawn in a square of so many units
_SKYJO_BANDS = (-1, 0, 4, 8, 12)  # the highest value of each
_MOJO_BANDS = (1, 4, 7, 10, 12)  # J1
# Of each shape: its size, and how far below the middle its number stands, in widths of the card.
_MOJO_PLACES = ((0.74, 0), (0.74, 0.08), (0.74, 0), (0.9, 0), (0.8, -0.03))


def face(theme: Theme, game: str, card: Any, name: str, width: float) -> Piece:
    """A card, face up."""
    draw: dict[str, Callable[..., Piece]] = {
        "masko": _points_or_power,
        "skyjo": _skyjo,
        "mojo": _mojo,
        "fifty": _fifty,
    }
    faces = FACES[_game(game)]
    if isinstance(card, bool) or not isinstance(card, int):
        raise TypeError(f"a card of {game} must be an int, not {type(card).__name__}")
    if card not in faces:
        allowed = f"from {int(faces[0])} to {int(faces[-1])}"
        raise ArgumentError(f"card is {_short(card)}; of {game}, it must be {allowed}")
    return draw[game](theme, card, name, width)


def _game(game: str) -> str:
    if not isinstance(game, str):
        raise TypeError(f"game must be a str, not {type(game).__name__}")
    if game not in FACES:
        raise ArgumentError(f"game is {_short(game)}; it must be one of {', '.join(FACES)}")
    return game


# Parts.


def _sheet(theme: Theme, width: float, fill: str) -> Piece:
    """The card itself."""
    return element(
        "rect",
        width=width,
        height=theme.height(width),
        rx=width * 0.11,
        fill=fill,
        stroke=theme.card_line,
        class_="sheet",
    )


def _inlay(theme: Theme, width: float, **attributes: object) -> Piece:
    """A smaller sheet on the card."""
    edge = width * 0.07
    return element(
        "rect",
        x=edge,
        y=edge,
        width=width - 2 * edge,
        height=theme.height(width) - 2 * edge,
        rx=width * 0.07,
        **attributes,
    )


def _middle(x: float, y: float, size: float, text: str, ink: str) -> Piece:
    """A bold text around a point."""
    return texts(x, y + size * 0.36, size, text, fill=ink, font_weight="bold", text_anchor="middle")


def _corners(theme: Theme, width: float, text: str, ink: str) -> Piece:
    """A small text in two opposite corners, as one holds cards."""
    if width < CORNERS_FROM:
        return ""
    size = width * 0.18
    corner = texts(width * 0.13, width * 0.275, size, text, fill=ink, font_weight="bold")
    turned = f"rotate(180 {number(width / 2)} {number(theme.height(width) / 2)})"
    return corner + element("g", corner, transform=turned)


def _glyph(name: str, x: float, y: float, size: float, ink: str) -> Piece:
    """A glyph around a point."""
    scale = size / _GLYPH
    return element(
        "g",
        GLYPHS[name],
        transform=f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({number(scale)})",
        fill="none",
        stroke=ink,
        stroke_width=1.9,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _shape(index: int, x: float, y: float, size: float, ink: str, **attributes: object) -> Piece:
    """One of the shapes that stand beside the colours."""
    return piece(
        SHAPES[index],
        transform=f"translate({number(x)} {number(y)}) scale({number(size / 2)})",
        fill=ink,
        **attributes,
    )


def _band(value: int, highest: Sequence[int]) -> int:
    return next(index for index, top in enumerate(highest) if value <= top)


def _number(value: int) -> str:
    return str(value).replace("-", "\u2212")


# Faces.


def _points_or_power(theme: Theme, card: int, name: str, width: float) -> Piece:
    face = Card(card)
    return _power(theme, face, name, width) if face.is_special else _points(theme, card, width)


def _points(theme: Theme, card: int, width: float) -> Piece:
    """A number of Masko."""
    value = int(card)
    ink = theme.masko[0 if value <= 3 else 1 if value <= 7 else 2]
    height = theme.height(width)
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill=ink, fill_opacity=0.08)
        + _middle(width / 2, height / 2, width * (0.62 if value < 10 else 0.56), str(value), ink)
        + _corners(theme, width, str(value), ink)
    )


def _power(theme: Theme, card: Card, name: str, width: float) -> Piece:
    """A power of Masko: a glyph, and its name where there is room."""
    height, ink = theme.height(width), theme.special.ink
    has_word = width >= WORD_FROM
    size = min(width * 0.19, width * 0.76 / text_width(name, 1, bold=True))
    word = _middle(width / 2, height * 0.8, size, name, ink) if has_word else ""
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill=theme.special.fill)
        + _glyph(card.wire, width / 2, height * (0.42 if has_word else 0.5), width * 0.56, ink)
        + word
    )


def _filled(theme: Theme, width: float, text: str, paint: Any) -> Piece:
    """A face filled with a colour, its number in the middle and in the corners."""
    height = theme.height(width)
    size = width * (0.58 if len(text) == 1 else 0.5)
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill=paint.fill)
        + _middle(width / 2, height / 2, size, text, paint.ink)
        + _corners(theme, width, text, paint.ink)
    )


def _skyjo(theme: Theme, card: int, name: str, width: float) -> Piece:
    """Its colour by value; the pips below tell the same: triangles, a ring, one to three dots."""
    band = _band(card, _SKYJO_BANDS)
    paint = theme.skyjo[band]
    return _filled(theme, width, _number(card), paint) + _pips(theme, band, width, paint.ink)


def _pips(theme: Theme, band: int, width: float, ink: str) -> Piece:
    y, size, middle = theme.height(width) * 0.755, width * 0.085, width / 2
    if band == 0:
        return _shape(1, middle, y, size * 1.4, ink)
    if band == 1:
        return element(
            "circle",
            cx=middle,
            cy=y,
            r=size * 0.5,
            fill="none",
            stroke=ink,
            stroke_width=width / 40,
        )
    count = band - 1
    places = [middle + (place - (count - 1) / 2) * size * 1.45 for place in range(count)]
    return "".join(element("circle", cx=x, cy=y, r=size * 0.5, fill=ink) for x in places)


def _mojo(theme: Theme, card: int, name: str, width: float) -> Piece:
    """Its colour by value (J1), and a shape for each colour behind the number."""
    band = _band(card, _MOJO_BANDS)
    paint, height = theme.mojo[band], theme.height(width)
    text = str(card)
    size = width * (0.42 if len(text) == 1 else 0.34)
    reach, lower = _MOJO_PLACES[band]
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill=paint.fill)
        + _shape(band, width / 2, height / 2, width * reach, theme.card.fill)
        + _middle(width / 2, height / 2 + width * lower, size, text, theme.card.ink)
        + _corners(theme, width, text, paint.ink)
    )


def _fifty(theme: Theme, card: int, name: str, width: float) -> Piece:
    """A rope from laughing to furious, and where on it the card stands."""
    height = theme.height(width)
    left, right, y = width * 0.2, width * 0.8, height * 0.8
    at = left + (right - left) * (card - 1) / (FACES["fifty"][-1] - 1)
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill="none", stroke=theme.card_line, stroke_width=0.8)
        + _middle(width / 2, height * 0.45, width * 0.52, str(card), theme.card.ink)
        + _rope(theme, left, right, y, width)
        + element("circle", cx=at, cy=y, r=width * 0.075, fill=theme.card.ink)
    )


def _rope(theme: Theme, left: float, right: float, y: float, width: float) -> Piece:
    """Yellow to the middle, blue from there on; the ends are told by their form too."""
    middle, thick = (left + right) / 2, width * 0.05
    ends = ((left, middle, theme.laughing.fill), (middle, right, theme.furious.fill))
    return "".join(
        element("line", x1=a, y1=y, x2=b, y2=y, stroke=colour, stroke_width=thick)
        for a, b, colour in ends
    )


def mood(theme: Theme, mood: tuple[int | None, int | None], width: float) -> Piece:
    """A Mood card: laughing above, furious below."""
    _check_mood(mood)
    height, edge = theme.height(width), width * 0.07
    half = height / 2 - edge
    parts = [_sheet(theme, width, theme.card.fill)]
    for index, (value, paint) in enumerate(zip(mood, (theme.laughing, theme.furious), strict=True)):
        top = edge + index * half
        parts += [
            element("rect", x=edge, y=top, width=width - 2 * edge, height=half, fill=paint.fill),
            group(
                width * 0.12,
                top + half / 2 - width * 0.2,
                half_mask(theme, index == 0, width * 0.4, on_ground=True),
            ),
            _middle(
                width * 0.7,
                top + half / 2,
                width * 0.4,
                "–" if value is None else str(value),
                paint.ink,
            ),
        ]
    return "".join(parts)


def _check_mood(mood: Any) -> None:
    if not isinstance(mood, tuple):
        raise TypeError(f"mood must be a tuple, not {type(mood).__name__}")
    if len(mood) != 2 or not all(number in MOOD_NUMBERS for number in mood):
        allowed = f"two numbers from 0 to {MOOD_NUMBERS[-1]}, either of them None"
        raise ArgumentError(f"mood is {_short(mood)}; it must be {allowed}")


def half_mask(theme: Theme, laughs: bool, size: float, *, on_ground: bool = False) -> Piece:
    """The left half of a face that laughs, or the right half of one that rages; in reverse on its own colour."""
    paint = theme.laughing if laughs else theme.furious
    fill, ink = (paint.ink, paint.fill) if on_ground else (paint.fill, paint.ink)
    outline, lines, solid = HALF_MASKS[0 if laughs else 1]
    return element(
        "g",
        piece(outline, fill=fill),
        piece(lines, fill="none", stroke=ink, stroke_width=2, stroke_linecap="round"),
        piece(solid, fill=ink),
        transform=f"scale({number(size / _GLYPH)})",
    )


def mojo_card(theme: Theme, side: int, direction: int, width: float) -> Piece:
    """The Mojo card: its side, within an arrow that tells which way play goes."""
    if (side, direction) not in MOJO_CARDS:
        shown = f"side and direction are {_short((side, direction))}"
        raise ArgumentError(f"{shown}; they must be 0 or 10, and 1 or -1")
    height, ink = theme.height(width), theme.special.ink
    size = width * 0.74
    scale = size / _GLYPH
    mirrored = -scale if direction < 0 else scale
    x = width / 2 - size / 2 * (-1 if direction < 0 else 1)
    y = height * 0.44 - size / 2
    return (
        _sheet(theme, width, theme.card.fill)
        + _inlay(theme, width, fill=theme.special.fill)
        + piece(
            TURN,
            transform=f"translate({number(x)} {number(y)}) scale({number(mirrored)} {number(scale)})",
            fill="none",
            stroke=ink,
            stroke_width=1.7,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        + _middle(width / 2, height * 0.44, width * 0.32, str(side), ink)
        + _middle(width / 2, height * 0.83, width * 0.18, "MOJO", ink)
    )


# Backs.


def back(theme: Theme, game: str, width: float) -> Piece:
    """A lattice, and the shape of the game in the middle."""
    height, edge = theme.height(width), width * 0.1
    emblem = tuple(FACES).index(_game(game))
    return (
        _sheet(theme, width, theme.backs.fill)
        + _inlay(theme, width, fill="none", stroke=theme.backs.ink, stroke_width=width / 60)
        + piece(
            _lattice(edge, edge, width - edge, height - edge, width * 0.2),
            stroke=theme.backs.ink,
            stroke_width=width / 90,
            stroke_opacity=0.55,
            fill="none",
        )
        + _shape((3, 2, 4, 0)[emblem], width / 2, height / 2, width * 0.34, theme.backs.fill)
        + _shape((3, 2, 4, 0)[emblem], width / 2, height / 2, width * 0.22, theme.backs.ink)
    )


def _lattice(left: float, top: float, right: float, bottom: float, step: float) -> str:
    """Slanted lines both ways through a rectangle."""
    lines = []
    wide, high = right - left, bottom - top
    for start in range(1, math.ceil((wide + high) / step)):
        at = start * step
        x1, y1 = (at, 0.0) if at <= wide else (wide, at - wide)
        x2, y2 = (0.0, at) if at <= high else (at - high, high)
        lines.append(_line(left + x1, top + y1, left + x2, top + y2))
        lines.append(_line(right - x1, top + y1, right - x2, top + y2))
    return "".join(lines)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
