"""What an observer sees, and what a game comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from masko_sdk._value import Value, json_form, value
from masko_sdk.errors import ArgumentError

__all__ = ["CatchUp", "Outcome", "RefereeView", "Round", "View"]

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


class View(Value):
    """What lies open to one observer: a value without any secret of another seat."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """How notebooks show it: `masko_sdk.pictures.svg`, with players numbered."""
        from masko_sdk import pictures  # drawn only where it is shown

        return pictures.svg(self, secrets=isinstance(self, RefereeView))


class RefereeView(View):
    """Everything. For the host alone, never for a client."""

    __slots__ = ()

    def to_json(self, *, secrets: bool = False) -> dict[str, Any]:
        """The fields as JSON values.

        Raises:
            ArgumentError: unless ``secrets=True``, so that it is never sent by mistake.
        """
        if not secrets:
            raise ArgumentError("a referee's view holds every card; ask with secrets=True")
        return super().to_json()


class Round(Value):
    """The public record of a finished round (C8)."""

    __slots__ = ()


@value
class Outcome(Value):
    """The standing of a game (C9, C10).

    Attributes:
        totals: points of each seat.
        ranks: place of each seat, from 1; equal totals share one.
        winners: the seats that have won; empty until the game is over.
        truncated: whether it was read before the end: totals and ranks of the finished rounds.
    """

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    truncated: bool


@value
class CatchUp(Generic[V, A, E]):
    """What a client needs to come back to a table.

    Attributes:
        ply: actions accepted so far.
        view: what lies open to the seat now.
        memory: the faces that it has seen and that still lie hidden.
        legal_actions: what it may do now; empty when it is not due.
        events: what happened since, as it may know it.
        rounds: the records of all finished rounds.
    """

    ply: int
    view: V
    memory: dict[Any, Any]
    legal_actions: tuple[A, ...]
    events: tuple[E, ...]
    rounds: tuple[Round, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values; the memory as a list of ``[*key, value]``."""
        return {
            "ply": self.ply,
            "view": json_form(self.view),
            "memory": memory_form(self.memory),
            "legal_actions": json_form(self.legal_actions),
            "events": json_form(self.events),
            "rounds": json_form(self.rounds),
        }


def memory_form(memory: Mapping[Any, Any]) -> list[list[Any]]:
    """The JSON form of a memory: ``[seat, slot, card]`` or ``[card, count]`` for each entry."""
    return [
        [
            *(json_form(part) for part in (key if isinstance(key, tuple) else (key,))),
            json_form(item),
        ]
        for key, item in memory.items()
    ]
