"""What happened, as one observer may know it."""

from __future__ import annotations

from typing import Any

from masko_sdk._value import Value

__all__ = ["Event"]


class Event(Value):
    """Something that happened: a value whose secret fields are None for those who may not know them."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """``{"type": kind, field: value, ...}``."""
        return {"type": self.kind, **super().to_json()}
