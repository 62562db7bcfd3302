"""masko picture: the table of a record, as one may know it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from masko_sdk import Game, bots, masko, pictures

Run = Callable[..., Any]


@pytest.fixture
def game(tmp_path: Path) -> Game[Any, Any, Any]:
    table = Game(masko.Rules(), ["Ana", "Bo"], seed=6)
    bots.play(table, "prudent", 30)
    table.record.save(tmp_path / "game.json")
    return table


def test_a_seat_is_drawn_as_it_may_know_it(inside: Run, game: Game[Any, Any, Any]) -> None:
    ran = inside("picture", "game.json", "--seat", "1", "--ply", "12")
    assert ran.code == 0
    assert ran.out == pictures.svg_of(game.at(12).players[1]) + "\n"


def test_the_referee_is_the_default_and_an_onlooker_sees_less(
    inside: Run, game: Game[Any, Any, Any]
) -> None:
    whole = inside("picture", "game.json").out
    public = inside("picture", "game.json", "--onlooker").out
    assert whole == pictures.svg_of(game.referee, secrets=True) + "\n"
    assert public == pictures.svg_of(game.spectator) + "\n"


def test_layout_theme_and_language_are_options(inside: Run, game: Game[Any, Any, Any]) -> None:
    given = ("--layout", "phone", "--dark", "--language", "fr", "--onlooker")
    drawn = inside("picture", "game.json", *given).out
    assert (
        drawn
        == pictures.svg_of(game.spectator, layout="phone", theme=pictures.DARK, language="fr")
        + "\n"
    )


def test_text_is_for_terminals(inside: Run, game: Game[Any, Any, Any]) -> None:
    ran = inside("picture", "game.json", "--seat", "0", "--text")
    assert ran.out == pictures.text_of(game.players[0]) + "\n"
    assert "Ana (you)" in ran.out


def test_a_file_is_written(inside: Run, game: Game[Any, Any, Any], tmp_path: Path) -> None:
    ran = inside("picture", "game.json", "--out", "table.svg")
    assert (ran.code, ran.out) == (0, "")
    assert ElementTree.parse(tmp_path / "table.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--ply", "31"), "no ply 31"),
        (("--seat", "2"), "no seat 2"),
        (("--language", "xx"), "there are en, fr"),
        (("--layout", "tall"), "invalid choice"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(
    inside: Run, game: Game[Any, Any, Any], arguments: tuple[str, ...], told: str
) -> None:
    ran = inside("picture", "game.json", *arguments)
    assert ran.code == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1
