"""How a table is run."""

from __future__ import annotations

from typing import Any, TypedDict

from masko_sdk._checks import check_choice
from masko_sdk._value import Value, value
from masko_sdk.bots import Builtin
from masko_sdk.errors import ArgumentError, RecordError, _short

__all__ = ["SettingFields", "Settings"]

_HOUR = 3_600_000
_RANGES = {
    "window_ms": (1, _HOUR),
    "turn_ms": (1, 1000 * _HOUR),
    "grace_ms": (0, 1000 * _HOUR),
    "lag_credit_ms": (0, 10_000),
    "bot_ms": (0, _HOUR),
    "offer_ms": (1, _HOUR),
    "rate": (1, 10_000),
    "burst": (1, 100_000),
    "watchers": (0, 100_000),
}
_CHOICES = {"arbitration": ("arrival", "reaction"), "settle": ("at_close", "at_once")}


class SettingFields(TypedDict, total=False):
    """The fields of `Settings`, as keywords of `Table`."""

    window_ms: int
    turn_ms: int | None
    grace_ms: int
    arbitration: str
    lag_credit_ms: int
    settle: str
    absent: str | Builtin
    bot_ms: int
    take_back: bool
    offer_ms: int
    rate: int
    burst: int
    watchers: int


@value
class Settings(Value):
    """How a table is run; times are in milliseconds.

    Attributes:
        window_ms: how long a window stays open.
        turn_ms: how long a seat may take for a decision outside windows; None: as long as it likes.
        grace_ms: after how long a seat that has lost its connection is played for; also the turn of one that is away.
        arbitration: ``"arrival"``: claims count in the order received.
            ``"reaction"``: by the reaction that the client measured, with a bounded credit for the line.
        lag_credit_ms: at most so much earlier than received a claim counts, under ``"reaction"``.
        settle: ``"at_close"``: claims are held until the window's time and the lag credit are up, or all have answered.
            ``"at_once"``: a claim is played as soon as no other can come before it.
        absent: the policy that plays for a seat whose time is up or whose player is gone.
        bot_ms: how long bots wait before each of their decisions.
        take_back: whether an action that told nothing may be taken back.
        offer_ms: how long the others may think about a take-back.
        rate: messages a second that a connection may send in the long run.
        burst: messages that it may send at once.
        watchers: how many may look on.
    """

    window_ms: int = 4000
    turn_ms: int | None = 60_000
    grace_ms: int = 15_000
    arbitration: str = "arrival"
    lag_credit_ms: int = 250
    settle: str = "at_close"
    absent: str | Builtin = "prudent"
    bot_ms: int = 0
    take_back: bool = False
    offer_ms: int = 20_000
    rate: int = 20
    burst: int = 60
    watchers: int = 100

    def __post_init__(self) -> None:
        """Check types and ranges."""
        for name, (low, high) in _RANGES.items():
            number = getattr(self, name)
            if number is None and name == "turn_ms":
                continue
            if type(number) is not int:
                raise TypeError(f"{name} must be an int, not {type(number).__name__}")
            if not low <= number <= high:
                raise ArgumentError(f"{name} is {_short(number)}; it must be from {low} to {high}")
        for name, choices in _CHOICES.items():
            check_choice(name, getattr(self, name), choices)
        if type(self.take_back) is not bool:
            raise TypeError(f"take_back must be a bool, not {type(self.take_back).__name__}")
        if not isinstance(self.absent, (str, Builtin)):
            raise TypeError("absent must be the name of a policy, or a Builtin")

    @property
    def credit(self) -> int:
        """The lag credit that the arbitration gives: none under ``"arrival"``."""
        return self.lag_credit_ms if self.arbitration == "reaction" else 0

    @property
    def margin(self) -> int:
        """How long after the time that a claim counts for no other can come before it any more."""
        return self.lag_credit_ms + 1 if self.arbitration == "reaction" else 0

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {**Value.to_json(self), "absent": policy_form(self.absent)}

    @classmethod
    def from_json(cls, form: Any) -> Settings:
        """The inverse of `to_json`.

        Raises:
            RecordError: `form` is none of settings.
        """
        try:
            return cls(**{**form, "absent": policy_of(form["absent"])})
        except (TypeError, KeyError, ValueError) as error:
            told = _short(str(error), 200)
            raise RecordError(f"the settings of the table can't be read: {told}") from None


def policy_form(policy: Any) -> Any:
    """The JSON form of a policy; None for one of the host program's own."""
    if isinstance(policy, str):
        policy = Builtin(policy)
    return [policy.name, dict(policy.parameters)] if isinstance(policy, Builtin) else None


def policy_given(policy: Any) -> Any:
    """The policy that a caller means: one of its own, or one of the core by name.

    Raises:
        TypeError: none of them.
    """
    if isinstance(policy, str):
        return Builtin(policy)
    if not callable(policy):
        raise TypeError(f"a policy is a name, a Builtin or a callable, not {type(policy).__name__}")
    return policy


def policy_of(form: Any) -> Builtin:
    """The inverse of `policy_form`."""
    name, parameters = form
    return Builtin(name, parameters)
