"""JSON text of what a seat may see, written from the core's words without objects between.

The words are those behind `Player.view`, `memory`, `legal_actions` and `events`, and the text is that of their
`to_json`; a table sends it to every seat after every action, so it has to be quick.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from masko_sdk import _backend as b
from masko_sdk._codec import Tables, tables_of
from masko_sdk.game import Game

__all__ = ["Showing", "compact"]

Words = Sequence[int]
Writer = Callable[[Words, int], tuple[str, int]]
"""From words and a place among them to their text and the place after."""

_Row = tuple[str, "tuple[_Scalar, ...]", Writer]
"""A template, the scalars that fill it, and who writes its last place."""

_MEMO_LIMIT = 1 << 13
_NUMBERS = 1 << 10


_ENCODER = json.JSONEncoder(separators=(",", ":"))


def compact(form: Any) -> str:
    """JSON as it is sent: ASCII, without spaces."""
    return _ENCODER.encode(form)


class _Scalar(dict[int, str]):
    """The text of one word; a number that is not kept is written anew."""

    def __missing__(self, word: int) -> str:
        return str(word)


_INTS = _Scalar({number: str(number) for number in range(-_NUMBERS, _NUMBERS)})


def _optional(scalar: _Scalar) -> _Scalar:
    return _Scalar({**scalar, b.NONE: "null"})


class _Writers:
    """How the types of a game's tables are written: see MK_TABLE_* in the header."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        names = {face: f'"{name}"' for name, face in tables.card_names.items()}
        self.scalars = dict.fromkeys(("int", "seat", "slot", "pile"), _INTS)
        self.scalars["card"] = _Scalar(names) if names else _INTS
        self.scalars["bool"] = _Scalar({0: "false", 1: "true"})

    def scalar(self, kind: str) -> _Scalar | None:
        """The texts of a type of one word; None for the others."""
        base = kind.rstrip("?!")
        if base == "mood" or base in self.tables.structs or base[0] in "[{":
            return None
        if base not in self.scalars:
            values = self.tables.choices[base]
            self.scalars[base] = _Scalar({i: f'"{value}"' for i, value in enumerate(values)})
        scalar = self.scalars[base]
        return scalar if base == kind else _optional(scalar)

    def of(self, kind: str) -> Writer:
        """The writer of any type."""
        if kind.startswith("["):
            return self._list(kind[1:-1])
        if kind.startswith("{"):
            return self._map(kind[1:-1])
        base = kind.rstrip("?!")
        if base == "mood":
            return _mood
        if base not in self.tables.structs:
            return _one(self.scalar(kind) or _INTS)
        struct = self.fields(self.tables.structs[base].split(" ")[1:])
        return struct if base == kind else _maybe(struct)

    def fields(self, fields: Sequence[str], head: str = "") -> Writer:
        """An object with these fields, ``name:type`` each; those of one word are written together."""
        rows: list[_Row] = []
        template, scalars = "{" + head, []
        for place, field in enumerate(fields):
            name, _, kind = field.partition(":")
            template += ("," if place or head else "") + f'"{name}":%s'
            scalar = self.scalar(kind)
            if scalar is not None:
                scalars.append(scalar)
            else:
                rows.append((template, tuple(scalars), self.of(kind)))
                template, scalars = "", []
        return _object(tuple(rows), template + "}", tuple(scalars))

    def _list(self, kind: str) -> Writer:
        if kind.startswith("{"):
            return _hands(self.scalar(kind[1:-1]) or _INTS)
        scalar = self.scalar(kind)
        return _many(self.of(kind)) if scalar is None else _row(scalar)

    def _map(self, kind: str) -> Writer:
        scalar = self.scalar(kind)
        if scalar is None:
            raise TypeError(f"no map of {kind} is known")
        return _slots(scalar)


def _one(scalar: _Scalar) -> Writer:
    return lambda words, at: (scalar[words[at]], at + 1)


def _maybe(write: Writer) -> Writer:
    return lambda words, at: write(words, at + 1) if words[at] else ("null", at + 1)


def _mood(words: Words, at: int) -> tuple[str, int]:
    yellow, blue = ("null" if w == b.NONE else str(w) for w in words[at : at + 2])
    return f"[{yellow},{blue}]", at + 2


def _object(rows: tuple[_Row, ...], end: str, last: tuple[_Scalar, ...]) -> Writer:
    def write(words: Words, at: int) -> tuple[str, int]:
        parts = []
        for template, scalars, sub in rows:
            texts = []
            for scalar in scalars:
                texts.append(scalar[words[at]])
                at += 1
            text, at = sub(words, at)
            texts.append(text)
            parts.append(template % tuple(texts))
        after = at + len(last)
        texts = [scalar[word] for scalar, word in zip(last, words[at:after], strict=True)]
        parts.append(end % tuple(texts))
        return "".join(parts), after

    return write


def _row(scalar: _Scalar) -> Writer:
    def write(words: Words, at: int) -> tuple[str, int]:
        end = at + 1 + words[at]
        return "[" + ",".join([scalar[word] for word in words[at + 1 : end]]) + "]", end

    return write


def _many(write_item: Writer) -> Writer:
    def write(words: Words, at: int) -> tuple[str, int]:
        parts, count = [], words[at]
        at += 1
        for _ in range(count):
            text, at = write_item(words, at)
            parts.append(text)
        return "[" + ",".join(parts) + "]", at

    return write


def _slots(scalar: _Scalar) -> Writer:
    """A map from slots."""

    def write(words: Words, at: int) -> tuple[str, int]:
        end = at + 1 + 2 * words[at]
        pairs = zip(words[at + 1 : end : 2], words[at + 2 : end : 2], strict=True)
        return "{" + ",".join([f'"{slot}":{scalar[word]}' for slot, word in pairs]) + "}", end

    return write


def _hands(scalar: _Scalar) -> Writer:
    """A list of maps from slots; hands change little from ply to ply, so their texts are kept."""
    write_list = _many(_slots(scalar))
    memo: dict[tuple[int, ...], str] = {}

    def write(words: Words, at: int) -> tuple[str, int]:
        end = at + 1
        for _ in range(words[at]):
            end += 1 + 2 * words[end]
        key = tuple(words[at:end])
        text = memo.get(key)
        if text is None:
            if len(memo) >= _MEMO_LIMIT:
                memo.clear()
            text = memo[key] = write_list(words, at)[0]
        return text, end

    return write


class _Scribe:
    """Writes the words of one game as JSON text, and keeps what it has written lately."""

    def __init__(self, tables: Tables) -> None:
        writers = _Writers(tables)
        self._view = writers.fields([f"{name}:{kind}" for name, kind in tables.view_fields])
        self._events = [
            writers.fields(fields, f'"type":"{kind}"') for kind, *fields in tables.events
        ]
        kinds = [part.split(":")[1] for part in tables.about["memory"].split(" ")]
        self._entry = [writers.scalar(kind) or _INTS for kind in kinds]
        self._actions = [compact(action.to_json()) for action in tables.actions]
        self._secret_kinds = {
            number for number, row in enumerate(tables.events) if any("!" in f for f in row)
        }
        self._memo: dict[tuple[str, bytes], str] = {}

    def _kept(self, what: str, raw: bytes, write: Callable[[Words], str]) -> str:
        memo = self._memo
        text = memo.get((what, raw))
        if text is None:
            if len(memo) >= _MEMO_LIMIT:
                memo.clear()
            text = memo[what, raw] = write(memoryview(raw).cast("i").tolist())
        return text

    def view(self, raw: bytes) -> str:
        """A view of a seat or an onlooker."""
        return self._kept("view", raw, lambda words: self._view(words, 0)[0])

    def memory(self, raw: bytes) -> str:
        """What a seat remembers."""
        return self._kept("memory", raw, self._write_memory)

    def events(self, raws: Sequence[bytes]) -> str:
        """Events of one viewer."""
        kept = self._kept
        return "[" + ",".join([kept("event", raw, self._write_event) for raw in raws]) + "]"

    def is_public(self, raws: Sequence[bytes]) -> bool:
        """Whether these events have no secret field at all."""
        return not any(memoryview(raw).cast("i")[0] in self._secret_kinds for raw in raws)

    def actions(self, codes: Sequence[int]) -> str:
        """A legal list."""
        texts = self._actions
        return "[" + ",".join([texts[code] for code in codes]) + "]"

    def _write_event(self, words: Words) -> str:
        return self._events[words[0]](words, 1)[0]

    def _write_memory(self, words: Words) -> str:
        entry, width = self._entry, len(self._entry)
        rows = [
            ",".join([entry[k][words[at + k]] for k in range(width)])
            for at in range(0, len(words), width)
        ]
        return "[" + ",".join([f"[{row}]" for row in rows]) + "]"


@cache
def _scribe(game: str) -> _Scribe:
    return _Scribe(tables_of(game))


class Showing:
    """What each seat and the onlooker of one game see, as parts of JSON text, each made once a ply."""

    __slots__ = ("_core", "_game", "_news", "_parts", "_ply", "_public", "_rounds", "_scribe")

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._core = game._core
        self._game = game
        self._scribe = _scribe(game.rules.game)
        self._ply = -1
        self._parts: dict[int, str] = {}
        self._news: dict[int, str] = {}
        self._public: str | None = None
        self._rounds = (-1, "[]")

    def _turn_page(self) -> None:
        if self._core.ply != self._ply:
            self._ply = self._core.ply
            self._parts.clear()
            self._news.clear()
            self._public = None

    def part(self, seat: int) -> str:
        """``"view":...,"memory":...,"legal_actions":...`` of a seat."""
        self._turn_page()
        text = self._parts.get(seat)
        if text is None:
            core, scribe = self._core, self._scribe
            text = self._parts[seat] = (
                f'"view":{scribe.view(core.view(seat))},"memory":{scribe.memory(core.memory(seat))}'
                f',"legal_actions":{scribe.actions(core.legal(seat))}'
            )
        return text

    def onlooker_part(self) -> str:
        """``"view":...`` of an onlooker."""
        return f'"view":{self._scribe.view(self._core.view(b.ONLOOKER))}'

    def news(self, viewer: int | None) -> str:
        """The events of the last ply, as a seat or an onlooker may know them.

        Events of kinds without a secret field are the same for all, and are written once.
        """
        self._turn_page()
        who = b.ONLOOKER if viewer is None else viewer
        text = self._news.get(who) or self._public
        if text is None:
            raws = self._core.events(who, self._ply - 1, -1)
            text = self._news[who] = self._scribe.events(raws)
            if self._scribe.is_public(raws):
                self._public = text
        return text

    def events(self, viewer: int | None, since: int) -> str:
        """All events of plies after `since`."""
        who = b.ONLOOKER if viewer is None else viewer
        return self._scribe.events(self._core.events(who, since, -1))

    def rounds(self) -> str:
        """The records of the finished rounds."""
        if self._rounds[0] != self._core.ply:
            forms = [round_.to_json() for round_ in self._game.rounds]
            self._rounds = (self._core.ply, compact(forms))
        return self._rounds[1]
