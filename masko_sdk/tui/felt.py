"""The cards of all: the others' above, the piles in the middle, those of the one in front below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.geometry import Region

from masko_sdk.tui.board import Board
from masko_sdk.tui.choices import Place
from masko_sdk.tui.faces import SEAT_COLOURS
from masko_sdk.tui.flow import CardFlow
from masko_sdk.tui.room import Room
from masko_sdk.words import Words

__all__ = ["Felt", "Marks", "Sight"]

_TURN = "▶ "
_TITLE_FRAME = 6  # columns of a frame beside its title
_SIZES = (("large", "large"), ("large", "small"), ("small", "small"))  # own cards, middle


@dataclass(frozen=True)
class Sight:
    """What there is to see, and for whom.

    Attributes:
        view: what lies open to them.
        memory: what they have seen before, by seat and slot.
        front: their seat; None: nobody's.
    """

    view: Any
    memory: Mapping[Any, Any]
    front: int | None

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.view.totals)

    @property
    def others(self) -> list[int]:
        """The seats of the others, clockwise from the one in front."""
        if self.front is None:
            return list(range(self.seats))
        return [(self.front + step) % self.seats for step in range(1, self.seats)]


@dataclass(frozen=True)
class Marks:
    """What can be chosen: the keys of places, and the one under the cursor."""

    keys: Mapping[Place, str] = field(default_factory=dict)
    cursor: Place | None = None


class Felt(VerticalScroll):
    """All cards, as large as there is room for.

    Args:
        words: the game's.
        rules: the game.
        seats: how many players there are.
    """

    def __init__(self, words: Words, rules: Any, seats: int) -> None:
        super().__init__(id="felt", can_focus=False)
        self._words = words
        self._board = Board(words, rules)
        self._seats = seats

    def compose(self) -> ComposeResult:
        """A part for each of the others, the middle, and the own one."""
        with Container(id="others"):
            for place in range(self._seats):
                yield CardFlow(id=f"other{place}", classes="seat")
        yield CardFlow(id="centre")
        yield CardFlow(id="own", classes="seat")

    def blank(self) -> None:
        """Show no card of anybody."""
        for flow in self.query(CardFlow):
            flow.show([], {}, None)
            flow.border_title = flow.border_subtitle = ""

    def show(self, sight: Sight, marks: Marks, room: Room) -> None:
        """Draw what there is to see."""
        self._arrange(sight, room)
        own, middle = self._fit(sight, room)
        for seat, flow in self._parts(sight):
            self._dress(flow, sight, seat, marks, room)
            flow.show(self._groups(sight, seat, own), marks.keys, marks.cursor)
        centre = self._board.centre(sight.view, middle)
        self.query_one("#centre", CardFlow).show(centre, marks.keys, marks.cursor)
        if marks.cursor is None:
            self.call_after_refresh(self._reveal_marks, sight, marks)

    def _groups(self, sight: Sight, seat: int, size: str) -> Any:
        return self._board.seat(sight.view, sight.memory, seat, sight.front, size)

    def _parts(self, sight: Sight) -> Iterator[tuple[int, CardFlow]]:
        """Where the cards of each seat are drawn."""
        flows = self.query("#others CardFlow").results(CardFlow)
        yield from zip(sight.others, flows, strict=False)
        if sight.front is not None:
            yield sight.front, self.query_one("#own", CardFlow)

    # Room.

    def _arrange(self, sight: Sight, room: Room) -> None:
        """Show the parts that are needed, side by side."""
        self.query_one("#others").styles.grid_size_columns = room.columns
        for place, flow in enumerate(self.query("#others CardFlow")):
            if flow.display != (place < len(sight.others)):
                flow.display = place < len(sight.others)
        self.query_one("#own").display = sight.front is not None

    def _fit(self, sight: Sight, room: Room) -> tuple[str, str]:
        """The sizes of the own cards and of those in the middle: large ones where there is room.

        What room is left goes above and below the middle.
        """
        centre, own = self.query_one("#centre", CardFlow), self.query_one("#own", CardFlow)
        wide, seat = room.felt_width, sight.front
        rows = room.felt_height - self._rows_of_others(sight, room)
        for sizes in _SIZES:
            left = rows - centre.rows_of(self._board.centre(sight.view, sizes[1]), wide)
            if seat is not None:
                left -= own.rows_of(self._groups(sight, seat, sizes[0]), wide)
            if left >= 0:
                break
        above = max(0, left) // 2
        centre.styles.margin = (above, 0, max(0, left) - above, 0)
        return sizes

    def _rows_of_others(self, sight: Sight, room: Room) -> int:
        flow, heights = self.query_one("#other0", CardFlow), []
        for place, seat in enumerate(sight.others):
            width = room.column_width(place % room.columns)
            heights.append(flow.rows_of(self._groups(sight, seat, ""), width))
        rows = range(0, len(heights), room.columns)
        return sum(max(heights[first : first + room.columns]) for first in rows)

    # Frames.

    def _dress(self, flow: CardFlow, sight: Sight, seat: int, marks: Marks, room: Room) -> None:
        """The frame of a seat: name, points, whose turn, and its key where it can be chosen."""
        flow.seat = seat
        has_turn, place = sight.view.turn == seat, ("seat", seat)
        style = f"bold {SEAT_COLOURS[seat % len(SEAT_COLOURS)]}"
        title = Text(self._title(sight, seat, room), style)
        flow.border_title = title.markup
        key = marks.keys.get(place)
        flow.border_subtitle = "" if key is None else f"[bold reverse #ffd75e] {key} [/]"
        flow.set_class(has_turn, "turn")
        flow.set_class(key is not None, "legal")
        flow.set_class(marks.cursor == place, "cursor")

    def _title(self, sight: Sight, seat: int, room: Room) -> str:
        """Whose turn, name and points; the word for points is left out where one of the titles has no room for it."""
        names, total = self._words.names, sight.view.totals[seat]
        turn = _TURN if sight.view.turn == seat else ""
        points = self._words.say("table", "points", points=total)
        if seat == sight.front:
            return f"{turn}{self._words.say('table', 'you', name=names[seat])} · {points}"
        widest = max(cell_len(f"{_TURN}{names[other]} · {points}") for other in sight.others)
        fits = widest <= room.column_width(0) - _TITLE_FRAME
        return f"{turn}{names[seat]} · {points if fits else total}"

    # Places.

    def find(self, place: Place) -> Region | None:
        """Where on the screen a place is, if it is drawn."""
        regions = (flow.find(place) for flow in self.query(CardFlow) if flow.display)
        return next((region for region in regions if region is not None), None)

    def reveal(self, place: Place) -> None:
        """Scroll to a place."""
        for flow in self.query(CardFlow):
            region = flow.local(place)
            if region is not None and flow.display:
                inside = region.translate(flow.virtual_region.offset)
                self.scroll_to_region(inside, animate=False)

    def _reveal_marks(self, sight: Sight, marks: Marks) -> None:
        """Where not all fits: scroll to the own cards, unless others' can be chosen."""
        owned = [place for place in marks.keys if place[0] in ("slot", "seat")]
        if any(place[1] != sight.front for place in owned):
            self.scroll_home(animate=False)
        else:
            self.scroll_end(animate=False)
