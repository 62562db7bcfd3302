"""All that the library tells an observer, as text."""

from __future__ import annotations

import json
import random
from typing import Any

from masko_sdk import Game, IllegalAction, MaskoError, pictures
from masko_sdk._codec import tables_of
from masko_sdk._value import json_form
from masko_sdk.bots import Builtin

__all__ = ["Probe", "told"]

REFUSALS = 3
FAR = 10**6


class Probe:
    """What is asked of both games of a pair: drawn once, from what both should answer alike.

    Attributes:
        actions: what is tried though it may be illegal.
        stale: keyword arguments that make an action stale.
        policies: what is asked for a choice; none if the games' keys differ, since dice follow the key.
    """

    def __init__(self, rng: random.Random, game: Game[Any, Any, Any], same_key: bool) -> None:
        actions = game.rules.actions
        due = [player.seat for player in game.to_act]
        near = [action for seat in due for action in game.legal_actions(seat)] or list(actions)
        kinds = {action.kind for action in near}
        alike = [action for action in actions if action.kind in kinds]
        self.actions = [rng.choice(group) for group in (actions, near, alike)[:REFUSALS]]
        self.since = rng.randint(-1, game.ply)
        self.stale = [
            (rng.choice(near), {"ply": rng.choice([game.ply - 1, game.ply + 1, -FAR])}),
            (rng.choice(near), {"window": rng.choice([0, (game.window or 0) + 1, FAR])}),
            (rng.choice(near), {"ply": game.ply + 1, "window": (game.window or 0) + 1}),
        ]
        self.world = rng.getrandbits(64)
        self.policies = list(draw_policies(rng, game)) if same_key else []


def draw_policies(rng: random.Random, game: Game[Any, Any, Any]) -> list[Builtin]:
    drawn = []
    for policy in tables_of(game.rules.game).policies:
        drawn.append(Builtin(policy.name))
        if policy.parameters:
            words = {name: rng.randint(*span[:2]) for name, span in policy.parameters.items()}
            drawn.append(Builtin(policy.name, words))
    return drawn


def text(thing: Any) -> str:
    return json.dumps(thing)


def events_text(events: Any) -> str:
    return text([event.to_json() for event in events])


def memory_form(memory: Any) -> list[Any]:
    return [[repr(key), json_form(card)] for key, card in memory.items()]


def told(
    game: Game[Any, Any, Any], observer: int | None, probe: Probe, whole: bool, drawn: bool
) -> dict[str, Any]:
    """By channel: what is told.

    `whole` adds what costs the most: the whole log and `catch_up`.
    `drawn` adds a picture, which refuses what some planted leaks make of a view.
    """
    watcher = game.spectator if observer is None else game.players[observer]
    answer = public(game)
    view = watcher.view
    answer["view"] = text(view.to_json())
    answer["repr of view"] = repr(view)
    answer["repr of watcher"] = repr(watcher)
    events = watcher.events() if whole else watcher.events(max(game.ply - 1, -1))
    answer["length of events"] = len(events)
    answer["events"] = events_text(events)
    answer["events since"] = events_text(watcher.events(probe.since)) if whole else None
    answer["picture"] = pictures.svg_of(watcher) if drawn else None
    if observer is not None:
        answer |= told_seat(game, watcher, probe, whole)
    return answer


def public(game: Game[Any, Any, Any]) -> dict[str, Any]:
    return {
        "repr of game": repr(game),
        "ply": game.ply,
        "due list": [player.seat for player in game.to_act],
        "turn": game.turn and game.turn.seat,
        "window": game.window,
        "is over": game.is_over,
        "outcome": repr(game.outcome),
        "standing": text(game.standing.to_json()),
        "rounds": text([round_.to_json() for round_ in game.rounds]),
        "players": repr(game.players),
    }


def told_seat(game: Game[Any, Any, Any], player: Any, probe: Probe, whole: bool) -> dict[str, Any]:
    legal = player.legal_actions
    answer: dict[str, Any] = {
        "legal list": text([str(action) for action in legal]),
        "length of legal list": len(legal),
        "is due": player.is_due,
        "memory": text(memory_form(player.memory)),
    }
    copy = game.clone().players[player.seat]
    for i, action in enumerate(probe.actions):
        if action not in legal:
            answer[f"refusal {i}"] = refused(copy, action)
    for i, (action, named) in enumerate(probe.stale):
        if named.get("window", 0) != game.window:
            answer[f"stale refusal {i}"] = refused(copy, action, **named)
    if player.is_due:
        for policy in probe.policies:
            answer[f"choice of {policy.name}"] = str(policy(player))
    world = player.sample_world(probe.world)
    answer["world"] = text(world.referee.view.to_json(secrets=True))
    answer["sampled world"] = world  # compared as games
    if whole:
        answer["catch-up"] = catch_up_text(player.catch_up(probe.since))
    return answer


def refused(player: Any, action: Any, **named: int) -> str:
    """Class and text of a refusal, and its facts."""
    try:
        player.play(action, **named)
    except MaskoError as error:
        reason = error.reason.value if isinstance(error, IllegalAction) else None
        return repr([type(error).__name__, str(error), repr(error.args), reason])
    return "played"


def catch_up_text(parts: Any) -> str:
    return text(
        [
            parts.ply,
            parts.view.to_json(),
            memory_form(parts.memory),
            [action.to_json() for action in parts.legal_actions],
            [event.to_json() for event in parts.events],
            [round_.to_json() for round_ in parts.rounds],
        ]
    )
