"""Screens over the table: the way to the next person, the end of a round and of the game, the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from masko_sdk.tui.faces import SEAT_COLOURS
from masko_sdk.tui.paint import painted
from masko_sdk.tui.panels import rounds_table, standing_table
from masko_sdk.words import Words

__all__ = ["HandOver", "Page", "game_page", "help_page", "points_page", "round_page"]


class HandOver(Screen[None]):
    """An empty screen that waits for the next person: it covers all that the one before has seen.

    Args:
        words: the game's.
        seat: who is next.
        is_open: whether it may be taken yet.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss_screen", show=False)]

    def __init__(self, words: Words, seat: int, is_open: Callable[[], bool]) -> None:
        super().__init__()
        self._words = words
        self._seat = seat
        self._is_open = is_open

    def compose(self) -> ComposeResult:
        """A name, and what to press."""
        name = Text(self._words.names[self._seat], f"bold {SEAT_COLOURS[self._seat % 8]}")
        told = self._words.say("tui", "hand_over", name=self._words.names[self._seat])
        with VerticalScroll(classes="page", can_focus=False):
            yield Static(name, classes="heading")
            yield Static(Text(told))
            yield Static(Text(self._words.say("tui", "press_enter"), "dim"))

    def action_dismiss_screen(self) -> None:
        """The next person is here."""
        if self._is_open():
            self.dismiss(None)

    def on_click(self) -> None:
        """A tap is as good as Enter."""
        self.action_dismiss_screen()


class Page(ModalScreen[None]):
    """Something to read, until a key is pressed; the table shows around it.

    Args:
        title: the heading.
        parts: what is below it.
        foot: what to press.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space,q,question_mark,f1,v", "dismiss_screen", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str | Text, parts: Iterable[RenderableType], foot: str) -> None:
        super().__init__()
        self._title = Text(title) if isinstance(title, str) else title
        self._parts = list(parts)
        self._foot = foot

    def compose(self) -> ComposeResult:
        """Heading, parts, foot."""
        with VerticalScroll(classes="page", can_focus=False):
            yield Static(self._title, classes="heading")
            for part in self._parts:
                yield Static(part, classes="part")
            yield Static(Text(self._foot, "dim"), classes="foot")

    def action_dismiss_screen(self) -> None:
        """It has been read."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A tap is as good as Enter."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Show more of a long page."""
        self.query_one(".page").scroll_relative(y=lines, animate=False)


def round_page(words: Words, rounds: list[Any], headline: str) -> Page:
    """The end of the last of these rounds: the cards, the points, the totals."""
    return Page(
        painted(headline),
        [*_hands(words, rounds[-1]), rounds_table(words, rounds)],
        words.say("tui", "press_enter"),
    )


def game_page(words: Words, rounds: list[Any], outcome: Any) -> Page:
    """The end of the game: who has won, and how it came about."""
    hands = _hands(words, rounds[-1]) if rounds else []
    return Page(
        words.say("front", "game_over"),
        [standing_table(words, outcome), *hands, rounds_table(words, rounds)],
        words.say("tui", "press_enter_leave"),
    )


def points_page(words: Words, rounds: list[Any]) -> Page:
    """The points so far."""
    none = Text(words.say("tui", "no_round"), "dim")
    return Page(
        words.say("front", "scores"),
        [rounds_table(words, rounds) if rounds else none],
        words.say("tui", "press_enter"),
    )


def help_page(words: Words) -> Page:
    """The rules in short, the special cards, the keys, and what the signs on cards mean."""
    say = words.say
    powers = "\n".join(f"{words.card_name(card)} | {text}" for card, text in words.powers())
    parts: list[RenderableType] = [painted(text) for _, text in words.rules()]
    parts += [_lines(powers)] if powers else []
    parts += [Text(say("front", "keys"), "bold"), _lines(say("tui", "keys_lines"))]
    parts += [Text(say("tui", "legend"), "bold"), _lines(say("tui", "legend_lines"))]
    return Page(say("about", "name"), parts, say("tui", "press_enter"))


def _lines(text: str) -> Table:
    """Lines of ``what | meaning`` in two columns."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for line in text.split("\n"):
        sign, _, meaning = line.partition(" | ")
        table.add_row(Text(sign), Text(meaning))
    return table


def _hands(words: Words, result: Any) -> list[Table]:
    """What each one had in the end, where the round tells."""
    hands = getattr(result, "hands", None)
    if hands is None:
        return []
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for seat, hand in enumerate(hands):
        cards = hand.values() if isinstance(hand, Mapping) else hand
        name = Text(words.names[seat], SEAT_COLOURS[seat % len(SEAT_COLOURS)])
        table.add_row(name, painted(words.cards(cards)), Text(str(result.scores[seat]), "bold"))
    return [table]
