"""A storm: eight bot-like clients, a network that loses, doubles, delays and reorders, and some who mean ill.

Everything the table sends is checked when it is sent: its addressee, its fields, and that what it shows of the game is
what that seat may see, by a second game that plays the same actions.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from masko_sdk import Game
from masko_sdk.games import GAMES
from masko_sdk.table import Table, redecide
from tests.support.adapters import adapter_of
from tests.table.clients import Client, Form

SHORT = {
    "masko": {"target": 12},
    "skyjo": {"target": 10},
    "mojo": {"target": 8},
    "fifty": {},
}
SEATS = {"fifty": 5}

FIELDS = {
    "joined": {"id", "seat", "token", "host"},
    "lobby": {"phase", "game", "rules", "host", "seats", "watchers"},
    "answer": {"id", "ok", "held"},
    "refused": {"id", "error"},
    "claim": {"window", "action", "outcome"},
    "offer": {"offer", "what", "seat", "ply", "left"},
    "rematch": {"seat", "agreed"},
    "offer_closed": {"offer", "granted"},
    "moved": {"seat"},
    "removed": {"seat"},
    "cut_off": {"left"},
    "over": {"line", "outcome"},
}
OUTCOMES = {"won", "late", "wrong", "stale"}
ONCE = ("answer", "refused", "joined")
ASKING = ("catch_up", "ping", "rejoin", "watch")
KEPT_FOR_GUESTS = 8


class Shadow:
    """What each seat may know after each ply, from a second game."""

    def __init__(self) -> None:
        self.game: Any = None
        self.moves: list[int] = []
        self.shown: dict[tuple[int, int | None], Form] = {}
        self.cards: Counter[str] | None = None

    def follow(self, table: Table) -> None:
        """Play what the table's game has played since."""
        game = table.game
        if game is None:
            return
        moves = game._core.moves()
        seed = None if self.game is None else self.game.seed
        if seed != game.seed or moves[: len(self.moves)] != self.moves:
            self.game = game.record.start()
            self.moves = []
            self.shown.clear()
        for move in moves[len(self.moves) :]:
            self._keep()
            assert self.game._core.replay([move]) == 1
        self.moves = moves
        self._keep()

    def _keep(self) -> None:
        """Looked at late, it would be another ply."""
        ply = self.game.ply
        if (ply, None) not in self.shown:
            self.shown[ply, None] = {}
            self.shown[ply, -1] = {"game": self.game.clone()}

    def at(self, ply: int, seat: int | None) -> Form:
        """The forms for a seat, or an onlooker, at a ply."""
        forms = self.shown.get((ply, seat))
        if not forms:
            forms = self.shown[ply, seat] = self._look(self.shown[ply, -1]["game"], seat)
        return forms

    @staticmethod
    def _look(game: Any, seat: int | None) -> Form:
        since = game.ply - 1
        if seat is None:
            view = game.spectator.view.to_json()
            news = [event.to_json() for event in game.spectator.events(since)]
            return {"view": view, "memory": [], "legal_actions": [], "news": news}
        caught = game.players[seat].catch_up(since).to_json()
        return {
            "view": caught["view"],
            "memory": caught["memory"],
            "legal_actions": caught["legal_actions"],
            "news": caught["events"],
        }

    def events(self, ply: int, seat: int | None, since: int) -> list[Form]:
        game = self.shown[ply, -1]["game"]
        observer = game.spectator if seat is None else game.players[seat]
        return [event.to_json() for event in observer.events(since)]


class Storm:
    """One table in one storm."""

    def __init__(self, seed: str, game_name: str) -> None:
        rng = self.rng = random.Random(seed)
        self.rules = GAMES[game_name].Rules(**SHORT[game_name])
        self.adapter = adapter_of(game_name)
        self.actions = [action.to_json() for action in self.rules.actions]
        seats = self.seats = SEATS.get(game_name, 8)
        bots = {seat: "random" for seat in range(seats) if rng.random() < 0.15}
        self.tokens: list[str] = []
        self.table = Table(
            self.rules,
            seats,
            seed=rng.choice([None, rng.getrandbits(60)]),
            bots=bots,
            tokens=self._token,
            window_ms=rng.choice([50, 500, 4000]),
            turn_ms=rng.choice([500, 5000]),
            grace_ms=rng.choice([0, 300, 3000]),
            arbitration=rng.choice(["arrival", "reaction"]),
            settle=rng.choice(["at_close", "at_once"]),
            lag_credit_ms=rng.choice([0, 60, 400]),
            absent=rng.choice(["prudent", "random"]),
            bot_ms=rng.choice([0, 100]),
            take_back=True,
            rate=rng.choice([5, 50, 500]),
            burst=rng.choice([5, 50, 500]),
            watchers=2,
        )
        self.clients = {f"k{number}": Client(self, f"k{number}") for number in range(seats + 2)}
        self.shadow = Shadow()
        self.seat_of: dict[str, int | None] = {}
        self.watching: set[str] = set()
        self.owner: dict[str, str] = {}
        self.answers: dict[tuple[int | str, Any], str] = {}
        self.delivered: Counter[tuple[str, Any]] = Counter()
        self.now = rng.randrange(10**9)
        self.network: list[tuple[int, int, str, str]] = []
        self.messages = 0
        self.sent = 0
        self.keys: set[str] = set()
        self.known: set[str] = set()
        self.token_of: dict[int, str] = {}
        self.dead: set[str | None] = set()
        self.to_be_told: str | None = None  # who has just been removed
        self.held: set[tuple[int, str]] = set()
        self.rough = rng.choice([0.0, 0.1, 0.4])
        self.share = 1.0  # of what is shown is checked against the second game
        self.exodus = rng.randrange(2500)  # the step at which everybody leaves, if it comes
        self.steps = 0
        self.restores = 0

    def _token(self) -> str:
        self.tokens.append(f"{self.rng.getrandbits(128):032x}")
        return self.tokens[-1]

    # The network.

    def post(self, client: Client) -> None:
        """Into the network: perhaps lost, perhaps twice, at some time."""
        text = client.write()
        if text is None:
            return
        self.sent += 1
        for _ in range(self.rng.choice([1, 1, 1, 1, 1, 0, 2, 3]) if self.rough else 1):
            at = self.now + int(self.rng.expovariate(1 / (1 + 400 * self.rough)))
            self.network.append((at, self.sent, client.name, text))

    def run(self, steps: int) -> None:
        """The storm, then the calm in which the table plays on alone."""
        for _ in range(steps):
            self.step()
        self.network.clear()
        self.share = 0.1
        for _ in range(20_000):
            deadline = self.table.next_deadline
            if deadline is None:
                break
            self.now = max(self.now, deadline)
            self.take(self.table.advance(self.now))
        assert self.table.next_deadline is None, "it stalls"
        self.finish()

    def step(self) -> None:
        rng = self.rng
        for _ in range(rng.randrange(3)):
            self.post(rng.choice(list(self.clients.values())))
        if rng.random() < 0.01:
            name = rng.choice(list(self.clients))
            self.take(self.table.lost(self.now, name))
            self.gone(name)
        if rng.random() < 0.002:
            self.remove_one()
        self.steps += 1
        if self.steps == self.exodus:
            self.all_leave()
        if rng.random() < 0.01:
            self.restart(keep_connections=rng.random() < 0.5)
        if self.network and rng.random() < 0.8:
            self.network.sort()
            at, _, name, text = self.network.pop(0)
            self.now = max(self.now, at)
            self.receive(name, text)
        else:
            self.now += rng.choice([0, 1, 30, 300])
            deadline = self.table.next_deadline
            if deadline is not None and rng.random() < 0.3:
                self.now = max(self.now, deadline)
            self.take(self.table.advance(self.now))

    def all_leave(self) -> None:
        for client in self.clients.values():
            if client.seat is not None:
                self.receive(client.name, client._form("leave", {}))

    def remove_one(self) -> None:
        """The host program takes a seat from its player, when all is done that was to happen before."""
        while (deadline := self.table.next_deadline) is not None and deadline <= self.now:
            self.take(self.table.advance(self.now))
        chairs = self.table._desk.hall.chairs
        taken = [chair.seat for chair in chairs if chair.taken]
        if taken:
            seat = self.rng.choice(taken)
            self.note_removed(seat)
            self.take(self.table.remove(self.now, seat))

    def restart(self, keep_connections: bool) -> None:
        """The server stops and starts again from what it had saved, perhaps by another clock."""
        saved = self.table.save()
        assert not any(token in saved for token in self.tokens)
        moved = self.rng.choice([0, -self.now, 10**6])
        self.now += moved
        self.network = [(at + moved, *rest) for at, *rest in self.network]
        self.table = Table.restore(
            saved, self.now, tokens=self._token, keep_connections=keep_connections
        )
        self.restores += 1
        if not keep_connections:
            for name in self.clients:
                self.gone(name)
        # An answer with a token is not saved: who asks again is told that there is a seat already.
        self.answers = {key: text for key, text in self.answers.items() if '"joined"' not in text}

    def receive(self, name: str, text: str) -> None:
        self.messages += 1
        identity = None
        try:
            form = json.loads(text)
            identity = form.get("id") if isinstance(form, dict) else None
        except ValueError:
            form = None
        if identity is not None:
            self.delivered[name, identity] += 1
        self.take(self.table.receive(self.now, name, text), (name, form))

    def forget_claims(self, seat: int | None) -> None:
        """Nobody is there to hear how they come out."""
        self.held = {claim for claim in self.held if claim[0] != seat}

    def gone(self, name: str) -> None:
        self.seat_of.pop(name, None)
        self.watching.discard(name)
        self.forget(name)
        self.clients[name].seat = None

    # Checks.

    def take(self, outs: list[Any], said: tuple[str, Any] | None = None) -> None:
        """Check what is sent, and bring most of it to the clients."""
        self.shadow.follow(self.table)
        self.keys.add(self.table._desk.seed.key.hex())
        for out in outs:
            form = json.loads(out.text)
            self.check(out.to, form, out.text, said)
            if self.rng.random() > self.rough / 3 or form["type"] in ("joined", "moved"):
                self.clients[out.to].read(form)
        assert self.to_be_told is None, "one who was removed is not told"
        self.check_table()

    def check(self, to: str, form: Form, text: str, said: tuple[str, Any] | None) -> None:
        kind = form["type"]
        assert form["v"] == 1
        assert not any(key in text for key in self.keys)
        for token in self.tokens:
            if token in text:
                assert kind == "joined"
                assert self.owner.setdefault(token, to) == to
        if kind == "joined":
            self.seat_of = {
                name: None if seat == form["seat"] else seat for name, seat in self.seat_of.items()
            }
            self.seat_of[to] = form["seat"]
            self.watching.discard(to)
            if form["token"] and form["token"] not in self.known:
                self.known.add(form["token"])
                self.token_of[form["seat"]] = form["token"]
                self.forget(form["seat"])
            elif said is not None and said[1]["type"] == "rejoin":
                assert said[1]["token"] not in self.dead, "a removed player comes back"
        if kind == "removed":
            assert self.to_be_told == to, "another one is told of a removal"
            self.to_be_told = None
        if kind in ("update", "state"):
            self.check_shown(to, form)
        else:
            extra = set(form) - FIELDS[kind] - {"v", "type"}
            assert not extra, (kind, extra)
        if kind == "claim":
            assert form["outcome"] in OUTCOMES
            self.held.discard((self.seat_of[to], str(form["action"])))
        if kind in ONCE and form["id"] is not None:
            self.check_once(to, form, text, said)

    def check_once(self, to: str, form: Form, text: str, said: Any) -> None:
        """An answer goes to who asked, once for each time it was asked, and is always the first one."""
        assert said is not None
        assert said[0] == to
        assert form["id"] == said[1]["id"]
        assert self.delivered[to, form["id"]] > 0
        self.delivered[to, form["id"]] -= 1
        kind = said[1]["type"]
        seat = self.seat_of.get(to)
        known = next((key for key in self.keys_of(to, form["id"]) if key in self.answers), None)
        if known is None and form["type"] == "answer":
            self.note_done(to, said[1])
            if form.get("held") and said[1]["action"]["type"] != "pass":
                self.held.add((seat, str(said[1]["action"])))
        if kind in ASKING:
            return
        if known is not None:
            assert self.answers[known] == text, (self.answers[known], text)
            return
        key = self.keys_of(to, form["id"])[0]
        self.answers[key] = text
        self.forget_oldest(key[0])

    def keys_of(self, to: str, identity: Any) -> list[tuple[int | str, Any]]:
        """Where an answer may be: the seat has its own, and a connection those from before it had the seat."""
        seat = self.seat_of.get(to)
        return [(who, identity) for who in (seat, to) if who is not None]

    def note_done(self, to: str, said: Form) -> None:
        kind = said["type"]
        if kind == "remove":
            self.note_removed(said["seat"])
        if kind == "leave":
            self.forget_claims(self.seat_of.pop(to, None))
            self.watching.discard(to)
            self.clients[to].seat = None
        if kind == "watch":
            self.watching.add(to)

    def note_removed(self, seat: int) -> None:
        """Whoever spoke for it is to be told, and nobody comes back to it."""
        self.forget_claims(seat)
        self.dead.add(self.token_of.pop(seat, None))
        self.to_be_told = next((name for name, one in self.seat_of.items() if one == seat), None)
        if self.to_be_told is not None:
            del self.seat_of[self.to_be_told]

    def forget_oldest(self, sender: int | str) -> None:
        """As many answers to a guest are kept, and no more."""
        told = [key for key in self.answers if key[0] == sender]
        if isinstance(sender, str) and len(told) > KEPT_FOR_GUESTS:
            del self.answers[told[0]]

    def forget(self, sender: int | str) -> None:
        """The sender is no more; another one may have its name or its seat."""
        self.answers = {key: text for key, text in self.answers.items() if key[0] != sender}

    def check_shown(self, to: str, form: Form) -> None:
        """View, memory, legal actions and events are those of the addressee's seat, and nothing else is there."""
        seat = self.seat_of.get(to)
        if seat is None:
            assert to in self.watching or form["type"] == "state"
        if self.rng.random() >= self.share:
            return
        shown = self.shadow.at(form["ply"], seat)
        assert form["memory"] == shown["memory"]
        assert form["legal_actions"] == shown["legal_actions"]
        assert form["view"] == shown["view"]
        if form["type"] == "update":
            assert form["events"] == shown["news"]
            return
        assert form["seat"] == seat
        assert form["events"] == self.shadow.events(form["ply"], seat, form["since"])

    def check_table(self) -> None:
        game = self.table.game
        if game is None:
            return
        assert bool(game.to_act) != game.is_over
        assert (self.table.next_deadline is not None) != game.is_over

    def finish(self) -> None:
        """At the end: no card is lost, the record plays to the same end, and its races come out the same."""
        game = self.table.game
        if game is None:
            return
        assert game.is_over
        unheard = {claim for claim in self.held if claim[0] in self.seat_of.values()}
        assert not unheard, "a claimant has not heard how it came out"
        assert self.table.record.replay() == game
        redecide(self.table.record)
        assert self.cards(game) == self.cards(game.record.start())
        other = Table.restore(self.table.save(), 0)
        assert other.game == game

    def cards(self, game: Game[Any, Any, Any]) -> Counter[str]:
        view = game.referee.view.to_json(secrets=True)
        events = [event.to_json() for event in game.referee.events()]
        return Counter(map(str, self.adapter.cards_in(view, events)))
