"""A table with people around it, and windows of Masko in which it is known who holds what."""

from __future__ import annotations

import itertools
import json
from typing import Any

from masko_sdk import masko
from masko_sdk.table import Table

Form = dict[str, Any]


class Party:
    """A table, its people (connection ``c0`` has seat 0, and so on) and what each was sent."""

    def __init__(
        self, rules: Any = None, seats: int = 4, start: bool = True, **options: Any
    ) -> None:
        options.setdefault("seed", 1)
        options.setdefault("rate", 10_000)
        options.setdefault("burst", 10_000)
        self.table = Table(rules or masko.Rules(), seats, **options)
        self.now = 1_000_000
        self.inbox: dict[Any, list[Form]] = {}
        self.tokens: dict[int, str] = {}
        self._ids = itertools.count()
        if start:
            for seat in range(seats):
                if seat not in options.get("bots", {}):
                    joined = self.say(seat, "join", name=f"P{seat}", seat=seat)
                    self.tokens[seat] = joined["token"]
            self.say(self.table._desk.hall.host, "start")

    @property
    def game(self) -> Any:
        return self.table.game

    def deliver(self, outs: list[Any]) -> list[Any]:
        for out in outs:
            self.inbox.setdefault(out.to, []).append(json.loads(out.text))
        return outs

    def say(self, who: int | str, kind: str, **fields: Any) -> Form:
        """Say it by connection, with a new id, and return the answer to it."""
        sender = f"c{who}" if isinstance(who, int) else who
        fields.setdefault("id", f"m{next(self._ids)}")
        text = json.dumps({"type": kind, **fields})
        outs = self.deliver(self.table.receive(self.now, sender, text))
        forms = [json.loads(out.text) for out in outs if out.to == sender]
        return next(form for form in forms if form.get("id") == fields["id"])

    def play(self, seat: int, action: str, **fields: Any) -> Form:
        form = self.table._desk.rules.parse(action).to_json()
        return self.say(seat, "play", action=form, **fields)

    def advance(self, ms: int = 0) -> list[Any]:
        """Let time go by, stopping at each deadline."""
        end = self.now + ms
        outs = []
        for _ in range(10_000):
            deadline = self.table.next_deadline
            self.now = end if deadline is None or deadline > end else max(self.now, deadline)
            outs += self.deliver(self.table.advance(self.now))
            if self.now == end and (
                self.table.next_deadline is None or self.table.next_deadline > end
            ):
                return outs
        raise AssertionError("it stalls")

    def heard(self, who: int | str, kind: str) -> list[Form]:
        """The messages of a type that a connection was sent."""
        sender = f"c{who}" if isinstance(who, int) else who
        return [form for form in self.inbox.get(sender, []) if form["type"] == kind]

    def clear(self) -> None:
        self.inbox.clear()


def right_slots(game: Any) -> dict[int, int]:
    """For each seat that holds the card on top of the discard: a slot of it."""
    view = game.referee.view
    return {
        seat: slot
        for seat, hand in enumerate(view.hands)
        for slot, card in hand.items()
        if card == view.discard_top
    }


def wrong_slot(game: Any, seat: int) -> int:
    """A slot of another card than that on top of the discard."""
    view = game.referee.view
    return next(slot for slot, card in view.hands[seat].items() if card != view.discard_top)


def look_and_discard(party: Party) -> None:
    """Through the setup, and the first card drawn and discarded: a window is open."""
    for seat in range(len(party.game.players)):
        party.play(seat, f"look {seat} 0")
        party.play(seat, f"look {seat} 1")
    party.play(0, "draw")
    party.play(0, "discard")
    assert party.game.window == 1


def race(holders: int = 2, seats: int = 4, **options: Any) -> Party:
    """A party in its first window, in which at least so many seats other than 0 hold the card."""
    rules = options.pop("rules", None)
    for seed in range(10_000):
        party = Party(rules, seats, seed=seed, **options)
        look_and_discard(party)
        seats_right = [seat for seat in right_slots(party.game) if seat != 0]
        if len(seats_right) >= holders and party.game.referee.view.discard_top <= 10:
            party.clear()
            return party
    raise AssertionError("no such window")


def window_state(party: Party) -> list[int]:
    """How many cards each seat has."""
    return [len(hand) for hand in party.game.referee.view.hands]
