"""What the core answers, as exceptions: the one place where a status becomes one."""

from __future__ import annotations

from typing import Any

from masko_sdk import _backend as b
from masko_sdk._codec import Tables
from masko_sdk.errors import GameOver, IllegalAction, MaskoError, NotYourTurn, RulesError, Told

__all__ = ["refusal", "setup_fault"]


def refusal(
    tables: Tables, core: b.Core, who: int, actor: Any, code: int, status: int
) -> MaskoError:
    """Why the core refused an action; nothing has changed (C11)."""
    action = tables.actions[code]
    if status == b.GAME_OVER:
        return GameOver(actor, action)
    if status == b.NOT_DUE:
        return NotYourTurn(actor, action)
    return IllegalAction(actor, action, tables.reasons[core.reason(who, code)])


def setup_fault(
    tables: Tables, rules: Any, players: int, first_player: Any, fault: tuple[int, int, int]
) -> MaskoError:
    """Why the core refused a configuration."""
    status, where, value = fault
    if status == b.BAD_PLAYERS:
        low, high = tables.about["players"].split(" ")
        return RulesError("players", players, f"from {low} to {high}")
    if status == b.BAD_FIRST:
        return RulesError("first_player", first_player, f"a seat from 0 to {players - 1}")
    if status == b.BAD_DECK:
        return RulesError(
            "decks", Told("another"), f"a permutation of the deck of {tables.name}", f"[{where}]"
        )
    option = tables.options[where]
    part, given = option.offending(getattr(rules, option.name), value)
    return RulesError(option.name, given, option.allowed, part)
