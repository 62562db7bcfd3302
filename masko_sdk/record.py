"""The record of a game: the one durable format. Save, replay, bug report and golden test are the same thing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from masko_sdk._codec import tables_of
from masko_sdk._game_setup import player_names
from masko_sdk._json import JsonError, parse_json
from masko_sdk._value import Value, value
from masko_sdk.action import HOST, Action, Host
from masko_sdk.errors import ArgumentError, MaskoError, RecordError, _short
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed

if TYPE_CHECKING:
    from masko_sdk.game import Game

__all__ = ["Move", "Record", "Step"]

FORMAT = "masko_sdk record"
VERSION = 1
MAX_BYTES = 16 * 2**20
MAX_ACTIONS = 10**6
MAX_DEPTH = 8
_LIMIT_BITS = 62
_REQUIRED = {
    "format",
    "version",
    "game",
    "revision",
    "rules",
    "players",
    "first_player",
    "seed",
    "actions",
}
_OPTIONAL = {"decks", "tags", "table"}


@value
class Move(Value):
    """One accepted action.

    Attributes:
        actor: a seat, or `HOST`.
        action: what was done.
        notes: annotations of the host (received time, measured reaction, request id, ...); the engine ignores them.
    """

    actor: int | Host
    action: Any
    notes: Mapping[str, Any] = field(default_factory=dict)


@value
class Step(Value):
    """One step of a replay.

    Attributes:
        ply: the number of the action, from 1.
        actor: who acted.
        action: what was done.
        game: the game after it, a copy of its own.
    """

    ply: int
    actor: int | Host
    action: Any
    game: Any


@value
class Record(Value):
    """What a game is: the same record gives the same game everywhere.

    Attributes:
        rules: the game and its options.
        players: names by seat.
        first_player: who played first.
        seed: where chance came from; a secret until the game is over.
        moves: the accepted actions, `HOST`'s included.
        decks: JSON forms of the given decks, or None.
        tags: whatever the host wants to keep with it; the engine ignores them.
        table: a live table's own part, or None; the engine ignores it.
    """

    rules: Rules[Any, Any, Any]
    players: tuple[str, ...]
    first_player: int
    seed: Seed
    moves: tuple[Move, ...]
    decks: list[Any] | None = None
    tags: Mapping[str, Any] = field(default_factory=dict)
    table: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Check what a record is made of; whether its actions are possible is for `replay` to say."""
        rules: object = self.rules
        moves: object = self.moves
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
        if not isinstance(moves, tuple) or not all(isinstance(move, Move) for move in moves):
            raise TypeError("moves must be a tuple of Move")

    # Writing.

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values."""
        form = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.rules.game,
            "revision": tables_of(self.rules.game).revision,
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "first_player": self.first_player,
            "seed": self.seed.to_json(),
            "actions": [_move_form(move) for move in self.moves],
            "tags": dict(self.tags),
        }
        if self.decks is not None:
            form["decks"] = self.decks
        if self.table is not None:
            form["table"] = dict(self.table)
        return form

    def dumps(self) -> str:
        """The record as text: JSON, one action a line."""
        form = self.to_json()
        actions = form.pop("actions")
        head = json.dumps(form, ensure_ascii=False, separators=(", ", ": "))
        lines = ",\n".join(json.dumps(action, ensure_ascii=False) for action in actions)
        return f'{head[:-1]}, "actions": [\n{lines}\n]}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to the file `path`: the old one stays whole until the new one is."""
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(self.dumps(), encoding="utf-8")
        part.replace(target)

    # Reading.

    @classmethod
    def loads(
        cls,
        text: str | bytes,
        *,
        max_bytes: int = MAX_BYTES,
        max_actions: int = MAX_ACTIONS,
        max_depth: int = MAX_DEPTH,
    ) -> Record:
        """The record of a text.

        It is read whole and checked; whether the actions are possible is for `replay` to say.

        Args:
            text: JSON.
            max_bytes: how long it may be; of a str, in UTF-8.
            max_actions: how many actions it may have.
            max_depth: how deep its objects and lists may be nested.

        Raises:
            TypeError: not text.
            RecordError: too large, too deep, no JSON, or no record of a known game, version and revision.
            ArgumentError: a limit of 2^62 or more.
        """
        if not isinstance(text, (str, bytes, bytearray)):
            raise TypeError(f"a record is text, not {type(text).__name__}")
        for limit in (max_bytes, max_actions, max_depth):
            if type(limit) is not int:
                raise TypeError(f"a limit is an int, not {type(limit).__name__}")
            if limit.bit_length() > _LIMIT_BITS:
                raise ArgumentError(f"a limit is {_short(limit)}; it must be below 2^{_LIMIT_BITS}")
        form = _parse(text, max_bytes, max_depth)
        try:
            return _read(cls, form, max_actions)
        except RecordError:
            raise
        except (MaskoError, TypeError, ValueError, KeyError) as error:
            raise RecordError(f"the record can't be read: {_short(str(error), 200)}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], **limits: int) -> Record:
        """The record of the file `path`; limits and errors are those of `loads`.

        Raises:
            TypeError: no path.
            OSError: the file can't be read.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"a path is a str or PathLike, not {type(path).__name__}")
        limit = limits.get("max_bytes", MAX_BYTES)
        with open(path, "rb") as file:
            return cls.loads(file.read(limit + 1), **limits)

    # Replaying.

    def start(self) -> Game[Any, Any, Any]:
        """The game before its first action.

        Raises:
            RecordError: its players, first player or decks are impossible.
        """
        from masko_sdk.game import Game

        try:
            return Game(
                self.rules,
                self.players,
                seed=self.seed,
                first_player=self.first_player,
                decks=self.decks,
            )
        except (MaskoError, TypeError) as error:
            raise RecordError(f"the game of the record can't be set up: {error}") from None

    def replay(self) -> Game[Any, Any, Any]:
        """The game after all actions.

        Raises:
            RecordError: an action is impossible; it names the ply.
        """
        game = self.start()
        moves = [_code_of(game, ply, move) for ply, move in enumerate(self.moves, 1)]
        done = game._core.replay(moves)
        if done < len(moves):
            self._explain(game, done)
        return game

    def _explain(self, game: Game[Any, Any, Any], done: int) -> None:
        move = self.moves[done]
        try:
            game.play(move.actor, move.action)
        except MaskoError as error:
            raise RecordError(f"action {done + 1} of the record is impossible: {error}") from None

    def steps(self) -> Iterator[Step]:
        """The game after each action, one by one.

        Raises:
            RecordError: an action is impossible; it names the ply.
        """
        game = self.start()
        for done, move in enumerate(self.moves):
            if game._core.replay([_code_of(game, done + 1, move)]) != 1:
                self._explain(game, done)
            yield Step(done + 1, move.actor, move.action, game.clone())


def _code_of(game: Game[Any, Any, Any], ply: int, move: Move) -> int:
    """A move as the core takes it."""
    try:
        code: int = game._tables.code_of(move.action)
        return game._who(move.actor) << 16 | code
    except (MaskoError, TypeError) as error:
        raise RecordError(f"action {ply} of the record is impossible: {error}") from None


def _move_form(move: Move) -> list[Any]:
    form: list[Any] = ["host" if move.actor is HOST else move.actor, str(move.action)]
    return [*form, dict(move.notes)] if move.notes else form


def _parse(text: str | bytes | bytearray, max_bytes: int, max_depth: int) -> Any:
    try:
        return parse_json(text, max_bytes=max_bytes, max_depth=max_depth)
    except JsonError as error:
        raise RecordError(f"the record {error}") from None


def _read(cls: type[Record], form: Any, max_actions: int) -> Record:
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise RecordError("this is no record of a game")
    if form.get("version") != VERSION or type(form["version"]) is not int:
        raise RecordError(
            f"the record has version {_short(form.get('version'))}; this library reads {VERSION}"
        )
    missing, extra = _REQUIRED - form.keys(), form.keys() - _REQUIRED - _OPTIONAL
    if missing or extra:
        raise RecordError(f"the record has wrong fields: {_short(sorted(missing | extra))}")
    tables = tables_of(_typed(form, "game", str))
    if form["revision"] != tables.revision or type(form["revision"]) is not int:
        raise RecordError(
            f"the record has revision {_short(form['revision'])} of {tables.name}; this library plays {tables.revision}"
        )
    rules = tables.module.Rules.from_options(_typed(form, "rules", dict))
    actions = _typed(form, "actions", list)
    if len(actions) > max_actions:
        raise RecordError(f"the record holds more than {max_actions} actions")
    table = form.get("table")
    if table is not None and not isinstance(table, dict):
        raise RecordError("table of the record must be an object")
    return cls(
        rules,
        player_names(_typed(form, "players", list)),
        _typed(form, "first_player", int),
        Seed.from_json(form["seed"]),
        tuple(_read_move(rules, ply, action) for ply, action in enumerate(actions, 1)),
        None if form.get("decks") is None else _typed(form, "decks", list),
        _typed(form, "tags", dict) if "tags" in form else {},
        table,
    )


def _typed(form: dict[str, Any], name: str, kind: type) -> Any:
    thing = form[name]
    if type(thing) is not kind:
        raise RecordError(f"{name} of the record must be of the JSON type for {kind.__name__}")
    return thing


def _read_move(rules: Rules[Any, Any, Any], ply: int, form: Any) -> Move:
    if not isinstance(form, list) or len(form) not in (2, 3) or not isinstance(form[1], str):
        raise RecordError(f"action {ply} of the record is no [actor, text]")
    actor, text, notes = form if len(form) == 3 else (*form, {})
    if not isinstance(notes, dict):
        raise RecordError(f"the notes of action {ply} of the record are no object")
    if actor != "host" and (type(actor) is not int or not 0 <= actor < 8):
        raise RecordError(f"action {ply} of the record has no actor")
    try:
        action: Action = rules.parse(text)
    except MaskoError as error:
        raise RecordError(f"action {ply} of the record: {error}") from None
    return Move(HOST if actor == "host" else actor, action, notes)
