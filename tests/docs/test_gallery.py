"""The gallery's answers: their scripts run, and what the page shows is what they gave."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
SCRIPTS = sorted(
    path.stem for path in GALLERY.glob("*.py") if "\ndef ask(" in path.read_text("utf-8")
)
SMALL = {"announce": 4, "automatic": 20, "hasty": 20}
LARGEST = 60_000

pytestmark = pytest.mark.one_backend


@pytest.fixture(params=SCRIPTS)
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A script, which finds what all share beside it."""
    monkeypatch.syspath_prepend(str(GALLERY))
    return request.param


@pytest.fixture(autouse=True)
def forget() -> Any:
    yield
    for name in [*SCRIPTS, "_study"]:
        sys.modules.pop(name, None)


def kept(name: str) -> dict[str, Any]:
    return json.loads((GALLERY / f"{name}.json").read_text("utf-8"))


def test_the_script_answers(name: str) -> None:
    script = importlib.import_module(name)
    rows = script.ask(SMALL.get(name, 200), 7)
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    assert len({json.dumps(row) for row in rows}) == len(rows) > 5
    assert re.search(r"\d", script.answer(rows))


def test_the_sentence_is_that_of_the_kept_figures(name: str) -> None:
    assert kept(name)["answer"] == importlib.import_module(name).answer(kept(name)["rows"])


def test_the_figure_is_small_and_fetches_nothing(name: str) -> None:
    text = (GALLERY / f"{name}.svg").read_text("utf-8")
    assert len(text.encode()) < LARGEST
    assert not re.search(r'href="(?!#)|url\((?!#)|<script', text)


def test_the_figure_is_drawn(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot")
    script, study = importlib.import_module(name), importlib.import_module("_study")
    study.figure(
        tmp_path / "figure.svg", lambda axes: script.draw(axes, kept(name)["rows"]), (7, 4)
    )
    assert "<path" in (tmp_path / "figure.svg").read_text("utf-8")


def test_kept_figures_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of one game, with the number of games and the seed that are told."""
    monkeypatch.syspath_prepend(str(GALLERY))
    script = importlib.import_module("first_seat")
    monkeypatch.setattr(script, "GAMES", {"Mojo": (script.GAMES["Mojo"][0], (2,))})
    found = kept("first_seat")
    again = script.ask(found["n"], found["seed"])
    assert again == [row for row in found["rows"] if (row["game"], row["players"]) == ("Mojo", 2)]


def test_every_answer_is_on_the_page() -> None:
    page = (GALLERY / "index.md").read_text("utf-8")
    assert sorted(re.findall(r"\{answer\} (\w+)", page)) == SCRIPTS
