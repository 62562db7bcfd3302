"""Weighted random play: the kind of an action by a weight drawn for each game, then the action.

Uniform play ends a round of Masko in a few turns; a mixture reaches long rounds and empty piles.
"""

from __future__ import annotations

import random
from typing import Any

from masko_sdk import HOST, Game
from masko_sdk.view import RefereeView

from .adapters import Adapter, Position, Step, adapter_of

__all__ = ["Mixture", "act", "actors", "finisher", "forms", "watchers"]

SECRETS = {"secrets": True}
USUAL = (-3.0, 3.0)


class Mixture:
    """How one game is played: a weight for each label of an action."""

    def __init__(
        self, rng: random.Random, adapter: Adapter, fixed: dict[str, float] | None = None
    ) -> None:
        self.rng = rng
        self.adapter = adapter
        self.fixed = fixed
        self.drawn: dict[str, float] = {}

    def weight(self, label: str) -> float:
        if self.fixed is not None:
            return self.fixed.get(label, 1.0)
        if label not in self.drawn:
            low, high = self.adapter.weights.get(label, USUAL)
            self.drawn[label] = 2 ** self.rng.uniform(low, high)
        return self.drawn[label]

    def choose(
        self, game: Game[Any, Any, Any], position: Position | None = None
    ) -> tuple[Any, Any]:
        """Who acts, and how: by the weights of the labels that there are, then evenly."""
        position = position or Position(game)
        by_label: dict[str, list[tuple[Any, Any]]] = {}
        for who in actors(game):
            for action in game.legal_actions(who):
                label = self.adapter.label(position, "host" if who is HOST else who, str(action))
                by_label.setdefault(label, []).append((who, action))
        labels = list(by_label)
        weights = [self.weight(label) for label in labels]
        return self.rng.choice(by_label[self.rng.choices(labels, weights)[0]])


def finisher(rng: random.Random, game: Game[Any, Any, Any]) -> Mixture:
    """Play that brings rounds to their end."""
    adapter = adapter_of(game.rules.game)
    return Mixture(rng, adapter, adapter.finish)


def actors(game: Game[Any, Any, Any]) -> list[Any]:
    """Who may act now: the due seats, and the host."""
    return [*(player.seat for player in game.to_act), HOST]


def act(game: Game[Any, Any, Any], options: dict[str, Any], who: Any, action: Any) -> Step:
    """Carry out an action, and what the referee saw of it."""
    before = Position(game).secret
    events = [event.to_json() for event in game.play(who, action)]
    actor = "host" if who is HOST else who
    return Step(game, options, before, Position(game).secret, actor, str(action), events)


def watchers(game: Game[Any, Any, Any]) -> list[Any]:
    """All who see something: the seats, the onlooker, the referee."""
    return [*game.players, game.spectator, game.referee]


def forms(watcher: Any) -> dict[str, Any]:
    """A watcher's view in JSON form."""
    view = watcher.view
    form: dict[str, Any] = view.to_json(**SECRETS if isinstance(view, RefereeView) else {})
    return form
