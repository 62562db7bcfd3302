"""What clients may say to a table, and what it says to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from masko_sdk import wire
from masko_sdk.errors import ArgumentError, MaskoError
from masko_sdk.table import contract
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.texts import compact
from masko_sdk.wire.forms import Field, check_of, struct

__all__ = [
    "FIELDS",
    "Message",
    "Out",
    "answered",
    "check_message",
    "is_id",
    "is_text",
    "read_message",
    "refused",
    "say",
    "say_parts",
]

MAX_BYTES = 4096
MAX_DEPTH = 4
_MAX_FIELDS = 8
_MAX_WORD = 32


class Out(NamedTuple):
    """One message to send.

    Attributes:
        to: a connection, by the name that the host program gave it, or a seat that it speaks for.
        text: the message, JSON in ASCII.
    """

    to: int | str
    text: str

    @property
    def form(self) -> dict[str, Any]:
        """The message as JSON values."""
        form: dict[str, Any] = json.loads(self.text)
        return form


class Message:
    """What a client said, checked against the fields of its type.

    Attributes:
        type: one of the keys of `FIELDS`.
        id: what the client calls it, or None.
        fields: the others; those left out are None.
    """

    __slots__ = ("fields", "id", "type")

    def __init__(self, kind: str, name: int | str | None, fields: Mapping[str, Any]) -> None:
        self.type = kind
        self.id = name
        self.fields = fields


# What each type may hold.


def _is_action(thing: Any) -> bool:
    """Whether it may be an action at all; the rules tell whether it is one."""
    if type(thing) is not dict or len(thing) > _MAX_FIELDS:
        return False
    return all(
        _is_word(name) and (_is_number(part) or _is_word(part)) for name, part in thing.items()
    )


def _is_word(thing: Any) -> bool:
    """Whether it may be a name in an action; what is refused is kept too, so it stays small."""
    return type(thing) is str and len(thing) <= _MAX_WORD


class _Expected(NamedTuple):
    """A field that a type may hold."""

    check: Callable[[Any], bool]
    needed: bool


_is_number = check_of("number")
is_id = check_of("id")
is_text = check_of("text")


def _expected(field: Field) -> _Expected:
    kind = field.kind.removesuffix("?")
    return _Expected(_is_action if kind == "Action" else check_of(kind), field.needed)


FIELDS = {
    kind: {field.name: _expected(field) for field in fields}
    for kind, (fields,) in map(struct, contract.CLIENT)
}
"""The types of messages, with their fields beside `type`, `id` and `v`."""

_COMMON = frozenset(("type", "id", "v"))


def read_message(
    data: str | bytes | bytearray | dict[str, Any],
) -> tuple[dict[str, Any], int | str | None]:
    """The JSON values of what was received, and its id if one can be read.

    Raises:
        TableRefusal: no JSON object within the limits.
    """
    text = _text_of(data) if isinstance(data, dict) else data
    try:
        form: Any = wire.parse(text, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except ArgumentError as error:
        raise TableRefusal(Refusal.BAD_MESSAGE, str(error)) from None
    if not isinstance(form, dict):
        raise TableRefusal(Refusal.BAD_MESSAGE)
    name = form.get("id")
    return form, name if is_id(name) else None


def _text_of(form: dict[str, Any]) -> str:
    """The text of an object that was parsed by somebody else, so that it is held to the same as text."""
    try:
        return json.dumps(form, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise TableRefusal(Refusal.BAD_MESSAGE) from None


def check_message(form: dict[str, Any]) -> Message:
    """The message of a form.

    Raises:
        TableRefusal: unknown type or field, a field missing or of a wrong type, another version.
    """
    kind = form.get("type")
    expected = FIELDS.get(kind) if type(kind) is str else None
    if type(kind) is not str or expected is None:
        raise TableRefusal(Refusal.UNKNOWN_MESSAGE)
    name = form.get("id")
    if name is not None and not is_id(name):
        raise TableRefusal(Refusal.BAD_FIELD, "id")
    version = form.get("v", wire.VERSION)
    if type(version) is not int or version != wire.VERSION:
        raise TableRefusal(Refusal.BAD_VERSION, str(wire.VERSION))
    fields: dict[str, Any] = {}
    for field, thing in form.items():
        if field in _COMMON:
            continue
        if field not in expected:
            raise TableRefusal(Refusal.UNKNOWN_FIELD)
        if thing is None:
            continue
        if not expected[field].check(thing):
            raise TableRefusal(Refusal.BAD_FIELD, field)
        fields[field] = thing
    for field, what in expected.items():
        if what.needed and field not in fields:
            raise TableRefusal(Refusal.MISSING_FIELD, field)
    return Message(kind, name, fields)


# What is said to clients.

HEAD = f'{{"v":{wire.VERSION},"type":'


def say(kind: str, **fields: Any) -> str:
    """The text of a message of this type."""
    body = compact(fields)[1:]
    return f'{HEAD}"{kind}"' + ("," + body if fields else "}")


def say_parts(kind: str, *parts: str) -> str:
    """The text of a message made of parts of JSON text."""
    return f'{HEAD}"{kind}",{",".join(parts)}}}'


def refused(name: int | str | None, error: MaskoError) -> str:
    """The refusal of a message, with its id."""
    form = wire.error_form(error)
    if isinstance(error, TableRefusal):
        form["reason"] = error.reason.value
        if error.what:
            form["what"] = error.what
    return say("refused", id=name, error=form)


def answered(name: int | str | None, *parts: str) -> str:
    """The answer to a message that was done, with further parts of JSON text."""
    shown = name if type(name) is int else compact(name)
    return say_parts("answer", f'"id":{shown},"ok":true', *parts)
