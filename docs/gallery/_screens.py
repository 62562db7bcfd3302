"""Photographs of the terminal's and the web's table: ``python docs/gallery/_screens.py`` makes the PNGs beside it.

It needs the extras ``tui`` and ``web``, Playwright, Pillow and Chromium; the site is built without them.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from masko_sdk import Game
from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import chairs
from masko_sdk.games import GAMES
from masko_sdk.tui.app import TableApp
from masko_sdk.tui.host import Host, Pace

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
CHROMIUM = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
PLAYERS = "Ana,bot:prudent,bot:prudent"
TERMINALS = {"terminal_masko": ("masko", 60, "en"), "terminal_skyjo": ("skyjo", 60, "fr")}
PAGES = ("masko_race_phone", "masko_hold_desk_dark", "fifty_phone", "mojo_desk")
WIDEST = 760  # pixels
COLOURS = 48


async def terminal(game: str, after: int, language: str) -> str:
    """The drawn table at the first decision of Ana after so many plies, as SVG."""
    rules = GAMES[game].Rules()
    seated = chairs(PLAYERS, rules)
    names = [chair.name for chair in seated]
    played: Any = Game(rules, names, seed=7)
    while played.ply < after or played.to_act[0].seat != 0:
        player = played.to_act[0]
        player.play(Builtin("prudent")(player))
    clock = [0]
    pace = Pace(bot_ms=0, window_ms=6000, guard_ms=0)
    app = TableApp(
        lambda now: Host(played, seated, [], pace, now=now), names, language, lambda: clock[0]
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        clock[0] += 1500
        app.tick()
        await pilot.pause()
        return app.export_screenshot()


def photograph(svg: str, target: Path) -> None:
    """A terminal's SVG in the machine's own font, by Chromium: nothing is fetched."""
    plain = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    plain = plain.replace("Fira Code, monospace", "'DejaVu Sans Mono', monospace")
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()
    size = f"--window-size={int(float(width))},{int(float(height))}"
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "page.html"
        page.write_text(f"<meta charset=utf-8><body style='margin:0'>{plain}", "utf-8")
        command = [*CHROMIUM, f"--user-data-dir={place}", size, f"--screenshot={target}", page]
        subprocess.run(command, check=True, capture_output=True)


def shrink(picture: Path, target: Path) -> None:
    """Few colours, and no wider than the page."""
    image = Image.open(picture).convert("RGB")
    if image.width > WIDEST:
        image = image.resize((WIDEST, image.height * WIDEST // image.width), Image.LANCZOS)
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        for name, setting in TERMINALS.items():
            photograph(asyncio.run(terminal(*setting)), Path(place) / f"{name}.png")
            shrink(Path(place) / f"{name}.png", FOLDER / f"{name}.png")
        for name in PAGES:
            command = [sys.executable, "-m", "examples.web.screenshots", place, "--only", name]
            subprocess.run(command, cwd=ROOT, check=True)
            shrink(Path(place) / f"{name}.png", FOLDER / f"web_{name}.png")


if __name__ == "__main__":
    main()
