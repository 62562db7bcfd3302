"""``masko play`` with the drawn table: when it is drawn, how it ends, and the record that is always left."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Record
from masko_sdk.tui import can_be_written

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX"),
]

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
THREE = ("--players", "Ana,bot:prudent,bot:prudent", "--seed", "7")
DRAWN = "Your choice"  # drawn when keys count


def actions(path: Path) -> list[str]:
    return [str(move.action) for move in Record.load(path).moves if move.actor == 0]


def test_on_a_terminal_the_table_is_drawn_and_q_saves(terminal: Any, tmp_path: Path) -> None:
    at = terminal("play", *THREE, "--bot-time", "0")
    at.read(DRAWN)
    at.type("0")
    at.read("slot 0")
    at.type("q")
    end = at.read(".json\r\n")
    assert "\x1b[?1049l" in end
    assert end.index("\x1b[?1049l") < end.index("Saved. Go on with: masko play --resume masko-")
    assert at.end() == 0
    (saved,) = tmp_path.glob("masko-*.json")
    assert actions(saved) == ["look 0 0"]


@pytest.mark.parametrize("wrong", [b"\xe9", b"\xff", b"\xc3("])
def test_a_byte_that_is_no_text_ends_nothing(terminal: Any, tmp_path: Path, wrong: bytes) -> None:
    at = terminal("play", *THREE, "--save", "a.json")
    at.read(DRAWN)
    at.type(wrong)
    time.sleep(0.3)  # what is read together with it is lost
    at.type("(" if wrong == b"\xe9" else "")  # it may begin a character, which this ends
    time.sleep(0.3)
    at.type("2")
    at.read("slot 2")
    at.type("q")
    assert "Traceback" not in at.read("--resume a.json")
    assert at.end() == 0
    assert actions(tmp_path / "a.json") == ["look 0 2"]


def test_a_drawn_table_is_taken_up_line_by_line(terminal: Any, process: Any) -> None:
    at = terminal("play", *THREE, "--save", "a.json", "--tui")
    at.read(DRAWN)
    at.type("1q")
    at.read("--resume a.json")
    assert at.end() == 0
    ran = process("play", "--resume", "a.json", typed="q\n")
    assert "goes on at ply 1" in ran.out


def test_lines_can_be_asked_for_on_a_terminal(terminal: Any) -> None:
    at = terminal("play", *THREE, "--lines")
    assert "\x1b[?1049h" not in at.read("look 0 3")


def test_a_dumb_terminal_has_lines(terminal: Any) -> None:
    at = terminal("play", *THREE, TERM="dumb")
    assert "\x1b" not in at.read("look 0 3")


def test_a_terminal_whose_encoding_lacks_the_signs_has_lines(terminal: Any) -> None:
    at = terminal("play", *THREE, **ASCII)
    assert "\x1b[?1049h" not in at.read("look 0 3")


def test_a_drawn_table_is_refused_where_the_encoding_lacks_its_signs(terminal: Any) -> None:
    at = terminal("play", *THREE, "--tui", **ASCII)
    told = at.read("--lines does not\r\n")
    assert told.startswith("masko: --tui needs a terminal in UTF-8, not")
    assert at.end() == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "nothing"])
def test_encodings_that_lack_a_sign_of_the_table(encoding: str) -> None:
    assert not can_be_written(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "utf-16", "gb18030"])
def test_encodings_that_have_all_signs_of_the_table(encoding: str) -> None:
    assert can_be_written(encoding)


def test_a_terminal_that_is_not_drawn_on_has_lines(terminal: Any, tmp_path: Path) -> None:
    at = terminal("play", *THREE, shell='exec "$@" 2>errors')
    assert "\x1b[?1049h" not in at.read("look 0 3")
    at.type("q\n")
    assert at.end() == 0
    assert (tmp_path / "errors").read_text() == ""


def test_the_table_speaks_the_language_that_is_asked_for(terminal: Any) -> None:
    at = terminal("play", *THREE, "--language", "fr")
    at.read("F1 aide")
    at.type("q")
    at.read("Arrêté.")
    assert at.end() == 0


@pytest.mark.parametrize(
    ("end", "code"), [("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_whatever_ends_it_the_record_is_saved(
    terminal: Any, tmp_path: Path, end: Any, code: int
) -> None:
    at = terminal("play", *THREE, "--save", "a.json")
    at.read(DRAWN)
    at.type("2")
    at.read("slot 2")
    if isinstance(end, str):
        at.type(end)
    else:
        at.process.send_signal(end)
    at.read("--resume a.json")
    assert at.end() == code
    assert actions(tmp_path / "a.json") == ["look 0 2"]


def test_a_record_that_cannot_be_kept_ends_the_game_with_the_reason(
    terminal: Any, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    at = terminal("play", *THREE, "--save", "in/a.json")
    at.read(DRAWN)
    shutil.rmtree(tmp_path / "in")
    at.type("0")
    told = at.read("masko: in/a.json")
    assert "could not be saved in in/a.json" in told
    assert at.end() == 2


def test_without_a_terminal_a_drawn_table_is_refused_in_one_line(process: Any) -> None:
    ran = process("play", "--tui")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "masko: --tui needs a terminal; --lines does not\n"


def test_without_the_extra_it_is_named(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masko_sdk.cli.play.is_installed", lambda: False)
    ran = inside("play", "--tui")
    assert ran.code == 2
    assert ran.err == 'masko: --tui needs the extra tui: pip install "masko-sdk[tui]"\n'


@pytest.mark.parametrize("wrong", ["x", "-1", "61", "nan"])
def test_a_time_outside_its_range_is_refused(inside: Any, wrong: str) -> None:
    ran = inside("play", f"--bot-time={wrong}")
    assert ran.code == 2
    assert "--bot-time" in ran.err
