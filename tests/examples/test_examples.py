"""Each example runs, does what it says, and says how to run it."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from masko_sdk import Game, bots, fifty, masko, skyjo
from masko_sdk.games import GAMES
from masko_sdk.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_says_what_it_shows_and_how_to_run_it(script: str) -> None:
    text = ast.get_docstring(ast.parse((EXAMPLES / script).read_text(encoding="utf-8")))
    assert text is not None
    assert "Shows " in text
    assert f"python examples/{script}" in text


def test_the_readme_lists_all_and_no_others() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    listed = {
        link.split("/")[0] for link in re.findall(r"^\| \[.*?\]\((.*?)\)", text, re.MULTILINE)
    }
    there = {
        path.name
        for path in EXAMPLES.iterdir()
        if path.suffix in (".py", ".ipynb") or (path.is_dir() and path.name[0] not in "._")
    }
    assert listed == there


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_is_shown_when_started_as_a_program(script: str) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / script, "--help"],
        env={**os.environ, "PYTHONPATH": str(EXAMPLES.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")


# Hot seat.


def typist(monkeypatch: pytest.MonkeyPatch, pick: Callable[[], str]) -> list[str]:
    """Somebody at the keyboard: Enter to prompts that end so, else a choice; all prompts, in order."""
    prompts: list[str] = []

    def typed(prompt: str = "") -> str:
        prompts.append(prompt)
        return pick() if prompt.endswith(": ") else ""

    monkeypatch.setattr("builtins.input", typed)
    return prompts


def test_hot_seat_plays_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fifty Fifty, whose games have as many turns as cards are dealt."""
    prompts = typist(monkeypatch, lambda: "1")
    example("hot_seat").main(["fifty", "Ana", "Bo", "Chloé", "--seed", "3"])
    assert len([prompt for prompt in prompts if prompt.endswith(": ")]) == 3 * 9 * 3
    assert re.fullmatch(r"\['(Ana|Bo|Chloé)'.*\]", capsys.readouterr().out.splitlines()[-1])


@pytest.mark.parametrize("game", GAMES)
def test_hot_seat_plays_any_game_in_any_language(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([*("0", "-1", "", "x"), *(f"{number % 3 + 1}" for number in range(10_000))])
    typist(monkeypatch, lambda: next(answers))
    hot_seat = example("hot_seat")
    monkeypatch.setattr(hot_seat, "turn", stop_after(hot_seat.turn, 40))
    with pytest.raises(StopIteration):
        hot_seat.main([game, "Ana", "Bo", "Chloé", "--seed", "3", "--language", "fr"])
    assert "Ana (vous)" in capsys.readouterr().out


def stop_after(turn: Callable[..., None], count: int) -> Callable[..., None]:
    left = iter(range(count))

    def counted(*arguments: Any) -> None:
        next(left)
        turn(*arguments)

    return counted


def test_hot_seat_wipes_the_screen_before_it_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts = typist(monkeypatch, lambda: "1")
    hot_seat = example("hot_seat")
    monkeypatch.setattr(hot_seat, "turn", stop_after(hot_seat.turn, 6))
    with pytest.raises(StopIteration):
        hot_seat.main(["masko", "Ana", "Bo", "--seed", "3"])
    passed = [prompt for prompt in prompts if prompt.startswith(hot_seat.WIPE)]
    assert len(passed) == 6


def test_hot_seat_is_short() -> None:
    assert len((EXAMPLES / "hot_seat.py").read_text("utf-8").splitlines()) <= 70


# A bot of one's own.


def test_own_bot_beats_chance(capsys: pytest.CaptureFixture[str]) -> None:
    example("own_bot").main(["--deals", "20"])
    lines = capsys.readouterr().out.splitlines()
    found = re.fullmatch(
        r"tidy against random: ([-+][\d.]+) points a round, standard error ([\d.]+)", lines[0]
    )
    assert found
    assert float(found[1]) + 4 * float(found[2]) < 0
    assert lines[1].startswith("tidy against prudent: ")


def test_what_own_bot_saves_is_by_the_rules_of_skyjo() -> None:
    """S7: three equal cards of a column leave; slot 4 * row + column."""
    saved = example("own_bot").saved
    grid = {0: 7, 4: 7, 8: 11, 1: None}
    assert saved(grid, 8, 7) == 11 + 2 * 7  # the column leaves: 7, 7 and 11 are saved
    assert saved(grid, 8, 3) == 11 - 3
    assert saved(grid, 1, 2) == 5 - 2


def test_own_bot_plays_only_what_it_may() -> None:
    own_bot = example("own_bot")
    game = Game(skyjo.Rules(target=30), 3, seed=5)
    assert bots.play(game, own_bot.tidy, max_plies=5000).winners


# A record, step by step.


def test_a_record_is_told_and_drawn_as_one_seat_may_know_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(masko.Rules(), ["Ana", "Bo"], seed=8)
    bots.play(game, "prudent", 25)
    game.record.save(tmp_path / "game.json")
    step = example("step_through_record")
    step.main([str(tmp_path / "game.json"), "--seat", "1"])
    out = capsys.readouterr().out
    assert out.count("(you)") == 25
    looked = [line for line in out.splitlines() if "looks at their own slot" in line]
    assert looked
    assert all((": [" in line) == line.strip().startswith("Bo") for line in looked)
    step.main([str(tmp_path / "game.json"), "--pictures", str(tmp_path / "pictures")])
    drawn = sorted((tmp_path / "pictures").iterdir())
    assert [path.name for path in drawn] == [f"{ply:04}.svg" for ply in range(1, 26)]
    assert all(ElementTree.parse(path).getroot().get("data-ply") for path in drawn)


# The notebook.


def cells() -> Iterator[str]:
    for cell in json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; what its last line is worth."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_cells_of_the_notebook_run_and_show_tables() -> None:
    names: dict[str, Any] = {}
    values = [shown(source, names) for source in cells()]
    drawn = [value._repr_svg_() for value in values if hasattr(value, "_repr_svg_")]
    assert len(drawn) == 5
    for svg in drawn:
        ElementTree.fromstring(svg)
    assert drawn[0].count("data-remembered") > 0
    assert drawn[1].count("data-remembered") == 0
    assert values[-1][1]


def test_a_kernel_runs_the_notebook() -> None:
    """With what runs notebooks, where it is installed."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=60).execute()
    kinds = [out.get("data", {}) for cell in notebook.cells for out in cell.get("outputs", [])]
    assert sum("image/svg+xml" in kind for kind in kinds) == 5


def test_the_notebook_is_kept_without_outputs() -> None:
    for cell in json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))["cells"]:
        assert not cell.get("outputs")


# The chat room.


@pytest.mark.parametrize("game", GAMES)
def test_fake_people_play_in_the_chat_room(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    example("chat_bot").main([game, "--minutes", "3"])
    out = capsys.readouterr().out
    assert "Ana sits down." in out
    assert "(to Chloé)" in out
    assert "Traceback" not in out


def test_secrets_are_whispered_to_whom_they_belong_alone() -> None:
    room: list[str] = []
    whispers: dict[str, list[str]] = {}
    chat = example("chat_bot").ChatTable(
        masko.Rules(),
        2,
        room.append,
        lambda name, text: whispers.setdefault(name, []).append(text),
        seed=4,
    )
    for name in ("Ana", "Bo"):
        chat.hear(0, name, "join")
    chat.hear(0, "Ana", "start")
    chat.hear(1, "Ana", "1")  # looks at her slot 0
    card = chat.table.game.players[0].memory[0, 0]
    told = f"0:({card})" if card <= 10 else f"0:({card.name.replace('_', ' ').title()})"
    assert told in whispers["Ana"][-1]
    assert not any(told in text for text in [*room, *whispers["Bo"]])
    assert "Ana looks at their own slot 0." in room


def test_the_chat_room_refuses_in_words() -> None:
    whispers: list[tuple[str, str]] = []
    chat = example("chat_bot").ChatTable(
        fifty.Rules(), 3, lambda text: None, lambda *told: whispers.append(told), seed=4
    )
    chat.hear(0, "Ana", "join")
    chat.hear(0, "Ana", "join")
    chat.hear(0, "Bo", "what?")
    (first, refusal), (second, help_) = whispers
    assert (first, second) == ("Ana", "Bo")
    assert refusal
    assert "join" in help_


def test_the_chat_room_speaks_the_language_of_its_people() -> None:
    room: list[str] = []
    whispers: list[str] = []
    chat = example("chat_bot").ChatTable(
        fifty.Rules(), 3, room.append, lambda name, text: whispers.append(text), "fr", seed=4
    )
    chat.hear(0, "Ana", "join")
    chat.hear(0, "Bo", "quoi\u202f?")
    assert room == ["Ana prend place."]
    assert whispers[0].startswith("Dites\u202f: join, start,")


# The server.


def test_a_game_is_played_over_tcp_between_two_clients_and_a_bot() -> None:
    server = example("asyncio_server")

    async def play() -> tuple[Any, Any, Table]:
        table = Table(
            fifty.Rules(), 3, seed=2, bots={2: "prudent"}, rate=10_000, burst=10_000, turn_ms=None
        )
        host = server.Server(table)
        listening, clock = await host.start()
        port = listening.sockets[0].getsockname()[1]
        async with listening:
            outcomes = await asyncio.wait_for(
                asyncio.gather(
                    server.join(port, "Ana", starts=True, seed=1), server.join(port, "Bo", seed=2)
                ),
                60,
            )
        clock.cancel()
        return (*outcomes, table)

    ana, bo, table = asyncio.run(play())
    assert table.game is not None
    assert ana == bo == table.game.outcome.to_json()  # type: ignore[union-attr]
    assert table.names[:2] == ("Ana", "Bo")


def test_no_line_holds_a_card_that_is_hidden_from_its_seat() -> None:
    server = example("asyncio_server")
    heard: dict[str, list[dict[str, Any]]] = {"Ana": [], "Bo": []}

    async def play() -> Table:
        table = Table(masko.Rules(target=20), 2, seed=3, window_ms=60, rate=10_000, burst=10_000)
        host = server.Server(table)
        listening, clock = await host.start()
        port = listening.sockets[0].getsockname()[1]
        async with listening:
            clients = [
                server.join(port, name, starts=name == "Ana", seed=1, minded=heard[name].append)
                for name in heard
            ]
            await asyncio.wait_for(asyncio.gather(*clients), 60)
        clock.cancel()
        return table

    table = asyncio.run(play())
    for seat, messages in enumerate(heard.values()):
        views = [m for m in messages if m["type"] in ("state", "update")]
        assert len(views) > 20
        for message in views:
            assert message["view"] == table.game.at(message["ply"]).players[seat].view.to_json()  # type: ignore[union-attr]


def test_a_line_that_is_no_message_is_refused_and_the_next_one_is_heard() -> None:
    server = example("asyncio_server")

    async def talk() -> list[dict[str, Any]]:
        host = server.Server(Table(fifty.Rules(), 3))
        listening, clock = await host.start()
        port = listening.sockets[0].getsockname()[1]
        async with listening:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b'nonsense\n{"type": "ping", "id": 7}\n')
            answers = [json.loads(await asyncio.wait_for(reader.readline(), 10)) for _ in range(2)]
            writer.close()
        clock.cancel()
        return answers

    refused, answer = asyncio.run(talk())
    assert refused["type"] == "refused"
    assert answer["id"] == 7
