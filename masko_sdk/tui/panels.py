"""What stands beside the cards: the choices, the log, the clock of a window, tables of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from masko_sdk.tui.choices import Choice
from masko_sdk.tui.faces import SEAT_COLOURS
from masko_sdk.tui.paint import painted
from masko_sdk.words import Words

__all__ = ["ChoiceList", "Clock", "rounds_table", "standing_table"]

_KEY_WIDTH = 4
_FULL, _EMPTY = "█", "░"


class Clock(Widget):
    """How much time is left, as a bar and in words."""

    DEFAULT_CSS: ClassVar[str] = "Clock { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left, self._whole, self._words = 0, 1, ""

    def show(self, left: int, whole: int, words: str) -> None:
        """Draw so much of the whole."""
        self._left, self._whole, self._words = left, whole, words
        self.refresh()

    def render(self) -> Text:
        """The bar."""
        room = max(4, self.size.width - len(self._words) - 1)
        full = min(room, -(-self._left * room // self._whole))
        colour = "#ffd75e" if self._left * 3 > self._whole else "#ff7a66"
        bar = (_FULL * full + _EMPTY * (room - full), colour)
        return Text.assemble(bar, " ", (self._words, "bold"), no_wrap=True)


class ChoiceList(Widget):
    """The choices below each other, each with its key."""

    DEFAULT_CSS: ClassVar[str] = "ChoiceList { height: auto; width: 1fr; }"

    class Chosen(Message):
        """A choice was clicked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._choices: tuple[Choice, ...] = ()
        self._known: tuple[str, ...] = ()
        self._cursor: Choice | None = None
        self._rows: list[Choice] = []

    def show(self, choices: Sequence[Choice], known: Sequence[str], cursor: Choice | None) -> None:
        """Draw these; `known` tells what each of them would meet."""
        wanted = (tuple(choices), tuple(known), cursor)
        if wanted != (self._choices, self._known, self._cursor):
            self._choices, self._known, self._cursor = wanted
            self._lay_out(self.content_size.width or 30)
            self.refresh(layout=True)

    def local(self, choice: Choice) -> Region | None:
        """Where in this widget a choice is."""
        rows = [row for row, other in enumerate(self._rows) if other is choice]
        return Region(0, rows[0], self.size.width, len(rows)) if rows else None

    def find(self, choice: Choice) -> Region | None:
        """Where on the screen a choice is."""
        region = self.local(choice)
        return None if region is None else region.translate(self.content_region.offset)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the choices take at a width."""
        return len(self._lay_out(width))

    def render(self) -> Text:
        """The choices as text."""
        return Text("\n", no_wrap=True).join(self._lay_out(self.content_size.width))

    def _lay_out(self, width: int) -> list[Text]:
        lines: list[Text] = []
        self._rows = []
        for choice, known in zip(self._choices, self._known, strict=True):
            text = painted(choice.text + known).wrap(self.app.console, max(8, width - _KEY_WIDTH))
            for row, part in enumerate(text):
                lines.append(self._line(choice, part, first=row == 0, width=width))
                self._rows.append(choice)
        return lines

    def _line(self, choice: Choice, part: Text, *, first: bool, width: int) -> Text:
        key = choice.key if first else ""
        line = Text.assemble((f" {key:^1} ", "bold reverse #ffd75e" if key else ""), " ", part)
        if choice is self._cursor:
            line.pad_right(max(0, width - line.cell_len))
            line.stylize("bold on #3b4658")
        return line

    def on_click(self, event: events.Click) -> None:
        """Tell which choice was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and 0 <= offset.y < len(self._rows):
            self.post_message(self.Chosen(self._rows[offset.y]))


def rounds_table(words: Words, rounds: Sequence[Any]) -> Table:
    """The points of each round and the totals."""
    table = Table(box=None, padding=(0, 1), show_edge=False)
    titles = [words.say("table", "round", round=result.round + 1) for result in rounds]
    titles.append(words.say("table", "totals"))
    table.add_column("", style="dim", no_wrap=True, min_width=max(map(len, titles)))
    for seat, name in enumerate(words.names):
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        head = Text(name, colour)
        table.add_column(head, justify="right", max_width=12, overflow="ellipsis", no_wrap=True)
    for title, result in zip(titles, rounds, strict=False):
        table.add_row(title, *map(str, result.scores))
    if rounds:
        totals = [Text(str(total), "bold") for total in rounds[-1].totals]
        table.add_row(Text(titles[-1], "bold"), *totals)
    return table


def standing_table(words: Words, outcome: Any) -> Table:
    """Ranks, names and totals, best first."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        won = words.say("table", "wins") if seat in outcome.winners else ""
        table.add_row(
            f"{outcome.ranks[seat]}.",
            Text(words.names[seat], f"bold {colour}"),
            str(outcome.totals[seat]),
            Text(won, "bold #ffd75e"),
        )
    return table
