"""The wire format: one JSON form for all that goes to a client and comes back, with its schema.

The forms are those of `to_json`; this module tells their JSON Schema and TypeScript, both made from the core's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from masko_sdk._codec import Tables, tables_of
from masko_sdk._json import JsonError, parse_json
from masko_sdk._value import camel_case
from masko_sdk.action import HOST
from masko_sdk.errors import (
    ArgumentError,
    GameOver,
    IllegalAction,
    MaskoError,
    NotYourTurn,
    RulesError,
    RuleViolation,
    StaleAction,
)

__all__ = ["VERSION", "error_form", "parse", "schema", "typescript"]

VERSION = 1
"""Raised whenever a client that reads the present forms could misread the new ones."""

MAX_BYTES = 64 * 1024
MAX_DEPTH = 8

Schema = dict[str, Any]


def parse(
    text: str | bytes | bytearray, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH
) -> Any:
    """The value of a client's text, within fixed small cost.

    Raises:
        ArgumentError: too large, too deep, a number too long, NaN, the same key twice, or no JSON.
        TypeError: not text.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"a message is text, not {type(text).__name__}")
    try:
        return parse_json(text, max_bytes=max_bytes, max_depth=max_depth)
    except JsonError as error:
        raise ArgumentError(f"the message {error}") from None


def error_form(error: MaskoError | TypeError) -> dict[str, Any]:
    """The JSON form of an error: its kind, a sentence for people, and for refusals the action and the reason.

    >>> from masko_sdk import Game, MaskoError, masko
    >>> from masko_sdk.wire import error_form
    >>> try:
    ...     Game(masko.Rules(), 2, seed=1).play(0, masko.Draw())
    ... except MaskoError as refused:
    ...     error_form(refused)["error"], error_form(refused)["reason"]
    ('illegal_action', 'wrong_phase')
    """
    form: dict[str, Any] = {"error": _kind_of(error), "message": str(error)}
    if isinstance(error, RuleViolation):
        form["seat"] = "host" if error.seat is HOST else error.seat
        form["action"] = error.action.to_json()
    if isinstance(error, IllegalAction):
        form["reason"] = error.reason.value
    if isinstance(error, StaleAction):
        form |= {"what": error.what, "expected": error.expected, "present": error.present}
    if isinstance(error, RulesError):
        form["field"] = error.field
    return form


_KINDS: dict[type, str] = {
    StaleAction: "stale_action",
    GameOver: "game_over",
    NotYourTurn: "not_your_turn",
    IllegalAction: "illegal_action",
}


def _kind_of(error: Exception) -> str:
    from masko_sdk._value import snake_case

    return _KINDS.get(type(error)) or snake_case(type(error).__name__)


# What a type of the tables is, walked once for each language.


class _Language:
    """How one language writes the types of the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def of(self, kind: str) -> Any:
        """A type of the tables: see MK_TABLE_* in the header."""
        if kind.startswith("["):
            return self.list_of(self.of(kind[1:-1]))
        if kind.startswith("{"):
            return self.map_of(self.of(kind[1:-1]))
        base = kind.rstrip("?!")
        written = self.base(base)
        return written if base == kind else self.nullable(written)

    def base(self, base: str) -> Any:
        if base in self.tables.structs:
            return self.named(camel_case(base))
        if base == "card" and self.tables.card_names:
            return self.named("Card")
        if base in ("int", "seat", "slot", "pile", "card"):
            return self.integer()
        if base == "bool":
            return self.boolean()
        if base == "mood":
            return self.mood()
        return self.named(camel_case(base))

    list_of: Callable[[Any], Any]
    map_of: Callable[[Any], Any]
    nullable: Callable[[Any], Any]
    named: Callable[[str], Any]
    integer: Callable[[], Any]
    boolean: Callable[[], Any]
    mood: Callable[[], Any]


class _JsonSchema(_Language):
    def list_of(self, item: Any) -> Schema:
        return {"type": "array", "items": item}

    def map_of(self, item: Any) -> Schema:
        return {
            "type": "object",
            "patternProperties": {"^(0|[1-9][0-9]*)$": item},
            "additionalProperties": False,
        }

    def nullable(self, written: Any) -> Schema:
        return {"anyOf": [written, {"type": "null"}]}

    def named(self, name: str) -> Schema:
        return {"$ref": f"#/$defs/{name}"}

    def integer(self) -> Schema:
        return {"type": "integer"}

    def boolean(self) -> Schema:
        return {"type": "boolean"}

    def mood(self) -> Schema:
        number = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
        return {"type": "array", "prefixItems": [number, number], "items": False, "minItems": 2}


class _TypeScript(_Language):
    def list_of(self, item: Any) -> str:
        return f"({item})[]" if "|" in item else f"{item}[]"

    def map_of(self, item: Any) -> str:
        return f"{{ [slot: string]: {item} }}"

    def nullable(self, written: Any) -> str:
        return f"{written} | null"

    def named(self, name: str) -> str:
        return name

    def integer(self) -> str:
        return "number"

    def boolean(self) -> str:
        return "boolean"

    def mood(self) -> str:
        return "[number | null, number | null]"


def _fields(row: str) -> list[tuple[str, str]]:
    """Fields of a row after its kind: name and type."""
    return [(name, kind) for name, _, kind in (f.partition(":") for f in row.split(" ")[1:])]


def _enums(tables: Tables) -> dict[str, list[str]]:
    """The named choices that occur in messages: all but those of options."""
    options = {option.type for option in tables.options} | {
        option.name for option in tables.options
    }
    enums = {
        camel_case(name): values for name, values in tables.choices.items() if name not in options
    }
    if tables.card_names:
        enums["Card"] = list(tables.card_names)
    return enums


def _memory_types(tables: Tables) -> list[str]:
    return [part.split(":")[1] for part in tables.about["memory"].split(" ")]


# JSON Schema.


def _object(properties: Mapping[str, Any]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _tagged(kind: str, properties: Mapping[str, Any]) -> Schema:
    return _object({"type": {"const": kind}, **properties})


def _action_schema(tables: Tables) -> list[Schema]:
    schemas = []
    for kind, names in tables.action_fields.items():
        ranges = tables.action_ranges[kind]
        bounds = {
            name: {"type": "integer", "minimum": values[0], "maximum": values[-1]}
            for name, values in zip(names, ranges, strict=True)
        }
        schemas.append(_tagged(kind, bounds))
    return schemas


def schema(game: str) -> Schema:
    """The JSON Schema (2020-12) of a game's messages; each form is one of its ``$defs``.

    Raises:
        ArgumentError: there is no such game.
    """
    tables = tables_of(game)
    write = _JsonSchema(tables)
    definitions: Schema = {name: {"enum": values} for name, values in _enums(tables).items()}
    for name, row in tables.structs.items():
        definitions[camel_case(name)] = _object({f: write.of(kind) for f, kind in _fields(row)})
    definitions["Action"] = {"oneOf": _action_schema(tables)}
    definitions["Event"] = {
        "oneOf": [
            _tagged(row[0], {f: write.of(kind) for f, kind in _fields(" ".join(row))})
            for row in tables.events
        ]
    }
    definitions["View"] = _object({f: write.of(kind) for f, kind in tables.view_fields})
    entry = [write.of(kind) for kind in _memory_types(tables)]
    definitions["Memory"] = write.list_of(
        {"type": "array", "prefixItems": entry, "items": False, "minItems": len(entry)}
    )
    definitions["Error"] = _error_schema()
    definitions["CatchUp"] = _object(
        {
            "ply": write.integer(),
            "view": write.named("View"),
            "memory": write.named("Memory"),
            "legal_actions": write.list_of(write.named("Action")),
            "events": write.list_of(write.named("Event")),
            "rounds": write.list_of(write.named("Round")),
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{tables.name}, wire format {VERSION}, rules revision {tables.revision}",
        "$ref": "#/$defs/CatchUp",
        "$defs": definitions,
    }


def _error_schema() -> Schema:
    form = _object({"error": {"type": "string"}, "message": {"type": "string"}})
    form["properties"] |= {
        "seat": {"anyOf": [{"type": "integer"}, {"const": "host"}]},
        "action": {"$ref": "#/$defs/Action"},
        "reason": {"$ref": "#/$defs/Reason"},
        "what": {"enum": ["ply", "window"]},
        "expected": {"type": "integer"},
        "present": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    }
    return form


# TypeScript.


def _interface(name: str, fields: Mapping[str, str]) -> str:
    lines = "".join(f"  {field}: {kind};\n" for field, kind in fields.items())
    return f"export interface {name} {{\n{lines}}}\n"


def _union(name: str, members: Sequence[tuple[str, Mapping[str, str]]]) -> str:
    lines = []
    for kind, fields in members:
        parts = "".join(f"; {field}: {written}" for field, written in fields.items())
        lines.append(f'  | {{ type: "{kind}"{parts} }}')
    return f"export type {name} =\n" + "\n".join(lines) + ";\n"


def typescript(game: str) -> str:
    """The TypeScript types of a game's messages.

    Raises:
        ArgumentError: there is no such game.
    """
    tables = tables_of(game)
    write = _TypeScript(tables)
    parts = [
        f"// {tables.name}: wire format {VERSION}, rules revision {tables.revision}."
        f" Made by `masko schema {tables.name} --typescript`.\n"
    ]
    for name, values in _enums(tables).items():
        parts.append(
            f"export type {name} = " + " | ".join(f'"{value}"' for value in values) + ";\n"
        )
    for name, row in tables.structs.items():
        parts.append(_interface(camel_case(name), {f: write.of(kind) for f, kind in _fields(row)}))
    actions = [
        (kind, dict.fromkeys(names, "number")) for kind, names in tables.action_fields.items()
    ]
    parts.append(_union("Action", actions))
    events = [
        (row[0], {f: write.of(k) for f, k in _fields(" ".join(row))}) for row in tables.events
    ]
    parts.append(_union("Event", events))
    parts.append(_interface("View", {f: write.of(kind) for f, kind in tables.view_fields}))
    entry = ", ".join(write.of(kind) for kind in _memory_types(tables))
    parts.append(f"export type Memory = [{entry}][];\n")
    parts.append(_ERROR)
    parts.append(_CATCH_UP)
    return "\n".join(parts)


_ERROR = """export interface GameError {
  error: string;
  message: string;
  seat?: number | "host";
  action?: Action;
  reason?: Reason;
  what?: "ply" | "window";
  expected?: number;
  present?: number | null;
}
"""

_CATCH_UP = """export interface CatchUp {
  ply: number;
  view: View;
  memory: Memory;
  legal_actions: Action[];
  events: Event[];
  rounds: Round[];
}
"""
