"""What clients may say to a table, and what it says to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from masko_sdk import wire
from masko_sdk.catalogues import sentences_of
from masko_sdk.errors import ArgumentError, MaskoError
from masko_sdk.table.texts import compact

__all__ = ["Message", "Out", "Refusal", "TableRefusal", "check_message", "read_message"]

MAX_BYTES = 4096
MAX_DEPTH = 4
_MAX_NUMBER = 2**53
_MAX_ID = 64
_MAX_FIELDS = 8


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


class Refusal(Enum):
    """Why a table refuses a message; what the game refuses has the game's own reasons."""

    BAD_MESSAGE = "bad_message"
    BAD_VERSION = "bad_version"
    UNKNOWN_MESSAGE = "unknown_message"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    BAD_FIELD = "bad_field"
    ID_REUSED = "id_reused"
    ID_TOO_OLD = "id_too_old"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    BAD_NAME = "bad_name"
    BAD_TOKEN = "bad_token"
    SEAT_TAKEN = "seat_taken"
    NO_SEAT_LEFT = "no_seat_left"
    TOO_MANY_WATCHERS = "too_many_watchers"
    NOT_HOST = "not_host"
    EMPTY_SEATS = "empty_seats"
    NOT_STARTED = "not_started"
    STARTED = "started"
    NOT_OVER = "not_over"
    OTHER_LINE = "other_line"
    WINDOW_NEEDED = "window_needed"
    TOO_LATE = "too_late"
    NO_CLAIM_LEFT = "no_claim_left"
    NO_TAKE_BACK = "no_take_back"
    OFFER_OPEN = "offer_open"
    NO_OFFER = "no_offer"


class TableRefusal(MaskoError):
    """A message that the table itself refuses; nothing has changed.

    Attributes:
        reason: why.
        what: the field or type it is about, or "".
    """

    def __init__(self, reason: Refusal, what: str = "") -> None:
        super().__init__(reason, what)
        self.reason = reason
        self.what = what

    def __str__(self) -> str:
        marks = ("what",) if self.what else ()
        sentence = sentences_of("any").find("refusals", self.reason.value, marks)
        return str(sentence).format(what=self.what)


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

Check = Callable[[Any], bool]


def _is_number(thing: Any) -> bool:
    return type(thing) is int and -1 <= thing <= _MAX_NUMBER


def _is_bool(thing: Any) -> bool:
    return type(thing) is bool


def _is_text(thing: Any) -> bool:
    return type(thing) is str and len(thing) <= 256


def _is_action(thing: Any) -> bool:
    return (
        type(thing) is dict
        and len(thing) <= _MAX_FIELDS
        and all(type(part) is str or _is_number(part) for part in thing.values())
    )


FIELDS: dict[str, dict[str, tuple[Check, bool]]] = {
    "join": {"name": (_is_text, True), "seat": (_is_number, False)},
    "rejoin": {
        "token": (_is_text, True),
        "since": (_is_number, False),
        "line": (_is_number, False),
    },
    "watch": {},
    "leave": {},
    "start": {"fill": (_is_bool, False)},
    "play": {
        "action": (_is_action, True),
        "ply": (_is_number, False),
        "window": (_is_number, False),
        "reaction": (_is_number, False),
        "line": (_is_number, False),
    },
    "catch_up": {"since": (_is_number, False), "line": (_is_number, False)},
    "take_back": {},
    "answer": {"offer": (_is_number, True), "accept": (_is_bool, True)},
    "rematch": {},
    "ping": {},
}
"""The types of messages: for each field how it is checked, and whether it is needed."""

_COMMON = frozenset(("type", "id", "v"))


def read_message(
    data: str | bytes | bytearray | dict[str, Any],
) -> tuple[dict[str, Any], int | str | None]:
    """The JSON values of what was received, and its id if one can be read.

    Raises:
        TableRefusal: no JSON object within the limits.
    """
    form: Any = data
    if not isinstance(data, dict):
        try:
            form = wire.parse(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
        except ArgumentError as error:
            raise TableRefusal(Refusal.BAD_MESSAGE, str(error)) from None
        if not isinstance(form, dict):
            raise TableRefusal(Refusal.BAD_MESSAGE)
    name = form.get("id")
    return form, name if _is_id(name) else None


def _is_id(thing: Any) -> bool:
    if type(thing) is int:
        return 0 <= thing <= _MAX_NUMBER
    return type(thing) is str and 0 < len(thing) <= _MAX_ID


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
    if name is not None and not _is_id(name):
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
        if not expected[field][0](thing):
            raise TableRefusal(Refusal.BAD_FIELD, field)
        fields[field] = thing
    for field, (_, needed) in expected.items():
        if needed and field not in fields:
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
