"""The app: it joins the host, which knows the game, to the screens."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from masko_sdk.tui.driver import lenient
from masko_sdk.tui.host import Host, Stage
from masko_sdk.tui.paint import paint
from masko_sdk.tui.room import NARROW
from masko_sdk.tui.screens import HandOver, Page, game_page, help_page, points_page, round_page
from masko_sdk.tui.table import TableScreen
from masko_sdk.words import Catalogue, Words

__all__ = ["TableApp"]

_TICK = 0.05  # seconds between looks at the clock
_INTERRUPTED, _ENDED = 130, 128  # exit codes: Ctrl-C, and with the signal's number another end


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class TableApp(App[int]):
    """A game at a terminal; it returns an exit code: 0, or what a signal asked for.

    Args:
        make_host: makes the host at the app's time.
        names: the players by seat.
        language: one of `masko_sdk.words.LANGUAGES`, or a catalogue of one's own.
        clock: the time in milliseconds; it never goes back.
        signals: whether SIGTERM and SIGHUP end it as Ctrl-C does.
    """

    TITLE = "masko"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (NARROW, "-normal"),
        (110, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True),
        Binding("f1,question_mark", "help", show=False),
        Binding("v", "points", show=False),
    ]

    def __init__(
        self,
        make_host: Callable[[int], Host],
        names: list[str],
        language: str | Catalogue = "en",
        clock: Callable[[], int] = _milliseconds,
        *,
        signals: bool = False,
    ) -> None:
        super().__init__()
        self._clock = clock
        self._stood_still = 0  # for how long the clock did not run
        self._paused_at: int | None = None
        self._signals = signals
        self.host = make_host(self.now())
        self.words = Words(self.host.game.rules, names, paint, language)
        self.table = TableScreen(self.host, self.words)
        self.is_ready = False

    def now(self) -> int:
        """The time of the game, which stands still while a page is read."""
        at = self._clock() if self._paused_at is None else self._paused_at
        return at - self._stood_still

    # Beginning and end.

    def get_driver_class(self) -> type[Driver]:
        """The platform's driver, which a byte that is no text does not end."""
        return lenient(super().get_driver_class())

    def on_mount(self) -> None:
        """Show the table."""
        if self._signals:
            self._listen()
        self.push_screen(self.table, None)
        self.set_interval(_TICK, self.tick)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.is_ready = True
        self.follow()

    def _listen(self) -> None:
        """Have a closed terminal and a request to end go the way of Ctrl-C."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError):  # Windows
                    asyncio.get_running_loop().add_signal_handler(
                        number, self.stop, _ENDED + number
                    )

    def stop(self, code: int = 0) -> None:
        """Leave, with an exit code."""
        self.host.hide()
        self.exit(code)

    def action_leave(self) -> None:
        """Stop; the record is kept by whoever started the app."""
        self.stop(0)

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.stop(_INTERRUPTED)

    # The game goes on.

    def tick(self) -> None:
        """Let happen what is due by now."""
        if not self.is_ready or not self.is_running or self.screen is not self.table:
            return
        if self.host.advance(self.now()):
            self.follow()
        else:
            self.table.draw_clock()

    def play(self, action: Any) -> None:
        """The person in front does it.

        Raises:
            RuleViolation: it is refused.
        """
        now = self.now()
        if self.host.is_guarded(now):
            return
        self.host.play(action, now)
        self.follow()

    def confirm(self) -> None:
        """The person in front has read what only they may know."""
        self.host.confirm(self.now())
        self.follow()

    def follow(self) -> None:
        """Show where the game stands now."""
        news: list[Any] = []
        goes_on = True
        while goes_on and self.host.stage is not Stage.HAND_OVER:
            news += self.host.news()
            goes_on = self.host.advance(self.now())
        if goes_on:
            self._hand_over()
        else:
            self.table.show(news)
            self._tell_ends(news)

    def redraw(self) -> None:
        """Draw the same again, in another size."""
        if self.is_ready and self.host.stage is not Stage.HAND_OVER:
            self.table.draw_again()

    def _hand_over(self) -> None:
        self.table.blank()
        assert self.host.asked is not None
        opens = self.now() + self.host.pace.hand_over_ms
        page = HandOver(self.words, self.host.asked, lambda: self.now() >= opens)
        self.push_screen(page, self._taken)

    def _taken(self, _: None) -> None:
        self.host.confirm(self.now())
        self.follow()

    def _tell_ends(self, news: list[Any]) -> None:
        """A round or the game is over: show a page, and go on after it."""
        rounds = list(self.host.game.rounds)
        if self.host.stage is Stage.OVER:
            page = game_page(self.words, rounds, self.host.game.outcome)
            self.push_screen(page, lambda _: self.stop(0))
            return
        for event in reversed(news):
            if event.kind == "round_scored":
                told = rounds[: event.result.round + 1]
                self._read(round_page(self.words, told, self.words.event(event)))
                return

    def _read(self, page: Page) -> None:
        """Show a page, while the clock stands still."""
        self._paused_at = self._clock()
        self.push_screen(page, self._go_on)

    def _go_on(self, _: None) -> None:
        assert self._paused_at is not None
        self._stood_still += self._clock() - self._paused_at
        self._paused_at = None

    # Pages.

    def action_help(self) -> None:
        """The rules, the keys and the signs."""
        if self.screen is self.table:
            self._read(help_page(self.words))

    def action_points(self) -> None:
        """The points of all rounds."""
        if self.screen is self.table:
            self._read(points_page(self.words, list(self.host.game.rounds)))
