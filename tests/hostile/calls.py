"""Every public callable, with arguments that are right: one after the other is to be replaced."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from masko_sdk import Game, Record, Seed, batch, bots, summary
from masko_sdk._codec import tables_of
from masko_sdk.games import GAMES
from masko_sdk.record import Move
from masko_sdk.seed import make_seed
from tests.hostile.values import int_values
from tests.support.adapters import adapter_of
from tests.support.options import player_range
from tests.support.play import Mixture

__all__ = ["Call", "Table", "calls_of", "table_of"]

PLIES = 9


@dataclass
class Table:
    """A game in its midst, and all that a call may need."""

    name: str
    game: Game[Any, Any, Any]
    folder: Path

    @property
    def rules(self) -> Any:
        return self.game.rules

    @property
    def player(self) -> Any:
        return self.game.to_act[0]


@dataclass
class Call:
    """A callable and right arguments.

    Attributes:
        skip: names of values that are right, and cost too much.
        further: exceptions that are documented besides.
    """

    name: str
    run: Callable[..., Any]
    arguments: dict[str, Any]
    skip: frozenset[str] = frozenset()
    further: tuple[type[Exception], ...] = ()
    more: dict[str, Any] = field(default_factory=dict)


def table_of(name: str, folder: Path, plies: int = PLIES) -> Table:
    rng = random.Random(f"hostile {name}")
    rules = GAMES[name].Rules()
    game: Game[Any, Any, Any] = Game(rules, player_range(name)[0], seed=5)
    mixture = Mixture(rng, adapter_of(name))
    for _ in range(plies):
        game.play(*mixture.choose(game))
    return Table(name, game, folder)


def calls_of(t: Table) -> list[Call]:
    """Bound to this table: a call that succeeds may change its game."""
    return [
        *making(t),
        *playing(t),
        *asking(t),
        *naming(t),
        *recording(t),
        *botting(t),
        *batching(t),
        *acting(t),
    ]


def making(t: Table) -> list[Call]:
    few = player_range(t.name)[0]
    decks = t.game.record.decks
    make = {"rules": t.rules, "players": few, "seed": 1, "first_player": 0, "decks": decks}
    options = t.rules.to_json()
    return [
        Call("Game", Game, make),
        Call("Rules", type(t.rules), dict(options)),
        Call("Rules.from_options", type(t.rules).from_options, {"options": options}),
        Call("Seed", Seed, {"key": bytes(32), "game": 0, "number": None}),
        Call("Seed.from_json", Seed.from_json, {"form": {"int": 1, "game": 0}}),
        Call("make_seed", make_seed, {"seed": 1}),
        Call("game_seed", batch.game_seed, {"seed": 1, "i": 0}),
    ]


def playing(t: Table) -> list[Call]:
    action = t.player.legal_actions[0]
    told = {"action": action, "ply": t.game.ply, "window": t.game.window}
    return [
        Call("Player.play", t.player.play, told),
        Call("Game.play", t.game.play, {"actor": t.player.seat, **told}),
        Call("Game.legal_actions", t.game.legal_actions, {"actor": 0}),
    ]


def asking(t: Table) -> list[Call]:
    return [
        Call("Game.at", t.game.at, {"ply": 3}),
        Call("Game ==", t.game.__eq__, {"other": t.game}),
        Call("Game !=", lambda other: t.game != other, {"other": t.game}),
        Call("Player.events", t.player.events, {"since": 0}),
        Call("Player.catch_up", t.player.catch_up, {"since": 0}),
        Call("Player.sample_world", t.player.sample_world, {"seed": 1}),
        Call("Spectator.events", t.game.spectator.events, {"since": 0}),
        Call("Referee.events", t.game.referee.events, {"since": 0}),
    ]


def naming(t: Table) -> list[Call]:
    action = t.player.legal_actions[0]
    return [
        Call("Rules.parse", t.rules.parse, {"text": str(action)}),
        Call("Rules.from_json", t.rules.from_json, {"form": action.to_json()}),
        *(
            Call(f"Rules.from_json {name}", json_field(t, action.to_json(), name), {name: 0})
            for name in action.to_json()
        ),
    ]


def json_field(t: Table, form: dict[str, Any], name: str) -> Callable[..., Any]:
    def read(**value: Any) -> Any:
        if set(value) != {name}:
            raise TypeError
        return t.rules.from_json({**form, name: value[name]})

    return read


def recording(t: Table) -> list[Call]:
    record = t.game.record
    text = record.dumps()
    limits = {"max_bytes": 10**6, "max_actions": 10**4, "max_depth": 8}
    parts = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    move = {"actor": record.moves[0].actor, "action": record.moves[0].action, "notes": {}}
    path = t.folder / "good.json"
    if t.folder.exists():
        path.write_text(text, encoding="utf-8")
    # A path is handed to the operating system, whose errors are its own.
    outside = (OSError, ValueError)
    return [
        Call("Record.loads", Record.loads, {"text": text, **limits}),
        Call("Record.load", Record.load, {"path": path}, DESCRIPTORS, outside),
        Call("Record.save", record.save, {"path": t.folder / "saved"}, RELATIVE, outside),
        Call("Record().replay", lambda **p: Record(**p).replay(), parts),
        Call("Record().steps", lambda **p: list(Record(**p).steps()), parts),
        Call("Move", lambda **m: with_move(record, Move(**m)).replay(), move),
    ]


# A file descriptor would be closed; see test_records.
DESCRIPTORS = frozenset(int_values())
# Names in the present folder.
RELATIVE = frozenset({"digits", "str", "str subclass", "numpy str", "format", "host", "empty str"})
RELATIVE |= {"long str", "lone surrogate", "NUL"}


def with_move(record: Record, move: Move) -> Record:
    parts = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    return Record(**{**parts, "moves": (move, *record.moves[1:])})


def botting(t: Table) -> list[Call]:
    play = {"game": t.game, "policies": "random", "max_plies": t.game.ply + 3}
    return [
        Call("bots.play", bots.play, play),
        Call("bots.play, one each", one_each(t), {"policy": "random"}),
        Call("bots.parameters_of", bots.parameters_of, {"rules": t.rules, "name": "prudent"}),
        Call(
            "Builtin", lambda **b: bots.Builtin(**b)(t.player), {"name": "random", "parameters": {}}
        ),
        Call("Builtin()", lambda player: bots.random()(player), {"player": t.player}),
        *(
            Call(f"prudent {name}", prudent(t), {name: span[2]})
            for name, span in bots.parameters_of(t.rules, "prudent").items()
        ),
    ]


def one_each(t: Table) -> Callable[..., Any]:
    seats = len(t.game.players)
    return lambda policy: bots.play(t.game, [policy] * seats, t.game.ply + 3)


def prudent(t: Table) -> Callable[..., Any]:
    return lambda **parameters: bots.prudent(**parameters)(t.player)


# Right as numbers of games, and more than a test can play.
LARGE = frozenset({"huge"})
MANY = frozenset({"65536", "2**31-1", "2**31", "2**32", "256", "255"})


def batching(t: Table) -> list[Call]:
    few = player_range(t.name)[0]
    some = {"rules": t.rules, "n": 3, "seed": 1}
    deal = {"rules": t.rules, "players": few, "n": 3, "seed": 1, "first_player": 0}
    whole = {**deal, "policies": "random", "max_plies": 9, "threads": 1, "progress": None}
    hand = batch.deal(t.rules, few, 2, 1).hands[:, 0]
    if "mood_deck" in t.rules.to_json():
        hand = [[1, 0], [0, 3]]
    result = batch.simulate(t.rules, few, 2, 1, "random", max_plies=9)
    return [
        Call("batch.shuffle", batch.shuffle, some, MANY),
        Call("batch.deal", batch.deal, deal, MANY),
        Call("batch.score", batch.score, {"rules": t.rules, "hands": hand}, LARGE),
        Call("batch.simulate", batch.simulate, whole, MANY),
        Call("summary", summary.summary, whole, MANY),
        Call("batch.game", batch.game, {"result": result, "i": 0}),
    ]


def acting(t: Table) -> list[Call]:
    """Each kind of action: made of each field, and then played."""
    calls = []
    tables = tables_of(t.name)
    for kind, cls in tables.action_classes.items():
        good = dict.fromkeys(tables.action_fields[kind], 0)
        if good:
            calls.append(Call(f"action {kind}", player_plays(t, cls), good))
    return calls


def player_plays(t: Table, cls: type) -> Callable[..., Any]:
    return lambda **fields: t.player.play(cls(**fields))
