"""Binds the classes of a game's module to the core's tables: codes to actions, words to views and events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import count, product
from types import ModuleType
from typing import Any

from masko_sdk import _backend as b
from masko_sdk._options import Option, read_option
from masko_sdk._value import camel_case
from masko_sdk.action import Action
from masko_sdk.errors import ArgumentError, UnknownAction, _say, _short
from masko_sdk.view import Outcome

__all__ = ["Policy", "Tables", "tables_of"]

Take = Callable[[], int]
Reader = Callable[[Take], Any]

_MEMO_LIMIT = 1 << 16
_MEMO_BYTES = 32


class Policy:
    """A policy of the core: its name and its parameters with lowest, highest and default."""

    def __init__(self, number: int, row: str) -> None:
        name, *parameters = row.split(" ")
        self.number = number
        self.name = name
        self.parameters = {
            parts[0]: (int(parts[1]), int(parts[2]), int(parts[3]))
            for parts in (parameter.split(":") for parameter in parameters)
        }


class Tables:
    """All that the core tells of one game, bound to the classes of the game's module."""

    def __init__(self, number: int, module: ModuleType) -> None:
        self.number = number
        self.module = module
        self.about = dict(row.split(" ", 1) for row in rows(number, b.ABOUT))
        self.name = self.about["name"]
        self.revision = int(self.about["revision"])
        self.choices = {name: values for name, *values in map(str.split, rows(number, b.CHOICES))}
        self.card_names = self._card_names()
        self.options = self._options()
        self.structs = {row.split(" ", 1)[0]: row for row in rows(number, b.STRUCTS)}
        self.events = [row.split(" ") for row in rows(number, b.EVENTS)]
        self.view_fields = [tuple(row.split(" ")) for row in rows(number, b.VIEW)]
        self.referee_fields = [tuple(row.split(" ")) for row in rows(number, b.REFEREE)]
        self.policies = [Policy(i, row) for i, row in enumerate(rows(number, b.POLICIES))]
        self.reasons = [module.Reason(name) for name in self.choices["reason"]]
        self._bind_actions()
        self._bind_readers()

    # Cards and options.

    def _card_names(self) -> dict[str, int]:
        return {
            name: int(face) for name, face in (c.split(":") for c in self.choices.get("card", ()))
        }

    def card(self, face: int) -> Any:
        """The card of a face: of the module's `Card`, or the number itself."""
        return self.module.Card(face) if self.card_names else face

    def _options(self) -> list[Option]:
        cards = {name: self.card(face) for name, face in self.card_names.items()}
        return [read_option(row, self.choices, cards) for row in rows(self.number, b.OPTIONS)]

    def face(self, card: Any) -> int:
        """The face of a card given in either form.

        Raises:
            ArgumentError: it is no card of this game.
        """
        face = self.card_names.get(card) if isinstance(card, str) else card
        if not isinstance(face, int) or isinstance(face, bool) or not -127 <= face <= 127:
            raise ArgumentError(f"{_short(card)} is no card of {self.name}")
        return int(face)

    # Actions.

    def _bind_actions(self) -> None:
        self.actions: list[Any] = []
        self.action_classes: dict[str, type] = {}
        self.action_fields: dict[str, list[str]] = {}
        self.action_ranges: dict[str, list[range]] = {}
        for index, row in enumerate(rows(self.number, b.ACTIONS)):
            kind, *dimensions = row.split(" ")
            ranges = [_range(dimension.split(":")[1]) for dimension in dimensions]
            if b.backend.first_code(self.number, index) != len(self.actions):
                raise RuntimeError(f"the codes of {kind} do not start where its row says")
            cls = getattr(self.module, camel_case(kind))
            self.action_classes[kind] = cls
            self.action_ranges[kind] = ranges
            self.action_fields[kind] = [dimension.split(":")[0] for dimension in dimensions]
            self.actions += [cls(*values) for values in product(*ranges)]
        self.codes = {action: code for code, action in enumerate(self.actions)}
        for code, action in enumerate(self.actions):
            object.__setattr__(action, "_code", code)
        self._by_text = {str(action): action for action in self.actions}
        for action in self.actions:  # the full form too, where `str` leaves a field out
            self._by_text.setdefault(Action.__str__(action), action)

    def code_of(self, action: Any) -> int:
        """The code of an action.

        Raises:
            TypeError: not an action at all.
            UnknownAction: an action that this game never has.
        """
        try:
            return self.codes[action]
        except (KeyError, TypeError):
            raise self.unknown(action) from None

    def unknown(self, action: Any) -> Exception:
        """What to raise for something that has no code."""
        if not isinstance(action, Action):
            return TypeError(f"an action is needed, not {type(action).__name__}")
        return UnknownAction(f"{_say(action)[:80]} is no action of {self.name}")

    def parse(self, text: str) -> Any:
        """The action of a text form."""
        if not isinstance(text, str):
            raise TypeError(f"the text of an action must be a str, not {type(text).__name__}")
        action = self._by_text.get(text)
        if action is None:
            raise UnknownAction(f"{_short(text)} is no action of {self.name}")
        return action

    def from_json(self, form: Any) -> Any:
        """The action of a JSON form: exactly its type and its fields."""
        if not isinstance(form, Mapping):
            raise TypeError(
                f"the JSON form of an action must be a mapping, not {type(form).__name__}"
            )
        kind = form.get("type")
        names = self.action_fields.get(kind) if isinstance(kind, str) else None
        if not isinstance(kind, str) or names is None or set(form) != {"type", *names}:
            raise UnknownAction(f"{_short(dict(form))} is no action of {self.name}")
        if any(type(form[name]) is not int for name in names):
            raise UnknownAction(f"{_short(dict(form))}: its fields must be ints")
        action = self.action_classes[kind](*(form[name] for name in names))
        if action not in self.codes:
            raise UnknownAction(f"{_short(dict(form))} is no action of {self.name}")
        return self.actions[self.codes[action]]

    # Views, events, memory.

    def _bind_readers(self) -> None:
        self._scalars: dict[str, Callable[[int], Any]] = {
            "int": int, "seat": int, "slot": int, "pile": int, "bool": bool, "card": self._card_reader(),
        }  # fmt: skip
        self._read_view = self._class_reader(self.module.View, self.view_fields)
        self._read_referee = self._class_reader(
            self.module.RefereeView, self.view_fields + self.referee_fields
        )
        self._read_events = [self._event_reader(row) for row in self.events]
        self._read_outcome = self._reader("outcome")
        *keys, value = (part.split(":")[1] for part in self.about["memory"].split(" "))
        self._read_key = [self._reader(key) for key in keys]
        self._read_value = self._reader(value)
        self._memo: dict[bytes, Any] = {}

    def _card_reader(self) -> Callable[[int], Any]:
        if not self.card_names:
            return int
        by_face = {face: self.card(face) for face in self.card_names.values()}
        return by_face.__getitem__

    def _class_reader(self, cls: Any, fields: Sequence[Sequence[str]]) -> Reader:
        readers = tuple(self._reader(kind) for _, kind in fields)
        return lambda take: cls(*[read(take) for read in readers])

    def _event_reader(self, row: Sequence[str]) -> Reader:
        kind, *fields = row
        cls = getattr(self.module, camel_case(kind))
        return self._class_reader(cls, [field.split(":") for field in fields])

    def _struct_reader(self, name: str) -> Reader:
        fields = [field.split(":") for field in self.structs[name].split(" ")[1:]]
        cls = Outcome if name == "outcome" else getattr(self.module, camel_case(name))
        return self._class_reader(cls, fields)

    def _reader(self, kind: str) -> Reader:
        """How to read a value of a type of the tables: see MK_TABLE_* in the header."""
        if kind.startswith("["):
            return _list_reader(self._reader(kind[1:-1]))
        if kind.startswith("{"):
            return _map_reader(self._reader(kind[1:-1]))
        base = kind.rstrip("?!")
        if base == "mood":
            return _read_mood
        if base in self.structs:
            struct = self._struct_reader(base)
            return struct if base == kind else lambda take: struct(take) if take() else None
        return _scalar_reader(self._scalar(base), base != kind)

    def _scalar(self, base: str) -> Callable[[int], Any]:
        if base in self._scalars:
            return self._scalars[base]
        values = self._enum(base)
        return values.__getitem__

    def _enum(self, name: str) -> list[Any]:
        cls: type[Enum] = getattr(self.module, camel_case(name))
        return [cls(value) for value in self.choices[name]]

    def view(self, words: bytes) -> Any:
        """A view of a seat or an onlooker."""
        return self._read_view(_taker(words))

    def referee_view(self, words: bytes) -> Any:
        """The referee's view."""
        return self._read_referee(_taker(words))

    def outcome(self, words: bytes) -> Outcome:
        """An outcome."""
        outcome: Outcome = self._read_outcome(_taker(words))
        return outcome

    def memory(self, words: bytes) -> dict[Any, Any]:
        """What a seat remembers: by place, or by card."""
        take = _taker(words)
        memory = {}
        for _ in range(len(words) // (4 * (len(self._read_key) + 1))):
            key = tuple(read(take) for read in self._read_key)
            memory[key if len(key) > 1 else key[0]] = self._read_value(take)
        return memory

    def told(self, events: list[bytes]) -> tuple[Any, ...]:
        """Events; equal small ones are one shared object."""
        memo = self._memo
        return tuple([memo.get(event) or self._event(event) for event in events])

    def _event(self, words: bytes) -> Any:
        take = _taker(words)
        event = self._read_events[take()](take)
        if len(words) <= _MEMO_BYTES:
            if len(self._memo) >= _MEMO_LIMIT:
                self._memo.clear()
            self._memo[words] = event
        return event

    def event_kind(self, name: str) -> int:
        """The number of an event's kind."""
        return next(i for i, row in enumerate(self.events) if row[0] == name)


def _range(text: str) -> range:
    """``"48"`` as 0..47, ``"50@1"`` as 1..50."""
    size, _, first = text.partition("@")
    return range(int(first or 0), int(first or 0) + int(size))


def _taker(words: bytes) -> Take:
    return iter(memoryview(words).cast("i")).__next__


def _scalar_reader(convert: Callable[[int], Any], optional: bool) -> Reader:
    if optional:
        return lambda take: None if (word := take()) == b.NONE else convert(word)
    if convert is int:
        return lambda take: take()
    return lambda take: convert(take())


def _list_reader(read: Reader) -> Reader:
    return lambda take: tuple([read(take) for _ in range(take())])


def _map_reader(read: Reader) -> Reader:
    return lambda take: {take(): read(take) for _ in range(take())}


def _read_mood(take: Take) -> tuple[int | None, int | None]:
    yellow, blue = take(), take()
    return (None if yellow == b.NONE else yellow, None if blue == b.NONE else blue)


def rows(game: int, table: int) -> list[str]:
    """A table of the core."""
    return list(_rows(game, table))


def _rows(game: int, table: int) -> Iterator[str]:
    for index in count():
        row = b.backend.row(game, table, index)
        if row is None:
            return
        yield row


@cache
def tables_of(name: Any) -> Tables:
    """The tables of a game, by name.

    Raises:
        ArgumentError: there is no such game.
    """
    from masko_sdk.games import GAMES

    for number in range(b.backend.game_count() if isinstance(name, str) else 0):
        if b.backend.row(number, b.ABOUT, 0) == f"name {name}" and name in GAMES:
            return Tables(number, GAMES[name])
    raise ArgumentError(f"{_short(name)} is no game; there are {', '.join(GAMES)}")
