"""The same view gives the same bytes, whatever the process; and texts can't break out of the markup."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from masko_sdk import ArgumentError, Game, bots, masko, mojo, pictures, skyjo
from masko_sdk.games import GAMES
from masko_sdk.pictures._markup import number
from tests.pictures.looking import look, tables, watchers

games = pytest.mark.parametrize("name", GAMES)

PROGRAM = """
import hashlib
from masko_sdk import Game, bots, pictures
from masko_sdk.games import GAMES
for name in GAMES:
    game = Game(GAMES[name].Rules(), ["Ana", "Bo", "Chloé"], seed=9)
    bots.play(game, "prudent", 33)
    for player in game.players:
        for layout in ("wide", "phone"):
            svg = pictures.svg_of(player, layout=layout, language="fr")
            print(hashlib.sha256(svg.encode()).hexdigest())
"""


def run(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_processes_with_other_hash_seeds_and_locales_draw_the_same_bytes() -> None:
    outputs = {
        run(PYTHONHASHSEED=seed, LC_ALL=locale)
        for seed, locale in (("0", "C"), ("4711", "C.UTF-8"))
    }
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 24


@games
def test_a_view_is_all_that_a_picture_is_made_of(name: str) -> None:
    """One that came another way, by a replay, gives the same bytes."""
    for game in tables(name, 5):
        again = game.record.replay()
        for mine, theirs in zip(watchers(game), watchers(again), strict=True):
            assert look(game, mine).svg == look(again, theirs).svg


@games
def test_memory_in_another_order_is_the_same_picture(name: str) -> None:
    for game in tables(name, 5):
        player = game.players[0]
        turned = dict(reversed(list(player.memory.items())))
        assert pictures.svg(player.view, memory=player.memory, seat=0) == pictures.svg(
            player.view, memory=turned, seat=0
        )


@games
def test_numbers_have_two_decimals_at_most(name: str) -> None:
    for game in tables(name, 3):
        assert not re.search(
            r"\d\.\d{3}|\de[-+]?\d|nan|inf",
            re.sub(
                r'id="[^"]*"|<desc.*?</desc>|labelledby="[^"]*"',
                "",
                look(game, game.players[0]).svg,
            ),
        )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1"),
        (0.1 + 0.2, "0.3"),
        (-0.001, "0"),
        (2.5, "2.5"),
        (1e6, "1000000"),
        (-3.456, "-3.46"),
    ],
)
def test_a_number_is_written_the_shortest_way(value: float, text: str) -> None:
    assert number(value) == text


# Texts.

HOSTILE = [
    "<script>alert(1)</script>",
    "&amp;\"'<>",
    "]]><svg onload=x>",
    "--></desc><g>",
    "{seat} {0} %s",
    "\u200fevil",
]


@pytest.mark.parametrize("hostile", HOSTILE)
@games
def test_a_name_cannot_break_out(name: str, hostile: str) -> None:
    names = [hostile, "Bo", "Chloé"]
    game = Game(GAMES[name].Rules(), names, seed=2)
    bots.play(game, "random", 12)
    plain = Game(GAMES[name].Rules(), ["Ana", "Bo", "Chloé"], seed=2)
    bots.play(plain, "random", 12)
    for mine, theirs in zip(watchers(game), watchers(plain), strict=True):
        picture, usual = look(game, mine), look(plain, theirs)
        assert hostile in picture.description
        tags = [
            shown.element.tag for shown in picture.all if not shown.element.tag.endswith("text")
        ]
        assert tags == [s.element.tag for s in usual.all if not s.element.tag.endswith("text")]


def test_a_name_from_right_to_left_leaves_the_sentence_around_it_as_it_is() -> None:
    """An isolate (UAX 9) around it, and around no other."""
    view = Game(skyjo.Rules(), 2, seed=1).spectator.view
    told = pictures.describe(view, names=["\u202eevil", "Bo"], due=[0, 1])
    assert told.startswith("\u2068\u202eevil\u2069 and Bo may")


def test_characters_that_xml_has_not_are_replaced() -> None:
    view = Game(skyjo.Rules(), 2, seed=1).spectator.view
    svg = pictures.svg(view, names=["a\x00b\x1b\ud800\uffff", "Bo"])
    ElementTree.fromstring(svg.encode())
    assert "a\ufffdb\ufffd\ufffd\ufffd" in svg


def test_a_theme_cannot_break_out_by_its_colours() -> None:
    from dataclasses import replace

    game = tables("masko")[0]
    theme = replace(pictures.LIGHT, table='"/><script>', font='"><script>')
    ElementTree.fromstring(pictures.svg_of(game.players[0], theme=theme))


@games
def test_every_phase_of_many_games_is_well_formed(name: str) -> None:
    for number_, seats in enumerate((2, 3, 5, 8)):
        low, high = (3, 5) if name == "fifty" else (2, 8)
        game = Game(GAMES[name].Rules(), min(max(seats, low), high), seed=number_)
        while not game.is_over and game.ply < 150:
            player = game.to_act[0]
            player.play(bots.random()(player))
            if game.ply % 7 == 0:
                for svg in (
                    pictures.svg_of(player),
                    game.spectator._repr_svg_(),
                    player.view._repr_svg_(),
                ):
                    assert ElementTree.fromstring(svg).tag.endswith("svg")


# Notebooks, and what is refused.


@games
def test_views_and_watchers_show_themselves_in_notebooks(name: str) -> None:
    game = tables(name)[0]
    for watcher in watchers(game):
        assert watcher._repr_svg_().startswith("<svg ")
        assert watcher.view._repr_svg_().startswith("<svg ")


@games
def test_a_referees_view_is_no_picture_without_secrets(name: str) -> None:
    game = tables(name)[0]
    for refused in (
        lambda: pictures.svg(game.referee.view),
        lambda: pictures.svg_of(game.referee),
        lambda: pictures.text(game.referee.view),
        lambda: pictures.text_of(game.referee),
        lambda: pictures.describe(game.referee.view),
    ):
        with pytest.raises(ArgumentError, match="secrets=True"):
            refused()


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"names": ["Ana"]}, ArgumentError, "1 names; the view has 2 seats"),
        ({"names": "Bo"}, TypeError, "sequence of str"),
        ({"names": [1, 2]}, TypeError, "sequence of str"),
        ({"seat": 2}, ArgumentError, "from 0 to 1"),
        ({"seat": True}, TypeError, "not bool"),
        ({"due": [5]}, ArgumentError, "from 0 to 1"),
        ({"due": ["0"]}, TypeError, "not str"),
        ({"language": "xx"}, ArgumentError, "one of en, fr"),
        ({"layout": "tall"}, ArgumentError, "one of wide, phone"),
        ({"theme": "dark"}, TypeError, "a Theme"),
        ({"prefix": 3}, TypeError, "not int"),
        ({"memory": [1]}, TypeError, "a mapping"),
        ({"legal": [masko.Draw()]}, ArgumentError, "which seat"),
        ({"legal": [mojo.Draw()], "seat": 0}, TypeError, "actions of the game"),
        ({"legal": ["draw"], "seat": 0}, TypeError, "actions of the game"),
    ],
)
def test_what_no_picture_can_be_made_of_is_refused(
    given: dict[str, Any], error: type[Exception], told: str
) -> None:
    view = Game(masko.Rules(), 2, seed=1).players[0].view
    with pytest.raises(error, match=told):
        pictures.svg(view, **given)


@pytest.mark.parametrize("thing", [None, "view", 3, object()])
def test_what_is_no_view_or_watcher_is_refused(thing: Any) -> None:
    with pytest.raises(TypeError, match="view"):
        pictures.svg(thing)
    with pytest.raises(TypeError, match="Player"):
        pictures.svg_of(thing)


# Text for terminals.


@games
def test_text_is_what_the_command_line_draws(name: str) -> None:
    from masko_sdk.cli.draw import Drawing
    from masko_sdk.cli.screen import Screen
    from masko_sdk.words import Words

    for game in tables(name, 5):
        player = game.players[-1]
        words = Words(game.rules, [other.name for other in game.players])
        screen = Screen(sys.stderr, plain=True)
        due = [other.seat for other in game.to_act]
        lines = Drawing(screen, words, game.rules).draw(
            player.view, player.memory, player.seat, due
        )
        assert pictures.text_of(player, columns=screen.width) == "\n".join(lines)
