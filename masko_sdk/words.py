"""A game in words: events, actions, reasons and views as sentences of a language.

A catalogue is a language, kept as JSON in ``masko_sdk/languages/``, one file each, so that a front end in another
programming language can load it too. It holds game (or ``"any"``, for all), section, key, sentence. A key is a kind,
then any number of marks. Of the sentences of a kind, the one with the most marks that all hold is told, so that
"looked own hidden" goes before "looked". Marks come from the fields as the core's tables type them:

- ``hidden``: a secret field is not for this observer
- ``own``: the second seat is the first one, or the one who acts
- ``no_slot``: the field `slot` is None
- ``announced``: the field `announced` is True
- ``reason=won``, ``pile=1``, ``winners=2``: a choice, a number, or how many a list holds

Parameters are the fields, by name, and those of a result or outcome in them; rounds and tricks are counted
from 1. An empty sentence is not told. In a fold, events that follow each other (``+``: one or more, ``*``: any
number) are told as one: the parameters are those of the first, `then` has those of the last, and `all` names
the seats of the repeated ones. Folds are tried in their order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any

from masko_sdk._value import json_form
from masko_sdk.errors import ArgumentError, _short

__all__ = ["LANGUAGES", "Catalogue", "Paint", "Sentences", "Words", "catalogue", "plain"]

Catalogue = Mapping[str, Mapping[str, Mapping[str, str]]]

_FOLDER = resources.files("masko_sdk").joinpath("languages")

LANGUAGES = tuple(sorted(file.name.removesuffix(".json") for file in _FOLDER.iterdir()))
"""The languages that there are, by their ISO 639-1 code: one a file."""

Paint = Callable[[str, str], str]
"""Dresses a text by its role: ``"seat0"``, ``"card"``, ``"known"``, ``"hidden"``, ``"dim"``, ``"bold"``."""

Fields = Sequence[tuple[str, str]]
"""Names and types, as in the core's tables."""

_COUNTED_FROM_ZERO = {"round", "trick", "trick_number"}  # told from 1
_ACTION_TYPES = {"seat": "seat", "value": "card"}
_MOST_IN_A_ROW = 3


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The sentences of a language; to be read, never changed.

    Raises:
        ArgumentError: there is no such language.
    """
    if language not in LANGUAGES:
        raise ArgumentError(
            f"language is {_short(language)}; it must be one of {', '.join(LANGUAGES)}"
        )
    text = _FOLDER.joinpath(f"{language}.json").read_text("utf-8")
    sentences: Catalogue = json.loads(text)
    return sentences


def plain(role: str, text: str) -> str:
    """No paint at all."""
    return text


class Sentences:
    """The sentences of one game, with those of all games behind them."""

    def __init__(self, game: str, catalogue: Catalogue) -> None:
        own, shared = catalogue.get(game, {}), catalogue["any"]
        self._sections = {
            name: _by_kind({**shared.get(name, {}), **own.get(name, {})})
            for name in {*own, *shared}
        }
        self.folds = [
            ([_fold_part(part) for part in pattern.split(", ")], sentence)
            for pattern, sentence in own.get("folds", {}).items()
        ]

    def kinds(self, section: str) -> set[str]:
        """The kinds that a section has sentences for."""
        return set(self._sections.get(section, ()))

    def find(self, section: str, kind: str, marks: Iterable[str] = ()) -> str | None:
        """The sentence of a kind with the most marks that all hold, or None."""
        held = set(marks)
        for wanted, sentence in self._sections.get(section, {}).get(kind, ()):
            if wanted <= held:
                return sentence
        return None


def _by_kind(section: Mapping[str, str]) -> dict[str, list[tuple[frozenset[str], str]]]:
    kinds: dict[str, list[tuple[frozenset[str], str]]] = {}
    for key, sentence in section.items():
        kind, *marks = key.split(" ")
        kinds.setdefault(kind, []).append((frozenset(marks), sentence))
    for variants in kinds.values():
        variants.sort(key=lambda variant: -len(variant[0]))
    return kinds


def _fold_part(part: str) -> tuple[str, frozenset[str], str]:
    kind, *marks = part.split(" ")
    repeat = kind[-1] if kind[-1] in "*+" else ""
    return kind.rstrip("*+"), frozenset(marks), repeat


@cache
def _sentences(game: str, language: str) -> Sentences:
    return Sentences(game, catalogue(language))


class Words:
    """Tells one game: its names, its cards, and the catalogue's sentences.

    Args:
        rules: the game.
        names: the players by seat.
        paint: how names and cards are dressed.
        language: one of `LANGUAGES`, or a catalogue of one's own.

    Raises:
        ArgumentError: there is no such language.
    """

    def __init__(
        self,
        rules: Any,
        names: Sequence[str],
        paint: Paint = plain,
        language: str | Catalogue = "en",
    ) -> None:
        self.names = tuple(names)
        self.paint = paint
        self._tables = rules._tables
        self._events = {kind: _typed(fields) for kind, *fields in self._tables.events}
        self._structs = {
            name: _typed(row.split(" ")[1:]) for name, row in self._tables.structs.items()
        }
        game = self._tables.name
        if isinstance(language, str):
            self.sentences = _sentences(game, language)
        else:
            self.sentences = Sentences(game, language)

    # Whole sentences.

    def event(self, event: Any) -> str:
        """One event."""
        marks, parameters = self._read(self._events[event.kind], event)
        return self._say("events", event.kind, marks, parameters)

    def tell(self, events: Sequence[Any]) -> Iterator[tuple[Any, str]]:
        """Events one after the other, runs of them folded: the first event of each sentence, and it."""
        at = 0
        while at < len(events):
            count, text = self._fold(events, at) or (1, self.event(events[at]))
            yield events[at], text
            at += count

    def action(self, action: Any, actor: int) -> str:
        """What an action is for the one who may do it."""
        names = self._tables.action_fields[action.kind]
        fields = [(name, _ACTION_TYPES.get(name, "int")) for name in names]
        marks, parameters = self._read(fields, action, actor)
        return self._say("actions", action.kind, marks, parameters)

    def reason(self, reason: Enum) -> str:
        """Why something is refused."""
        return self._say("reasons", str(reason.value), (), {})

    def phase(self, view: Any, due: Sequence[int]) -> str:
        """What the table waits for."""
        turn = "" if view.turn is None else self.name(view.turn)
        parameters = {"turn": turn, "due": self.list_names(due)}
        return self._say("phases", str(view.phase.value), (), parameters)

    def say(self, section: str, kind: str, /, **parameters: object) -> str:
        """A sentence of the command line itself."""
        return self._say(section, kind, (), parameters)

    def field(self, section: str, field: tuple[str, str], view: Any, thing: Any) -> str:
        """What a field of a view tells, or nothing: `thing` is the field, or one seat's part of it."""
        name, kind = field
        marks, parameters = self._read([(name, kind)], {name: thing}.__getitem__)
        if thing is None or thing == ():
            sentence = self.sentences.find(section, name, marks)
            silent = sentence is None or sentence == self.sentences.find(section, name)
            return "" if silent else self._say(section, name, marks, parameters)
        numbers = {
            name: getattr(view, name) for name, kind in self._tables.view_fields if kind == "int"
        }
        return self._say(section, name, marks, {**numbers, **parameters})

    def _say(
        self, section: str, kind: str, marks: Iterable[str], parameters: Mapping[str, object]
    ) -> str:
        sentence = self.sentences.find(section, kind, marks)
        if sentence is None:  # a kind that the catalogue does not know yet
            facts = ", ".join(f"{name} {value}" for name, value in parameters.items())
            return f"{kind.replace('_', ' ')} {facts}".strip()
        return sentence.format_map(parameters)

    # Folds.

    def _fold(self, events: Sequence[Any], at: int) -> tuple[int, str] | None:
        """How many events the first fold that fits tells as one, and how."""
        for parts, sentence in self.sentences.folds:
            found = self._match(parts, events, at)
            if found is not None and (len(parts) > 1 or found[0] > 1):
                count, repeated = found
                first, last = events[at], events[at + count - 1]
                _, parameters = self._read(self._events[first.kind], first)
                parameters["then"] = self._read(self._events[last.kind], last)[1]
                parameters["all"] = self.list_names([event.seat for event in repeated])
                return count, sentence.format_map(parameters)
        return None

    def _match(
        self, parts: Sequence[tuple[str, frozenset[str], str]], events: Sequence[Any], start: int
    ) -> tuple[int, list[Any]] | None:
        at = start
        repeated: list[Any] = []
        for kind, marks, repeat in parts:
            first = at
            while at < len(events) and self._fits(events[at], kind, marks):
                at += 1
                if not repeat:
                    break
            if at == first and repeat != "*":
                return None
            if repeat:
                repeated += events[first:at]
        return at - start, repeated

    def _fits(self, event: Any, kind: str, marks: frozenset[str]) -> bool:
        if event.kind != kind:
            return False
        return not marks or marks <= self._read(self._events[kind], event)[0]

    # Parts of sentences.

    def name(self, seat: int) -> str:
        """The player of a seat."""
        return self.paint(f"seat{seat}", self.names[seat])

    def list_names(self, seats: Sequence[int]) -> str:
        """``Ana, Bo and Chloé``."""
        *some, last = [self.name(seat) for seat in seats] or [""]
        return self._form("all").format(some=", ".join(some), last=last) if some else last

    def card(self, card: Any, *, known: bool = False) -> str:
        """A card: ``[7]`` open, ``(7)`` hidden and known, ``[?]`` hidden."""
        if card is None:
            return self.paint("hidden", f"[{self._form('hidden_card')}]")
        face = json_form(card)
        name = self.sentences.find("cards", str(face)) or str(face)
        return self.paint("known", f"({name})") if known else self.paint("card", f"[{name}]")

    def cards(self, cards: Iterable[Any]) -> str:
        """Cards in a row; many hidden ones are counted."""
        shown = list(cards)
        hidden = sum(card is None for card in shown)
        texts = [self.card(card) for card in shown if card is not None]
        if hidden > _MOST_IN_A_ROW:
            return " ".join([*texts, f"{self.card(None)} x {hidden}"])
        return " ".join(texts + [self.card(None)] * hidden)

    def _mood(self, mood: tuple[int | None, int | None]) -> str:
        yellow, blue = ("-" if number is None else str(number) for number in mood)
        form = self._form("mood_cover" if None in mood else "mood")
        return self.paint("card", f"[{form.format(yellow=yellow, blue=blue)}]")

    def _form(self, name: str) -> str:
        return self.sentences.find("forms", name) or ""

    # Marks and parameters.

    def _read(
        self, fields: Fields, thing: Any, actor: int | None = None
    ) -> tuple[set[str], dict[str, object]]:
        get = thing if callable(thing) else lambda name: getattr(thing, name)
        marks: set[str] = set()
        parameters: dict[str, object] = {}
        seats = [] if actor is None else [actor]
        for name, kind in fields:
            found = get(name)
            marks.update(_marks(name, kind, found))
            base = kind.rstrip("?!")
            parameters[name] = self._text(base, found, name)
            if base == "seat" and found is not None:
                seats.append(found)
            if base in self._structs and found is not None:
                inner = self._read(self._structs[base], found)
                marks |= inner[0]
                parameters |= inner[1]
        if len(seats) > 1 and seats[0] == seats[1]:
            marks.add("own")
        return marks, parameters

    def _text(self, kind: str, thing: Any, name: str) -> str:
        """A field as text, by its type in the core's tables."""
        if kind.startswith(("[", "{")):
            return "" if thing is None else self._texts(kind[1:-1].rstrip("?!"), thing)
        if kind == "card":
            return self.card(thing)
        if thing is None:
            return ""
        if kind == "seat":
            return self.name(thing)
        if kind == "mood":
            return self._mood(thing)
        if kind in self._structs:
            values = [
                self._text(k.rstrip("?!"), getattr(thing, n), n) for n, k in self._structs[kind]
            ]
            return " ".join(values)
        if isinstance(thing, Enum):
            return str(thing.value)
        return str(thing + 1 if name in _COUNTED_FROM_ZERO else thing)

    def _texts(self, kind: str, things: Any) -> str:
        if isinstance(things, Mapping):
            return self.cards(things.values())
        if kind == "card":
            return self.cards(things)
        if kind == "seat":
            return self.list_names(things)
        if kind == "int" and len(things) == len(self.names):
            each = self._form("each")
            pairs = zip(range(len(things)), things, strict=True)
            return ", ".join(each.format(name=self.name(seat), value=n) for seat, n in pairs)
        return ", ".join(self._text(kind, thing, "") for thing in things)


def _typed(fields: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, kind) for name, _, kind in (field.partition(":") for field in fields)]


def _marks(name: str, kind: str, thing: Any) -> Iterator[str]:
    if thing is None:
        yield "hidden" if kind.endswith("!") else f"no_{name}"
    elif thing is True:
        yield name
    elif kind.startswith("["):
        yield f"{name}={len(thing)}"
    elif isinstance(thing, Enum):
        yield f"{name}={thing.value}"
    elif isinstance(thing, int) and kind == "int":
        yield f"{name}={thing}"
