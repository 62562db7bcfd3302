"""A game in words: events, actions, reasons and views as sentences of a language.

Sentences are in `masko_sdk.catalogues`: by game, section, kind and marks. Marks come from the fields as the core's
tables type them:

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

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from masko_sdk._checks import check_choice, check_count
from masko_sdk._options import Option
from masko_sdk._telling import (
    check_catalogue,
    check_of_game,
    check_rules,
    error_marks,
    field_marks,
    fill,
    form_of_error,
    names_of,
    option_marks,
    written,
)
from masko_sdk.catalogues import (
    COUNTED_FROM_ZERO,
    LANGUAGES,
    MOST_IN_A_ROW,
    Catalogue,
    Fields,
    Sentences,
    action_fields,
    catalogue,
    event_fields,
    sentences_of,
    struct_fields,
)
from masko_sdk.errors import ArgumentError, MaskoError, _short
from masko_sdk.view import View

__all__ = ["LANGUAGES", "Catalogue", "Paint", "Sentences", "Words", "catalogue", "plain"]

_TEXT_OF = {True: "yes", False: "no"}
_MOST_DIGITS = 100


Paint = Callable[[str, str], str]
"""Dresses a text by its role: ``"seat0"``, ``"card"``, ``"known"``, ``"hidden"``, ``"dim"``, ``"bold"``."""


def plain(role: str, text: str) -> str:
    """The `text` as it is, whatever its `role`."""
    return text


class Words:
    """Tells one game: its names, its cards, and the catalogue's sentences.

    Args:
        rules: the game.
        names: the players by seat.
        paint: how names and cards are dressed.
        language: one of `LANGUAGES`, or a catalogue of one's own.

    Raises:
        ArgumentError: there is no such language, or a catalogue of one's own lacks ``"any"`` or its ``"forms"``. Later:
            a seat without a name, or a sentence of a catalogue that can't be filled.
        TypeError: an argument of a wrong type. Later: an event or action of another game.
    """

    def __init__(
        self,
        rules: Any,
        names: Sequence[str],
        paint: Paint = plain,
        language: str | Catalogue = "en",
    ) -> None:
        check_rules(rules)
        self.names = names_of(names)
        self.paint = paint
        self._tables = rules._tables
        self._rules = rules
        self._events = event_fields(self._tables)
        self._structs = struct_fields(self._tables)
        self._actions = action_fields(self._tables)
        game = self._tables.name
        self.language = language if isinstance(language, str) else ""
        if isinstance(language, str):
            self.sentences = sentences_of(game, language)
        else:
            check_catalogue(language)
            self.sentences = Sentences(game, language)

    # Whole sentences.

    def event(self, event: Any) -> str:
        """One event."""
        check_of_game(event, "Event", self._tables)
        marks, parameters = self._read(self._events[event.kind], event)
        return self._say("events", event.kind, marks, parameters)

    def tell(self, events: Sequence[Any]) -> Iterator[tuple[Any, str]]:
        """`events` one after the other, runs of them folded: the first event of each sentence, and it."""
        at = 0
        for event in events:
            check_of_game(event, "Event", self._tables)
        while at < len(events):
            count, text = self._fold(events, at) or (1, self.event(events[at]))
            yield events[at], text
            at += count

    def action(self, action: Any, actor: int) -> str:
        """What an action is for the one who may do it: `actor`, a seat or `HOST`.

        Raises:
            TypeError, ArgumentError: no action, or none of this game.
            UnknownAction: one that never is.
        """
        check_of_game(action, "Action", self._tables)
        self._tables.code_of(action)
        marks, parameters = self._read(self._actions[action.kind], action, actor)
        return self._say("actions", action.kind, marks, parameters)

    def reason(self, reason: Enum) -> str:
        """Why something is refused: `reason` is the one of an `IllegalAction`.

        Raises:
            TypeError: it is no member of an enum.
        """
        if not isinstance(reason, Enum):
            raise TypeError(f"reason must be that of an error, not {type(reason).__name__}")
        return self._say("reasons", str(reason.value), (), {})

    def error(self, error: MaskoError | TypeError | Mapping[str, Any]) -> str:
        """Why something is refused: an error, or the JSON form of one that came from elsewhere.

        A form that the catalogue does not know, or that lacks what its sentence tells, is told by its message, and
        without one by its kind.

        Raises:
            ArgumentError: a form without ``"error"``.
            TypeError: neither an error nor a form.
        """
        form = form_of_error(error)
        message = str(form.get("message") or form["error"].replace("_", " "))
        section, kind = "errors", form["error"]
        if "reason" in form:
            section = "refusals" if kind == "table_refusal" else "reasons"
            kind = str(form["reason"])
        marks = {mark for name, thing in form.items() for mark in error_marks(name, thing)}
        field = str(form.get("field", ""))
        label = self.sentences.find("options", field) or field
        sentence = self.sentences.find(section, kind, marks)
        try:
            return message if sentence is None else fill(sentence, {**form, "field": label})
        except ArgumentError:
            return message

    def phase(self, view: Any, due: Sequence[int]) -> str:
        """What the table waits for: in the phase of `view`, from the seats that are `due`.

        Raises:
            TypeError: no `View`.
        """
        if not isinstance(view, View):
            raise TypeError(f"view must be a View, not {type(view).__name__}")
        return self._phase(view, due)

    def _phase(self, view: Any, due: Sequence[int]) -> str:
        turn = "" if view.turn is None else self.name(view.turn)
        return self.say("phases", str(view.phase.value), turn=turn, due=tuple(due))

    def say(self, section: str, kind: str, /, **parameters: object) -> str:
        """The sentence of a `kind` in a `section`, with parameters of one's own.

        A tuple is of seats; numbers and how many seats are marks.

        Raises:
            TypeError: section or kind is no str.
            ArgumentError: the catalogue has no such sentence.
        """
        for name in (section, kind):
            if not isinstance(name, str):
                raise TypeError(f"section and kind must be str, not {type(name).__name__}")
        marks = []
        for name, thing in parameters.items():
            if isinstance(thing, tuple):
                marks.append(f"{name}={len(thing)}")
                parameters[name] = self.list_names(thing)
            elif isinstance(thing, int):
                marks.append(f"{name}={thing}")
        return self._say(section, kind, marks, parameters)

    def number(self, value: float, digits: int = 0, sign: str = "") -> str:
        """A `value` as the language writes it, to so many `digits`: ``1,234.5``; sign ``"+"``: with its sign always.

        Raises:
            TypeError: a value that is no number, or digits that are no int.
            ArgumentError: a value beyond those of a float, more than 100 digits, or another sign.
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"value must be a number, not {type(value).__name__}")
        if isinstance(value, int) and abs(value) > sys.float_info.max:
            raise ArgumentError(f"value is {_short(value)}; that is too large")
        places = check_count(digits, "digits", 0, _MOST_DIGITS)
        check_choice("sign", sign, ("", "+"))
        marks = str.maketrans({",": self._form("thousands"), ".": self._form("decimal")})
        return f"{value:{sign},.{places}f}".translate(marks)

    # What the game is.

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.sentences.find("about", "name") or self._tables.name.capitalize()

    def rules(self) -> Iterator[tuple[str, str]]:
        """What a player needs to know, under these options: kind and paragraph, in the order to read."""
        for kind in self.sentences.kinds("rules"):
            yield kind, self._under_options("rules", kind)

    def powers(self) -> Iterator[tuple[str, str]]:
        """What special cards do: the card's wire name, and a sentence."""
        for card in self.sentences.kinds("powers"):
            yield card, self._under_options("powers", card)

    def choice(self, option: str, value: Any) -> str:
        """What a value of an option is called; the option itself is in section ``"options"``.

        Raises:
            TypeError: the option is no str.
            ArgumentError: a value that can't be one.
        """
        if not isinstance(option, str):
            raise TypeError(f"option must be a str, not {type(option).__name__}")
        name = "none" if value is None else written("value", value)
        found = self.sentences.find("choices", f"{option}={name}")
        if found is None and isinstance(value, bool):
            return self._form(_TEXT_OF[value])
        return found or name

    def allowed(self, option: Option) -> str:
        """What may be given for an option of the core's table.

        Raises:
            TypeError: no `Option`.
        """
        if not isinstance(option, Option):
            raise TypeError(f"option must be an Option, not {type(option).__name__}")
        bounds = {"least": str(option.lowest), "most": str(option.highest)}
        choices = self._tables.choices
        if option.type in choices:
            named = (f"{name} ({self.choice(option.name, name)})" for name in choices[option.type])
            return self.say("cli", "allowed_choice", choices=", ".join(named))
        if option.name in choices:
            cards = ", ".join(map(self.card_name, choices[option.name]))
            return self.say("cli", "allowed_each", keys=cards, **bounds)
        if option.type.endswith("?"):
            none = self.choice(option.name, None)
            return self.say("cli", "allowed_none", choice=none, **bounds)
        return self.say("cli", f"allowed_{option.type.partition('*')[0]}", **bounds)

    def _under_options(self, section: str, kind: str) -> str:
        options = self._rules.to_json()
        marks = {mark for name, thing in options.items() for mark in option_marks(name, thing)}
        return self._say(section, kind, marks, options)

    def field(self, section: str, field: tuple[str, str], view: Any, thing: Any) -> str:
        """What a field of a view tells, in a `section`, or nothing: `thing` is the field, or one seat's part of it."""
        name, kind = field
        if name == "pile" and len(view.discard_top) == 1:
            return ""  # there is no other
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
        return fill(sentence, parameters)

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
                return count, fill(sentence, parameters)
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
        """The player of a seat.

        Raises:
            TypeError: no int.
            ArgumentError: a seat without a name.
        """
        if not isinstance(seat, int):
            raise TypeError(f"seat must be an int, not {type(seat).__name__}")
        if not 0 <= seat < len(self.names):
            raise ArgumentError(f"seat is {_short(seat)}; there are {len(self.names)} names")
        return self.paint(f"seat{seat}", self.names[seat])

    def list_names(self, seats: Sequence[int]) -> str:
        """The names of `seats`: ``Ana, Bo and Chloé``."""
        *some, last = [self.name(seat) for seat in seats] or [""]
        return self._form("all").format(some=", ".join(some), last=last) if some else last

    def card(self, card: Any, *, known: bool = False) -> str:
        """A card: ``[7]`` open, ``(7)`` hidden and known, ``[?]`` hidden.

        Raises:
            TypeError: `known` is no bool.
            ArgumentError: what can't be a card.
        """
        if not isinstance(known, bool):
            raise TypeError(f"known must be a bool, not {type(known).__name__}")
        if card is None:
            return self.paint("hidden", f"[{self.card_name(None)}]")
        name = self.card_name(card)
        return self.paint("known", f"({name})") if known else self.paint("card", f"[{name}]")

    def card_name(self, card: Any) -> str:
        """The bare name of a card, or of its wire name; what stands for a hidden one where it is None."""
        if card is None:
            return self._form("hidden_card")
        face = written("card", card)
        return self.sentences.find("cards", face) or face

    def cards(self, cards: Iterable[Any]) -> str:
        """The `cards` in a row; many hidden ones are counted."""
        shown = list(cards)
        hidden = sum(card is None for card in shown)
        texts = [self.card(card) for card in shown if card is not None]
        if hidden > MOST_IN_A_ROW:
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
            marks.update(field_marks(name, kind, found))
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
        if isinstance(thing, bool):
            return self._form(_TEXT_OF[thing])
        return str(thing + 1 if name in COUNTED_FROM_ZERO else thing)

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
