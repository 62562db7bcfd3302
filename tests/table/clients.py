"""Clients of a storm: bot-like, and some mean ill."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.table.storm import Storm

Form = dict[str, Any]

REGRETTED = {"take", "announce", "skip", "swap", "choose", "pick"}
GARBAGE = ["", "{", "[]", '{"type":"play"}', '{"type":"play","action":{"type":"close"}}', "\ud800"]


class Client:
    """One who plays by what it was sent, more or less."""

    def __init__(self, storm: Storm, name: str) -> None:
        self.storm = storm
        self.name = name
        self.seat: int | None = None
        self.token: str | None = None
        self.legal: list[Form] = []
        self.ply = -1
        self.line = 0
        self.window: int | None = None
        self.offer: int | None = None
        self.sent: list[str] = []
        self.number = 0
        self.over = False
        self.right: list[Form] = []
        self.regrets = False
        self.phase = "lobby"
        self.host: int | None = None

    def read(self, form: Form) -> None:
        kind = form["type"]
        if kind == "joined":
            self.seat = form["seat"]
            self.token = form["token"] or self.token
        elif kind in ("moved", "removed"):
            self.seat = None  # and the token is tried again, dead or not
        elif kind in ("update", "state"):
            self.legal = form.get("legal_actions", [])
            self.ply, self.line = form["ply"], form["line"]
            self.window = form["window"] and form["window"]["number"]
            self.over = form["view"]["phase"] == "over"
            self.right = self.known_right(form) if self.window else []
        elif kind == "offer":
            self.offer = form.get("offer")
        elif kind == "refused" and form["error"].get("reason") == "started":
            self.phase = "playing"
        elif kind == "lobby":
            self.phase, self.host = form["phase"], form["host"]

    def known_right(self, form: Form) -> list[Form]:
        """The claims that it knows to be right."""
        top = form["view"]["discard_top"]
        slots = [
            slot for seat, slot, card in form.get("memory", []) if (seat, card) == (self.seat, top)
        ]
        return [action for action in self.legal if action.get("slot") in slots]

    def write(self) -> str | None:
        """What it says next; None: nothing."""
        rng = self.storm.rng
        draw = rng.random()
        if draw < 0.02:
            return rng.choice(GARBAGE)
        if draw < 0.06 and self.sent:
            return rng.choice(self.sent[-20:])
        if self.seat is None:
            return self._as_guest()
        if draw < 0.14:
            return self._form(*rng.choice(self._odd()))
        if draw < 0.2 and self.host == self.seat:
            return self._form("remove", {"seat": rng.randrange(self.storm.seats)})
        if self.offer is not None and rng.random() < 0.7:
            offer, self.offer = self.offer, None
            return self._form("answer", {"offer": offer, "accept": rng.random() < 0.9})
        if self.regrets:
            self.regrets = False
            return self._form("take_back", {})
        if self.over:
            return self._form("rematch", {}) if rng.random() < 0.1 else None
        if self.legal:
            return self._form("play", self._move())
        if self.phase == "lobby" and self.host == self.seat:
            return self._form("start", {"fill": True}) if rng.random() < 0.3 else None
        return self._form("catch_up", {"since": self.ply}) if rng.random() < 0.1 else None

    def _as_guest(self) -> str | None:
        rng = self.storm.rng
        token = self.token
        if rng.random() < 0.02:
            token = rng.choice([*self.storm.tokens, "0" * 32])
        back = ("rejoin", {"token": token, "since": self.ply, "line": self.line})
        if token is not None and rng.random() < 0.8:
            return self._form(*back)
        if self.phase != "lobby" and rng.random() < 0.9:
            return None
        others = [
            ("join", {"name": self.name}),
            ("join", {"name": self.name}),
            ("join", {"name": self.name, "seat": rng.randrange(-1, 9)}),
            ("watch", {}),
            ("play", {"action": {"type": "draw"}}),
        ]
        return self._form(*rng.choice(others))

    def _move(self) -> Form:
        rng = self.storm.rng
        action = rng.choice(self.legal)
        if self.window is not None and rng.random() < 0.5:
            action = self.legal[-1]
        if self.right and rng.random() < 0.7:
            action = rng.choice(self.right)
        self.regrets = action["type"] in REGRETTED and rng.random() < 0.5
        fields: Form = {"action": action}
        if self.window is not None and rng.random() < 0.97:
            fields["window"] = self.window
            fields["reaction"] = rng.choice([rng.randrange(-1, 4000), rng.randrange(300)])
        elif rng.random() < 0.5:
            fields["ply"] = self.ply
        if rng.random() < 0.2:
            fields["line"] = self.line
        return fields

    def _odd(self) -> list[tuple[str, Form]]:
        rng = self.storm.rng
        actions = self.storm.actions
        return [
            ("catch_up", {"since": rng.randrange(-1, 50), "line": rng.choice([0, self.line])}),
            ("play", {"action": rng.choice(actions), "window": rng.randrange(6)}),
            ("play", {"action": rng.choice(actions)}),
            ("take_back", {}),
            ("answer", {"offer": self.offer or 1, "accept": rng.random() < 0.8}),
            ("rematch", {}),
            ("start", {}),
            ("ping", {}),
            ("watch", {}),
            ("join", {"name": "x"}),
            ("leave", {}) if rng.random() < 0.1 else ("ping", {}),
            ("remove", {"seat": rng.randrange(-1, 9)}),
        ]

    def _form(self, kind: str, fields: Form) -> str:
        self.number += 1
        form = {"type": kind, **fields}
        if kind in ("leave", "remove", "watch") or self.storm.rng.random() < 0.95:
            form["id"] = f"{self.name} {self.number}"
        text = json.dumps(form)
        self.sent.append(text)
        return text
