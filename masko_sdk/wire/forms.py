"""What goes over the wire, told once for all languages of description.

A type is a text, as in the core's tables (see MK_TABLE_* in the header) with a little more:

- ``int``, ``bool``, ``seat``, ...: a scalar
- ``phase``, ``held``, ``View``: a definition, by its name in the tables or by its own
- ``[T]`` a list, ``{T}`` an object whose keys are slots, ``(name:T,name:U)`` a list of just these
- ``T?`` or ``T!``: null is possible
- ``0..7``: a whole number in a range; ``="text"`` and ``=1``: this and nothing else

A row is a kind and its fields, ``name:type`` each; ``name?:type``: the field may be left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from masko_sdk._codec import Tables, tables_of
from masko_sdk._options import Option
from masko_sdk._value import camel_case
from masko_sdk.wire import errors
from masko_sdk.wire.parsing import VERSION

__all__ = [
    "Choice",
    "Definition",
    "Field",
    "OneOf",
    "Same",
    "Scalar",
    "Schema",
    "Struct",
    "Writer",
    "check_of",
    "definitions",
    "fields_of",
    "scalars",
    "struct",
]

Schema = dict[str, Any]


class Scalar(NamedTuple):
    """A type of one value, in each language."""

    schema: Schema
    typescript: str


_MAX_NUMBER = 2**53
_MAX_ID = 64
_MAX_TEXT = 256


def _whole(low: int | None = None, high: int | None = None) -> Scalar:
    bounds = {"minimum": low, "maximum": high}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return Scalar({"type": "integer", **given}, "number")


_SCALARS = {
    "int": _whole(),
    "count": _whole(0),
    "slot": _whole(0),
    "pile": _whole(0),
    "bool": Scalar({"type": "boolean"}, "boolean"),
    "string": Scalar({"type": "string"}, "string"),
    # What clients say.
    "number": _whole(-1, _MAX_NUMBER),
    "text": Scalar({"type": "string", "maxLength": _MAX_TEXT}, "string"),
    "id": Scalar(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": _MAX_NUMBER},
                {"type": "string", "minLength": 1, "maxLength": _MAX_ID},
            ]
        },
        "number | string",
    ),
}


def scalars(tables: Tables) -> dict[str, Scalar]:
    """The scalars of a game, by name."""
    seat = _whole(0, int(tables.about["players"].split(" ")[1]) - 1)
    found = {
        **_SCALARS,
        "seat": seat,
        "actor": Scalar({"anyOf": [seat.schema, {"const": "host"}]}, 'number | "host"'),
    }
    if not tables.card_names:
        found["card"] = _whole()
    return found


# Definitions.


class Field(NamedTuple):
    """A field of an object, with its type."""

    name: str
    kind: str
    needed: bool = True


class Choice(NamedTuple):
    """One of some texts."""

    values: tuple[str, ...]


class Struct(NamedTuple):
    """An object with these fields and no other."""

    fields: tuple[Field, ...]


class OneOf(NamedTuple):
    """One of some objects, told apart by their first field; a str is the name of a definition."""

    members: tuple[str | Struct, ...]


class Same(NamedTuple):
    """Another name for a type."""

    kind: str


Definition = Choice | Struct | OneOf | Same


def fields_of(parts: Iterable[str]) -> tuple[Field, ...]:
    """The fields of a row, after its kind."""
    fields = []
    for part in parts:
        name, _, kind = part.partition(":")
        fields.append(Field(name.removesuffix("?"), kind, not name.endswith("?")))
    return tuple(fields)


def struct(row: str) -> tuple[str, Struct]:
    """The kind of a row, and its fields."""
    kind, *parts = row.split(" ")
    return kind, Struct(fields_of(parts))


def _tagged(row: str, tag: str, *common: str) -> Struct:
    """A struct whose first field tells its kind."""
    kind, *parts = row.split(" ")
    return Struct(fields_of([f'{tag}:="{kind}"', *common, *parts]))


@cache
def definitions(game: str) -> dict[str, Definition]:
    """All forms of a game, by name.

    Raises:
        ArgumentError: there is no such game.
    """
    tables = tables_of(game)
    parts = (_choices, _rules, _game_forms, _error_forms, _table_forms)
    found: dict[str, Definition] = {}
    for part in parts:
        for name, definition in part(tables):
            if name in found:
                raise RuntimeError(f"two forms of {game} are called {name}")
            found[name] = definition
    return found


_Named = Iterable[tuple[str, Definition]]


def _choices(tables: Tables) -> _Named:
    by_name = {option.name for option in tables.options if "*" in option.type}
    yield "Game", Choice((tables.name,))
    for name, values in tables.choices.items():
        if name == "card":
            yield "Card", Choice(tuple(tables.card_names))
        elif name not in by_name:
            yield camel_case(name), Choice(tuple(values))
    if any(option.type.startswith("moods") for option in tables.options):
        yield "Mood", Same("(yellow:int?,blue:int?)")


def _rules(tables: Tables) -> _Named:
    for option in tables.options:
        if option.type.startswith("int*"):
            keys = tables.choices[option.name]
            fields = tuple(Field(key, f"{option.lowest}..{option.highest}") for key in keys)
            yield camel_case(option.name), Struct(fields)
    yield "Rules", Struct(tuple(Field(option.name, _option(option)) for option in tables.options))


def _option(option: Option) -> str:
    if option.type.startswith("int*"):
        return option.name
    if option.type.startswith("moods"):
        return "[Mood]"
    if option.type.startswith("int"):
        return f"{option.lowest}..{option.highest}" + option.type.removeprefix("int")
    return option.type


_CATCH_UP = (
    "catch_up ply:count view:View memory:Memory legal_actions:[Action] events:[Event]"
    " rounds:[Round]"
)


def _game_forms(tables: Tables) -> _Named:
    for name, row in tables.structs.items():
        yield camel_case(name), struct(row)[1]
    yield (
        "Action",
        OneOf(
            tuple(
                Struct(
                    (Field("type", f'="{kind}"'), *map(_ranged, names, tables.action_ranges[kind]))
                )
                for kind, names in tables.action_fields.items()
            )
        ),
    )
    yield "Event", OneOf(tuple(_tagged(" ".join(row), "type") for row in tables.events))
    yield "View", Struct(tuple(Field(name, kind) for name, kind in tables.view_fields))
    entry = tables.about["memory"].replace(" ", ",")
    yield "Memory", Same(f"[({entry})]")
    yield "CatchUp", struct(_CATCH_UP)[1]


def _ranged(name: str, values: range) -> Field:
    return Field(name, f"{values[0]}..{values[-1]}")


def _error_forms(tables: Tables) -> _Named:
    from masko_sdk.table import contract  # it is built on this package

    yield "Stale", Choice(("ply", "window"))
    yield "Refusal", Choice(contract.REFUSALS)
    rows = (*errors.ROWS, contract.ERROR)
    yield "MaskoError", OneOf(tuple(_tagged(row, "error") for row in rows))


def _table_forms(tables: Tables) -> _Named:
    from masko_sdk.table import contract

    for name, values in contract.CHOICES.items():
        yield camel_case(name), Choice(values)
    for row in contract.STRUCTS:
        kind, fields = struct(row)
        yield camel_case(kind), fields
    yield from _messages("Client", contract.CLIENT, f"v?:={VERSION}", "id?:id?")
    yield from _messages("Table", contract.TABLE, f"v:={VERSION}")


def _messages(who: str, rows: Iterable[str], *common: str) -> _Named:
    names = []
    for row in rows:
        names.append(who + camel_case(row.split(" ")[0]))
        yield names[-1], _tagged(row, "type", *common)
    yield f"{who}Message", OneOf(tuple(names))


# Languages.


class Writer:
    """How one language writes types."""

    def __init__(self, tables: Tables) -> None:
        self.scalars = scalars(tables)

    def of(self, kind: str) -> Any:
        """A type."""
        if kind[-1] in "?!":
            return self.nullable(self.of(kind[:-1]))
        if kind.startswith("="):
            return self.constant(json.loads(kind[1:]))
        inner = kind[1:-1]
        if kind.startswith("["):
            return self.list_of(self.of(inner))
        if kind.startswith("{"):
            return self.map_of(self.of(inner))
        if kind.startswith("("):
            return self.tuple_of({f.name: self.of(f.kind) for f in fields_of(inner.split(","))})
        low, dots, high = kind.partition("..")
        if dots:
            return self.scalar(_whole(int(low), int(high)))
        if kind in self.scalars:
            return self.scalar(self.scalars[kind])
        return self.named(kind if kind[0].isupper() else camel_case(kind))

    scalar: Callable[[Scalar], Any]
    constant: Callable[[Any], Any]
    nullable: Callable[[Any], Any]
    list_of: Callable[[Any], Any]
    map_of: Callable[[Any], Any]
    tuple_of: Callable[[dict[str, Any]], Any]
    named: Callable[[str], Any]


# Checks.

Check = Callable[[Any], bool]


def check_of(kind: str) -> Check:
    """Whether a JSON value is one of a scalar type, by the same description as its schema."""
    return _check(_SCALARS[kind].schema)


def _check(schema: Schema) -> Check:
    if "anyOf" in schema:
        one, other = map(_check, schema["anyOf"])
        return lambda thing: one(thing) or other(thing)
    return _CHECKS[schema["type"]](schema)


def _check_integer(schema: Schema) -> Check:
    low, high = schema["minimum"], schema["maximum"]
    return lambda thing: type(thing) is int and low <= thing <= high


def _check_string(schema: Schema) -> Check:
    low, high = schema.get("minLength", 0), schema["maxLength"]
    return lambda thing: type(thing) is str and low <= len(thing) <= high and _is_valid(thing)


def _is_valid(text: str) -> bool:
    """Whether it holds no lone surrogate, which no UTF-8 text can hold."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _check_boolean(_: Schema) -> Check:
    return lambda thing: type(thing) is bool


_CHECKS: dict[str, Callable[[Schema], Check]] = {
    "integer": _check_integer,
    "string": _check_string,
    "boolean": _check_boolean,
}
