"""A game as readable text, to be kept: who did what, and what each observer was told of it.

    python -m tests.golden.telling RECORD.json      prints the text

A line of an action is followed by the events that the referee saw.
Where somebody saw less, the seats that saw all are named.
Each round and each end of a game is followed by the views of the table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from masko_sdk import Game, Record


def tell(record: Record) -> str:
    """The text of a record."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = record.start()
    names = ", ".join(record.players)
    yield f"{record.rules.game}: {names}; first player {record.first_player}"
    yield f"rules {_form(record.rules.to_json())}"
    yield from _events(game, -1)
    yield from _views(game)
    for step in record.steps():
        actor = str(step.actor)
        yield f"{step.ply}. {actor}: {step.action}"
        yield from _events(step.game, step.ply - 1)
        kinds = {event.kind for event in step.game.spectator.events(step.ply - 1)}
        if kinds & {"dealt", "game_ended"} or step.ply % 25 == 0:
            yield from _views(step.game)


def _events(game: Game[Any, Any, Any], since: int) -> Iterator[str]:
    told = [player.events(since) for player in game.players]
    public = game.spectator.events(since)
    for index, event in enumerate(game.referee.events(since)):
        seats = [seat for seat, events in enumerate(told) if events[index] == event]
        hidden = "" if public[index] == event else f"   (seen by {seats})"
        yield f"    {_form(event.to_json())}{hidden}"


def _views(game: Game[Any, Any, Any]) -> Iterator[str]:
    yield f"  = referee {_form(game.referee.view.to_json(secrets=True))}"
    yield f"  = onlooker {_form(game.spectator.view.to_json())}"
    for player in game.players:
        memory = ", ".join(f"{key}: {card!s}" for key, card in player.memory.items())
        yield f"  = seat {player.seat} {_form(player.view.to_json())}"
        yield f"    remembers {{{memory}}}"
        yield f"    may {', '.join(map(str, player.legal_actions)) or '-'}"


def _form(form: Any) -> str:
    """JSON forms in a compact hand."""
    if isinstance(form, dict):
        kind = [str(form["type"])] if isinstance(form.get("type"), str) else []
        return " ".join(
            [*kind, *(f"{key}={_form(item)}" for key, item in form.items() if key != "type")]
        )
    if isinstance(form, list):
        return (
            "["
            + ", ".join(f"({_form(i)})" if isinstance(i, dict) else _form(i) for i in form)
            + "]"
        )
    return "-" if form is None else str(form)


if __name__ == "__main__":
    sys.stdout.write(tell(Record.load(Path(sys.argv[1]))))
