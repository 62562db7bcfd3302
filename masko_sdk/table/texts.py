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

End = Callable[[Words, int], int]
"""From words and a place among them to the place after a value."""

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


_Step = tuple[tuple[_Scalar, ...], Writer]
"""A run of scalars, and who writes what comes after it."""


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
        names, steps = [], []
        run: list[_Scalar] = []
        for field in fields:
            name, _, kind = field.partition(":")
            names.append(f'"{name}":%s')
            scalar = self.scalar(kind)
            if scalar is not None:
                run.append(scalar)
            else:
                steps.append((tuple(run), self.of(kind)))
                run = []
        template = "{" + ",".join([head, *names] if head else names) + "}"
        return _object(template, tuple(steps), tuple(run))

    def _list(self, kind: str) -> Writer:
        scalar = self.scalar(kind)
        write = _many(self.of(kind)) if scalar is None else _row(scalar)
        end_of = self.end_of(f"[{kind}]")
        return write if end_of is None else _kept(write, end_of)

    def end_of(self, kind: str) -> End | None:
        """Where a value of a type ends; None: only writing it tells."""
        if kind.startswith("["):
            width = self.width(kind[1:-1])
            if width is not None:
                return lambda words, at: at + 1 + width * words[at]
            item = self.end_of(kind[1:-1])
            return None if item is None else _end_of_many(item)
        if kind.startswith("{"):
            return lambda words, at: at + 1 + 2 * words[at]
        return None

    def width(self, kind: str) -> int | None:
        """How many words a value of a type has; None: that depends."""
        if kind == "mood":
            return 2
        if kind not in self.tables.structs:
            return None if self.scalar(kind) is None else 1
        fields = [field.partition(":")[2] for field in self.tables.structs[kind].split(" ")[1:]]
        widths = [self.width(field) for field in fields]
        return None if None in widths else sum(width or 0 for width in widths)

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


def _object(template: str, steps: tuple[_Step, ...], last: tuple[_Scalar, ...]) -> Writer:
    def write(words: Words, at: int) -> tuple[str, int]:
        texts: list[str] = []
        for run, write_part in steps:
            if run:
                end = at + len(run)
                texts += [scalar[word] for scalar, word in zip(run, words[at:end], strict=True)]
                at = end
            text, at = write_part(words, at)
            texts.append(text)
        end = at + len(last)
        texts += [scalar[word] for scalar, word in zip(last, words[at:end], strict=True)]
        return template % tuple(texts), end

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


def _end_of_many(end_of_item: End) -> End:
    def end_of(words: Words, at: int) -> int:
        end = at + 1
        for _ in range(words[at]):
            end = end_of_item(words, end)
        return end

    return end_of


def _kept(write: Writer, end_of: End) -> Writer:
    """A writer that remembers: hands and piles change little from ply to ply."""
    memo: dict[tuple[int, ...], str] = {}

    def write_or_recall(words: Words, at: int) -> tuple[str, int]:
        end = end_of(words, at)
        key = tuple(words[at:end])
        text = memo.get(key)
        if text is None:
            text = _keep(memo, key, write(words, at)[0])
        return text, end

    return write_or_recall


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
        self._views: dict[bytes, str] = {}
        self._memories: dict[bytes, str] = {}
        self._events_kept: dict[bytes, str] = {}

    def view(self, raw: bytes) -> str:
        """A view of a seat or an onlooker."""
        return self._views.get(raw) or _keep(
            self._views, raw, self._view(memoryview(raw).cast("i").tolist(), 0)[0]
        )

    def memory(self, raw: bytes) -> str:
        """What a seat remembers."""
        return self._memories.get(raw) or _keep(self._memories, raw, self._write_memory(raw))

    def events(self, raws: Sequence[bytes]) -> str:
        """Events of one viewer."""
        kept = self._events_kept
        return "[" + ",".join([kept.get(raw) or self._event(raw) for raw in raws]) + "]"

    def _event(self, raw: bytes) -> str:
        words = memoryview(raw).cast("i").tolist()
        return _keep(self._events_kept, raw, self._events[words[0]](words, 1)[0])

    def is_public(self, raws: Sequence[bytes]) -> bool:
        """Whether these events have no secret field at all."""
        return not any(memoryview(raw).cast("i")[0] in self._secret_kinds for raw in raws)

    def actions(self, codes: Sequence[int]) -> str:
        """A legal list."""
        texts = self._actions
        return "[" + ",".join([texts[code] for code in codes]) + "]"

    def _write_memory(self, raw: bytes) -> str:
        words = memoryview(raw).cast("i").tolist()
        entry, width = self._entry, len(self._entry)
        rows = [
            ",".join([entry[k][words[at + k]] for k in range(width)])
            for at in range(0, len(words), width)
        ]
        return "[" + ",".join([f"[{row}]" for row in rows]) + "]"


def _keep(memo: dict[Any, str], raw: Any, text: str) -> str:
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[raw] = text
    return text


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
        """The same parts for an onlooker, who remembers nothing and may do nothing."""
        view = self._scribe.view(self._core.view(b.ONLOOKER))
        return f'"view":{view},"memory":[],"legal_actions":[]'

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
