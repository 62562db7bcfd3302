"""The process of a game at a terminal: pipes, a terminal, signals, and the record that is always left."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Record
from masko_sdk.games import GAMES

pytestmark = pytest.mark.one_backend

THREE = "Ana,bot:prudent,bot:random"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


def saved_in(out: str) -> str:
    return out.rpartition("--resume ")[2].split()[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_pipes(process: Any, tmp_path: Path, game: str) -> None:
    ran = process(
        "play", game, "--players", THREE, "--seed", "4", "--save", "g.json", typed="1\n" * 9000
    )
    assert ran.code == 0, ran.err
    assert "The game is over" in ran.out
    assert "Read it with: masko replay g.json" in ran.out
    assert Record.load(tmp_path / "g.json").replay().is_over


def test_the_end_of_the_input_saves(process: Any, tmp_path: Path) -> None:
    ran = process("play", "--players", THREE, typed="look 0 0\n")
    assert ran.code == 0
    record = Record.load(tmp_path / saved_in(ran.out))
    assert [str(move.action) for move in record.moves] == ["look 0 0"]
    assert record.tags["seats"] == ["person", "bot:prudent", "bot:random"]


def test_resume_goes_on_where_it_stopped(process: Any, tmp_path: Path) -> None:
    first = "look 0 0\nlook 0 1\ndraw\ndiscard\nq\n"
    rest = "1\n" * 9000
    process("play", "--players", THREE, "--seed", "7", "--save", "a.json", typed=first)
    ran = process("play", "--resume", "a.json", typed=rest)
    assert ran.code == 0, ran.err
    process("play", "--players", THREE, "--seed", "7", "--save", "b.json", typed=first[:-2] + rest)
    assert Record.load(tmp_path / "a.json").moves == Record.load(tmp_path / "b.json").moves


def test_resume_tells_only_what_is_new(process: Any) -> None:
    process(
        "play",
        "--players",
        THREE,
        "--seed",
        "7",
        "--save",
        "a.json",
        typed="look 0 0\nlook 0 1\nq\n",
    )
    ran = process("play", "--resume", "a.json", typed="q\n")
    assert "goes on at ply" in ran.out
    assert "Round 1 is dealt" not in ran.out


def test_a_resumed_record_keeps_notes_tags_and_table(process: Any, tmp_path: Path) -> None:
    from dataclasses import replace

    process("play", "--players", THREE, "--save", "a.json", typed="look 0 0\nq\n")
    record = Record.load(tmp_path / "a.json")
    noted = replace(record.moves[0], notes={"at": 12})
    tags = {**record.tags, "place": "Lyon"}
    replace(record, moves=(noted,), tags=tags, table={"x": 1}).save(tmp_path / "a.json")
    process("play", "--resume", "a.json", typed="look 0 1\nq\n")
    after = Record.load(tmp_path / "a.json")
    assert (after.moves[0].notes, after.tags["place"], after.table) == (
        {"at": 12},
        "Lyon",
        {"x": 1},
    )
    assert len(after.moves) > 1


def test_a_file_that_is_there_is_not_overwritten(process: Any, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("mine")
    ran = process("play", "--save", "a.json")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert (tmp_path / "a.json").read_text() == "mine"


def test_without_a_terminal_the_screen_is_scrolled_past(process: Any) -> None:
    ran = process("play", "--players", "Ana,Bo", "--seed", "5", typed="\n1\n1\n\n\nq\n")
    of_bo = ran.out.rpartition("Pass the screen to Bo")[2]
    assert ran.out.partition("Pass the screen to Bo")[0].endswith("\n" * 40)
    assert "Ana looks at their own slot 0: [" in ran.out.rpartition("Pass the screen to Bo")[0]
    assert "Ana looks at their own slot 0.\n" in of_bo
    assert "Ana looks at their own slot 0: [" not in of_bo
    assert "\x1b" not in ran.out


@posix
def test_ctrl_c_saves_and_resume_goes_on(command: list[str], env: Any, tmp_path: Path) -> None:
    with started(command, env, tmp_path) as playing:
        playing.stdin.write(b"look 0 0\n")
        playing.stdin.flush()
        wait_for(playing, b"Ana looks at their own slot 0")
        playing.send_signal(signal.SIGINT)
        rest, err = playing.communicate(timeout=30)
    assert (playing.returncode, err) == (130, b"")
    path = saved_in(rest.decode())
    resumed = subprocess.run(
        [*command, "play", "--resume", path],
        input=b"q\n",
        cwd=tmp_path,
        env=env(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert resumed.returncode == 0
    assert b"goes on at ply 1" in resumed.stdout


@posix
def test_a_request_to_end_saves(command: list[str], env: Any, tmp_path: Path) -> None:
    with started(command, env, tmp_path) as playing:
        wait_for(playing, b"look 0 1")
        playing.send_signal(signal.SIGTERM)
        rest, err = playing.communicate(timeout=30)
    assert (playing.returncode, err) == (128 + signal.SIGTERM, b"")
    assert Record.load(tmp_path / saved_in(rest.decode())).replay().ply == 0


def started(command: list[str], env: Any, folder: Path) -> Any:
    return subprocess.Popen(
        [*command, "play", "--players", THREE, "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=env(),
    )


def wait_for(playing: Any, text: bytes) -> None:
    seen = b""
    while text not in seen:
        piece = os.read(playing.stdout.fileno(), 4096)
        assert piece, seen
        seen += piece


# A real terminal.


@posix
def test_on_a_terminal_the_screen_is_cleared_and_left_clean(terminal: Any, tmp_path: Path) -> None:
    at = terminal("play", "--lines", "--players", "Ana,Bo", "--seed", "5")
    at.read("Pass the screen to")
    at.type("\n")
    at.read("look at your slot 3")
    at.type("1\n")
    at.read("look at your slot 3")
    at.type("1\n")
    at.read("to hide this screen.")
    at.type("\n")
    between = at.read("then press Enter.")
    assert "\x1b[2J\x1b[3J" in between
    at.type("\x03")
    end = at.read(".json")
    assert end.rindex("\x1b[0m\x1b[?25h") > end.rindex("Stopped.")
    assert at.end() == 130
    assert list(tmp_path.glob("masko-*.json"))


@posix
def test_enter_typed_ahead_does_not_answer_the_pass_prompt(terminal: Any) -> None:
    at = terminal("play", "--lines", "--players", "Ana,Bo", "--seed", "5")
    at.read("then press Enter.")
    at.type("\n")
    at.read("look at your slot 3")
    at.type("1\n1\n\n\n\n\n")
    seen = at.read("Pass the screen to")
    time.sleep(0.5)
    at.type("\x03")
    seen += at.read("Stopped.")
    assert "Bo looks" not in seen
    assert "look at your slot" not in seen.rpartition("Pass the screen to")[2]
    assert at.end() == 130


@posix
@pytest.mark.parametrize(
    ("arguments", "changes"), [((), {"NO_COLOR": "1"}), (("--plain",), {}), ((), {"TERM": "dumb"})]
)
def test_colours_can_be_refused(terminal: Any, arguments: Any, changes: Any) -> None:
    at = terminal("play", "--lines", "--players", THREE, *arguments, **changes)
    assert "\x1b" not in at.read("look at your slot 3")
    at.type("\x04")
    at.read("Stopped.")
    assert at.end() == 0


@posix
def test_colours_come_on_a_terminal(terminal: Any) -> None:
    at = terminal("play", "--lines", "--players", THREE)
    assert "\x1b[" in at.read("look at your slot 3")
    at.type("q\n")
    at.read("Stopped.")
    assert at.end() == 0
