"""Where the commands write, and what they refuse before they begin."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Game, masko

posix = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
MANY = ["--games", "100_000_000", "--threads", "2"]  # never to be played
WRITERS = [
    ["simulate", "--games", "3", "--seed", "1", "--json"],
    ["odds", "game.json", "-n", "3", "--seed", "1", "--json"],
    ["compare", "--deals", "2", "--seed", "1", "--json"],
    ["sweep", "--vary", "target=20", "--deals", "2", "--seed", "1", "--json"],
    ["picture", "game.json"],
    ["words"],
    ["schema", "masko"],
]
by_command = pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer[0])


@pytest.fixture
def table(inside: Any) -> Any:
    """The command line in a folder that has a record."""
    Game(masko.Rules(), ["Ana", "Bo"], seed=6).record.save("game.json")
    return inside


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@posix
@by_command
def test_an_output_goes_through_a_link_and_touches_nothing_else(
    table: Any, writer: list[str]
) -> None:
    Path("a.json").symlink_to("real.json")
    Path("a.json.part").write_text("mine")
    ran = table(*writer, "--out", "a.json")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert Path("a.json").is_symlink()
    assert Path("real.json").read_text("utf-8") == table(*writer).out
    assert Path("a.json.part").read_text() == "mine"
    assert names() == ["a.json", "a.json.part", "game.json", "real.json"]


@posix
@by_command
def test_an_output_goes_into_a_pipe(table: Any, writer: list[str]) -> None:
    os.mkfifo("pipe")
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(Path("pipe").read_text("utf-8")))
    reader.start()
    ran = table(*writer, "--out", "pipe")
    reader.join(20)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert found == [table(*writer).out]
    assert Path("pipe").is_fifo()


@by_command
def test_a_minus_is_standard_output(table: Any, writer: list[str]) -> None:
    assert table(*writer, "--out", "-").out == table(*writer).out
    assert names() == ["game.json"]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (".", "Is a directory"),
        ("folder.png", "Is a directory"),
        ("no/such/a.png", "No such file or directory"),
        ("game.json/a.png", "Not a directory"),
    ],
)
@by_command
def test_an_impossible_place_is_named_as_it_was_given(
    table: Any, writer: list[str], place: str, told: str
) -> None:
    Path("folder.png").mkdir()
    ran = table(*writer, "--out", place)
    assert (ran.code, ran.out, ran.err) == (2, "", f"masko: {place}: {told}\n")
    assert names() == ["folder.png", "game.json"]
    if writer[0] in ("picture", "words", "schema") or place == ".":
        return
    ran = table(*writer, "--plot", place)
    assert (ran.code, ran.out, ran.err) == (2, "", f"masko: {place}: {told}\n")
    assert names() == ["folder.png", "game.json"]


LONG = [
    ["simulate", *MANY],
    ["odds", "game.json", "-n", "100_000_000"],
    ["compare", "--deals", "100_000_000"],
    ["sweep", "--vary", "target=20", "--deals", "100_000_000"],
]


@pytest.mark.parametrize("command", LONG, ids=lambda command: command[0])
@pytest.mark.parametrize("place", [["--plot", "no/a.png"], ["--plot", "a.txt"], ["--out", "no/a"]])
def test_what_can_not_be_written_is_told_before_the_run(
    table: Any, command: list[str], place: list[str]
) -> None:
    ran = table(*command, *place)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert place[1] in ran.err


@pytest.mark.parametrize("command", LONG, ids=lambda command: command[0])
def test_that_matplotlib_is_missing_is_told_before_the_run(
    table: Any, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = table(*command, "--plot", "a.png")
    assert (ran.code, ran.out) == (2, "")
    assert "masko-sdk[plot]" in ran.err


@posix
def test_a_picture_goes_through_a_link(table: Any) -> None:
    pytest.importorskip("matplotlib")
    Path("a.png").symlink_to("real")
    Path("a.png.part").write_text("mine")
    assert table("compare", "--deals", "2", "--plot", "a.png").code == 0
    assert Path("a.png").is_symlink()
    assert Path("real").read_bytes().startswith(b"\x89PNG")
    assert Path("a.png.part").read_text() == "mine"


EMPTY = [
    ["play", "--players", ""],
    ["play", "--save", ""],
    ["play", "--resume", ""],
    ["play", ""],
    ["play", "--preset", ""],
    *([*writer, "--out", ""] for writer in WRITERS),
    *([*writer, "--plot", ""] for writer in WRITERS[:4]),
    ["compare", "--file", ""],
    ["simulate", "--cluster", ""],
    ["simulate", "--policies", ""],
    ["replay", ""],
    ["odds", ""],
    ["words", ""],
    ["rules", ""],
]


@pytest.mark.parametrize("arguments", EMPTY, ids=" ".join)
def test_an_empty_text_is_refused_by_the_name_of_its_argument(
    table: Any, arguments: list[str]
) -> None:
    ran = table(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    name = arguments[-2] if arguments[-2].startswith("--") else "argument"
    assert name in ran.err
    assert "empty" in ran.err
    assert names() == ["game.json"]


@posix
def test_an_output_can_be_a_process_of_the_shell(command: list[str], env: Any) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    line = '"$@" --out >(cat); wait $!'
    done = subprocess.run(
        ["bash", "-c", line, "bash", *command, *WRITERS[0]],
        capture_output=True,
        env=env(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["summary"]["games"] == 3


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_run_that_is_ended_leaves_no_half_file(
    command: list[str], env: Any, tmp_path: Path, number: int, threads: str
) -> None:
    run = [*command, "simulate", *MANY[:2], "--threads", threads, "--out", "a.csv"]
    with subprocess.Popen(run, cwd=tmp_path, env=env(), stderr=subprocess.PIPE) as running:
        limit = time.monotonic() + 30
        try:
            while not any(path.stat().st_size for path in tmp_path.iterdir()):
                assert time.monotonic() < limit
                time.sleep(0.01)
            running.send_signal(number)
            running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 128 + number
    left = ["a.csv"] if number == signal.SIGINT else []  # Ctrl-C asks for what is finished
    assert [path.name for path in tmp_path.iterdir()] == left
