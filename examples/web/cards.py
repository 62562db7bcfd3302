"""Pictures of cards and the colours around them, from the SDK's own theme: one source of how cards look."""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import product

from masko_sdk.catalogues import LANGUAGES, sentences_of
from masko_sdk.pictures import DARK, FACES, LIGHT, MOJO_CARDS, MOOD_NUMBERS, Paint, Theme

WIDTH = 100
_FACES = {
    game: {getattr(card, "wire", str(card)): card for card in cards}
    for game, cards in FACES.items()
}
_MOODS = {
    "mood_" + "_".join("x" if number is None else str(number) for number in mood): mood
    for mood in product(MOOD_NUMBERS, repeat=2)
}
_MOJO_CARDS = {f"mojo_{side}_{direction}": (side, direction) for side, direction in MOJO_CARDS}
_SPECIAL = {"fifty": _MOODS, "mojo": _MOJO_CARDS}


def picture(language: str, game: str, face: str) -> str | None:
    """A card as an SVG document; None: there is no such card.

    `face` is a wire name, ``back``, ``mood_2_6`` (an x for none) or ``mojo_10_-1`` (side, direction).
    """
    if language not in LANGUAGES or game not in FACES:
        return None
    if face != "back" and face not in _FACES[game] and face not in _SPECIAL.get(game, ()):
        return None
    return _document(language, game, face)


@cache  # only of what there is: anybody may ask for anything
def _document(language: str, game: str, face: str) -> str:
    size = f"0 0 {WIDTH} {LIGHT.height(WIDTH):g}"
    drawn = _draw(LIGHT, language, game, face)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="{LIGHT.font}">{drawn}</svg>'


def _draw(theme: Theme, language: str, game: str, face: str) -> str:
    if face == "back":
        return theme.back(game, WIDTH)
    if face in _FACES[game]:
        name = sentences_of(game, language).find("cards", face) or face
        return theme.face(game, _FACES[game][face], name, WIDTH)
    if game == "fifty":
        return theme.mood(_MOODS[face], WIDTH)
    return theme.mojo_card(*_MOJO_CARDS[face], WIDTH)


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
