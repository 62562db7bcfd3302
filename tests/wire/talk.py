"""Random games at a live table: all that is said there, by clients and by the table."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from masko_sdk.games import GAMES
from masko_sdk.table import Table

Said = tuple[str, Any]
"""``"ClientMessage"`` or ``"TableMessage"``, and the JSON form."""

SHORT = {"masko": {"target": 25}, "skyjo": {"target": 30}, "mojo": {"target": 15}, "fifty": {}}
_MOST_MESSAGES = 3000


class Talk:
    """One table: all seats but one are played at random through messages; a guest looks on."""

    def __init__(self, game_name: str, seed: str) -> None:
        rng = self.rng = random.Random(seed)
        module = GAMES[game_name]
        low, high = map(int, module.Rules()._tables.about["players"].split(" "))
        self.seats = rng.randint(max(low, 3), min(high, 5))
        self.table = Table(
            module.Rules(**SHORT[game_name]),
            self.seats,
            seed=rng.getrandbits(60),
            bots={self.seats - 1: "prudent"},
            take_back=True,
            arbitration=rng.choice(["arrival", "reaction"]),
            rate=10_000,
            burst=rng.choice([10, 10_000]),
        )
        self.now = 0
        self.number = 0

    def run(self) -> Iterator[Said]:
        """From the first to join to a rematch that all agree to."""
        for seat in range(self.seats - 1):
            yield from self.say(seat, "join", name=f"P{seat}", seat=seat)
            if seat == 1:  # the first to come there is removed
                yield from self.say(0, "remove", seat=seat)
                self.now += 1
                yield from self.say(seat, "join", name="P1", seat=seat)
        yield from self.say("guest", "watch")
        yield from self.say(0, "start")
        while self.table.phase == "playing" and self.number < _MOST_MESSAGES:
            yield from self.step()
        for seat in range(self.seats - 1):
            yield from self.say(seat, "rematch")

    def step(self) -> Iterator[Said]:
        rng = self.rng
        self.now += rng.randrange(400)
        if rng.random() < 0.05:
            yield from self.say(rng.randrange(self.seats - 1), *self.other())
        game = self.table.game
        assert game is not None
        persons = [player for player in game.to_act if player.seat < self.seats - 1]
        if not persons or rng.random() < 0.1:
            self.now = max(self.now, self.table.next_deadline or 0)
            yield from self.heard(self.table.advance(self.now))
            return
        player = rng.choice(persons)
        action = rng.choice(player.legal_actions).to_json()
        fields: dict[str, Any] = {"action": action, "window": game.window}
        if game.window is not None:
            fields["reaction"] = rng.randrange(300)
        yield from self.say(player.seat, "play", fields)

    def other(self) -> tuple[str, dict[str, Any]]:
        """What is said beside playing."""
        rng = self.rng
        assert self.table.game is not None
        actions = self.table.game.rules.actions
        return rng.choice(
            [
                ("catch_up", {"since": rng.randrange(-1, 40), "line": 0}),
                ("take_back", {}),
                ("answer", {"offer": 1, "accept": rng.random() < 0.7}),
                ("ping", {}),
                ("play", {"action": rng.choice(actions).to_json()}),
                ("play", {"action": rng.choice(actions).to_json(), "ply": 0}),
                ("play", {"action": rng.choice(actions).to_json(), "window": 1}),
                ("rematch", {}),
            ]
        )

    def say(
        self, who: int | str, kind: str, fields: dict[str, Any] | None = None, **more: Any
    ) -> Iterator[Said]:
        self.number += 1
        form = {"type": kind, "id": self.number, **(fields or {}), **more}
        yield "ClientMessage", form
        sender = who if isinstance(who, str) else f"c{who}"
        yield from self.heard(self.table.receive(self.now, sender, json.dumps(form)))

    def heard(self, outs: list[Any]) -> Iterator[Said]:
        for out in outs:
            yield "TableMessage", json.loads(out.text)
