"""A game being played: the authority that a host keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from masko_sdk import _backend as b
from masko_sdk._game_setup import deck_forms, pack_decks, player_names, setup_of
from masko_sdk._status import refusal
from masko_sdk.action import HOST, Host
from masko_sdk.errors import ArgumentError, RecordError, StaleAction, _short
from masko_sdk.player import Player, Referee, Spectator
from masko_sdk.record import Move, Record
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed, make_seed
from masko_sdk.view import Outcome, Round

__all__ = ["Game"]

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


class _Origin:
    """What a game and its clones share: all that was fixed before the first action."""

    __slots__ = (
        "actions",
        "decks",
        "first_player",
        "has_record",
        "names",
        "rules",
        "seed",
        "setup",
        "tables",
    )

    def __init__(
        self,
        rules: Any,
        names: tuple[str, ...],
        seed: Seed,
        first_player: int,
        decks: bytes,
        setup: Any,
    ) -> None:
        self.rules = rules
        self.tables = rules._tables
        self.actions = self.tables.actions
        self.names = names
        self.seed = seed
        self.first_player = first_player
        self.decks = decks
        self.setup = setup
        self.has_record = True

    def of_world(self, seed: Seed) -> _Origin:
        """The origin of a sampled world: it has no record."""
        other = _Origin(self.rules, self.names, seed, self.first_player, b"", self.setup)
        other.has_record = False
        return other


class Game(Generic[V, A, E]):
    """A game of the given rules, dealt and ready.

    Args:
        rules: the game and its options.
        players: how many, or their names by seat (C1).
        seed: None for 32 bytes from the OS, an int (simulations and tests), 32 bytes, or a `Seed`.
        first_player: who plays first in the first round (C2).
        decks: the exact decks of the first rounds, each listed from the top (C3).

    Raises:
        RulesError: players, first player or a deck outside of what is allowed.
        ArgumentError: a seed or a name outside of what is allowed.
        TypeError: an argument of a wrong type.
    """

    __slots__ = ("__weakref__", "_core", "_origin", "_seats")

    def __init__(
        self,
        rules: Rules[V, A, E],
        players: int | Sequence[str] = 2,
        *,
        seed: int | bytes | Seed | None = None,
        first_player: int = 0,
        decks: Sequence[Any] | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
        names = player_names(players)
        count = players if isinstance(players, int) else len(names)
        own_seed = make_seed(seed)
        packed = pack_decks(rules, decks)
        setup = setup_of(rules, count, first_player, own_seed, packed)
        self._origin = _Origin(rules, names, own_seed, first_player, packed, setup)
        self._core = setup.begin()
        self._seats: tuple[Player[V, A, E], ...] | None = None

    @classmethod
    def _of(cls, origin: _Origin, core: b.Core) -> Game[V, A, E]:
        game = cls.__new__(cls)
        game._origin = origin
        game._core = core
        game._seats = None
        return game

    # What it is.

    @property
    def rules(self) -> Rules[V, A, E]:
        """The game and its options."""
        rules: Rules[V, A, E] = self._origin.rules
        return rules

    @property
    def players(self) -> tuple[Player[V, A, E], ...]:
        """The seats, clockwise."""
        seats = self._seats
        if seats is None:
            names = self._origin.names
            seats = self._seats = tuple(
                [Player(self, seat, name) for seat, name in enumerate(names)]
            )
        return seats

    @property
    def seed(self) -> Seed:
        """Where its chance comes from: a secret of the host until the game is over."""
        return self._origin.seed

    @property
    def _tables(self) -> Any:
        return self._origin.tables

    @property
    def _name(self) -> str:
        name: str = self._tables.name
        return name

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"ply {self.ply}"
        return f"<Game of {self._name} with {len(self._origin.names)} players, {state}>"

    # Where it stands.

    @property
    def ply(self) -> int:
        """How many actions were accepted."""
        return self._core.ply

    @property
    def to_act(self) -> tuple[Player[V, A, E], ...]:
        """The players due now, in order (C7); empty when the game is over."""
        players = self.players
        return tuple([players[seat] for seat in self._core.due()])

    @property
    def turn(self) -> Player[V, A, E] | None:
        """Whose turn it is; None in a simultaneous setup and when the game is over."""
        seat = self._core.turn
        return None if seat < 0 else self.players[seat]

    @property
    def window(self) -> int | None:
        """Number of the open window, or None (M18)."""
        return self._core.window or None

    @property
    def is_over(self) -> bool:
        """Whether the last round is scored."""
        return bool(self._core.is_over)

    @property
    def outcome(self) -> Outcome | None:
        """Totals, ranks and winners; None until the game is over."""
        return self.standing if self.is_over else None

    @property
    def standing(self) -> Outcome:
        """Totals and ranks of the finished rounds, marked truncated before the end (C10)."""
        outcome: Outcome = self._tables.outcome(self._core.outcome())
        return outcome

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The public record of each finished round (C8)."""
        kind = self._tables.event_kind("round_scored")
        return tuple(
            event.result for event in self._tables.told(self._core.events(b.ONLOOKER, -1, kind))
        )

    @property
    def referee(self) -> Referee[V, A, E]:
        """Sees every card. For the host alone."""
        return Referee(self, b.HOST)

    @property
    def spectator(self) -> Spectator[V, A, E]:
        """Sees what is public."""
        return Spectator(self, b.ONLOOKER)

    # Acting.

    def legal_actions(self, actor: int | Host) -> tuple[A, ...]:
        """What `actor`, a seat or `HOST`, may do now, in code order; empty when it is not due.

        Raises:
            ArgumentError: there is no such seat.
        """
        actions = self._origin.actions
        return tuple([actions[code] for code in self._core.legal(self._who(actor))])

    def play(
        self, actor: int | Host, action: A, *, ply: int | None = None, window: int | None = None
    ) -> tuple[E, ...]:
        """Do it for `actor`, a seat or `HOST`, and return what the referee saw happen.

        Args and errors are those of `Player.play`.

        Raises:
            ArgumentError: there is no such seat.
        """
        who = self._who(actor)
        code = self._tables.code_of(action)
        if ply is not None or window is not None:
            self._refuse_stale(actor, action, ply, window)
        told = self._core.play(who, code, b.HOST)
        if isinstance(told, int):
            raise self._refusal(actor, who, code, told)
        events: tuple[E, ...] = self._tables.told(told)
        return events

    def _who(self, actor: int | Host) -> int:
        if actor is HOST:
            return b.HOST
        if isinstance(actor, bool) or not isinstance(actor, int):
            raise TypeError(f"an actor is a seat or HOST, not {type(actor).__name__}")
        if not 0 <= actor < len(self._origin.names):
            raise ArgumentError(
                f"seat is {_short(actor)}; it must be from 0 to {len(self._origin.names) - 1}"
            )
        return int(actor)

    def _refusal(self, actor: Any, who: int, code: int, status: Any) -> Exception:
        return refusal(self._tables, self._core, who, actor, code, status)

    def _refuse_stale(self, actor: Any, action: Any, ply: Any, window: Any) -> None:
        """M18: refused before any other reason."""
        self._tables.code_of(action)
        for what, named, present in (("ply", ply, self.ply), ("window", window, self.window)):
            if named is None:
                continue
            if isinstance(named, bool) or not isinstance(named, int):
                raise TypeError(f"{what} must be an int, not {type(named).__name__}")
            if named != present:
                raise StaleAction(actor, action, what, named, present)

    def _check_since(self, since: Any) -> int:
        if isinstance(since, bool) or not isinstance(since, int):
            raise TypeError(f"since must be an int, not {type(since).__name__}")
        if not -1 <= since <= self.ply:
            raise ArgumentError(f"since is {_short(since)}; it must be from -1 to {self.ply}")
        return int(since)

    # Copies.

    def clone(self) -> Game[V, A, E]:
        """A game that stands where this one does and goes on alone."""
        return self._of(self._origin, self._core.clone())

    def at(self, ply: int) -> Game[V, A, E]:
        """This game as it stood after `ply` actions.

        Raises:
            ArgumentError: no such ply.
            RecordError: a sampled world, before it was sampled.
            TypeError: no int.
        """
        if isinstance(ply, bool) or not isinstance(ply, int):
            raise TypeError(f"ply must be an int, not {type(ply).__name__}")
        if not 0 <= ply <= self.ply:
            raise ArgumentError(f"ply is {_short(ply)}; it must be from 0 to {self.ply}")
        if ply == self.ply:
            return self.clone()
        self._need_record()
        core = self._origin.setup.begin()
        core.replay(self._core.moves()[:ply])
        return self._of(self._origin, core)

    def __eq__(self, other: object) -> bool:
        """Same rules, players and state, the order of hidden piles and the seed included; not history."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self._origin, other._origin
        return (
            mine.rules == theirs.rules
            and len(mine.names) == len(theirs.names)
            and (mine.seed.key, mine.seed.game) == (theirs.seed.key, theirs.seed.game)
            and self._core.digest() == other._core.digest()
        )

    __hash__ = None  # type: ignore[assignment]

    def _sample_world(self, seat: int, seed: Any) -> Game[V, A, E]:
        key = make_seed(seed).key
        return self._of(self._origin.of_world(Seed(key)), self._core.sample_world(seat, key))

    # Records.

    def _need_record(self) -> None:
        if not self._origin.has_record:
            raise RecordError("a sampled world has no record")

    @property
    def record(self) -> Record:
        """What this game is: rules, players, seed and actions.

        It holds the seed: show it to players after the game only.

        Raises:
            RecordError: a sampled world has none.
        """
        self._need_record()
        origin = self._origin
        moves = tuple(
            Move(HOST if move >> 16 == b.HOST else move >> 16, origin.actions[move & 0xFFFF])
            for move in self._core.moves()
        )
        decks = None
        if origin.decks:
            decks = deck_forms(origin.rules, origin.decks, origin.setup.deck_bytes())
        return Record(origin.rules, origin.names, origin.first_player, origin.seed, moves, decks)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle goes through the record."""
        return (_from_record, (self.record.dumps(),))

    def __copy__(self) -> Game[V, A, E]:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[V, A, E]:
        return self.clone()


def _from_record(text: str) -> Game[Any, Any, Any]:
    return Record.loads(text, max_bytes=None, max_actions=None).replay()
