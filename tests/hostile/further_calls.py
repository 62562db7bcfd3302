"""Public callables beyond games: studies, live tables, words, the wire and pictures."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from masko_sdk import batch, catalogues, masko, pictures, wire
from masko_sdk.table import Settings, Table
from masko_sdk.words import Words
from tests.hostile.calls import LARGE, MANY, RELATIVE, Call
from tests.hostile.calls import Table as Midst
from tests.support.options import player_range

__all__ = ["batch_calls_of", "front_calls_of"]

HANDS = {"masko": [[1] * 12], "skyjo": [[1] * 12], "mojo": [[1, 2]], "fifty": [[1, 2]]}

# Right as numbers of threads, and more than a test starts.
FEW_THREADS = frozenset({"255", "256"})


def batch_calls_of(t: Midst) -> list[Call]:
    """Bound to this table, as those of `calls_of`."""
    return [*studying(t), *learning(t)]


def front_calls_of(t: Midst) -> list[Call]:
    """Likewise; whatever is given to them wrong never comes to the core."""
    return [*sitting(t), *telling(t), *sending(t), *drawing(t)]


def studying(t: Midst) -> list[Call]:
    few = player_range(t.name)[0]
    whole = {"rules": t.rules, "players": few, "n": 3, "seed": 1, "first_player": 0}
    whole |= {"policies": "random", "max_plies": 9, "threads": 1, "progress": None}
    whole |= {"executor": None, "round_scores": False}
    study = {"rules": t.rules, "policies": ["random"] * few, "n": 2, "seed": 1, "players": few}
    study |= {"max_plies": 9, "fair": True, "threads": 1, "executor": None, "progress": None}
    study |= {"file": None, "chunk": 2}
    name, option = next(iter(t.rules.to_json().items()))
    odds = {"player": t.player, "n": 2, "seed": 1, "policy": "random", "horizon": "round"}
    odds |= {"by": None, "max_plies": t.game.ply + 3, "threads": 1, "confidence": None}
    odds |= {"executor": None, "progress": None}
    skip = MANY | FEW_THREADS
    # A path is handed to the operating system, whose errors are its own.
    outside = (OSError, ValueError)
    return [
        Call("batch.stream", lambda **a: list(batch.stream(**a)), whole, skip),
        Call("batch.compare", batch.compare, study, skip | RELATIVE, outside),
        Call(
            "batch.sweep",
            batch.sweep,
            {**study, "grid": {name: [option]}},
            skip | RELATIVE,
            outside,
        ),
        Call("batch.odds", batch.odds, odds, skip),
    ]


def learning(t: Midst) -> list[Call]:
    few = player_range(t.name)[0]
    env = {"rules": t.rules, "players": few, "n": 2, "seed": 1, "first_player": 0}
    env |= {"max_plies": 9, "mask": "bits", "threads": 1, "out": None}
    made = batch.VectorEnv(t.rules, few, 2, 1)
    points = {"rules": t.rules, "scores": [[1] * few], "ender": [0], "declared": True}
    points_of = {"rules": t.rules, "hands": HANDS[t.name], "axis": -1}
    layout = batch.observation_layout(t.rules, few)
    return [
        Call("VectorEnv", batch.VectorEnv, env, MANY | FEW_THREADS),
        Call("VectorEnv.step", made.step, {"actions": first_codes(made)}, LARGE),
        Call("VectorEnv.reset", made.reset, {"seed": 1}),
        Call("VectorEnv.action", made.action, {"code": 0}),
        Call("VectorEnv.code", made.code, {"action": made.action(0)}),
        Call("observation", batch.observation, {"player": t.player}),
        Call("observation_layout", batch.observation_layout, {"rules": t.rules, "players": few}),
        Call("Layout.where", layout.where, {"name": "round"}),
        Call("batch.score_round", batch.score_round, points, LARGE),
        Call("batch.score axis", batch.score, points_of, LARGE),
        Call("batch.actions", batch.actions, {"rules": t.rules}),
    ]


def first_codes(env: batch.VectorEnv) -> list[int]:
    bits = np.unpackbits(env.masks, axis=1, bitorder="little")
    return [int(np.flatnonzero(row)[0]) for row in bits]


def sitting(t: Midst) -> list[Call]:
    few = player_range(t.name)[0]
    settings = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    make = {"rules": t.rules, "seats": few, "seed": 1, "first_player": 0, "bots": None}
    table = Table(t.rules, few, seed=1, bots=dict.fromkeys(range(1, few), "random"))
    table.start(0)
    text = table.save()
    join = '{"type": "ping", "id": 1}'
    return [
        Call("Table", Table, {**make, **settings}),
        Call("Table.receive", table.receive, {"now": 1, "sender": "line", "message": join}),
        Call("Table.advance", table.advance, {"now": 1}),
        Call("Table.lost", table.lost, {"now": 1, "sender": "line"}),
        Call("Table.start", Table(t.rules, few, seed=1).start, {"now": 0}),
        Call("Table.invite", table.invite, {"seat": 0}),
        Call("Table.restore", Table.restore, {"text": text, "now": 5, "max_bytes": 10**6}),
    ]


def telling(t: Midst) -> list[Call]:
    words = Words(t.rules, ["Ana", "Bo", "Cy", "Di", "Ed"])
    view, player = t.player.view, t.player
    action = player.legal_actions[0]
    event = t.game.referee.events()[0]
    option = t.rules._tables.options[0]
    return [
        Call("Words", Words, {"rules": t.rules, "names": ["Ana"], "language": "en"}),
        Call("Words.event", words.event, {"event": event}),
        Call("Words.tell", lambda events: list(words.tell(events)), {"events": [event]}, LARGE),
        Call("Words.action", words.action, {"action": action, "actor": 0}),
        Call("Words.reason", words.reason, {"reason": masko.Reason.MUST_KEEP}),
        Call("Words.error", words.error, {"error": {"error": "not_your_turn", "message": ""}}),
        Call("Words.phase", words.phase, {"view": view, "due": (0,)}, LARGE),
        Call("Words.say", lambda **a: words.say(*a.values()), {"section": "front", "kind": "yes"}),
        Call("Words.number", words.number, {"value": 1.5, "digits": 1, "sign": ""}),
        Call("Words.choice", words.choice, {"option": option.name, "value": 0}),
        Call("Words.allowed", words.allowed, {"option": option}),
        Call("Words.name", words.name, {"seat": 0}),
        Call("Words.list_names", words.list_names, {"seats": (0, 1)}),
        Call("Words.card", words.card, {"card": 1, "known": False}),
        Call("Words.card_name", words.card_name, {"card": 1}),
        Call("Words.cards", words.cards, {"cards": (1, 2)}, LARGE),
        Call("catalogues.catalogue", catalogues.catalogue, {"language": "fr"}),
        Call("catalogues.export", catalogues.export, {"language": "fr"}),
    ]


def sending(t: Midst) -> list[Call]:
    text = {"text": '{"type": "ping"}', "max_bytes": 100, "max_depth": 3}
    return [
        Call("wire.parse", wire.parse, text),
        Call("wire.schema", wire.schema, {"game": t.name}),
        Call("wire.typescript", wire.typescript, {"game": t.name}),
        Call("wire.error_form", wire.error_form, {"error": TypeError("x")}),
    ]


def drawing(t: Midst) -> list[Call]:
    view, player = t.player.view, t.player
    drawn = {"view": view, "memory": player.memory, "names": None, "seat": player.seat}
    drawn |= {"language": "en", "due": (0,), "legal": player.legal_actions, "secrets": False}
    without_legal = {name: part for name, part in drawn.items() if name != "legal"}
    theme = {"theme": pictures.LIGHT, "layout": "wide", "prefix": None}
    return [
        Call("pictures.svg", pictures.svg, {**drawn, **theme}),
        Call("pictures.text", pictures.text, {**without_legal, "columns": 80}),
        Call("pictures.describe", pictures.describe, {"view": view, "language": "en"}),
        Call("pictures.svg_of", pictures.svg_of, {"observer": player}),
        Call("pictures.text_of", pictures.text_of, {"observer": player}),
    ]
