"""What a catalogue must hold: told by the core's tables and by the English one, and checked for any catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

from masko_sdk.catalogues import Catalogue, Sentences, catalogue, event_fields, struct_fields
from masko_sdk.games import GAMES
from masko_sdk.pictures._lines import _HEAD
from masko_sdk.rules import presets
from masko_sdk.table import Refusal
from masko_sdk.table.contract import CHOICES
from masko_sdk.wire.errors import ROWS


def tables(game: str) -> Any:
    return GAMES[game].Rules()._tables


def kinds(game: str, catalogue: Catalogue) -> dict[str, set[str]]:
    """Section of a game: the kinds that it must have words for, exactly, as the core's tables tell."""
    of = tables(game)
    fields = {name for name, _ in of.view_fields}
    seated = set(catalogue[game]["seat"])
    return {
        "events": {row[0] for row in of.events},
        "actions": set(of.action_classes),
        "reasons": set(of.choices["reason"]),
        "phases": set(of.choices["phase"]),
        "view": fields - _HEAD - {key.split(" ")[0] for key in seated},
        "cards": {name for name in of.card_names if not name.isdecimal()},
        "powers": {name for name in of.card_names if not name.isdecimal()},
        "options": {option.name for option in of.options},
        "option_help": {option.name for option in of.options},
        "choices": set(choices(game)),
        "presets": set(presets(GAMES[game].Rules)),
        "about": {"name", "tagline"},
    }


def choices(game: str) -> Iterator[str]:
    """Values of options that have names: those to choose from, and None."""
    of = tables(game)
    for option in of.options:
        for value in of.choices.get(option.type, ()):
            yield f"{option.name}={value}"
        if option.type.endswith("?"):
            yield f"{option.name}=none"


def shared_kinds() -> dict[str, set[str]]:
    """Section of all games: the kinds that it must have words for, as the code tells."""
    return {
        "errors": {row.split(" ")[0] for row in ROWS} - {"illegal_action"},  # told by its reason
        "refusals": {refusal.value for refusal in Refusal},
        "outcomes": set(CHOICES["claim_outcome"]),
        "policies": {policy.name for game in GAMES for policy in tables(game).policies},
    }


def faults(language: Catalogue) -> list[str]:
    """What is missing in a catalogue, left over in it, or tells of things that there are not."""
    found = _missing_kinds, _strange_parameters, _unmarked, _differences
    return [fault for find in found for fault in find(language)]


def _missing_kinds(language: Catalogue) -> Iterator[str]:
    wanted = {game: kinds(game, language) for game in GAMES}
    for game, sections in {**wanted, "any": shared_kinds()}.items():
        words = Sentences(game, {**language, "any": language["any"] if game == "any" else {}})
        if game != "any":
            sections["events"] -= {"game_ended"}  # all games end in the same words
        for section, names in sections.items():
            there = set(words.kinds(section))
            for kind in names ^ there:
                yield f"{game} {section} {kind}: {'missing' if kind in names else 'left over'}"
    for game, sections in language.items():
        words = Sentences(game, {**language, "any": language["any"] if game == "any" else {}})
        for section in set(sections) - {"folds"}:
            for kind in words.kinds(section):
                if words.find(section, kind) is None:
                    yield f"{game} {section} {kind}: no sentence without marks"


def _strange_parameters(language: Catalogue) -> Iterator[str]:
    for game in GAMES:
        of = tables(game)
        actions = {kind: set(names) for kind, names in of.action_fields.items()}
        options = {option.name for option in of.options}
        events = {kind: set(_with_parts(game, fields)) for kind, fields in event_fields(of).items()}
        view = {name: set(_with_parts(game, [(name, kind)])) for name, kind in of.view_fields}
        numbers = {name for name, kind in of.view_fields if kind == "int"}
        for section, there in (
            ("events", events),
            ("actions", actions),
            ("view", {name: names | numbers for name, names in view.items()}),
            ("seat", view),
            ("phases", {phase: {"turn", "due"} for phase in of.choices["phase"]}),
            ("rules", dict.fromkeys(Sentences(game, language).kinds("rules"), options)),
        ):
            for key, sentence in language[game][section].items():
                for name in used(sentence) - there.get(key.split(" ")[0], set()):
                    yield f"{game} {section} {key}: there is no {name}"
        for pattern in language[game]["folds"]:
            for kind in {part.split(" ")[0].rstrip("*+") for part in pattern.split(", ")}:
                if kind not in events:
                    yield f"{game} folds {pattern}: there is no event {kind}"


def _unmarked(language: Catalogue) -> Iterator[str]:
    """Errors come from elsewhere: what a sentence tells of them must be a mark, so that it is there."""
    for section in ("errors", "refusals"):
        for key, sentence in language["any"][section].items():
            for name in used(sentence) - set(key.split(" ")[1:]):
                yield f"any {section} {key}: {name} may be missing"


def _with_parts(game: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    structs = struct_fields(tables(game))
    for name, kind in fields:
        yield name
        for inner, _ in structs.get(kind.strip("[]?!"), ()):
            yield inner


def used(sentence: str) -> set[str]:
    """The parameters of a sentence; those within an other are named by it."""
    return {name.split("[")[0] for _, name, _, _ in Formatter().parse(sentence) if name}


def _differences(language: Catalogue) -> Iterator[str]:
    """Where a language has not what the English one has: kinds, or parameters of the same key."""
    english, other = _sentences(catalogue("en")), _sentences(language)
    for game, section, kind in set(map(_kind, english)) ^ set(map(_kind, other)):
        yield f"{game} {section} {kind}: missing or left over"
    for place in english.keys() & other.keys():
        if used(english[place]) != used(other[place]):
            yield f"{' '.join(place)}: its parameters are not {sorted(used(english[place]))}"


def _sentences(language: Catalogue) -> dict[tuple[str, str, str], str]:
    return {
        (game, section, key): sentence
        for game, sections in language.items()
        for section, keys in sections.items()
        for key, sentence in keys.items()
    }


def _kind(place: tuple[str, str, str]) -> tuple[str, str, str]:
    game, section, key = place
    return game, section, key if section == "folds" else key.split(" ")[0]
