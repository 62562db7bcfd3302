"""Pairs of tables that differ only in what one seat can't know, and are told the same things at the same times.

The second table of a pair plays on in a world that agrees with all the seat knows. As long as the core tells the seat
the same events in both, every byte that the tables send to it must be the same, and come at the same time: answers to
right and wrong claims, clocks, who is here. What the core itself tells is the business of tests/noleak; a world has no
record, so nothing is taken back here.
"""

from __future__ import annotations

import json
import random
from typing import Any

from masko_sdk.games import GAMES
from masko_sdk.table import Table
from tests.table.helpers import Party

SEATS = 4


class Leak(AssertionError):
    """A seat is sent what it can't know."""


class Pair:
    """Two tables at the same point of the same game, as far as one seat knows."""

    def __init__(self, rng: random.Random, game_name: str) -> None:
        self.rng = rng
        arbitration = rng.choice(["arrival", "reaction"])
        party = Party(
            GAMES[game_name].Rules(),
            SEATS,
            seed=rng.getrandbits(60),
            arbitration=arbitration,
            settle=rng.choice(["at_close", "at_once"]),
        )
        party.say("w", "watch")
        self.seat = rng.randrange(SEATS)
        self.now = party.now
        self.number = 0
        self.tables = [party.table]
        for _ in range(rng.randrange(60)):
            self.step()
        self.begun = self.games()[0].ply
        saved = party.table.save()
        self.tables = [Table.restore(saved, self.now, keep_connections=True) for _ in range(2)]
        game: Any = self.tables[0].game
        if not game.is_over:
            world = game.players[self.seat].sample_world(rng.getrandbits(60))
            self.tables[1]._desk.match._set_game(world)  # type: ignore[union-attr]

    def run(self, steps: int) -> int:
        """How many steps told the seat the same in both."""
        for done in range(steps):
            if self.games()[0].is_over or not self.same_news():
                return done
            outs = self.step()
            if not self.same_news():
                return done  # a card has come to light
            self.compare(outs)
        return steps

    def games(self) -> list[Any]:
        return [table.game for table in self.tables]

    @property
    def compares(self) -> bool:
        """Whether the pair has begun: before, a removed player would make it short."""
        return len(self.tables) == 2

    def same_news(self) -> bool:
        """Whether the core tells the seat and an onlooker the same, since the pair began."""
        told = []
        for game in self.games():
            player, onlooker = game.players[self.seat], game.spectator
            told.append(
                (
                    player.catch_up(self.begun).to_json() | {"rounds": None},
                    onlooker.view,
                    onlooker.events(self.begun),
                )
            )
        return bool(told[0] == told[1])

    def compare(self, outs: list[list[Any]]) -> None:
        for to in (f"c{self.seat}", "w"):
            sent = [[plain(out.text) for out in each if out.to == to] for each in outs]
            if sent[0] != sent[1]:
                raise Leak(f"{to} is sent {sent[0]} or {sent[1]}")
        if self.tables[0].next_deadline != self.tables[1].next_deadline:
            raise Leak("the next deadline tells something")

    # The same is said to both.

    def step(self) -> list[list[Any]]:
        rng = self.rng
        self.now += rng.choice([0, 5, 400])
        if rng.random() < 0.15:
            deadline = min(table.next_deadline or self.now for table in self.tables)
            self.now = max(self.now, deadline)
            return [table.advance(self.now) for table in self.tables]
        host = self.tables[0]._desk.hall.host
        if self.compares and host is not None and rng.random() < 0.03:
            return self.say(host, "remove", {"seat": rng.randrange(SEATS)})
        due = [player.seat for player in self.games()[0].to_act]
        seat = self.seat if rng.random() < 0.5 or not due else rng.choice(due)
        return self.say(seat, *self.message(seat))

    def message(self, seat: int) -> tuple[str, dict[str, Any]]:
        rng = self.rng
        game = self.games()[0]
        if rng.random() < 0.1:
            others = [("take_back", {}), ("ping", {}), ("catch_up", {"since": game.ply})]
            return rng.choice([*others, ("answer", {"offer": 1, "accept": True})])
        legal = [game.legal_actions(seat) for game in self.games()]
        actions = [action for action in legal[0] if action in legal[-1]]
        if not actions or rng.random() < 0.1:
            actions = game.rules.actions
        claims = [action for action in actions if action.kind == "intercept"]
        action = rng.choice(claims if claims and rng.random() < 0.7 else actions)
        return "play", {
            "action": action.to_json(),
            "window": game.window,
            "reaction": rng.randrange(500),
        }

    def say(self, seat: int, kind: str, fields: dict[str, Any]) -> list[list[Any]]:
        self.number += 1
        text = json.dumps({"type": kind, "id": f"n{self.number}", **fields})
        return [table.receive(self.now, f"c{seat}", text) for table in self.tables]


def plain(text: str) -> Any:
    """A message without the rounds: a world's log begins with it."""
    form = json.loads(text)
    form.pop("rounds", None)
    return form
