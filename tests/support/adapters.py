"""What the shared suites must be told of a game, since only its own rules know it.

A new game needs one subclass of `Adapter`, named in `ADAPTERS`, and nothing else.
All values are in JSON form; a view is the referee's, where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar

from masko_sdk import Game

__all__ = ["Adapter", "Chance", "Position", "Step", "adapter_of", "clockwise"]

Form = dict[str, Any]


@dataclass
class Step:
    """One accepted action of the core, as its referee saw it.

    Attributes:
        game: the core's game after it.
        before, after: the referee's views around it.
    """

    game: Game[Any, Any, Any]
    options: Form
    before: Form
    after: Form
    who: int | str
    action: str
    events: list[Form]

    @property
    def kind(self) -> str:
        return self.action.split(" ")[0]

    def told(self, kind: str) -> list[Form]:
        """The events of a kind."""
        return [event for event in self.events if event["type"] == kind]


class Position:
    """Where a game stands, in JSON forms made when they are asked for."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game

    @cached_property
    def secret(self) -> Form:
        """The referee's view."""
        form: Form = self.game.referee.view.to_json(secrets=True)
        return form

    @cached_property
    def public(self) -> Form:
        """The onlooker's view."""
        form: Form = self.game.spectator.view.to_json()
        return form


class Chance:
    """The reference's chance: it answers what the core's chance has just shown."""

    def __init__(self, given_decks: list[Any] | None) -> None:
        self.given = given_decks or []
        self.shown: Any = None
        self.answers: dict[str, Any] = {}

    def deck(self, round: int) -> Any:
        """A given deck as it was given (C3); else the one that the core has dealt."""
        return self.given[round] if round < len(self.given) else self.shown

    def gathered(self, round: int) -> Any:
        return self.answers.pop("gathered")

    def race(self, round: int, due: list[int]) -> list[int]:
        order: list[int] = self.answers.pop("race")
        assert sorted(order) == sorted(due)
        return order

    def lot(self, round: int, tied: list[int]) -> int:
        seat: int = self.answers["lot"]
        assert seat in tied
        return seat

    def reshuffle(self, round: int, cards: list[Any]) -> Any:
        pile = self.answers.pop("reshuffle")
        assert sorted(pile) == sorted(cards)
        return pile


class Adapter:
    """One game, as the shared suites need it.

    Attributes:
        reference: the slow model's class.
        weights: for a label of an action, the range of the logarithm (base 2) of its weight in a drawn game.
        finish: the same for play that brings a round to its end.
        clauses: the labels that each run must hit.
        rare: those that a campaign must hit.
        symmetric_options: what the rules need to prefer no seat by its number.
    """

    reference: ClassVar[Callable[..., Any]]
    weights: ClassVar[dict[str, tuple[float, float]]] = {}
    finish: ClassVar[dict[str, float]] = {}
    clauses: ClassVar[tuple[str, ...]] = ()
    rare: ClassVar[tuple[str, ...]] = ()
    symmetric_options: ClassVar[Form] = {}

    # Decks.

    def deck_parts(self, options: Form) -> list[list[Any]]:
        """The cards of the game, sorted: each list is shuffled by itself."""
        raise NotImplementedError

    def join_parts(self, parts: list[list[Any]]) -> Any:
        """The form in which `decks` takes them."""
        return parts[0]

    def dealt_deck(self, view: Form, dealt: Form) -> Any:
        """The deck of the round that this event dealt, from the top, from the view right after it."""
        raise NotImplementedError

    def unordered(self, deck: Any, view: Form) -> Any:
        """A deck in the form that `dealt_deck` gives back: for games whose hands have no order."""
        return deck

    def cards_in(self, view: Form, events: Iterable[Form]) -> list[Any]:
        """Every card of the game, given the view and all events up to it."""
        raise NotImplementedError

    # Chance and play.

    def answer(self, chance: Chance, step: Step) -> None:
        """Tell the reference's chance what the core's has shown in this step, the deal apart."""

    def label(self, position: Position, who: int | str, action: str) -> str:
        """The label by which an action is weighed: its kind, or finer."""
        return action.split(" ")[0]

    def totals(self, rounds: list[Form]) -> list[int]:
        """The totals after these rounds."""
        return [sum(points) for points in zip(*(r["scores"] for r in rounds), strict=True)]

    # Coverage and symmetry.

    def hits(self, step: Step) -> Iterable[str]:
        """The labels of clauses that this step shows."""
        return ()

    def breaks_symmetry(self, step: Step) -> bool:
        """Whether a rule of this step prefers a seat by its number."""
        return False

    def without_order(self, view: Form) -> Form:
        """The view without what lies in the order of seat numbers."""
        return view


def clockwise(first: int, players: int) -> list[int]:
    """C1: the seats from `first` on."""
    return [(first + i) % players for i in range(players)]


ADAPTERS = {
    "masko": "masko:MaskoAdapter",
    "skyjo": "skyjo:SkyjoAdapter",
    "mojo": "mojo:MojoAdapter",
    "fifty": "fifty:FiftyAdapter",
}


@cache
def adapter_of(game: str) -> Adapter:
    """The adapter of a game of the registry."""
    module, _, name = ADAPTERS[game].partition(":")
    adapter: Adapter = getattr(import_module(f"tests.support.games.{module}"), name)()
    return adapter
