"""``masko play``: sets a table up or takes it up again, and leaves it with a record, whatever happens."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
import signal
import sys
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from masko_sdk import Game, Record
from masko_sdk._paths import check_writable
from masko_sdk.cli.arguments import Chair, UsageError, chairs, game_of, rules_of
from masko_sdk.cli.ending import Ended, ending
from masko_sdk.cli.screen import Keys, Screen
from masko_sdk.cli.sitting import Left, Sitting
from masko_sdk.tui import can_be_written, is_installed
from masko_sdk.words import Words

if TYPE_CHECKING:
    from masko_sdk.tui.app import TableApp

__all__ = ["play"]

_SEATS, _SEEN = "seats", "seen"  # tags of the record: kinds of the seats, plies told to them
_BOTS = "bot:prudent,bot:prudent"
_DEFAULT_GAME = "masko"
_ADVICE = "give --save PATH"
_NOT_SAVED, _INTERRUPTED = 2, 130  # exit codes: the record is lost; Ctrl-C


@dataclass
class Table:
    """A game, who sits at it, and where its record goes."""

    game: Any
    chairs: tuple[Chair, ...]
    seen: list[int]
    path: Path | None
    old: Record | None = None

    def record(self) -> Record:
        """The game's record; notes and tags of the one that it goes on from stay."""
        record: Record = self.game.record
        tags = {_SEATS: [chair.kind for chair in self.chairs], _SEEN: list(self.seen)}
        if self.old is None:
            return replace(record, tags=tags)
        moves = self.old.moves + record.moves[len(self.old.moves) :]
        return replace(record, moves=moves, tags={**self.old.tags, **tags}, table=self.old.table)

    def save(self) -> Path:
        """Save the record, in a new file where none was named, and return where.

        Raises:
            OSError: it can't be written there.
        """
        if self.path is None:
            self.path = _new_path(self.game.rules.game)
        self.record().save(self.path)
        return self.path


def play(arguments: argparse.Namespace) -> int:
    """Run the command."""
    if arguments.tui:
        _need_table()
    table = _resumed(arguments) if arguments.resume else _new_table(arguments)
    if all(chair.bot for chair in table.chairs):
        raise UsageError("there is nobody to ask; masko demo shows bots among themselves")
    if _has_table(arguments):
        return _sit_at_table(arguments, table)
    screen = Screen.standard(plain=arguments.plain)
    sitting = Sitting(
        screen,
        table.game,
        table.chairs,
        Keys(sys.stdin),
        table.seen,
        played=lambda: _keep(table),
        language=arguments.language,
    )
    table.seen = sitting.seen
    return _sit(sitting, table)


# Setting up.


def _new_table(arguments: argparse.Namespace) -> Table:
    arguments.game = _DEFAULT_GAME if arguments.game is None else arguments.game
    rules = rules_of(arguments)
    usual = f"{_own_name()},{_BOTS}"
    seated = chairs(usual if arguments.players is None else arguments.players, rules)
    game = Game(rules, [chair.name for chair in seated], seed=arguments.seed)
    path = None if arguments.save is None else _new_place(arguments.save)
    table = Table(game, seated, [-1] * len(seated), path)
    if path is None:
        _check_place(_new_path(rules.game))
    else:
        table.save()  # better to find out now that this can't be
    return table


def _own_name() -> str:
    try:
        name = getpass.getuser().capitalize()
    except (KeyError, OSError, ImportError):
        name = ""
    return name if name.isalnum() else "Player"


def _resumed(arguments: argparse.Namespace) -> Table:
    for name in ("players", "seed", "preset", "option"):
        if getattr(arguments, name) not in (None, []):
            raise UsageError(f"--{name} has no meaning with --resume: the record tells")
    path = Path(arguments.resume)
    record = Record.load(path)
    if arguments.game is not None and game_of(arguments.game).Rules.game != record.rules.game:
        raise UsageError(f"{path} is a game of {record.rules.game}")
    game = record.replay()
    kinds = record.tags.get(_SEATS)
    if not isinstance(kinds, list) or len(kinds) != len(game.players):
        raise UsageError(f"{path} does not tell who are persons and who bots")
    names = [player.name for player in game.players]
    seated = [Chair.of_kind(*pair, record.rules) for pair in zip(names, kinds, strict=True)]
    save = _place_of(path, arguments.save)
    return Table(game, tuple(seated), _seen(record, game), save, record)


def _seen(record: Record, game: Any) -> list[int]:
    """The plies told to each seat; whoever can't be read is told all again."""
    seen = record.tags.get(_SEEN)
    count = len(game.players)
    if not isinstance(seen, list) or len(seen) != count:
        return [-1] * count
    return [ply if type(ply) is int and -1 <= ply <= game.ply else -1 for ply in seen]


# Where the record goes.


def _new_path(game: str) -> Path:
    """A file name that is free here."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = Path(f"{stem}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.json")
    return path


def _new_place(text: str) -> Path:
    """A file that is not there yet.

    Raises:
        OSError: it can't be written.
        UsageError: it is there.
    """
    path = Path(text)
    check_writable(path)
    if path.is_file():
        raise UsageError(f"{path} is there already; --resume goes on with it")
    if path.exists():
        raise UsageError(f"{path} is no regular file, as a record needs one")
    return path


def _place_of(resumed: Path, save: str | None) -> Path:
    """Where a game that is gone on with is kept: in its file, or in a new one.

    Raises:
        OSError, UsageError: there it can't be kept.
    """
    if save is not None and not (os.path.exists(save) and os.path.samefile(resumed, save)):
        return _new_place(save)
    _check_place(resumed)
    if not resumed.is_file():
        raise UsageError(f"{resumed} is no regular file, as a record needs one; {_ADVICE}")
    return resumed


def _check_place(path: Path) -> None:
    """See that a record can be kept in a file that nobody named for it.

    Raises:
        UsageError: it can't.
    """
    try:
        check_writable(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; {_ADVICE}") from None


# The table that Textual draws.


def _has_table(arguments: argparse.Namespace) -> bool:
    """Whether the table is drawn: where it was asked for, or can be and nobody asked for lines."""
    if arguments.tui or arguments.lines:
        return bool(arguments.tui)
    return is_installed() and _is_terminal() and not _wrong_encoding()


def _is_terminal() -> bool:
    """Textual draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


def _wrong_encoding() -> str:
    """The encoding of the terminal if it lacks signs of the table; else the empty text."""
    encodings = (sys.stdout.encoding, sys.stderr.encoding)
    return next((name for name in encodings if not can_be_written(name)), "")


def _need_table() -> None:
    """Tell what is missing for ``--tui``.

    Raises:
        UsageError: the extra, or a terminal that can show it.
    """
    if not is_installed():
        raise UsageError('--tui needs the extra tui: pip install "masko-sdk[tui]"')
    if not _is_terminal():
        raise UsageError("--tui needs a terminal; --lines does not")
    if lacking := _wrong_encoding():
        raise UsageError(f"--tui needs a terminal in UTF-8, not {lacking}; --lines does not")


def _sit_at_table(arguments: argparse.Namespace, table: Table) -> int:
    """Play in the drawn table, and tell below it where the record is, whatever happened.

    Raises:
        OSError: the record could not be kept.
    """
    if arguments.plain:
        os.environ["NO_COLOR"] = "1"  # what Textual looks at
    from masko_sdk.tui.app import TableApp
    from masko_sdk.tui.host import Host, Pace

    window_ms = _milliseconds(arguments.window_time) or None
    pace = Pace(bot_ms=_milliseconds(arguments.bot_time), window_ms=window_ms)
    names = [chair.name for chair in table.chairs]
    failures: list[OSError] = []

    def keep() -> None:
        try:
            _keep(table)
        except OSError as error:
            failures.append(error)
            app.stop()

    def host(now: int) -> Host:
        made = Host(table.game, table.chairs, table.seen, pace, keep, now)
        table.seen = made.seen
        return made

    app = TableApp(host, names, arguments.language, signals=True)
    code = kept = 0
    try:
        code = _run_app(app)
    finally:
        kept = _part(table, Words(table.game.rules, names, language=arguments.language))
    if failures:
        raise failures[0]
    return code or kept


def _run_app(app: TableApp) -> int:
    """Run it, and return its exit code; 1 when it has failed, as it has told itself."""
    with ending():
        try:
            code = app.run()
        except Ended as ended:  # before it could listen itself
            code = ended.code
    return 1 if code is None else code


def _part(table: Table, words: Words) -> int:
    """Save, and tell where; a finished game that nobody wanted to keep is not kept. Returns an exit code."""
    screen = Screen.standard()
    if not table.game.is_over:
        screen.line(words.say("play", "stopped"))
    code = 0
    if table.path is not None or not table.game.is_over:
        told, code = _save(words, table)
        screen.unwrapped(told)
    return code


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


# Sitting.


def _keep(table: Table) -> None:
    """Save after each action where a file was named, so that not even a crash loses a game."""
    if table.path is not None:
        table.save()


def _sit(sitting: Sitting, table: Table) -> int:
    code, kept, left = 0, 0, True
    with ending():
        try:
            _greet(sitting, table)
            sitting.run()
            left = False
        except Left:
            pass
        except KeyboardInterrupt:
            code = _INTERRUPTED
        except Ended as ended:
            code = ended.code
        finally:
            kept = _leave(sitting, table, left=left)
    return code or kept


def _greet(sitting: Sitting, table: Table) -> None:
    words = sitting.words
    names = words.list_names(range(len(table.chairs)))
    key = "begin" if table.old is None else "resume"
    sitting.screen.line(words.say("play", key, game=words.title, names=names, ply=table.game.ply))


def _leave(sitting: Sitting, table: Table, *, left: bool) -> int:
    """Save first, then clean the screen and tell where, as far as there is anybody to tell. Returns an exit code."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the record comes first
    told, code = "", 0
    try:
        if left or table.path is not None:
            told, code = _save(sitting.words, table)
        if left:
            sitting.screen.line()
            sitting.leave()
            sitting.screen.line(sitting.words.say("play", "stopped"))
        sitting.screen.restore()
        if told:
            sitting.screen.unwrapped(told)
    except BrokenPipeError:
        raise
    except OSError:
        pass  # the terminal is gone
    finally:
        signal.signal(signal.SIGINT, before)
    return code


def _save(words: Words, table: Table) -> tuple[str, int]:
    """What is to be told of the record, and the exit code that goes with it."""
    try:
        path = table.save()
    except OSError as error:
        told = words.say("play", "not_saved", path=table.path, error=error.strerror)
        return told, _NOT_SAVED
    key = "saved_over" if table.game.is_over else "saved"
    return words.say("play", key, path=shlex.quote(str(path))), 0
