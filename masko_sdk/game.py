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

    __slots__ = (
        "_actions", "_base", "_codes", "_core", "_decks", "_first_player", "_players", "_rules",
        "_seed", "_setup", "_tables", "__weakref__",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules[V, A, E],
        players: int | Sequence[str] = 2,
        *,
        seed: None | int | bytes | Seed = None,
        first_player: int = 0,
        decks: Sequence[Any] | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
        names = player_names(players)
        count = players if isinstance(players, int) else len(names)
        self._seed = make_seed(seed)
        self._decks = pack_decks(rules, decks)
        self._first_player = first_player
        self._setup = setup_of(rules, count, first_player, self._seed, self._decks)
        self._seat(rules, names, self._setup.begin(), base=0)

    def _seat(self, rules: Rules[V, A, E], names: tuple[str, ...], core: b.Core, base: int) -> None:
        """Take a core as this game's own. `base` is the ply at which its log starts; -1: it has no record."""
        self._rules = rules
        self._tables = rules._tables
        self._actions = self._tables.actions
        self._codes = self._tables.codes
        self._core = core
        self._base = base
        self._players = tuple(Player(self, seat, name) for seat, name in enumerate(names))

    def _like(self, core: b.Core, seed: Seed, base: int) -> Game[V, A, E]:
        other: Game[V, A, E] = Game.__new__(type(self))
        other._seed = seed
        other._decks = self._decks
        other._first_player = self._first_player
        other._setup = self._setup
        other._seat(self._rules, tuple(player.name for player in self._players), core, base)
        return other

    # What it is.

    @property
    def rules(self) -> Rules[V, A, E]:
        """The game and its options."""
        return self._rules

    @property
    def players(self) -> tuple[Player[V, A, E], ...]:
        """The seats, clockwise."""
        return self._players

    @property
    def seed(self) -> Seed:
        """Where its chance comes from: a secret of the host until the game is over."""
        return self._seed

    @property
    def _name(self) -> str:
        return self._tables.name

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"ply {self.ply}"
        return f"<Game of {self._name} with {len(self._players)} players, {state}>"

    # Where it stands.

    @property
    def ply(self) -> int:
        """How many actions were accepted."""
        return self._core.ply

    @property
    def to_act(self) -> tuple[Player[V, A, E], ...]:
        """The players due now, in order (C7); empty when the game is over."""
        players = self._players
        return tuple([players[seat] for seat in self._core.due()])

    @property
    def turn(self) -> Player[V, A, E] | None:
        """Whose turn it is; None in a simultaneous setup and when the game is over."""
        seat = self._core.turn
        return None if seat < 0 else self._players[seat]

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
        return self._tables.outcome(self._core.outcome())

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The public record of each finished round (C8)."""
        kind = self._tables.event_kind("round_scored")
        return tuple(event.result for event in self._tables.told(self._core.events(b.ONLOOKER, -1, kind)))

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
        """What a seat, or `HOST`, may do now, in code order; empty when it is not due.

        Raises:
            ArgumentError: there is no such seat.
        """
        return tuple([self._actions[code] for code in self._core.legal(self._who(actor))])

    def play(
        self, actor: int | Host, action: A, *, ply: int | None = None, window: int | None = None
    ) -> tuple[E, ...]:
        """Do it for a seat, or for `HOST`, and return what the referee saw happen.

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
        return self._tables.told(told)

    def _who(self, actor: int | Host) -> int:
        if actor is HOST:
            return b.HOST
        if isinstance(actor, bool) or not isinstance(actor, int):
            raise TypeError(f"an actor is a seat or HOST, not {type(actor).__name__}")
        if not 0 <= actor < len(self._players):
            raise ArgumentError(f"seat is {_short(actor)}; it must be from 0 to {len(self._players) - 1}")
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
        return self._like(self._core.clone(), self._seed, self._base)

    def at(self, ply: int) -> Game[V, A, E]:
        """This game as it stood after `ply` actions.

        Raises:
            ArgumentError: no such ply.
            RecordError: a sampled world, before it was sampled.
        """
        if isinstance(ply, bool) or not isinstance(ply, int):
            raise TypeError(f"ply must be an int, not {type(ply).__name__}")
        if not 0 <= ply <= self.ply:
            raise ArgumentError(f"ply is {_short(ply)}; it must be from 0 to {self.ply}")
        if ply == self.ply:
            return self.clone()
        self._need_record()
        core = self._setup.begin()
        core.replay(self._core.moves()[:ply])
        return self._like(core, self._seed, self._base)

    def __eq__(self, other: object) -> bool:
        """Same rules, players and state, the order of hidden piles and the seed included; not history."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._rules == other._rules
            and len(self._players) == len(other._players)
            and (self._seed.key, self._seed.game) == (other._seed.key, other._seed.game)
            and self._core.digest() == other._core.digest()
        )

    __hash__ = None  # type: ignore[assignment]

    def _sample_world(self, seat: int, seed: Any) -> Game[V, A, E]:
        key = make_seed(seed).key
        world = self._like(self._core.sample_world(seat, key), Seed(key), -1)
        world._decks = b""
        return world

    # Records.

    def _need_record(self) -> None:
        if self._base < 0:
            raise RecordError("a sampled world has no record")

    @property
    def record(self) -> Record:
        """What this game is: rules, players, seed and actions. It holds the seed: show it to players after the game only.

        Raises:
            RecordError: a sampled world has none.
        """
        self._need_record()
        moves = tuple(
            Move(HOST if move >> 16 == b.HOST else move >> 16, self._actions[move & 0xFFFF])
            for move in self._core.moves()
        )
        decks = deck_forms(self._rules, self._decks, self._setup.deck_bytes()) if self._decks else None
        names = tuple(player.name for player in self._players)
        return Record(self._rules, names, self._first_player, self._seed, moves, decks)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle goes through the record."""
        return (_from_record, (self.record.dumps(),))

    def __copy__(self) -> Game[V, A, E]:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[V, A, E]:
        return self.clone()


def _from_record(text: str) -> Game[Any, Any, Any]:
    return Record.loads(text).replay()
