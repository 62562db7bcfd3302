"""What tells sentences apart, and checks that tell what is wrong by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from masko_sdk._value import json_form
from masko_sdk.errors import ArgumentError, MaskoError, _short
from masko_sdk.rules import Rules
from masko_sdk.wire import error_form

__all__ = [
    "check_catalogue",
    "check_of_game",
    "check_rules",
    "error_marks",
    "field_marks",
    "fill",
    "form_of_error",
    "names_of",
    "option_marks",
    "written",
]

_NEEDED = "forms"  # how names, numbers and cards are put together


def check_rules(rules: object) -> None:
    """Refuse what is no game.

    Raises:
        TypeError: `rules` are those of no game.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be those of a game, not {type(rules).__name__}")


def names_of(names: object) -> tuple[str, ...]:
    """The names of players, by seat.

    Raises:
        TypeError: no sequence of str.
    """
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise TypeError(f"names must be a sequence of str, not {type(names).__name__}")
    given = tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"a name must be a str, not {type(name).__name__}")
    return given


def check_catalogue(catalogue: object) -> None:
    """Refuse a catalogue of one's own that tells nothing.

    Raises:
        TypeError: no language, or no mapping of games to mappings of sections to mappings of sentences.
        ArgumentError: it has no section ``"forms"`` in ``"any"``.
    """
    if not isinstance(catalogue, Mapping):
        kind = type(catalogue).__name__
        raise TypeError(f"language must be the code of one or a catalogue, a mapping; not {kind}")
    if "any" not in catalogue:
        raise ArgumentError('the catalogue lacks "any", the sentences of all games')
    for game, sections in catalogue.items():
        _check_mapping(sections, f"{_short(game)} of the catalogue", "sections")
        for section, sentences in sections.items():
            where = f"section {_short(section)} of {_short(game)}"
            _check_mapping(sentences, where, "sentences")
            for key, sentence in sentences.items():
                if not isinstance(key, str) or not isinstance(sentence, str):
                    raise TypeError(f"{where} must hold str by str, and has {_short(key)}")
    if _NEEDED not in catalogue["any"]:
        raise ArgumentError(f'the catalogue lacks section "{_NEEDED}" in "any"')


def _check_mapping(found: object, where: str, what: str) -> None:
    if not isinstance(found, Mapping):
        raise TypeError(f"{where} must be a mapping of {what}, not {type(found).__name__}")


def check_of_game(thing: object, kind: str, tables: Any) -> None:
    """Refuse what is of another game.

    Args:
        thing: what was given.
        kind: the name of a class of each game's module: ``"Event"`` or ``"Action"``.
        tables: the game's.

    Raises:
        TypeError: it is of another game, or none at all.
    """
    if not isinstance(thing, getattr(tables.module, kind)):
        given = type(thing)
        game = given.__module__.removeprefix("masko_sdk.games.")
        raise TypeError(
            f"{kind.lower()} must be one of {tables.name}, not {game}.{given.__qualname__}"
        )


def fill(sentence: str, parameters: Mapping[str, object]) -> str:
    """A sentence of a catalogue with its parameters in it.

    Raises:
        ArgumentError: it asks for what there is not, or is none that can be filled.
    """
    try:
        return sentence.format_map(parameters)
    except (KeyError, IndexError, AttributeError, TypeError, ValueError) as error:
        raise ArgumentError(
            f"the catalogue's sentence {_short(sentence)} can't be filled from {', '.join(parameters)}"
        ) from error


def form_of_error(error: object) -> Mapping[str, Any]:
    """The JSON form of an error, or of what came from elsewhere as one.

    Raises:
        ArgumentError: a form without ``"error"``.
        TypeError: neither an error nor a form.
    """
    if isinstance(error, (MaskoError, TypeError)):
        return error_form(error)
    if not isinstance(error, Mapping):
        raise TypeError(f"an error or its JSON form is needed, not {type(error).__name__}")
    if not isinstance(error.get("error"), str):
        raise ArgumentError(f'{_short(error)} is no form of an error: it lacks "error", a str')
    return error


def field_marks(name: str, kind: str, thing: Any) -> Iterator[str]:
    """The marks of a field of an event, action or view, by its type in the core's tables."""
    if thing is None:
        yield "hidden" if kind.endswith("!") else f"no_{name}"
    elif thing is True:
        yield name
    elif kind.startswith("["):
        yield f"{name}={len(thing)}"
    elif isinstance(thing, Enum) and kind.rstrip("?!") != "card":
        yield f"{name}={thing.value}"
    elif isinstance(thing, int) and kind == "int":
        yield f"{name}={thing}"


def option_marks(name: str, thing: Any) -> Iterator[str]:
    """The marks of an option of the rules."""
    if thing is None:
        yield f"no_{name}"
    elif thing is True:
        yield name
    elif isinstance(thing, (str, int)):
        yield f"{name}={thing}"


def error_marks(name: str, thing: Any) -> Iterator[str]:
    """The marks of a field of an error's form."""
    yield name
    if isinstance(thing, str):
        yield f"{name}={thing}"


def written(what: str, thing: Any) -> str:
    """The text of a card or of an option's value.

    Raises:
        ArgumentError: it can't be one.
    """
    try:
        return str(json_form(thing))
    except (AttributeError, RecursionError, ValueError):
        raise ArgumentError(f"{what} is {_short(thing)}; that can't be one") from None
