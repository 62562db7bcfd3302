"""The list of "Add a game" names what each of the games has, and leaves nothing out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from masko_sdk.games import GAMES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contributor" / "add_game.md"
ITEM = re.compile(r"^- `([^`]+)`(?: holds `([^`]+)`)?: .", re.MULTILINE)
ITEMS = ITEM.findall(PAGE.read_text("utf-8"))
TREES = ("csrc", "bindings", "masko_sdk", "docs", "tests")

pytestmark = pytest.mark.one_backend


def read(path: Path) -> str:
    return path.read_text("utf-8")


def test_each_line_of_the_list_is_read() -> None:
    assert len(ITEMS) == read(PAGE).count("\n- ") > 30


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("path", "held"), ITEMS, ids=[path for path, _ in ITEMS])
def test_a_game_has_what_the_list_names(path: str, held: str, game: str) -> None:
    found = sorted(ROOT.glob(path.replace("GAME", game)))
    assert found, path
    assert not held or held.replace("GAME", game) in read(found[0])


# Nothing is left out.


def all_files() -> list[Path]:
    return [file for tree in TREES for file in (ROOT / tree).rglob("*") if file.is_file()]


def is_listed(file: Path, game: str) -> bool:
    return any(file.match(path.replace("GAME", game)) for path, _ in ITEMS)


def test_files_that_each_game_has_are_on_the_list() -> None:
    first, *others = GAMES
    left_out = [
        file.relative_to(ROOT).as_posix()
        for file in all_files()
        if first in file.name and file.suffix not in (".pyc", ".txt")
        if all(file.with_name(file.name.replace(first, game)).exists() for game in others)
        and not is_listed(file, first)
    ]
    assert left_out == []


@cache
def names_all_games(file: Path) -> bool:
    """Whether a dict of a Python file has every game as a key, or a C file or the sources name them all."""
    text = read(file)
    if file.suffix != ".py" or file.name == "sources.py":
        return all(re.search(rf"\b(mk_|games/){game}\b", text) for game in GAMES)
    dicts = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Dict))
    keys = [{key.value for key in d.keys if isinstance(key, ast.Constant)} for d in dicts]
    return any(set(GAMES) <= found for found in keys)


def test_sources_that_name_every_game_are_on_the_list() -> None:
    """Tests that name them all fail for a game that they do not know, and so need no list."""
    paths = [path for path, _ in ITEMS]
    sources = [path.relative_to(ROOT) for path in all_files() if path.suffix in (".py", ".c")]
    found = [
        path.as_posix()
        for path in sources
        if path.parts[0] not in ("docs", "tests") and names_all_games(ROOT / path)
    ]
    assert len(found) > 4
    assert [path for path in found if path not in paths] == []
