"""Where ``masko play`` keeps its record: told before the game when that is nowhere, and after it when it failed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Record

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(os.name != "posix", reason="links, pipes and folders of POSIX"),
]

THREE = ("--players", "Ana,bot:prudent,bot:random", "--seed", "3")


def started(command: list[str], env: Any, folder: Path, *arguments: str) -> Any:
    return subprocess.Popen(
        [*command, "play", *THREE, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=env(),
    )


def test_a_folder_that_is_gone_is_told_before_the_game(
    command: list[str], env: Any, tmp_path: Path
) -> None:
    shell = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *command, "play", *THREE],
        input="look 0 0\nq\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=env(PYTHONSAFEPATH="1"),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("masko: masko-")
    assert done.stderr.endswith(": No such file or directory; give --save PATH\n")


def test_a_game_that_is_not_begun_leaves_nothing(process: Any, tmp_path: Path) -> None:
    process("play", *THREE, "--save", "no/a.json")
    process("play", "--players", "Ana,ana", "--save", "a.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("end", ["q", "interrupt"])
def test_a_record_that_can_not_be_saved_at_the_end_gives_a_code(
    command: list[str], env: Any, tmp_path: Path, end: str
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    with started(command, env, folder) as playing:
        seen = b""
        while b"look 0 3" not in seen:
            seen += os.read(playing.stdout.fileno(), 4096)
        shutil.rmtree(folder)
        if end == "interrupt":
            playing.send_signal(signal.SIGINT)
        out, _ = playing.communicate(b"q\n" if end == "q" else None, timeout=30)
    assert b"could not be saved in masko-" in out
    assert playing.returncode == (2 if end == "q" else 130)


def test_a_folder_keeps_no_record(process: Any, tmp_path: Path) -> None:
    ran = process("play", *THREE, "--save", ".")
    assert (ran.code, ran.out, ran.err) == (2, "", "masko: .: Is a directory\n")
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_keeps_no_record(process: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = process("play", *THREE, "--save", "pipe")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "masko: pipe is no regular file, as a record needs one\n"
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_keeps_a_record_where_it_leads(process: Any, tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("real.json")
    (tmp_path / "a.json.part").write_text("mine")
    assert process("play", *THREE, "--save", "a.json", typed="look 0 0\nq\n").code == 0
    assert process("play", "--resume", "a.json", typed="look 0 1\nq\n").code == 0
    assert (tmp_path / "a.json").is_symlink()
    assert len(Record.load(tmp_path / "real.json").moves) > 1
    assert (tmp_path / "a.json.part").read_text() == "mine"


@pytest.fixture
def begun(process: Any) -> Any:
    """A game to go on with, in ``a.json``."""
    process("play", *THREE, "--save", "a.json", typed="look 0 0\nq\n")
    return process


def test_a_resumed_game_does_not_overwrite_another_file(begun: Any, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text("mine")
    ran = begun("play", "--resume", "a.json", "--save", "b.json", typed="look 0 1\nq\n")
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / "b.json").read_text() == "mine"


@pytest.mark.parametrize("save", ["a.json", "./a.json", "new.json"])
def test_a_resumed_game_is_kept_where_it_was_or_in_a_new_file(
    begun: Any, tmp_path: Path, save: str
) -> None:
    ran = begun("play", "--resume", "a.json", "--save", save, typed="look 0 1\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert len(Record.load(tmp_path / save).moves) > 1


@pytest.mark.parametrize("save", [".", "no/b.json"])
def test_where_a_resumed_game_can_not_be_kept_is_told_before_it_goes_on(
    begun: Any, save: str
) -> None:
    ran = begun("play", "--resume", "a.json", "--save", save)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"masko: {save}: ")


def test_a_game_that_was_read_from_a_pipe_needs_another_place(
    command: list[str], env: Any, tmp_path: Path, begun: Any
) -> None:
    if not Path("/dev/fd").is_dir() or shutil.which("bash") is None:
        pytest.skip("no bash with pipes that have names")
    for save, code in ((), 2), (("--save", "b.json"), 0):
        done = subprocess.run(
            ["bash", "-c", '"$@" --resume <(cat a.json)', "bash", *command, "play", *save],
            input=b"q\n",
            capture_output=True,
            cwd=tmp_path,
            env=env(),
            check=False,
        )
        assert done.returncode == code, done
        assert (b"give --save PATH" in done.stderr) == (code == 2)
    assert Record.load(tmp_path / "b.json") == Record.load(tmp_path / "a.json")
