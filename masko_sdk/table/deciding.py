"""What the bot of a seat decides. One that fails stops no table: it is noted, and the seat is played for."""

from __future__ import annotations

from typing import Any

from masko_sdk.table.match import Match
from masko_sdk.table.seats import Chair

__all__ = ["decision_of", "note_fault"]


def decision_of(chair: Chair, match: Match) -> Any | None:
    """An action of this game, legal or not; None: the bot has failed, which is noted."""
    ply = match.game.ply
    action: Any = None
    fault: Exception | None = None
    try:
        action = chair.bot(match.game.players[chair.seat])
        match.game._tables.code_of(action)
    except Exception as error:  # whatever somebody else's code raises
        fault = error
    if match.game.ply != ply:
        match.stand_at(ply)  # the table knows nothing of what was played behind its back
        fault = RuntimeError("a bot returns its action, and does not play it")
    if fault is None:
        return action
    note_fault(chair, fault)
    return None


def note_fault(chair: Chair, error: Exception) -> None:
    """Keep what went wrong first: a bot that fails at every turn fills nothing."""
    if chair.fault is None:
        chair.fault = error
