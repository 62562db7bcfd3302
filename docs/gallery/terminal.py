"""Writes the pictures of the drawn terminal table: ``python docs/gallery/terminal.py``, with the extra ``tui``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from masko_sdk import Game, bots, masko, skyjo
from masko_sdk.cli.arguments import chairs
from masko_sdk.tui.app import TableApp
from masko_sdk.tui.host import Host, Pace

FOLDER = Path(__file__).parent
PLAYERS = "Ana,bot:prudent,bot:prudent"
SEED = 7
LEAST_PLIES = 12
SIZE = (80, 24)
SHOWN_AFTER = 1500  # milliseconds

_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_IDENTIFIER = re.compile(r"terminal-\d+")


def until(game: Any, phase: str) -> Any:
    """The game, played by prudent bots until Ana is due in a phase."""
    policy = bots.prudent()
    while True:
        due = [player.seat for player in game.to_act]
        if game.ply >= LEAST_PLIES and 0 in due and game.players[0].view.phase == phase:
            return game
        player = game.to_act[0]
        player.play(policy(player))


async def picture(rules: Any, phase: str, language: str) -> str:
    """The table of Ana and two bots in a phase, as SVG."""
    seated = chairs(PLAYERS, rules)
    names = [chair.name for chair in seated]
    game = until(Game(rules, names, seed=SEED), phase)
    time = 0

    def host(now: int) -> Host:
        return Host(game, seated, pace=Pace(), now=now)

    app = TableApp(host, names, language, clock=lambda: time)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        time = SHOWN_AFTER
        app.tick()
        await pilot.pause()
        return plain(app.export_screenshot())


def plain(svg: str) -> str:
    """The picture without fonts from elsewhere, and with a name that is always the same."""
    svg = _IDENTIFIER.sub("terminal", _COMMENT.sub("", _WEB_FONT.sub("", svg)))
    return re.sub(r"font-family: Fira Code, monospace", "font-family: monospace", svg)


def pictures() -> Iterator[tuple[str, str]]:
    """Name and SVG of each."""
    for name, rules, phase, language in (
        ("terminal_masko.svg", masko.Rules(), "window", "en"),
        ("terminal_skyjo.svg", skyjo.Rules(), "drawn", "fr"),
    ):
        yield name, asyncio.run(picture(rules, phase, language))


if __name__ == "__main__":
    for name, svg in pictures():
        (FOLDER / name).write_text(svg, encoding="utf-8")
