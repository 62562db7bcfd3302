"""What the bot of a seat decides. One that fails stops no table: the log tells of it, and the seat is played for."""

from __future__ import annotations

import logging
from typing import Any

from masko_sdk.table.match import Match
from masko_sdk.table.seats import Chair

__all__ = ["decision_of", "tell_fault"]

_log = logging.getLogger("masko_sdk.table")


def decision_of(chair: Chair, match: Match) -> Any | None:
    """An action of this game, legal or not; None: the bot has failed, and the log has been told."""
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
    tell_fault(chair, fault)
    return None


def tell_fault(chair: Chair, error: Exception) -> None:
    """Tell the host program's log once for each bot: one that fails at every turn floods nothing."""
    if not chair.is_faulty:
        chair.is_faulty = True
        _log.error(
            "the bot of seat %d has failed, and is played for whenever it does: %s",
            chair.seat,
            error,
            exc_info=error,
        )
