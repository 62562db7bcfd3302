"""Errors, with their facts as attributes and one sentence for people.

No message tells anything about a hidden card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enum import Enum

__all__ = [
    "ArgumentError",
    "BackendError",
    "ConcurrentUse",
    "GameOver",
    "IllegalAction",
    "MaskoError",
    "NotYourTurn",
    "RecordError",
    "RuleViolation",
    "RulesError",
    "StaleAction",
    "StudyError",
    "UnknownAction",
]


class MaskoError(Exception):
    """Whatever this library refuses."""


class ArgumentError(MaskoError, ValueError):
    """A seat, seed, ply, count or array outside of what is allowed."""


class Told(str):
    """A fact about a value that is too long to be shown: its repr has no quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class RulesError(MaskoError, ValueError):
    """A field of rules, a number of players, a first player or a deck outside of its range.

    Attributes:
        field: the name of the field.
        value: what was given.
        allowed: what may be given, in words.
        part: which part of the field is wrong, or an empty text.
    """

    def __init__(self, field: str, value: object, allowed: str, part: str = "") -> None:
        super().__init__(field, value, allowed, part)
        self.field = field
        self.value = value
        self.allowed = allowed
        self.part = part

    def __str__(self) -> str:
        return f"{self.field}{self.part} is {_short(self.value)}; it must be {self.allowed}"


class UnknownAction(MaskoError, ValueError):
    """Something that is no action of this game: of another game, or with a seat, slot or card that never exists."""


class RecordError(MaskoError, ValueError):
    """A record that can't be read, written or replayed, or a game that has none."""


class StudyError(MaskoError, ValueError):
    """A study's file that is none, is of another study, or is in use."""


class ConcurrentUse(MaskoError, RuntimeError):
    """A second thread used a game while a first one was in a call on it."""


class BackendError(MaskoError, ImportError):
    """The asked-for compiled backend is not there."""


class RuleViolation(MaskoError):
    """An action that is refused; nothing has changed (C11).

    Attributes:
        seat: who acted (a seat or `HOST`).
        action: what was refused.
    """

    def __init__(self, seat: Any, action: Any) -> None:
        super().__init__(seat, action)
        self.seat = seat
        self.action = action


class StaleAction(RuleViolation):
    """The ply or the window that the action was meant for is not the present one (M18).

    Attributes:
        expected: the ply or window that was named.
        present: the present one; ``None``: no window is open.
    """

    def __init__(
        self, seat: Any, action: Any, what: str, expected: int, present: int | None
    ) -> None:
        super().__init__(seat, action)
        self.args = (seat, action, what, expected, present)
        self.what = what
        self.expected = expected
        self.present = present

    def __str__(self) -> str:
        now = "none is open" if self.present is None else f"it is {self.present}"
        return f"{_say(self.action)} was meant for {self.what} {_short(self.expected)}, and {now}"


class GameOver(RuleViolation):
    """The game is over: nobody may act."""

    def __str__(self) -> str:
        return f"{self.action}: the game is over"


class NotYourTurn(RuleViolation):
    """The seat is not due (C7)."""

    def __str__(self) -> str:
        who = f"seat {self.seat}" if isinstance(self.seat, int) else "the host"
        return f"{self.action}: {who} is not due"


class IllegalAction(RuleViolation):
    """The seat is due, and may not do this now.

    Attributes:
        reason: why, an enum of the game (translatable), a function of what the seat may know.
    """

    def __init__(self, seat: Any, action: Any, reason: Enum) -> None:
        super().__init__(seat, action)
        self.args = (seat, action, reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.action}: {self.reason.value.replace('_', ' ')}"


def _short(value: object, limit: int = 80) -> str:
    """A repr that stays short, whatever was given."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return f"an int of {value.bit_length()} bits"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number or a nesting that Python itself won't write
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _say(action: object) -> str:
    """The text of an action, whatever its fields hold."""
    try:
        return str(action)
    except ValueError:
        return f"{type(action).__name__} with a number too large to show"
