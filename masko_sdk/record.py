"""The record of a game: the one durable format. Save, replay, bug report and golden test are the same thing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, BinaryIO

from masko_sdk._codec import tables_of
from masko_sdk._game_setup import player_names
from masko_sdk._json import JsonError, check_json, parse_json
from masko_sdk._paths import checked_path, written
from masko_sdk._value import Value, value
from masko_sdk.action import HOST, Action, Host
from masko_sdk.errors import ArgumentError, MaskoError, RecordError, RulesError, _short
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
_NO_LIMIT: int = 2**_LIMIT_BITS - 1
_READ_AT_ONCE = 2**20
_SEATS = 8
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
        """Check what a record is made of; whether its actions are possible is for `replay` to say.

        Raises:
            TypeError: a part of a wrong type.
            ArgumentError, RulesError: a name or a first player that no game has.
        """
        rules: object = self.rules
        moves: object = self.moves
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
        if not isinstance(moves, tuple) or not all(isinstance(move, Move) for move in moves):
            raise TypeError("moves must be a tuple of Move")
        for name, kinds, what in _PARTS:
            part = getattr(self, name)
            if not isinstance(part, kinds) or isinstance(part, bool):
                raise TypeError(f"{name} must be {what}, not {type(part).__name__}")
        player_names(self.players)
        if not 0 <= self.first_player < len(self.players):
            allowed = f"a seat from 0 to {len(self.players) - 1}"
            raise RulesError("first_player", self.first_player, allowed)

    # Writing.

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values.

        Raises:
            RecordError: a tag, a note, an action or the table is none that could be read again; it names which.
        """
        tables = tables_of(self.rules.game)
        for name, tag in self.tags.items():
            _check_part(f"tag {_short(name)}", {name: tag}, 2)
        _check_part("decks", self.decks, 2)
        _check_part("table", None if self.table is None else dict(self.table), 2)
        form = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.rules.game,
            "revision": tables.revision,
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "first_player": self.first_player,
            "seed": self.seed.to_json(),
            "actions": [_move_form(tables, ply, move) for ply, move in enumerate(self.moves, 1)],
            "tags": dict(self.tags),
        }
        if self.decks is not None:
            form["decks"] = self.decks
        if self.table is not None:
            form["table"] = dict(self.table)
        return form

    def dumps(self) -> str:
        """The record as text: JSON, one action a line.

        Raises:
            RecordError: as for `to_json`.
        """
        form = self.to_json()
        actions = form.pop("actions")
        head = json.dumps(form, ensure_ascii=False, separators=(", ", ": "))
        lines = ",\n".join(json.dumps(action, ensure_ascii=False) for action in actions)
        return f'{head[:-1]}, "actions": [\n{lines}\n]}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to the file `path`: the old one stays whole until the new one is, and its mode stays.

        A symbolic link stays a link; what is there and is no regular file, such as a pipe, is written straight to.

        Raises:
            TypeError, ArgumentError: no path.
            RecordError: as for `to_json`.
            OSError: the file can't be written.
        """
        text = self.dumps().encode("utf-8")
        with written(path) as file:
            file.write(text)

    # Reading.

    @classmethod
    def loads(
        cls,
        text: str | bytes,
        *,
        max_bytes: int | None = MAX_BYTES,
        max_actions: int | None = MAX_ACTIONS,
        max_depth: int = MAX_DEPTH,
    ) -> Record:
        """The record of a text.

        It is read whole and checked; whether the actions are possible is for `replay` to say.
        The limits are for texts from outside: a game has no bound (C10), and a long one of one's own is read with
        ``max_bytes=None, max_actions=None``.

        Args:
            text: JSON.
            max_bytes: how long it may be; of a str, in UTF-8; None: as long as it is.
            max_actions: how many actions it may have; None: as many as there are.
            max_depth: how deep its objects and lists may be nested.

        Raises:
            TypeError: not text.
            RecordError: too large, too deep, no JSON, or no record of a known game, version and revision.
            ArgumentError: a limit below 0, or of 2^62 or more.
        """
        if not isinstance(text, (str, bytes, bytearray)):
            raise TypeError(f"a record is text, not {type(text).__name__}")
        most_bytes, most_actions = _limit(max_bytes), _limit(max_actions)
        if max_depth is None:
            raise TypeError("max_depth must be an int, not NoneType")
        form = _parse(text, most_bytes, _limit(max_depth))
        try:
            return _read(cls, form, most_actions)
        except RecordError:
            raise
        except (MaskoError, TypeError, ValueError, KeyError) as error:
            raise RecordError(f"the record can't be read: {_short(str(error), 200)}") from None

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        max_bytes: int | None = MAX_BYTES,
        max_actions: int | None = MAX_ACTIONS,
        max_depth: int = MAX_DEPTH,
    ) -> Record:
        """The record of the file `path`; limits and errors are those of `loads`.

        Raises:
            TypeError, ArgumentError: no path.
            OSError: the file can't be read.
        """
        most = _limit(max_bytes)
        with checked_path(path).open("rb") as file:
            text = _read_up_to(file, most + 1)
        return cls.loads(text, max_bytes=max_bytes, max_actions=max_actions, max_depth=max_depth)

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


_PARTS = (
    ("players", tuple, "a tuple of names"),
    ("first_player", int, "an int"),
    ("seed", Seed, "a Seed"),
    ("decks", (list, type(None)), "a list of JSON forms or None"),
    ("tags", Mapping, "a mapping"),
    ("table", (Mapping, type(None)), "a mapping or None"),
)
"""The further parts of a record, with their types."""


def _limit(limit: int | None) -> int:
    """A limit on what is read; None: as good as none."""
    if limit is None:
        return _NO_LIMIT
    if type(limit) is not int:
        raise TypeError(f"a limit is an int, not {type(limit).__name__}")
    if not 0 <= limit <= _NO_LIMIT:
        raise ArgumentError(f"a limit is {_short(limit)}; it must be from 0 to 2^{_LIMIT_BITS} - 1")
    return limit


def _read_up_to(file: BinaryIO, most: int) -> bytes:
    """So much of a file, or all: memory is taken for what there is, whatever the limit."""
    found = bytearray()
    while len(found) < most:
        more = file.read(min(_READ_AT_ONCE, most - len(found)))
        if not more:
            break
        found += more
    return bytes(found)


def _check_part(what: str, thing: Any, depth: int) -> None:
    """See that a part, which is an object `depth` deep in the record, could be read again."""
    try:
        check_json(thing, MAX_DEPTH - depth + 1)
    except JsonError as error:
        raise RecordError(f"{what} of the record {error}") from None


def _move_form(tables: Any, ply: int, move: Move) -> list[Any]:
    """A move as it is written."""
    actor: Any = move.actor
    if actor is not HOST and (type(actor) is not int or not 0 <= actor < _SEATS):
        raise RecordError(f"action {ply} of the record has no actor")
    try:
        tables.code_of(move.action)
        form: list[Any] = ["host" if actor is HOST else actor, str(move.action)]
        if move.notes:
            form.append(dict(move.notes))
            check_json(form[2], MAX_DEPTH - 3)
    except JsonError as error:
        raise RecordError(f"the notes of action {ply} of the record {error}") from None
    except (MaskoError, TypeError) as error:
        raise RecordError(f"action {ply} of the record: {error}") from None
    return form


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
    if actor != "host" and (type(actor) is not int or not 0 <= actor < _SEATS):
        raise RecordError(f"action {ply} of the record has no actor")
    try:
        action: Action = rules.parse(text)
    except MaskoError as error:
        raise RecordError(f"action {ply} of the record: {error}") from None
    return Move(HOST if actor == "host" else actor, action, notes)
