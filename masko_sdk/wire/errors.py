"""The JSON form of errors."""

from __future__ import annotations

from typing import Any

from masko_sdk._value import snake_case
from masko_sdk.action import HOST
from masko_sdk.errors import IllegalAction, MaskoError, RulesError, RuleViolation, StaleAction

__all__ = ["ROWS", "error_form"]

ROWS = (
    "stale_action message:string seat:actor action:Action what:stale expected:int present:int?",
    "game_over message:string seat:actor action:Action",
    "not_your_turn message:string seat:actor action:Action",
    "illegal_action message:string seat:actor action:Action reason:reason",
    "unknown_action message:string",
    "argument_error message:string",
    "rules_error message:string field:string",
    "record_error message:string",
    "type_error message:string",
)
"""The kinds of errors, each with its fields and their types: see `masko_sdk.wire.forms`."""


def error_form(error: MaskoError | TypeError) -> dict[str, Any]:
    """The JSON form of an error: its kind, a sentence for people, and for refusals the action and the reason.

    >>> from masko_sdk import Game, MaskoError, masko
    >>> from masko_sdk.wire import error_form
    >>> try:
    ...     Game(masko.Rules(), 2, seed=1).play(0, masko.Draw())
    ... except MaskoError as refused:
    ...     error_form(refused)["error"], error_form(refused)["reason"]
    ('illegal_action', 'wrong_phase')

    Raises:
        TypeError: it is neither.
    """
    if not isinstance(error, (MaskoError, TypeError)):
        raise TypeError(f"error must be a MaskoError or TypeError, not {type(error).__name__}")
    form: dict[str, Any] = {"error": snake_case(type(error).__name__), "message": str(error)}
    if isinstance(error, RuleViolation):
        form["seat"] = "host" if error.seat is HOST else error.seat
        form["action"] = error.action.to_json()
    if isinstance(error, IllegalAction):
        form["reason"] = error.reason.value
    if isinstance(error, StaleAction):
        form |= {"what": error.what, "expected": error.expected, "present": error.present}
    if isinstance(error, RulesError):
        form["field"] = error.field
    return form
