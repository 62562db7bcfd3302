"""Pictures of cards and the colours around them, from the SDK's own theme: one source of how cards look."""

from __future__ import annotations

import dataclasses
import re
from functools import cache

from masko_sdk import masko
from masko_sdk.catalogues import LANGUAGES, sentences_of
from masko_sdk.games import GAMES
from masko_sdk.pictures import DARK, LIGHT, Paint, Theme

WIDTH = 100
_SPECIAL = re.compile(r"(mood|mojo)_(-?\d{1,2}|x)_(-?\d{1,2}|x)\Z")
_MASKO = {card.wire: card for card in masko.Card}
_NUMBER = re.compile(r"-?\d{1,2}\Z")


@cache
def picture(language: str, game: str, face: str) -> str | None:
    """A card as an SVG document; None: there is no such card.

    `face` is a wire name, ``back``, ``mood_2_6`` (an x for none) or ``mojo_10_-1`` (side, direction).
    """
    if language not in LANGUAGES or game not in GAMES:
        return None
    drawn = _draw(LIGHT, language, game, face)
    if drawn is None:
        return None
    size = f"0 0 {WIDTH} {LIGHT.height(WIDTH):g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="{LIGHT.font}">{drawn}</svg>'


def _draw(theme: Theme, language: str, game: str, face: str) -> str | None:
    if face == "back":
        return theme.back(game, WIDTH)
    special = _SPECIAL.match(face)
    if special:
        return _draw_special(theme, game, special)
    if game == "masko" and face in _MASKO:
        name = sentences_of(game, language).find("cards", face) or face
        return theme.face(game, _MASKO[face], name, WIDTH)
    if game != "masko" and _NUMBER.match(face):
        return theme.face(game, int(face), face, WIDTH)
    return None


def _draw_special(theme: Theme, game: str, match: re.Match[str]) -> str | None:
    kind, *numbers = match.groups()
    first, second = (None if number == "x" else int(number) for number in numbers)
    if kind == "mood" and game == "fifty":
        return theme.mood((first, second), WIDTH)
    if kind == "mojo" and game == "mojo" and first is not None and second in (-1, 1):
        return theme.mojo_card(first, second, WIDTH)
    return None


@cache
def style() -> str:
    """The theme's colours as custom properties, light and dark."""
    dark = "@media (prefers-color-scheme: dark) {\n" + _properties(DARK) + "}\n"
    return _properties(LIGHT) + dark


def _properties(theme: Theme) -> str:
    lines = []
    for field in dataclasses.fields(theme):
        value = getattr(theme, field.name)
        name = field.name.replace("_", "-")
        if isinstance(value, Paint):
            lines += [f"  --{name}: {value.fill};", f"  --{name}-ink: {value.ink};"]
        elif isinstance(value, str):
            lines.append(f"  --{name}: {value};")
    return ":root {\n" + "\n".join(lines) + "\n}\n"
