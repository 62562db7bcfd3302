"""Pictures of the web table: ``python -m examples.web.screenshots FOLDER``, with Playwright and Chromium.

Each scene is a table of its own, dealt from a fixed seed and played by bots to the moment that is to be shown; then a
browser comes back to the seat as any player would, and its page is photographed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from masko_sdk import fifty, masko, mojo, skyjo
from masko_sdk.bots import Builtin
from masko_sdk.table import Table

from .house import House, Limits
from .server import make_app
from .store import Store

PHONE = (360, 740)
DESK = (1280, 800)
NAMES = ("Ana", "Bo", "Chloé", "Dio", "Eli")
_THINKING_MS = 2500
_BOT_MS = 3000  # nothing happens of itself while the picture is taken
_WINDOW_MS = 10_000


@dataclass(frozen=True)
class Scene:
    """A moment at a table, and how it is looked at.

    Attributes:
        name: of the picture.
        rules: the game.
        seats: how many.
        seed: where chance comes from.
        is_moment: whether a game is where it is to be shown.
        size: of the window, in CSS pixels.
        language, scheme: of the browser.
        click: what to click before the picture is taken.
    """

    name: str
    rules: Any
    seats: int
    seed: int
    is_moment: Callable[[Any], bool]
    size: tuple[int, int] = PHONE
    language: str = "en"
    scheme: Literal["light", "dark"] = "light"
    click: str = ""

    @property
    def code(self) -> str:
        """The code of its table."""
        return hashlib.sha256(self.name.encode()).hexdigest()[:20]


def in_window(game: Any) -> bool:
    """A race in which seat 0 may claim, some way into the game."""
    return game.ply > 60 and game.window is not None and game.players[0].is_due


def holding(game: Any) -> bool:
    """Seat 0 has drawn a card."""
    view = game.players[0].view
    return game.ply > 70 and view.held is not None and view.held.seat == 0


def own_turn(after: int) -> Callable[[Any], bool]:
    """Seat 0 is to play."""
    return lambda game: game.ply >= after and game.players[0].is_due


SCENES = [
    Scene("masko_race_phone", masko.Rules(), 4, 21, in_window),
    Scene("masko_hold_desk_dark", masko.Rules(), 5, 22, holding, DESK, "fr", "dark"),
    Scene("masko_setup_phone_dark", masko.Rules(), 3, 23, own_turn(2), PHONE, "fr", "dark"),
    Scene("skyjo_phone", skyjo.Rules(), 3, 24, own_turn(60)),
    Scene("skyjo_desk", skyjo.Rules(), 4, 25, holding, DESK, "en", "light"),
    Scene("mojo_phone_dark", mojo.Rules(discards=2), 4, 26, own_turn(10), PHONE, "en", "dark"),
    Scene("mojo_desk", mojo.Rules(), 4, 27, own_turn(14), DESK, "fr"),
    Scene("fifty_phone", fifty.Rules(), 4, 28, own_turn(21), PHONE, "fr"),
    Scene("fifty_scores_desk", fifty.Rules(), 4, 29, own_turn(80), DESK, click=".tools .scores"),
    Scene("masko_help_phone", masko.Rules(), 4, 21, in_window, click=".tools .help"),
]


def set_up(scene: Scene) -> tuple[str, str]:
    """The table of a scene: what is saved of it, and the token of seat 0."""
    table = Table(
        scene.rules,
        NAMES[: scene.seats],
        seed=scene.seed,
        bots=dict.fromkeys(range(1, scene.seats), "prudent"),
        bot_ms=_BOT_MS,
        window_ms=_WINDOW_MS,
    )
    table.start(0)
    prudent = Builtin("prudent")
    now = 0
    game = table.game
    assert game is not None
    while not scene.is_moment(game):
        player = game.players[0]
        if player.is_due:
            window = {} if game.window is None else {"window": game.window}
            now += _THINKING_MS
            action = prudent(player).to_json()
            table.receive(now, 0, {"type": "play", "action": action, **window})
        else:
            now = table.next_deadline or now
            table.advance(now)
    token = table.invite(0)
    table.lost(now, 0)
    return table.save(), token


# Looking at it.


@contextlib.contextmanager
def serving(database: Path) -> Iterator[str]:
    """A server over a file of tables, in a thread; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = make_app(House(Store(database), Limits(lines_from=1000)))
    config = uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def photograph(browser: Browser, address: str, scene: Scene, folder: Path, token: str) -> None:
    """One picture of a scene, as ``FOLDER/NAME.png``."""
    width, height = scene.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if scene.size == PHONE else 1,
        locale=scene.language,
        color_scheme=scene.scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    if token:
        seat = {"code": scene.code, "token": token, "game": scene.rules.game, "name": NAMES[0]}
        kept = json.dumps([{**seat, "at": 0}])
        page.add_init_script(f"localStorage.setItem('masko.seats', {json.dumps(kept)})")
        page.goto(f"{address}/t/{scene.code}")
        page.locator(".mine .card").first.wait_for()
    wait_for_pictures(page)
    if scene.click:
        page.locator(scene.click).click()
    page.screenshot(path=folder / f"{scene.name}.png")
    context.close()


def wait_for_pictures(page: Page) -> None:
    """Until all cards are drawn."""
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.wait_for_timeout(150)


def photograph_entrance(browser: Browser, address: str, folder: Path) -> None:
    """Where a table is opened, and where its players meet."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2)
    page = context.new_page()
    page.goto(address)
    page.locator("#create").wait_for()
    wait_for_pictures(page)
    page.screenshot(path=folder / "entrance_phone.png")
    page.locator("#create").click()
    page.locator("#name").fill(NAMES[0])
    page.locator(".join button").click()
    page.locator("#start").wait_for()
    page.screenshot(path=folder / "waiting_room_phone.png")
    context.close()


def main() -> None:
    """Make all pictures, or those whose names begin with a word."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="the beginning of the names that are wanted")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    scenes = [scene for scene in SCENES if scene.name.startswith(told.only)]
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "tables.sqlite3"
        store = Store(database)
        tokens = {}
        for scene in scenes:
            saved, tokens[scene.name] = set_up(scene)
            store.put(scene.code, saved)
        store.close()
        with serving(database) as address, sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu"]
            browser = playwright.chromium.launch(executable_path=told.chromium, args=flags)
            if "entrance".startswith(told.only):
                photograph_entrance(browser, address, told.folder)
            for scene in scenes:
                photograph(browser, address, scene, told.folder, tokens[scene.name])
            browser.close()


if __name__ == "__main__":
    main()
