"""The drawn table and the line table leave the same records, and either goes on with the other's."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Record
from masko_sdk.bots import Builtin
from masko_sdk.cli.play import Table
from masko_sdk.cli.screen import Screen
from masko_sdk.cli.sitting import Left
from masko_sdk.cli.sitting import Sitting as Lines
from masko_sdk.games import GAMES
from tests.tui.support import ALONE, TWO, Sitting, at_table, short_game

pytestmark = pytest.mark.one_backend

STOP_AFTER = 7  # decisions of persons


class Advised:
    """Types what a prudent player would do, Enter where nobody is asked, and stops after so many decisions."""

    are_echoed = True

    def __init__(self, game: Any, limit: int | None) -> None:
        self.game, self.limit, self.plies = game, limit, {game.ply}
        self.screen: Any = None

    def line(self) -> str:
        asked = self.screen.prompt
        if "Enter." in asked or "hide" in asked:
            return "\n"
        if self.limit is not None and len(self.plies) > self.limit:
            return "q\n"
        self.plies.add(self.game.ply + 1)
        return f"{Builtin('prudent')(self.game.to_act[0])}\n"

    def forget(self) -> None:
        pass


class Page(Screen):
    """Keeps the last prompt."""

    prompt = ""

    def ask(self, prompt: str) -> None:
        self.prompt = prompt


def play_lines(table: Table, limit: int | None) -> None:
    """Play at the line table, as `masko play` does."""
    keys: Any = Advised(table.game, limit)
    screen = Page(io.StringIO())
    keys.screen = screen
    sitting = Lines(screen, table.game, table.chairs, keys, table.seen)
    table.seen = sitting.seen
    try:
        sitting.run()
    except Left:
        sitting.leave()


def play_drawn(table: Table, limit: int | None) -> None:
    """Play at the drawn table, as `masko play --tui` does."""

    async def test(at: Sitting) -> None:
        decisions = 0
        while not at.game.is_over and (limit is None or decisions < limit):
            await at.go_on()
            await at.press(at.advised().key)
            decisions += 1
        await at.go_on()
        await at.press("enter" if at.game.is_over else "q")

    done = at_table(test, table.game, table.chairs, seen=table.seen)
    table.seen = done.host.seen


def start(game: str, players: str) -> Table:
    made, seated = short_game(game, players)
    return Table(made, seated, [-1] * len(seated), None)


def resumed(record: Record, chairs: Any) -> Table:
    return Table(record.replay(), chairs, list(record.tags["seen"]), None, record)


@pytest.mark.parametrize(("game", "players"), [*((game, ALONE) for game in GAMES), ("masko", TWO)])
def test_a_game_stopped_and_taken_up_again_has_the_record_of_the_line_table(
    game: str, players: str
) -> None:
    ways = (play_lines, play_drawn)
    halves, wholes = [], []
    for first, second in zip(ways, reversed(ways), strict=True):
        table = start(game, players)
        first(table, STOP_AFTER)
        halves.append(table.record().dumps())
        again = resumed(Record.loads(halves[-1]), table.chairs)
        second(again, None)
        wholes.append(again.record())
    assert halves[0] == halves[1]
    assert wholes[0].moves == wholes[1].moves
    assert wholes[0].replay().is_over
    assert wholes[0].dumps() == wholes[1].dumps()


def test_each_action_is_saved_at_once(tmp_path: Path) -> None:
    table = start("masko", ALONE)
    table.path = tmp_path / "game.json"
    saved = []

    def keep() -> None:
        table.save()
        saved.append(len(Record.load(tmp_path / "game.json").moves))

    async def test(at: Sitting) -> None:
        for _ in range(4):
            await at.press(at.advised().key)
        assert saved == list(range(1, at.game.ply + 1))

    at_table(test, table.game, table.chairs, played=keep)
