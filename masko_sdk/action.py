"""What a seat, or the host, may do."""

from __future__ import annotations

from typing import Any

from masko_sdk._value import Value, field_names

__all__ = ["HOST", "Action", "Host"]


class Host:
    """The table itself, as an actor: the type of `HOST`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HOST"

    def __str__(self) -> str:
        return "host"

    def __reduce__(self) -> str:
        return "HOST"


HOST = Host()
"""The actor of actions that belong to no seat; ``"host"`` on the wire and in records."""


class Action(Value):
    """One decision: a value with its fields in order (C6).

    ``str(action)`` is its text form: the kind, then the fields.
    `Rules.parse` and `Rules.from_json` are the inverses of `str` and `to_json`.

    Raises:
        TypeError: a field is no int.
    """

    __slots__ = ("_code",)  # of the shared objects in `Rules.actions` alone; no part of the value

    def __post_init__(self) -> None:
        for name in field_names(type(self)):
            if type(getattr(self, name)) is not int:
                raise TypeError(f"{name} of {type(self).__name__} must be an int")

    def __str__(self) -> str:
        return " ".join(
            [self.kind, *(str(getattr(self, name)) for name in field_names(type(self)))]
        )

    def to_json(self) -> dict[str, Any]:
        """``{"type": kind, field: value, ...}``."""
        return {"type": self.kind, **super().to_json()}
