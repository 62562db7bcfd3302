"""Draws what an observer sees of a table, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Protocol

from masko_sdk._columns import clip, width_of
from masko_sdk.pictures._build import GRID_COLUMNS
from masko_sdk.words import Words

__all__ = ["NAME_WIDTH", "Drawing", "Paper", "Plain"]

NAME_WIDTH = 16
_GRIDS = {"skyjo": GRID_COLUMNS}  # games whose slots form a grid, row by row
_HEAD = {
    "ply",
    "turn",
    "phase",
    "round",
    "totals",
    "hands",
}  # fields that have a place of their own
_GAP = 3


class Paper(Protocol):
    """What is written on."""

    @property
    def width(self) -> int:
        """Columns of a line."""

    def paint(self, role: str, text: str, /) -> str:
        """A text as its role looks here."""


class Plain:
    """Paper without colours.

    Args:
        width: columns of a line.
    """

    def __init__(self, width: int) -> None:
        self.width = width

    def paint(self, role: str, text: str, /) -> str:
        """The text as it is."""
        return text


class Drawing:
    """Draws the views of one game.

    Args:
        screen: what is written on: its colours and width.
        words: the game's.
        rules: the game.
    """

    def __init__(self, screen: Paper, words: Words, rules: Any) -> None:
        self._screen = screen
        self._words = words
        tables = rules._tables
        self._columns = _GRIDS.get(tables.name, 0)
        fields = [(name, kind) for name, kind in tables.view_fields if name not in _HEAD]
        seated = words.sentences.kinds("seat")
        self._fields = [field for field in fields if field[0] not in seated]
        self._seat_fields = [field for field in fields if field[0] in seated]

    def draw(
        self, view: Any, memory: Mapping[Any, Any], viewer: int, due: Sequence[int]
    ) -> list[str]:
        """The lines: what happens, the piles, and a part for each seat."""
        title = self._words.say("table", "round", round=view.round + 1)
        head, text = self._screen.paint("bold", title), self._words.phase(view, due)
        lines = [self._words.say("forms", "heading", head=head, text=text)]
        told = [
            self._words.field("view", field, view, getattr(view, field[0]))
            for field in self._fields
        ]
        lines.append(self._joined(told))
        if self._columns:
            return lines + self._grids(view, viewer)
        return lines + [
            self._seat_line(view, memory, viewer, seat) for seat in range(len(view.totals))
        ]

    # A line a seat.

    def _seat_line(self, view: Any, memory: Mapping[Any, Any], viewer: int, seat: int) -> str:
        hand = self._hand(view.hands[seat], memory, seat)
        parts = [hand, *self._seat_parts(view, seat)]
        return f"{self._title(view, viewer, seat)}  {self._joined(parts)}"

    def _joined(self, parts: Sequence[str]) -> str:
        return self._words.say("forms", "separator").join(part for part in parts if part)

    def _title(self, view: Any, viewer: int, seat: int) -> str:
        """Whose turn, the name and the points, in columns."""
        widest = max(width_of(self._label(viewer, other)) for other in range(len(view.totals)))
        points = max(len(str(total)) for total in view.totals)
        label = self._label(viewer, seat)
        mark = ">" if view.turn == seat else " "
        space = " " * (widest - width_of(label))
        return f"{mark} {self._screen.paint(f'seat{seat}', label)}{space}  {view.totals[seat]:>{points}}"

    def _label(self, viewer: int, seat: int) -> str:
        name = clip(self._words.names[seat], NAME_WIDTH)
        return self._words.say("table", "you", name=name) if seat == viewer else name

    def _hand(self, hand: Any, memory: Mapping[Any, Any], seat: int) -> str:
        if not isinstance(hand, Mapping):
            return self._words.cards(hand)
        return " ".join(
            f"{slot}:{self._face(card, memory, seat, slot)}" for slot, card in hand.items()
        )

    def _face(self, card: Any, memory: Mapping[Any, Any], seat: int, slot: int) -> str:
        seen = memory.get((seat, slot)) if card is None else None
        return self._words.card(card) if seen is None else self._words.card(seen, known=True)

    def _seat_parts(self, view: Any, seat: int) -> list[str]:
        parts = []
        for name, kind in self._seat_fields:
            thing = getattr(view, name)[seat]
            parts.append(self._words.field("seat", (name, kind[1:-1]), view, thing))
        return parts

    # Grids, side by side.

    def _grids(self, view: Any, viewer: int) -> list[str]:
        blocks = [self._grid(view, viewer, seat) for seat in range(len(view.totals))]
        width = max(width_of(line) for block in blocks for line in block) + _GAP
        beside = max(1, self._screen.width // width)
        lines = []
        for first in range(0, len(blocks), beside):
            for parts in zip_longest(*blocks[first : first + beside], fillvalue=""):
                padded = [part + " " * (width - width_of(part)) for part in parts]
                lines.append("".join(padded).rstrip())
        return lines

    def _grid(self, view: Any, viewer: int, seat: int) -> list[str]:
        hand = view.hands[seat]
        rows = -(-(max(hand, default=0) + 1) // self._columns)
        lines = [self._title(view, viewer, seat)]
        for row in range(rows):
            slots = range(row * self._columns, (row + 1) * self._columns)
            cells = [self._cell(self._words.card(hand[s]) if s in hand else "") for s in slots]
            lines.append(f"  {slots[0]:>2} " + " ".join(cells))
        return lines

    def _cell(self, text: str) -> str:
        return " " * (4 - width_of(text)) + text
