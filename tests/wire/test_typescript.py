"""The types compile, and the example client plays whole games over them."""

import json
import queue
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from masko_sdk import wire
from masko_sdk.games import GAMES
from masko_sdk.table import Table

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "examples" / "client"
HERE = Path(__file__).parent

TSC = shutil.which("tsc")
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(TSC is None, reason="no tsc: npm install --global typescript"),
]

WRONG = """
import type { TableUpdate, ClientPlay, TableMessage } from "./masko.js";
export const slot = (update: TableUpdate): number => update.view.hands[0]!["0"];
export const play: ClientPlay = { type: "play", action: { type: "look", seat: 0 } };
export const misspelt = (message: TableMessage) => message.type === "udpate";
export const other = (message: TableMessage) => (message.type === "claim" ? message.error : null);
"""

RIGHT = """
import type { Card, TableMessage } from "./masko.js";
export function top(message: TableMessage): Card | null {
  switch (message.type) {
    case "update":
    case "state": {
      const card: Card | null | undefined = message.view.hands[0]?.["0"];
      return card ?? message.view.discard_top;
    }
    case "refused":
      return message.error.error === "illegal_action" && message.error.reason === "must_keep" ? "1" : null;
    default:
      return null;
  }
}
"""


def compiled(folder, *options):
    done = subprocess.run(
        [str(TSC), "-p", ".", *options], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines()


@pytest.fixture
def folder(tmp_path):
    """The example client beside the types of all games."""
    for file in CLIENT.iterdir():
        if file.suffix in (".ts", ".json"):
            shutil.copy(file, tmp_path)
    for game in GAMES:
        (tmp_path / f"{game}.ts").write_text(wire.typescript(game), "utf-8")
    return tmp_path


def test_client_and_types_of_all_games_compile(folder):
    (folder / "right.ts").write_text(RIGHT)
    assert compiled(folder, "--noEmit") == []


@pytest.mark.parametrize("game_name", GAMES)
def test_client_compiles_with_the_types_of_one_game(folder, game_name):
    (folder / "messages.ts").write_text(f'export * from "./{game_name}.js";\n')
    assert compiled(folder, "--noEmit") == []


def test_wrong_use_of_the_types_does_not_compile(folder):
    (folder / "wrong.ts").write_text(WRONG)
    lines = {line.partition(",")[0] for line in compiled(folder, "--noEmit") if "error" in line}
    assert lines == {f"wrong.ts({number}" for number in (3, 4, 5, 6)}


# A game.


SHORT = {"masko": {"target": 12}, "skyjo": {"target": 20}, "mojo": {"target": 8}, "fifty": {}}


class Server:
    """A table and the driver's lines to it."""

    def __init__(self, table, driver):
        self.table = table
        self.driver = driver
        self.received = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.driver.stdout:
            self.received.put(json.loads(line))
        self.received.put({"done": None})

    def _send(self, outs):
        for out in outs:
            self.driver.stdin.write(json.dumps({"line": out.to, "text": out.text}) + "\n")
        self.driver.stdin.flush()

    def run(self):
        """Until the driver is done; what it tells."""
        table = self.table
        while True:
            now = time.monotonic_ns() // 1_000_000
            deadline = table.next_deadline
            wait = 30 if deadline is None else max(0.0, (deadline - now) / 1000)
            try:
                form = self.received.get(timeout=wait)
            except queue.Empty:
                self._send(table.advance(time.monotonic_ns() // 1_000_000))
                continue
            if "done" in form:
                return form
            now = time.monotonic_ns() // 1_000_000
            if form.get("gone"):
                self._send(table.lost(now, form["line"]))
            else:
                self._send(table.receive(now, form["line"], form["text"]))


@pytest.mark.skipif(NODE is None, reason="no node")
@pytest.mark.parametrize("game_name", GAMES)
def test_example_client_plays_a_game_over_lost_connections_and_reloads(folder, game_name):
    assert compiled(folder) == []
    (folder / "package.json").write_text('{"type": "module"}')
    table = Table(
        GAMES[game_name].Rules(**SHORT[game_name]),
        3,
        seed=5,
        bots={2: "prudent"},
        window_ms=60,
        rate=10_000,
        burst=10_000,
    )
    driver = subprocess.Popen(
        [str(NODE), str(HERE / "drive.mjs"), str(folder / "build" / "client.js"), "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        told = Server(table, driver).run()
    finally:
        driver.kill()
        driver.communicate()
    game = table.game
    assert game is not None
    assert game.is_over
    assert told["done"] is not None, "the driver ended early"
    views = [game.players[0].view, game.players[1].view, game.spectator.view]
    assert [client["view"] for client in told["done"]] == [view.to_json() for view in views]
    assert [client["seat"] for client in told["done"]] == [0, 1, None]
    for client in told["done"]:
        assert client["outcome"] == game.outcome.to_json()
        assert client["rounds"] == len(game.rounds)
    assert told["removed"] == ["answer", None, None, None, []]
    assert told["news"] > game.ply
    assert min(told["lost"], told["reloaded"]) > 0
