"""Colours can be read and told apart, by the colour-blind too; and none is told by colour alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from masko_sdk import ArgumentError, Game, batch, bots, mojo, pictures
from masko_sdk.games import GAMES
from masko_sdk.pictures import DARK, LIGHT, Paint, Theme
from masko_sdk.pictures._faces import _MOJO_BANDS
from masko_sdk.pictures.theme import _SIZES
from tests.pictures.looking import look
from tests.pictures.test_layout import check

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 12  # of CIE 1976: a difference of 2 is just seen, side by side


def linear(colour: str) -> list[float]:
    """Linear RGB of ``#rrggbb`` (IEC 61966-2-1)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Of WCAG 2: from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """CIE Lab, under D65, of what somebody of that sight sees."""
    rgb = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, sight: str) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def paints(theme: Theme) -> dict[str, Paint]:
    found = {name: getattr(theme, name) for name in theme.__dataclass_fields__}
    named = {name: paint for name, paint in found.items() if isinstance(paint, Paint)}
    for name in ("skyjo", "mojo"):
        named |= {f"{name} {at}": paint for at, paint in enumerate(found[name])}
    return named


@THEMES
def test_what_is_written_on_a_colour_can_be_read(theme: Theme) -> None:
    """4.5 to 1, as WCAG asks for text; a back's pattern is no text."""
    weak = {
        name: round(contrast(paint.fill, paint.ink), 2)
        for name, paint in paints(theme).items()
        if name != "backs" and contrast(paint.fill, paint.ink) < 4.5
    }
    assert weak == {}


@THEMES
def test_texts_can_be_read_on_table_and_panels(theme: Theme) -> None:
    for ground in (theme.table, theme.panel):
        for ink in (theme.ink, theme.quiet):
            assert contrast(ground, ink) >= 4.5
    for ink in theme.masko:
        assert contrast(theme.card.fill, ink) >= 4.5
    assert contrast(theme.backs.fill, theme.card.fill) >= 4.5  # numbers of slots


@THEMES
def test_who_is_on_turn_and_what_is_ringed_stands_out(theme: Theme) -> None:
    """3 to 1, as WCAG asks for what is no text."""
    for paint in (theme.accent, theme.alert):
        assert contrast(paint.fill, theme.panel) >= 3


@THEMES
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("cards", ["skyjo", "mojo"])
def test_colours_of_cards_differ_for_every_sight(theme: Theme, sight: str, cards: str) -> None:
    near = {
        (one.fill, other.fill): round(distance(one.fill, other.fill, sight))
        for one, other in combinations(getattr(theme, cards), 2)
        if distance(one.fill, other.fill, sight) < APART
    }
    assert near == {}


@THEMES
@pytest.mark.parametrize("sight", SIGHTS)
def test_laughing_and_furious_differ_for_every_sight(theme: Theme, sight: str) -> None:
    assert distance(theme.laughing.fill, theme.furious.fill, sight) > 30


def test_the_measure_of_distance_finds_colours_that_the_colour_blind_confuse() -> None:
    """A red and a green of like lightness, as in the plates that test for it."""
    assert distance("#b06a5b", "#81803c", "usual") > 30
    assert (
        distance("#b06a5b", "#81803c", "deuteranopia") < distance("#b06a5b", "#81803c", "usual") / 2
    )


# No colour alone.


def colourless(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{6}|>[^<]*<", "", svg)


def test_colours_of_skyjo_and_mojo_have_a_form_each() -> None:
    """Without colours and numbers, cards of one colour look alike, and of two colours they don't."""
    for game, bands in (
        ("skyjo", [(-2, -1), (0,), (1, 4), (5, 8), (9, 9)]),
        ("mojo", [(0, 1), (2, 4), (5, 7), (8, 9), (11, 12)]),
    ):
        forms = [{colourless(LIGHT.face(game, card, "", 36)) for card in band} for band in bands]
        for one, other in combinations(forms, 2):
            assert not one & other


def test_cards_of_mojo_have_the_colours_that_the_core_scores_by() -> None:
    """J9: of a colour only the highest value counts, so two cards of a colour score less than their sum."""
    colour = {
        value: next(b for b, top in enumerate(_MOJO_BANDS) if value <= top) for value in range(13)
    }
    for one, other in combinations(range(1, 13), 2):
        (score,) = batch.score(mojo.Rules(), [[one, other]])
        assert (colour[one] == colour[other]) == (score < one + other)
    assert colour[0] == colour[1]  # J1: 0 and 1 are blue, which no score can tell


def test_half_masks_differ_in_form() -> None:
    assert colourless(LIGHT.half_mask(True, 20)) != colourless(LIGHT.half_mask(False, 20))


def test_the_default_theme_is_the_light_one() -> None:
    view = Game(mojo.Rules(), 2, seed=1).spectator.view
    assert pictures.svg(view) == pictures.svg(view, theme=LIGHT) != pictures.svg(view, theme=DARK)


@pytest.mark.parametrize(
    ("size", "given", "error"),
    [
        ("phone", 40, ArgumentError),
        ("wide", 10**6, ArgumentError),
        ("own_card", 0, ArgumentError),
        ("radius", -1, ArgumentError),
        ("other_card", "50", TypeError),
        ("own_card", True, TypeError),
    ],
)
def test_a_theme_has_room(size: str, given: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=size):
        replace(LIGHT, **{size: given})


@pytest.mark.parametrize("name", ["masko", "skyjo", "mojo", "fifty"])
@pytest.mark.parametrize("layout", ["wide", "phone"])
@pytest.mark.parametrize("most", [False, True])
def test_the_extreme_sizes_have_room_for_everything(name: str, layout: str, most: bool) -> None:
    theme = replace(LIGHT, **{size: bounds[most] for size, *bounds in _SIZES})
    game = Game(GAMES[name].Rules(), 5, seed=4)
    bots.play(game, "prudent", 30)
    check(look(game, game.players[0], layout=layout, theme=theme))
