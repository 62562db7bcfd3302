"""How cards look in a terminal: a frame, a face, and the key that chooses it.

Nothing is told by colour alone: hidden cards have a pattern, remembered ones parentheses, cards that can be chosen
a heavy frame with their key in it, and the one under the cursor a double frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from masko_sdk.tui.choices import Place

__all__ = ["ROWS", "SEAT_COLOURS", "Group", "Spot", "colour_of", "draw", "mark_of", "width_of"]

SEAT_COLOURS = (
    "#56c2f0",
    "#f0b429",
    "#4fd1a5",
    "#e58fc4",
    "#8fa8ff",
    "#ff9466",
    "#c3e06a",
    "#c9a0ff",
)
_PLAIN, _SPECIAL, _BACK = "#f2f0e6", "#d7a6ff", "#6d7f9c"
_LEGAL, _CURSOR = "#ffd75e", "#ffffff"
_FRAMES = {"plain": "╭─╮│╰╯", "legal": "┏━┓┃┗┛", "cursor": "╔═╗║╚╝"}
_PATTERN = "░"
_NARROWEST = {"chip": 4, "small": 5, "large": 7}
ROWS = {"chip": 1, "small": 3, "large": 5}

# Up to which value a card has a colour; Mojo's also have a sign.
_SKYJO = ((-1, "#b58cff"), (0, "#6cc7ff"), (4, "#6fdc8c"), (8, "#ffe066"), (12, "#ff7a66"))
_MOJO = ((1, "#6cb6ff"), (4, "#6fdc8c"), (7, "#ffe066"), (10, "#ffa14f"), (12, "#ff6f6f"))
_MOJO_SIGNS = ((1, "●"), (4, "▲"), (7, "■"), (10, "◆"), (12, "♥"))


@dataclass(frozen=True)
class Spot:
    """One card on the table.

    Attributes:
        place: where it lies, for what can be chosen; None: nowhere that an action points at.
        face: what stands on it; empty: no card lies there.
        colour: of the face.
        state: ``"open"``, ``"hidden"``, ``"known"`` (hidden, and seen before) or ``"empty"``.
        label: what stands in the frame, such as the number of its slot.
        sign: one more character that tells the colour.
        caption: what stands below.
    """

    place: Place | None
    face: str
    colour: str = _PLAIN
    state: str = "open"
    label: str = ""
    sign: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Group:
    """Cards that lie together.

    Attributes:
        spots: the cards.
        size: ``"chip"``, ``"small"`` or ``"large"``.
        title: what stands before them.
        columns: how many lie in a row; 0: as many as there is room for.
        note: a line after them.
    """

    spots: tuple[Spot, ...] = ()
    size: str = "small"
    title: str = ""
    columns: int = 0
    note: Text | None = None


def colour_of(game: str, card: Any) -> str:
    """The colour of a face."""
    if card is None:
        return _BACK
    if game == "skyjo":
        return _band(_SKYJO, card)
    if game == "mojo":
        return _band(_MOJO, card)
    return _SPECIAL if getattr(card, "is_special", False) else _PLAIN


def mark_of(game: str, card: Any) -> str:
    """A sign that tells the colour of a card where it matters: Mojo's."""
    return _band(_MOJO_SIGNS, card) if game == "mojo" and card is not None else ""


def _band(bands: tuple[tuple[int, str], ...], card: int) -> str:
    return next(entry for value, entry in bands if card <= value)


def width_of(group: Group) -> int:
    """The columns that each card of a group takes, without its caption."""
    room = {"chip": 2, "small": 2, "large": 4}[group.size]
    faces = [cell_len(_shown(spot, group.size)) for spot in group.spots]
    return max([_NARROWEST[group.size], *(face + room for face in faces)])


def _shown(spot: Spot, size: str) -> str:
    """The face; its sign has a corner of its own where there is room."""
    face = spot.face if size == "large" else spot.face + spot.sign
    return f"({face})" if spot.state == "known" else face


def draw(spot: Spot, size: str, width: int, key: str | None, *, cursor: bool) -> list[Text]:
    """The lines of a card; a key of None: it can't be chosen."""
    if spot.state == "empty":
        return [Text(" " * width) for _ in range(ROWS[size])]
    if size == "chip":
        return [_chip(spot, width)]
    frame = "cursor" if cursor else "plain" if key is None else "legal"
    left, line, right, side, low_left, low_right = tuple(_FRAMES[frame])
    edge = {"plain": spot.colour, "legal": f"bold {_LEGAL}", "cursor": f"bold {_CURSOR}"}[frame]
    if frame == "plain" and spot.state != "open":
        edge = _BACK
    rows = [Text(left + line * (width - 2) + right, edge)]
    for content in _inside(spot, size, width - 2):
        rows.append(Text.assemble((side, edge), content, (side, edge)))
    rows.append(_lowest(low_left, line, low_right, width, edge, spot.label, key))
    return rows


def _lowest(
    left: str, line: str, right: str, width: int, edge: str, label: str, key: str | None
) -> Text:
    """The lower edge with a label, or with the key that chooses the card."""
    text = f" {key} " if key and width > 5 else key or label
    inner = width - 2 - cell_len(text)
    before = inner // 2
    style = f"bold reverse {_LEGAL}" if key else "bold"
    return Text.assemble(
        (left + line * before, edge), (text, style), (line * (inner - before) + right, edge)
    )


def _inside(spot: Spot, size: str, width: int) -> list[Text]:
    """The rows between the edges."""
    style = {"open": f"bold {spot.colour}", "hidden": _BACK, "known": f"italic {spot.colour}"}
    middle = Text(_centred(_shown(spot, size), width, spot.state), style[spot.state])
    if size == "small":
        return [middle]
    if spot.state == "hidden":
        return [Text(_PATTERN * width, _BACK), middle, Text(_PATTERN * width, _BACK)]
    corner = spot.sign or (spot.face if spot.state == "open" and cell_len(spot.face) < 3 else "")
    upper = Text(f" {corner}".ljust(width), f"dim {spot.colour}")
    lower = Text(f"{corner} ".rjust(width), f"dim {spot.colour}")
    return [upper, middle, lower]


def _centred(text: str, width: int, state: str) -> str:
    space = width - cell_len(text)
    fill = _PATTERN if state == "hidden" else " "
    left = space // 2
    return fill * left + text + fill * (space - left)


def _chip(spot: Spot, width: int) -> Text:
    style = f"bold {spot.colour} on #262d3a" if spot.state == "open" else f"{_BACK} on #1d222c"
    return Text(_centred(_shown(spot, "chip"), width, "open"), style)
