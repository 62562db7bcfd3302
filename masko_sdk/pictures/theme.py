"""What pictures look like: colours, fonts, sizes, and how a card is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from masko_sdk.errors import ArgumentError, _short
from masko_sdk.pictures import _faces

__all__ = ["DARK", "LIGHT", "Paint", "Theme"]


_SIZES = (
    ("radius", 0, 40),
    ("wide", 720, 4000),
    ("phone", 300, 700),
    ("own_card", 24, 120),
    ("other_card", 24, 120),
)


@dataclass(frozen=True)
class Paint:
    """A colour to fill with, and one that is readable on it.

    Attributes:
        fill: the ground, as CSS writes colours.
        ink: what is written on it.

    Raises:
        TypeError: a colour that is no str.
    """

    fill: str
    ink: str

    def __post_init__(self) -> None:
        """Check the colours."""
        for name in ("fill", "ink"):
            _check_kind(name, getattr(self, name), str)


def _check_kind(name: str, found: object, kind: type) -> None:
    if not isinstance(found, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(found).__name__}")


_TEXTS = ("table", "panel", "line", "ink", "quiet", "card_line", "font")
_PAINTS = (
    *("accent", "alert", "call", "plain"),
    *("card", "backs", "special", "laughing", "furious"),
)
_SEVERAL = (("masko", str, 3), ("skyjo", Paint, 5), ("mojo", Paint, 5))


@dataclass(frozen=True)
class Theme:
    """Colours, fonts and sizes; its methods draw the cards, and a subclass may draw others.

    Colours that tell something apart are told by a shape or a number too, and can be told apart by the colour-blind.

    Attributes:
        table: the ground of all.
        panel: the ground of a seat and of the middle.
        line: what frames a panel.
        ink: texts.
        quiet: texts of less weight.
        accent: who is on turn, and what may be done.
        alert: a window that is open.
        call: what ends the round.
        plain: other facts.
        card: the ground and ink of a plain face.
        card_line: what frames a card.
        backs: the ground and the pattern of a back.
        special: the powers of Masko.
        masko: the numbers of Masko: low, middle, high.
        skyjo: the cards of Skyjo: below 0, 0, 1 to 4, 5 to 8, 9 to 12.
        mojo: the five colours of Mojo, from low to high.
        laughing: the laughing half masks of Fifty Fifty.
        furious: the furious half masks.
        font: the family, as CSS writes it; widths are measured as for Helvetica and Arial.
        radius: of the corners of panels, in units of the picture.
        wide: the width of the wide layout, in units: pixels at its natural size.
        phone: the width of the narrow layout.
        own_card: the widest an own card gets.
        other_card: the widest a card of others gets.

    Raises:
        ArgumentError: a size that leaves no room, or no card; or too few colours, or too many.
        TypeError: a field of a wrong type.
    """

    table: str
    panel: str
    line: str
    ink: str
    quiet: str
    accent: Paint
    alert: Paint
    call: Paint
    plain: Paint
    card: Paint
    card_line: str
    backs: Paint
    special: Paint
    masko: tuple[str, str, str]
    skyjo: tuple[Paint, Paint, Paint, Paint, Paint]
    mojo: tuple[Paint, Paint, Paint, Paint, Paint]
    laughing: Paint
    furious: Paint
    font: str = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
    radius: int = 14
    wide: int = 960
    phone: int = 360
    own_card: int = 70
    other_card: int = 52

    def __post_init__(self) -> None:
        """Check types and sizes."""
        for name in _TEXTS:
            _check_kind(name, getattr(self, name), str)
        for name in _PAINTS:
            _check_kind(name, getattr(self, name), Paint)
        for name, kind, count in _SEVERAL:
            found = getattr(self, name)
            _check_kind(name, found, tuple)
            if len(found) != count:
                raise ArgumentError(f"{name} has {len(found)} colours; it must have {count}")
            for colour in found:
                _check_kind(f"a colour of {name}", colour, kind)
        for name, least, most in _SIZES:
            size = getattr(self, name)
            if isinstance(size, bool) or not isinstance(size, int):
                raise TypeError(f"{name} must be an int, not {type(size).__name__}")
            if not least <= size <= most:
                raise ArgumentError(f"{name} is {_short(size)}; it must be from {least} to {most}")

    def face(self, game: str, card: Any, name: str, width: float) -> str:
        """A card of a game, face up: SVG whose upper left corner is 0, 0.

        Args:
            game: ``"masko"``, ``"skyjo"``, ``"mojo"`` or ``"fifty"``.
            card: the card, as views hold it.
            name: what it is called in the picture's language.
            width: how wide it is to be; `height` tells how high.

        Raises:
            ArgumentError: no such game, or no such card in it.
            TypeError: a game that is no str, or a card that is no int.
        """
        return _faces.face(self, game, card, name, width)

    def back(self, game: str, width: float) -> str:
        """The back of a card of a game, `width` units wide: SVG whose upper left corner is 0, 0.

        Raises:
            ArgumentError: no such game.
            TypeError: a game that is no str.
        """
        return _faces.back(self, game, width)

    def mood(self, mood: tuple[int | None, int | None], width: float) -> str:
        """A Mood card, `mood` being (yellow, blue), `width` units wide: SVG whose upper left corner is 0, 0.

        Raises:
            ArgumentError: not two numbers from 0 to 20, or None for one of them.
            TypeError: no tuple.
        """
        return _faces.mood(self, mood, width)

    def mojo_card(self, side: int, direction: int, width: float) -> str:
        """The Mojo card, `width` units wide: the side that shows, and the `direction` of play (1 clockwise, -1 not).

        Raises:
            ArgumentError: another side than 0 and 10, or another direction.
        """
        return _faces.mojo_card(self, side, direction, width)

    def half_mask(self, laughs: bool, size: float) -> str:
        """A half mask that laughs or rages, in a square of that `size` whose upper left corner is 0, 0."""
        return _faces.half_mask(self, laughs, size)

    def height(self, width: float) -> float:
        """How high a card of this width is."""
        return round(width * 1.4, 2)


_DEEP = "#1b2a41"
_WHITE = "#ffffff"

LIGHT = Theme(
    table="#f3efe6",
    panel="#fffdf8",
    line="#e2dbcb",
    ink="#1f2733",
    quiet="#5f6673",
    accent=Paint("#0b5fa5", _WHITE),
    alert=Paint("#b3430f", _WHITE),
    call=Paint("#5b2a6e", _WHITE),
    plain=Paint("#ece5d6", "#3b4250"),
    card=Paint("#fffefb", _DEEP),
    card_line="#cfc6b4",
    backs=Paint("#2b4a78", "#6f8fbf"),
    special=Paint("#3a2850", "#f4c95d"),
    masko=("#00694f", "#1f4a86", "#a53c05"),
    skyjo=(
        Paint("#3d2f86", _WHITE),
        Paint("#79c3ee", _DEEP),
        Paint("#2cab80", _DEEP),
        Paint("#f2df3f", _DEEP),
        Paint("#c24a05", _WHITE),
    ),
    mojo=(
        Paint("#0a66ad", _WHITE),
        Paint("#2cab80", _DEEP),
        Paint("#f2df3f", _DEEP),
        Paint("#eb9a13", _DEEP),
        Paint("#a81f3d", _WHITE),
    ),
    laughing=Paint("#f6d743", _DEEP),
    furious=Paint("#1f5fa6", _WHITE),
)
"""Paper and ink: the theme that is used unless another one is given."""

DARK = replace(
    LIGHT,
    table="#12161d",
    panel="#1c222c",
    line="#313a48",
    ink="#eef1f5",
    quiet="#a3adbb",
    accent=Paint("#6cb6f5", "#0d1620"),
    alert=Paint("#f59a5c", "#1d1006"),
    call=Paint("#c9a0dd", "#1b0f22"),
    plain=Paint("#2a323f", "#d5dbe4"),
    card=Paint("#f1ece0", _DEEP),
    card_line="#0c0f14",
    backs=Paint("#3a5684", "#87a4d0"),
    special=Paint("#4a3566", "#f8d475"),
)
"""For dark rooms."""
