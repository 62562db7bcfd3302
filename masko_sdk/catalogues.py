"""Catalogues: a language each, one JSON file each, for front ends in any programming language.

A catalogue holds game (or ``"any"``, for all), section, key, sentence. A key is a kind, then any number of marks.
Of the sentences of a kind, the one with the most marks that all hold is told, so that "looked own hidden" goes before
"looked". `masko_sdk.words` tells what marks and parameters there are, and puts sentences together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from masko_sdk._checks import check_choice
from masko_sdk.rules import presets

__all__ = ["LANGUAGES", "VERSION", "Catalogue", "Sentences", "catalogue", "export", "sentences_of"]

VERSION = 1
"""Of the form that `export` gives: raised whenever a program that reads the present form could misread the new one."""

Catalogue = Mapping[str, Mapping[str, Mapping[str, str]]]

_FOLDER = resources.files("masko_sdk").joinpath("languages")

LANGUAGES = tuple(sorted(file.name.removesuffix(".json") for file in _FOLDER.iterdir()))
"""The languages that there are, by their ISO 639-1 code: one a file."""

COUNTED_FROM_ZERO = ("round", "trick", "trick_number")
"""Numbers that are told from 1."""

MOST_IN_A_ROW = 3
"""Hidden cards that are told one by one; more are counted."""

_ACTION_TYPES = {"seat": "seat", "value": "card"}

Fields = list[tuple[str, str]]
"""Names and types, as in the core's tables."""


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The sentences of a language; to be read, never changed.

    Raises:
        ArgumentError: there is no such language.
    """
    check_choice("language", language, LANGUAGES)
    text = _FOLDER.joinpath(f"{language}.json").read_text("utf-8")
    sentences: Catalogue = json.loads(text)
    return sentences


class Sentences:
    """The sentences of a `catalogue` for one `game`, with those of all games behind them."""

    def __init__(self, game: str, catalogue: Catalogue) -> None:
        own, shared = catalogue.get(game, {}), catalogue["any"]
        self._sections = {
            name: _by_kind({**shared.get(name, {}), **own.get(name, {})})
            for name in {*own, *shared}
        }
        self.folds = [
            ([_fold_part(part) for part in pattern.split(", ")], sentence)
            for pattern, sentence in own.get("folds", {}).items()
        ]

    def kinds(self, section: str) -> list[str]:
        """The kinds that a section has sentences for, in their order."""
        return list(self._sections.get(section, ()))

    def find(self, section: str, kind: str, marks: Iterable[str] = ()) -> str | None:
        """The sentence of a kind in a section, with the most marks that all hold, or None."""
        held = set(marks)
        for wanted, sentence in self._sections.get(section, {}).get(kind, ()):
            if wanted <= held:
                return sentence
        return None


def _by_kind(section: Mapping[str, str]) -> dict[str, list[tuple[frozenset[str], str]]]:
    kinds: dict[str, list[tuple[frozenset[str], str]]] = {}
    for key, sentence in section.items():
        kind, *marks = key.split(" ")
        kinds.setdefault(kind, []).append((frozenset(marks), sentence))
    for variants in kinds.values():
        variants.sort(key=lambda variant: -len(variant[0]))
    return kinds


def _fold_part(part: str) -> tuple[str, frozenset[str], str]:
    kind, *marks = part.split(" ")
    repeat = kind[-1] if kind[-1] in "*+" else ""
    return kind.rstrip("*+"), frozenset(marks), repeat


@cache
def sentences_of(game: str, language: str = "en") -> Sentences:
    """The sentences of a game in one of `LANGUAGES`; game ``"any"``: those of all games."""
    return Sentences(game, catalogue(language))


# What the core's tables say of a game, for tellers of sentences.


def typed(fields: Iterable[str]) -> Fields:
    """Names and types of a row of the tables."""
    return [(name, kind) for name, _, kind in (field.partition(":") for field in fields)]


def event_fields(tables: Any) -> dict[str, Fields]:
    """The fields of each kind of event."""
    return {kind: typed(fields) for kind, *fields in tables.events}


def struct_fields(tables: Any) -> dict[str, Fields]:
    """The fields of each part that events and views hold."""
    return {name: typed(row.split(" ")[1:]) for name, row in tables.structs.items()}


def action_fields(tables: Any) -> dict[str, Fields]:
    """The fields of each kind of action."""
    return {
        kind: [(name, _ACTION_TYPES.get(name, "int")) for name in names]
        for kind, names in tables.action_fields.items()
    }


def export(language: str = "en") -> dict[str, Any]:
    """A catalogue with all that a teller in another programming language needs beside it, as JSON values.

    Returns:
        ``version`` (`VERSION`); ``language``; ``languages``: all that there are, by their own names; ``catalogue``;
        ``games``: for each its ``players`` (least and most), the typed fields of its ``events``, ``actions``,
        ``structs`` and ``view``, its ``options`` with ranges, and its ``presets``; ``telling``: which numbers are told
        from 1, and how many hidden cards one by one.

    Raises:
        ArgumentError: there is no such language.
    """
    from masko_sdk.games import GAMES

    return {
        "version": VERSION,
        "language": language,
        "languages": {
            code: sentences_of("any", code).find("forms", "language") for code in LANGUAGES
        },
        "catalogue": catalogue(language),
        "games": {game: _game_form(module) for game, module in GAMES.items()},
        "telling": {
            "counted_from_zero": list(COUNTED_FROM_ZERO),
            "most_in_a_row": MOST_IN_A_ROW,
        },
    }


def _game_form(module: Any) -> dict[str, Any]:
    rules = module.Rules()
    tables = rules._tables
    defaults = rules.to_json()
    return {
        "players": [int(bound) for bound in tables.about["players"].split(" ")],
        "events": event_fields(tables),
        "actions": action_fields(tables),
        "structs": struct_fields(tables),
        "view": tables.view_fields,
        "options": [
            {
                "name": option.name,
                "type": option.type,
                "least": option.lowest,
                "most": option.highest,
                "default": defaults[option.name],
                "choices": tables.choices.get(option.type) or tables.choices.get(option.name),
            }
            for option in tables.options
        ],
        "presets": {
            name: getattr(module.Rules, name)().to_json() for name in presets(module.Rules)
        },
    }
