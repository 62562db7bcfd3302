"""The wire format as JSON Schema."""

from __future__ import annotations

from typing import Any

from masko_sdk._codec import tables_of
from masko_sdk.wire import forms
from masko_sdk.wire.forms import Choice, Definition, OneOf, Same, Scalar, Schema, Struct
from masko_sdk.wire.parsing import VERSION

__all__ = ["schema"]

_TOP = ("TableMessage", "ClientMessage", "CatchUp")


def schema(game: str) -> Schema:
    """The JSON Schema (2020-12) of a game's messages; each form is one of its ``$defs``.

    Raises:
        ArgumentError: there is no such game.
    """
    tables = tables_of(game)
    write = _JsonSchema(tables)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{tables.name}, wire format {VERSION}, rules revision {tables.revision}",
        "anyOf": [write.named(name) for name in _TOP],
        "$defs": {
            name: write.definition(what) for name, what in forms.definitions(tables.name).items()
        },
    }


class _JsonSchema(forms.Writer):
    def scalar(self, scalar: Scalar) -> Schema:
        return dict(scalar.schema)

    def constant(self, value: Any) -> Schema:
        return {"const": value}

    def nullable(self, written: Any) -> Schema:
        return {"anyOf": [written, {"type": "null"}]}

    def list_of(self, item: Any) -> Schema:
        return {"type": "array", "items": item}

    def map_of(self, item: Any) -> Schema:
        return {
            "type": "object",
            "patternProperties": {"^(0|[1-9][0-9]*)$": item},
            "additionalProperties": False,
        }

    def tuple_of(self, items: dict[str, Any]) -> Schema:
        parts = list(items.values())
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}

    def named(self, name: str) -> Schema:
        return {"$ref": f"#/$defs/{name}"}

    def definition(self, what: Definition) -> Schema:
        """A definition."""
        match what:
            case Choice(values):
                return {"enum": list(values)}
            case Same(kind):
                written: Schema = self.of(kind)
                return written
            case OneOf(members):
                return {"oneOf": [self._member(member) for member in members]}
            case Struct():
                return self._struct(what)

    def _member(self, member: str | Struct) -> Schema:
        return self.named(member) if isinstance(member, str) else self._struct(member)

    def _struct(self, struct: Struct) -> Schema:
        return {
            "type": "object",
            "properties": {field.name: self.of(field.kind) for field in struct.fields},
            "required": [field.name for field in struct.fields if field.needed],
            "additionalProperties": False,
        }
