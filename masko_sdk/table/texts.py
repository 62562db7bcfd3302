"""JSON text of what a seat may see, as the core writes it.

It is that of the `to_json` of `Player.view`, `memory`, `legal_actions` and `events`, without objects between: a table
sends it to every seat after every action.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from masko_sdk import _backend as b
from masko_sdk._codec import tables_of
from masko_sdk.game import Game

__all__ = ["Showing", "compact"]

_ENCODER = json.JSONEncoder(separators=(",", ":"))


def compact(form: Any) -> str:
    """JSON as it is sent: ASCII, without spaces."""
    return _ENCODER.encode(form)


@cache
def _action_texts(game: str) -> list[str]:
    """The text of each action of a game, by code."""
    return [compact(action.to_json()) for action in tables_of(game).actions]


class Showing:
    """What each seat and the onlooker of one game see, as parts of JSON text."""

    __slots__ = ("_actions", "_core", "_game", "_rounds")

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._core = game._core
        self._game = game
        self._actions = _action_texts(game.rules.game)
        self._rounds = (-1, "[]")

    def part(self, seat: int) -> str:
        """``"view":...,"memory":...,"legal_actions":...`` of a seat."""
        core, actions = self._core, self._actions
        legal = ",".join([actions[code] for code in core.legal(seat)])
        return f'"view":{core.view_text(seat)},"memory":{core.memory_text(seat)},"legal_actions":[{legal}]'

    def onlooker_part(self) -> str:
        """The same parts for an onlooker, who remembers nothing and may do nothing."""
        return f'"view":{self._core.view_text(b.ONLOOKER)},"memory":[],"legal_actions":[]'

    def news(self, viewer: int | None) -> str:
        """The events of the last ply, as a seat or an onlooker may know them."""
        return self.events(viewer, self._core.ply - 1)

    def events(self, viewer: int | None, since: int) -> str:
        """All events of plies after `since`."""
        return self._core.events_text(b.ONLOOKER if viewer is None else viewer, since)

    def rounds(self) -> str:
        """The records of the finished rounds."""
        if self._rounds[0] != self._core.ply:
            forms = [round_.to_json() for round_ in self._game.rounds]
            self._rounds = (self._core.ply, compact(forms))
        return self._rounds[1]
