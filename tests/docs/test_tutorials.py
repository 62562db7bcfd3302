"""The tutorials, followed to the letter: their pieces put into the file that they name, and their commands typed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import urllib.parse
import urllib.request
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"
BUTTON = re.compile(r'<button name="action" value="([^"]+)">([^<]+)</button>')

pytestmark = pytest.mark.one_backend


def pieces(page: str, kind: str) -> list[str]:
    text = (TUTORIALS / page).read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    pages = sorted(path.name for path in TUTORIALS.glob("*.md"))
    lines = [line for page in pages for block in pieces(page, "sh") for line in block.splitlines()]
    return [shlex.split(line) for line in lines]


class Browser:
    """Somebody who opens the page and presses its first button."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.page = self.fetch(None)

    def fetch(self, form: dict[str, str] | None) -> str:
        sent = None if form is None else urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(self.address, sent, timeout=30) as answer:
            return answer.read().decode()

    def press(self, action: str) -> None:
        ply = re.search(r'name="ply" value="(\d+)"', self.page)[1]
        self.page = self.fetch({"action": action, "ply": ply})

    @property
    def buttons(self) -> list[str]:
        return [unescape(value) for value, _ in BUTTON.findall(self.page)]


@pytest.fixture
def address(tmp_path: Path):
    """The first front end, served as its page says, on a port that is free."""
    code = "".join(pieces("first_front_end.md", "python"))
    assert code.count("8000") == 1
    (tmp_path / "table.py").write_text(code.replace("8000", "0"), "utf-8")
    process = subprocess.Popen(
        [sys.executable, "table.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.communicate()


def test_a_whole_game_is_played_on_the_first_front_end(address: str) -> None:
    browser = Browser(address)
    presses = 0
    while browser.buttons:
        wanted = [action for action in browser.buttons if action == "pass"]
        browser.press((wanted or browser.buttons)[0])
        presses += 1
    assert presses > 10
    assert "The game is over" in unescape(browser.page)


def test_a_second_click_on_an_old_page_changes_nothing(address: str) -> None:
    browser = Browser(address)
    old = browser.page
    browser.press("look 0 0")
    after = browser.buttons
    browser.page = old
    browser.press("look 0 1")
    assert "too late" in browser.page
    assert browser.buttons == after


def test_the_first_bot_is_a_file_that_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("".join(pieces("first_bot.md", "python")), "utf-8")
    code = "from bot import *; assert duel(looking, first, deals=5)[0] > 0"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_commands_of_the_tutorials_run(command: list[str], tmp_path: Path) -> None:
    if command[0] != "masko":
        assert command == ["python", "table.py"]  # which the tests above run
        return
    called = [sys.executable, "-m", "masko_sdk", *command[1:]]
    told = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "announce_at" in told
