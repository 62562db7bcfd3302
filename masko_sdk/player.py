"""Who sits at a table, and who looks on: objects that can be handed to a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from masko_sdk import _backend as b
from masko_sdk.view import CatchUp

if TYPE_CHECKING:
    from masko_sdk.game import Game

__all__ = ["Observer", "Player", "Referee", "Spectator"]

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


class Observer(Generic[V, A, E]):
    """Somebody who sees a game, and of it only what is theirs to see."""

    __slots__ = ("_game", "_viewer")

    def __init__(self, game: Game[V, A, E], viewer: int) -> None:
        self._game = game
        self._viewer = viewer

    @property
    def view(self) -> V:
        """What lies open to this observer now."""
        game = self._game
        view: V = game._origin.tables.view(game._core.view(self._viewer))
        return view

    def events(self, since: int = -1) -> tuple[E, ...]:
        """What happened at plies after `since`, as this observer may know it; -1: from the start.

        Raises:
            ArgumentError: `since` is no ply.
        """
        game = self._game
        told = game._core.events(self._viewer, game._check_since(since), -1)
        events: tuple[E, ...] = game._origin.tables.told(told)
        return events

    def _repr_svg_(self) -> str:
        """How notebooks show it: `masko_sdk.pictures.svg_of`."""
        from masko_sdk import pictures  # drawn only where it is shown

        return pictures.svg_of(self, secrets=isinstance(self, Referee))

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled; send JSON")

    __reduce_ex__ = _refuse
    __getstate__ = _refuse  # else it would hand out the game
    __copy__ = _refuse
    __deepcopy__ = _refuse


class Spectator(Observer[V, A, E]):
    """An onlooker: sees what is public."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Spectator of {self._game._name}>"


class Referee(Observer[V, A, E]):
    """Sees every card. For the host alone, never for a client."""

    __slots__ = ()

    @property
    def view(self) -> Any:
        """Everything: a `RefereeView` with all faces and the order of all piles."""
        return self._game._tables.referee_view(self._game._core.view(b.HOST))

    def __repr__(self) -> str:
        return f"<Referee of {self._game._name}>"


class Player(Observer[V, A, E]):
    """A seat, as the one who sits there may use it: it shows nothing of other seats' secrets."""

    __slots__ = ("_name",)

    def __init__(self, game: Game[V, A, E], seat: int, name: str) -> None:
        super().__init__(game, seat)
        self._name = name

    @property
    def seat(self) -> int:
        """The number of the seat, clockwise from 0 (C1)."""
        return self._viewer

    @property
    def name(self) -> str:
        """What the player is called; no part of the rules."""
        return self._name

    def __repr__(self) -> str:
        return f"<Player {self.seat} {self.name!r} of {self._game._name}>"

    @property
    def is_due(self) -> bool:
        """Whether something is to be decided by this seat now (C7)."""
        return self.seat in self._game._core.due()

    @property
    def legal_actions(self) -> tuple[A, ...]:
        """What this seat may do now, in code order: shared objects; empty when it is not due."""
        game = self._game
        actions = game._origin.actions
        return tuple([actions[code] for code in game._core.legal(self._viewer)])

    def play(
        self, action: A, *, ply: int | None = None, window: int | None = None
    ) -> tuple[E, ...]:
        """Do it, and return what this seat saw happen.

        Args:
            action: an action of the game.
            ply: the ply at which it was decided; if the game has moved on, it is refused.
            window: the window that a claim or pass is meant for (M18); if another one or none is open, it is refused.

        Raises:
            StaleAction, GameOver, NotYourTurn, IllegalAction: it is refused, judged in this order.
                Nothing has changed.
            UnknownAction: it is an action of another game, or one that never is.
            TypeError: it is no action.
        """
        game = self._game
        if ply is not None or window is not None:
            game._refuse_stale(self.seat, action, ply, window)
        tables = game._origin.tables
        # The shared object of an action knows its code; an equal one is looked up.
        try:
            code = action._code  # type: ignore[attr-defined]
            if tables.actions[code] is not action:
                code = tables.code_of(action)
        except (AttributeError, IndexError):
            code = tables.code_of(action)
        told = game._core.play(self._viewer, code, self._viewer)
        if told.__class__ is int:
            raise game._refusal(self.seat, self._viewer, code, told)
        events: tuple[E, ...] = tables.told(told)
        return events

    @property
    def memory(self) -> dict[Any, Any]:
        """What this seat has seen and need not see again: see the game's page for its keys (M37)."""
        memory: dict[Any, Any] = self._game._tables.memory(self._game._core.memory(self._viewer))
        return memory

    def catch_up(self, since: int = -1) -> CatchUp[V, A, E]:
        """All that a client needs to come back: view, memory, legal actions, events after `since`, rounds."""
        return CatchUp(
            self._game.ply,
            self.view,
            self.memory,
            self.legal_actions,
            self.events(since),
            self._game.rounds,
        )

    def sample_world(self, seed: Any = None) -> Game[V, A, E]:
        """A game that agrees with everything this seat knows (C12), its hidden cards drawn anew.

        It is a function of the rules, of what the seat has been told and of the seed alone.
        Its log starts here, and it has no record.

        Raises:
            TypeError, ArgumentError: the seed is none.
        """
        return self._game._sample_world(self.seat, seed)
