"""``masko replay``: a record told as an observer may know it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, TypeAlias

from masko_sdk import Record
from masko_sdk.cli.arguments import UsageError
from masko_sdk.cli.draw import round_table, standing_table
from masko_sdk.cli.screen import Screen
from masko_sdk.words import Words

__all__ = ["observer_of", "read_record", "replay"]

Step: TypeAlias = tuple[int, Any, tuple[Any, ...]]  # ply, what was done (None for ply 0), events


def replay(arguments: argparse.Namespace) -> int:
    """Run the command."""
    record = read_record(arguments.file)
    game = record.start()
    observer = observer_of(game, arguments)
    tell = _tell_json if arguments.json else _tell_text
    tell(arguments, record, game, _steps(record, game, observer))
    return 0


def read_record(path: str) -> Record:
    """The record of a file; ``-`` is standard input.

    Raises:
        OSError, RecordError: it can't be read, or is no record.
    """
    return Record.loads(sys.stdin.buffer.read()) if path == "-" else Record.load(path)


def observer_of(game: Any, arguments: argparse.Namespace) -> Any:
    """Who looks: a player, the onlooker, or else the referee.

    Raises:
        UsageError: there is no such seat.
    """
    seat = arguments.seat
    if seat is None:
        return game.spectator if arguments.onlooker else game.referee
    if seat >= len(game.players):
        raise UsageError(f"there is no seat {seat}; the record has {len(game.players)} players")
    return game.players[seat]


def _steps(record: Record, game: Any, observer: Any) -> Iterator[Step]:
    """The deal and each action, with what the observer is told of it.

    Raises:
        RecordError: an action is impossible.
    """
    record.replay()  # judge it whole before a word of it is told
    yield 0, None, observer.events()
    for ply, move in enumerate(record.moves, 1):
        game.play(move.actor, move.action)
        yield ply, move, observer.events(since=ply - 1)


def _told(arguments: argparse.Namespace, words: Words) -> str:
    """As whom it is told."""
    if arguments.seat is not None:
        return words.say("cli", "told_seat", name=words.name(arguments.seat))
    return words.say("cli", "told_onlooker" if arguments.onlooker else "told_referee")


def _tell_text(
    arguments: argparse.Namespace, record: Record, game: Any, steps: Iterator[Step]
) -> None:
    screen = Screen.standard(plain=arguments.plain)
    words = Words(record.rules, record.players, screen.paint, arguments.language)
    digits = len(str(len(record.moves)))
    for ply, _, events in steps:
        if ply == 0:
            title = words.say("cli", "game_of", game=words.title)
            screen.line(screen.paint("title", title))
            screen.line(_told(arguments, words))
        number = f"{ply:>{digits}}"
        for event, text in words.tell(events):
            _tell_event(screen, words, event, text, number)
            number = " " * digits
    screen.line()
    title = words.say("table", "result" if game.is_over else "standing")
    standing_table(screen, words, game.standing, title=title)


def _tell_event(screen: Screen, words: Words, event: Any, text: str, number: str) -> None:
    if event.kind == "dealt":
        screen.heading(text)
    elif text:
        screen.line(f"{screen.paint('dim', number)}  {text}")
    if event.kind == "round_scored":
        round_table(screen, words, event.result)


def _tell_json(
    arguments: argparse.Namespace, record: Record, game: Any, steps: Iterator[Step]
) -> None:
    """One JSON object: what was done is told by the events alone, so that it holds no more than they do."""
    told = [
        {"ply": ply, "events": [event.to_json() for event in events]} for ply, _, events in steps
    ]
    form = {
        "game": record.rules.game,
        "rules": record.rules.to_json(),
        "players": list(record.players),
        "observer": arguments.seat if arguments.seat is not None else _table_name(arguments),
        "steps": told,
        "standing": game.standing.to_json(),
    }
    json.dump(form, sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n")


def _table_name(arguments: argparse.Namespace) -> str | None:
    return None if arguments.onlooker else "host"
