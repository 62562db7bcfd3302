"""The wire format as types of TypeScript."""

from __future__ import annotations

import json
from typing import Any

from masko_sdk._codec import tables_of
from masko_sdk.wire import forms
from masko_sdk.wire.forms import Choice, Definition, Field, OneOf, Same, Scalar, Struct
from masko_sdk.wire.parsing import VERSION

__all__ = ["typescript"]


def typescript(game: str) -> str:
    """The TypeScript types of a game's messages.

    Raises:
        ArgumentError: there is no such game.
    """
    tables = tables_of(game)
    write = _TypeScript(tables)
    head = (
        f"// {tables.name}: wire format {VERSION}, rules revision {tables.revision}."
        f" Made by `masko schema {tables.name} --typescript`.\n"
    )
    found = forms.definitions(tables.name).items()
    return "\n".join([head, *(write.definition(name, what) for name, what in found)])


class _TypeScript(forms.Writer):
    def scalar(self, scalar: Scalar) -> str:
        return scalar.typescript

    def constant(self, value: Any) -> str:
        return json.dumps(value)

    def nullable(self, written: Any) -> str:
        return f"{written} | null"

    def list_of(self, item: Any) -> str:
        return f"({item})[]" if "|" in item else f"{item}[]"

    def map_of(self, item: Any) -> str:
        return f"{{ [slot: string]: {item} }}"

    def tuple_of(self, items: dict[str, Any]) -> str:
        return "[" + ", ".join(f"{name}: {item}" for name, item in items.items()) + "]"

    def named(self, name: str) -> str:
        return name

    def definition(self, name: str, what: Definition) -> str:
        """A definition."""
        match what:
            case Choice(values):
                return f"export type {name} = " + " | ".join(map(json.dumps, values)) + ";\n"
            case Same(kind):
                return f"export type {name} = {self.of(kind)};\n"
            case OneOf(members):
                lines = "".join(f"\n  | {self._member(member)}" for member in members)
                return f"export type {name} ={lines};\n"
            case Struct(fields):
                lines = "".join(f"  {self._field(field)};\n" for field in fields)
                return f"export interface {name} {{\n{lines}}}\n"

    def _member(self, member: str | Struct) -> str:
        if isinstance(member, str):
            return member
        return "{ " + "; ".join(map(self._field, member.fields)) + " }"

    def _field(self, field: Field) -> str:
        return f"{field.name}{'' if field.needed else '?'}: {self.of(field.kind)}"
