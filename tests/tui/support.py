"""A table at a terminal that a test draws, types at and reads."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from masko_sdk import Game
from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import chairs
from masko_sdk.games import GAMES
from masko_sdk.tui.app import TableApp
from masko_sdk.tui.choices import Choice
from masko_sdk.tui.host import Host, Pace, Stage
from masko_sdk.tui.screens import HandOver, Page

ALONE = "Ana,bot:prudent,bot:prudent"
TWO = "Ana,Bo"
SHORT_SEEDS = {"masko": {ALONE: 235, TWO: 135}, "mojo": {TWO: 10}, "skyjo": {ALONE: 20}}
MOST_KEYS = 2000
PATIENCE = 60  # seconds
PACE = Pace(bot_ms=500, window_ms=6000, guard_ms=300)
AT_ONCE = Pace(bot_ms=0, window_ms=None, guard_ms=0, hand_over_ms=0)

_TEXT = re.compile(
    r'<text [^>]*x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</text>'
)
_CELL = 12.2  # width of a character in Textual's pictures


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 0

    def __call__(self) -> int:
        return self.at


def new_game(game: str, players: str = ALONE, seed: int = 7, **options: Any) -> tuple[Any, Any]:
    rules = GAMES[game].Rules(**options)
    seated = chairs(players, rules)
    return Game(rules, [chair.name for chair in seated], seed=seed), seated


def short_game(game: str, players: str = ALONE) -> tuple[Any, Any]:
    """A game that prudent players end soon: the first round, or the third of Fifty Fifty, is the last."""
    options: dict[str, Any] = {} if game == "fifty" else {"target": 1}
    return new_game(game, players, SHORT_SEEDS.get(game, {}).get(players, 7), **options)


def play_until(game: Any, wanted: Callable[[Any], bool]) -> Any:
    """The game, played by prudent bots until it is as wanted."""
    policy = Builtin("prudent")
    while not wanted(game):
        assert not game.is_over
        player = game.to_act[0]
        player.play(policy(player))
    return game


def is_in(phase: str, seat: int = 0) -> Callable[[Any], bool]:
    """Whether a seat is asked first in a phase."""

    def wanted(game: Any) -> bool:
        first = game.to_act and game.to_act[0].seat == seat
        return bool(first and game.players[seat].view.phase.value == phase)

    return wanted


def contested() -> Iterator[tuple[Any, Any]]:
    """Games with a window in which a bot claims, and seat 0 holds the same card."""
    policy = Builtin("prudent")
    for seed in range(400):
        game, seated = new_game("masko", seed=seed)
        while not game.rounds:
            due = game.to_act
            if game.window is not None and due[0].seat != 0 and game.players[0].is_due:
                hand = game.referee.view.hands[0]
                card = game.spectator.view.window.card
                claims = policy(due[0]).kind == "intercept"
                if claims and card in hand.values() and len(game.to_act) == 3:
                    yield game, seated
                    break
            due[0].play(policy(due[0]))


def slot_of(game: Any) -> int:
    card = game.spectator.view.window.card
    return next(slot for slot, held in game.referee.view.hands[0].items() if held == card)


class Sitting:
    """An app under a pilot."""

    def __init__(self, app: TableApp, pilot: Any, clock: Clock) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock
        self.host = app.host
        self.game = app.host.game

    @property
    def choices(self) -> list[Choice]:
        return self.app.table.choices

    @property
    def text(self) -> str:
        """What is on the screen, as lines."""
        return text_of(self.app.export_screenshot())

    async def press(self, *keys: str) -> None:
        """Press keys, each when the one before has done all that it does.

        The pilot's own way waits until the process is idle, which takes long, and is no proof on a busy machine.
        """
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until the app and the screen have handled their messages and drawn what has changed."""
        for _ in range(2):
            await self._reached(self.app.call_later)
            await self._reached(self.app.screen.call_later)
        await self._reached(self.app.screen.call_after_refresh)

    async def _reached(self, post: Callable[[Callable[[], None]], Any]) -> None:
        if self.app.return_value is not None:
            return  # it has left
        reached = asyncio.Event()
        post(reached.set)
        await asyncio.wait_for(reached.wait(), PATIENCE)

    async def pass_time(self, milliseconds: int) -> None:
        self.clock.at += milliseconds
        self.app.tick()
        await self.settle()

    async def go_on(self) -> None:
        """Press Enter until somebody can choose, or it is over."""
        for _ in range(10):
            reads = self.host.stage is Stage.READ or isinstance(self.app.screen, (HandOver, Page))
            if not reads or not self.app.is_running or self.is_at_the_end:
                return
            await self.press("enter")

    @property
    def is_at_the_end(self) -> bool:
        return self.host.stage is Stage.OVER

    def advised(self) -> Choice:
        """The choice that a prudent player would take."""
        action = Builtin("prudent")(self.host.player)
        return next(choice for choice in self.choices if choice.action == action)

    async def play_on(self, wanted: Callable[[Any], bool]) -> None:
        """Play by keys, as a prudent player would, until the game is as wanted."""
        for _ in range(MOST_KEYS):
            await self.go_on()
            if self.is_at_the_end or wanted(self.game):
                return
            await self.press(self.advised().key)
        raise AssertionError("the game does not end")


def at_table(
    test: Callable[[Sitting], Awaitable[None]],
    game: Any,
    seated: Any,
    *,
    size: tuple[int, int] = (80, 24),
    language: Any = "en",
    pace: Pace | None = None,
    **of_host: Any,
) -> Sitting:
    """Run a test at a table; bots take no time, and windows stay open, unless it says otherwise."""
    clock = Clock()
    pace = pace or AT_ONCE

    def host(now: int) -> Host:
        return Host(game, seated, pace=pace, now=now, **of_host)

    app = TableApp(host, [chair.name for chair in seated], language, clock)
    sitting: list[Sitting] = []

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            sitting.append(Sitting(app, pilot, clock))
            await test(sitting[0])

    asyncio.run(run())
    return sitting[0]


def text_of(svg: str) -> str:
    """The characters of Textual's picture of a screen, where they stand."""
    rows: dict[float, dict[int, str]] = {}
    for x, y, _, text in _TEXT.findall(svg):
        row = rows.setdefault(float(y), {})
        for at, character in enumerate(html.unescape(text)):
            row[round(float(x) / _CELL) + at] = character
    lines = []
    for _, row in sorted(rows.items()):
        width = max(row) + 1
        lines.append("".join(row.get(at, " ") for at in range(width)).replace("\xa0", " ").rstrip())
    return "\n".join(lines)


def words_of(text: str) -> str:
    """A text with its lines joined."""
    return " ".join(text.split())
