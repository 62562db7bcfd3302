"""Nothing covers anything else, and all lies within the picture: for phones and wide, for any number of seats."""

from __future__ import annotations

from typing import Any

import pytest

from masko_sdk import Game, bots, pictures
from masko_sdk.games import GAMES
from masko_sdk.pictures import DARK, LIGHT
from masko_sdk.pictures._measure import clip_text, text_width, wrap_text
from masko_sdk.words import LANGUAGES
from tests.pictures.looking import Picture, look, overlaps, tables, watchers
from tests.support.options import player_range

pytestmark = pytest.mark.slow

games = pytest.mark.parametrize("name", GAMES)
layouts = pytest.mark.parametrize("layout", ["wide", "phone"])


def check(picture: Picture) -> None:
    panels = [shown.box for shown in picture.of_class("panel")]
    cards = [shown.box for shown in picture.sheets()]
    texts = [shown.box for shown in picture.texts()]
    assert panels
    assert not overlaps([box for box in panels if box])
    assert not overlaps([box for box in cards if box])
    assert not overlaps([box for box in texts if box])
    for box in (*panels, *cards, *texts):
        assert box is not None
        assert picture.frame.holds(box)
    for card in cards:
        assert any(panel.holds(card) for panel in panels if panel and card)
    for card in cards:
        assert not any(card.meets(text) for text in texts if card and text)


@games
@layouts
def test_boxes_are_apart_and_inside(name: str, layout: str) -> None:
    for game in tables(name):
        for watcher in watchers(game)[-3:]:
            check(look(game, watcher, layout=layout))


@games
@layouts
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_seats_has_room(name: str, layout: str, language: str) -> None:
    low, high = player_range(name)
    for count in range(low, high + 1):
        names = [("W" * 30, "Ana", "É" * 64, "名前" * 20)[seat % 4] for seat in range(count)]
        game = Game(GAMES[name].Rules(), names, seed=count)
        for plies in (0, 9, 40):
            bots.play(game, "random", max(game.ply, plies))
            check(look(game, game.players[-1], layout=layout, language=language))
            check(look(game, game.spectator, layout=layout, language=language))


@layouts
def test_the_width_is_that_of_the_layout(layout: str) -> None:
    picture = look(tables("masko")[0], tables("masko")[0].players[0], layout=layout)
    assert picture.frame.right == {"wide": 960, "phone": 360}[layout]


def test_texts_on_a_phone_are_no_smaller_than_eleven_units_but_for_tags() -> None:
    for name in GAMES:
        for shown in look(tables(name)[0], tables(name)[0].players[0], layout="phone").texts():
            assert float(shown.get("font-size") or 0) >= 10.5


def test_own_cards_on_a_phone_are_large_enough_for_a_finger() -> None:
    """44 units, as guidelines for touch ask for."""
    for name in GAMES:
        for game in tables(name):
            picture = look(game, game.players[0], layout="phone")
            own = [
                sheet.box.right - sheet.box.left
                for sheet in picture.sheets()
                if sheet.box and sheet.seat == "0" and "card" in sheet.classes
            ]
            large = [width for width in own if width > 24.5]  # small ones are no targets
            assert all(width >= 44 for width in large if name != "fifty" or width > 52.1)


def test_a_width_is_the_sum_of_the_widths_in_adobes_font_metrics() -> None:
    """Helvetica: H 722, e 556, l 222, o 556; É as wide as E, 667; digits 556."""
    assert text_width("Hello", 1000) == 722 + 556 + 2 * 222 + 556
    assert text_width("É7", 10) == pytest.approx(6.67 + 5.56)
    assert text_width("名", 10) >= 10


def test_a_long_text_is_cut_and_ends_in_dots() -> None:
    cut = clip_text("Maximilian the Magnificent", 60, 12)
    assert cut.endswith("…")
    assert text_width(cut, 12) <= 60
    assert "Maximilian the Magnificent".startswith(cut[:-1])
    assert clip_text("Ana", 60, 12) == "Ana"


def test_lines_are_broken_between_words() -> None:
    lines = wrap_text("one two three four five six", 40, 10)
    assert " ".join(lines) == "one two three four five six"
    assert all(text_width(line, 10) <= 40 for line in lines)


@games
def test_themes_differ_in_colours_and_not_in_places(name: str) -> None:
    game = tables(name)[1]
    light, dark = (look(game, game.players[0], theme=theme) for theme in (LIGHT, DARK))
    assert light.svg != dark.svg
    assert [shown.box for shown in light.all] == [shown.box for shown in dark.all]


def test_ones_own_sizes_are_kept(monkeypatch: Any) -> None:
    from dataclasses import replace

    game = tables("skyjo")[0]
    theme = replace(LIGHT, phone=420, own_card=80)
    picture = Picture(pictures.svg_of(game.players[0], theme=theme, layout="phone"))
    assert picture.frame.right == 420
    check(picture)
