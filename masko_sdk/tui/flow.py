"""Cards in rows, as many as there is room for: a widget that knows which card lies under the mouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.widget import Widget

from masko_sdk.tui.choices import Place
from masko_sdk.tui.faces import ROWS, Group, Spot, draw, width_of

__all__ = ["CardFlow"]

_LEAST_WIDTH, _USUAL_WIDTH = 10, 80  # the latter before it is known
_CONSOLE = Console()  # measures texts


class CardFlow(Widget):
    """Groups of cards below each other.

    Attributes:
        seat: whose cards these are; None: nobody's.
    """

    DEFAULT_CSS: ClassVar[str] = "CardFlow { height: auto; width: 1fr; }"

    class Chosen(Message):
        """A card, or the seat that all of these cards belong to, was clicked."""

        def __init__(self, places: Sequence[Place]) -> None:
            super().__init__()
            self.places = tuple(places)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.seat: int | None = None
        self._groups: tuple[Group, ...] = ()
        self._keys: Mapping[Place, str] = {}
        self._cursor: Place | None = None
        self._regions: dict[Place, Region] = {}
        self._boxes: list[tuple[Region, Place]] = []

    def show(
        self, groups: Sequence[Group], keys: Mapping[Place, str], cursor: Place | None
    ) -> None:
        """Draw these, with the keys of the places that can be chosen."""
        wanted = (tuple(groups), dict(keys), cursor)
        if wanted != (self._groups, self._keys, self._cursor):
            self._groups, self._keys, self._cursor = wanted
            self._lay_out(self.content_size.width or _USUAL_WIDTH)
            self.refresh(layout=True)

    def rows_of(self, groups: Sequence[Group], width: int) -> int:
        """The rows that cards would take at a width, the frame included."""
        frame = self.gutter.height
        room = max(width - self.gutter.width, _LEAST_WIDTH)
        return frame + sum(_rows_of(group, room) for group in groups)

    def find(self, place: Place) -> Region | None:
        """Where on the screen a place is, if it is here."""
        if place == ("seat", self.seat):
            return self.region
        region = self._regions.get(place)
        return None if region is None else region.translate(self.content_region.offset)

    def local(self, place: Place) -> Region | None:
        """Where in this widget a place is."""
        region = self._regions.get(place)
        if region is None:
            return None
        return region.translate(self.content_region.offset - self.region.offset)

    # Drawing.

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the cards take at a width."""
        return len(self._lay_out(width))

    def render(self) -> Text:
        """The cards as text."""
        return Text("\n", no_wrap=True).join(self._lay_out(self.content_size.width))

    def _lay_out(self, width: int) -> list[Text]:
        """The lines at a width; where the cards lie is kept for the mouse and the cursor."""
        self._regions, self._boxes = {}, []
        lines: list[Text] = []
        width = max(width, _LEAST_WIDTH)
        for group in self._groups:
            if group.spots:
                lines += self._rows(group, width, len(lines))
            if group.note is not None and group.note.plain:
                lines += _note(group.note, width)
        return lines

    def _rows(self, group: Group, width: int, top: int) -> list[Text]:
        lines = [Text(group.title.center(width), "dim")] if group.title else []
        card, blocks = width_of(group), _blocks(group)
        gap, rows = _wrapped(blocks, width, group.columns)
        for row in rows:
            room = sum(blocks[at] for at in row) + gap * (len(row) - 1)
            left, height = max(0, (width - room) // 2), len(lines)
            for at in row:
                block = self._block(group.spots[at], blocks[at], card, group.size)
                self._keep(group.spots[at], Region(left, top + height, blocks[at], len(block)))
                _put(lines, block, left, height)
                left += blocks[at] + gap
        return lines

    def _block(self, spot: Spot, width: int, card: int, size: str) -> list[Text]:
        key = None if spot.place is None else self._keys.get(spot.place)
        cursor = spot.place is not None and spot.place == self._cursor
        before = (width - card) // 2
        block = []
        for line in draw(spot, size, card, key, cursor=cursor):
            text = Text(" " * before)
            text.append_text(line)
            text.pad_right(width - text.cell_len)
            block.append(text)
        if spot.caption:
            block.append(Text(f"{spot.caption.center(width - 1)} ", "dim"))
        return block

    def _keep(self, spot: Spot, region: Region) -> None:
        if spot.place is not None:
            self._regions.setdefault(spot.place, region)
            self._boxes.append((region, spot.place))

    # The mouse.

    def on_click(self, event: events.Click) -> None:
        """Tell which card was clicked, and whose."""
        offset = event.get_content_offset(self) or Offset(-1, -1)
        places = [place for region, place in self._boxes if region.contains_point(offset)]
        if self.seat is not None:
            places.append(("seat", self.seat))
        self.post_message(self.Chosen(places))


def _blocks(group: Group) -> list[int]:
    """The columns of each card with its caption."""
    card = width_of(group)
    return [max(card, cell_len(spot.caption) + 1) for spot in group.spots]


def _put(lines: list[Text], block: Sequence[Text], left: int, top: int) -> None:
    """Add a block at the right end of lines, from a row on."""
    for at, text in enumerate(block, top):
        if at == len(lines):
            lines.append(Text())
        lines[at].pad_right(left - lines[at].cell_len)
        lines[at].append_text(text)


def _wrapped(widths: Sequence[int], room: int, columns: int) -> tuple[int, list[list[int]]]:
    """The gap between cards, and rows of numbers of cards that fit: without a gap where that makes fewer."""
    airy, tight = (_rows_with(gap, widths, room, columns) for gap in (1, 0))
    return (1, airy) if len(airy) <= len(tight) else (0, tight)


def _rows_with(gap: int, widths: Sequence[int], room: int, columns: int) -> list[list[int]]:
    rows: list[list[int]] = []
    left = 0
    for at, width in enumerate(widths):
        full = bool(rows) and (len(rows[-1]) == columns if columns else left + width > room)
        if full or not rows:
            rows.append([])
            left = 0
        rows[-1].append(at)
        left += width + gap
    return rows


def _rows_of(group: Group, width: int) -> int:
    """The rows that a group takes at a width."""
    note = 0 if group.note is None or not group.note.plain else len(_note(group.note, width))
    if not group.spots:
        return note
    caption = any(spot.caption for spot in group.spots)
    rows = len(_wrapped(_blocks(group), width, group.columns)[1])
    return bool(group.title) + rows * (ROWS[group.size] + caption) + note


def _note(note: Text, width: int) -> list[Text]:
    """A note in lines, in the middle."""
    lines = note.wrap(_CONSOLE, width)
    for line in lines:
        line.rstrip()
        line.pad_left((width - line.cell_len) // 2)
    return list(lines)
