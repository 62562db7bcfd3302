"""Policies: those of the core, one's own, and the loop that plays a game with them.

A policy is handed a `Player` and so sees only what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from masko_sdk import _backend as b
from masko_sdk._codec import Policy as _CorePolicy
from masko_sdk._codec import Tables
from masko_sdk._game_setup import need_rules
from masko_sdk._value import FrozenMap, Value, value
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.game import Game
from masko_sdk.player import Player
from masko_sdk.view import Outcome

__all__ = ["Bot", "Builtin", "Policies", "play", "prudent", "random"]


class Bot(Protocol):
    """One's own policy: anything that can be called with a player and returns a legal action of it."""

    def __call__(self, player: Player[Any, Any, Any], /) -> Any:
        """What the player does now; it is due."""


@value
class Builtin(Value):
    """A policy of the core: it plays `Game` and `batch.simulate` alike, move by move.

    Attributes:
        name: ``"random"`` or ``"prudent"``.
        parameters: those that differ from the defaults; `parameters_of` lists them for a game.
    """

    name: str
    parameters: Mapping[str, int] = field(default_factory=lambda: FrozenMap({}))

    def __post_init__(self) -> None:
        """Freeze the parameters, so that a policy has a hash."""
        if not isinstance(self.name, str):
            raise TypeError(f"the name of a policy must be a str, not {type(self.name).__name__}")
        if not isinstance(self.parameters, Mapping):
            raise TypeError(f"parameters must be a mapping, not {type(self.parameters).__name__}")
        object.__setattr__(self, "parameters", FrozenMap(dict(self.parameters)))

    def __call__(self, player: Player[Any, Any, Any], /) -> Any:
        """What it does for a player who is due: a function of what the seat knows, the seed and the ply.

        Raises:
            ArgumentError: the game has no such policy or parameter, or the player is not due.
        """
        if not isinstance(player, Player):
            raise TypeError(f"a player is needed, not {type(player).__name__}")
        game = player._game
        number, parameters = builtin_words(game._tables, self)
        code = game._core.choose(player.seat, number, parameters)
        if code < 0:
            raise ArgumentError(f"seat {player.seat} is not due")
        return game._origin.actions[code]


AnyPolicy = Builtin | Callable[[Any], Any]
"""Of the core, or one's own: for games a `Bot`, for batches one that answers `batch.Decisions`."""


def policy_name(policy: AnyPolicy) -> str:
    """What a policy is called: one's own by its module and name."""
    if isinstance(policy, Builtin):
        return policy.name
    named = policy if hasattr(policy, "__qualname__") else type(policy)
    return f"{named.__module__}.{named.__qualname__}"


def policy_form(policy: AnyPolicy) -> dict[str, Any]:
    """What tells a policy from others, as JSON values: of one's own there is no more than its name."""
    parameters = dict(policy.parameters) if isinstance(policy, Builtin) else {}
    return {"name": policy_name(policy), "parameters": parameters}


def random() -> Builtin:
    """Uniform over the legal list."""
    return Builtin("random")


def prudent(**parameters: int) -> Builtin:
    """A sensible player, with the parameters of its game (see `parameters_of`)."""
    return Builtin("prudent", parameters)


def parameters_of(rules: Any, name: str) -> dict[str, tuple[int, int, int]]:
    """The parameters of a policy for a game: lowest, highest and default value of each.

    Raises:
        ArgumentError: the game has no such policy.
    """
    return dict(_find(need_rules(rules)._tables, name).parameters)


Policies = str | Builtin | Bot | Sequence[str | Builtin | Bot]
"""One policy for all seats, or one for each: a name, a `Builtin`, or one's own."""


def play(game: Game[Any, Any, Any], policies: Policies, max_plies: int | None = None) -> Outcome:
    """Play a game to its end, the first of those due acting each time, and return its outcome.

    Args:
        game: the game, played on from where it stands.
        policies: one for all seats, or one for each.
        max_plies: stop when the game has this many plies (C10); the outcome is then marked truncated.

    Raises:
        ArgumentError: not one policy for each seat, or one that the game does not have.
        IllegalAction: a policy of one's own chose what it may not do.
        TypeError: no `Game`.
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game is needed, not {type(game).__name__}")
    seats = seat_policies(policies, len(game.players))
    for policy in seats:
        if isinstance(policy, Builtin):
            builtin_words(game._tables, policy)
    limit = check_max_plies(max_plies)
    while not game.is_over and game.ply < limit:
        player = game.to_act[0]
        player.play(seats[player.seat](player))
    return game.standing


def check_max_plies(max_plies: Any) -> int:
    """The limit as the core takes it.

    Raises:
        TypeError, ArgumentError: neither None nor a count.
    """
    most = 2**32 - 1
    if max_plies is None:
        return most
    if type(max_plies) is not int:
        raise TypeError(f"max_plies must be an int or None, not {type(max_plies).__name__}")
    if not 0 <= max_plies <= most:
        raise ArgumentError(f"max_plies is {_short(max_plies)}; it must be from 0 to {most}")
    return max_plies


def seat_policies(policies: Any, players: int) -> list[Callable[[Any], Any]]:
    """A callable for each seat.

    Raises:
        ArgumentError: not one for each seat, or something that is no policy.
    """
    if isinstance(policies, (str, Builtin)) or callable(policies):
        policies = [policies] * players
    if not isinstance(policies, Sequence):
        raise TypeError(f"policies must be one or a sequence, not {type(policies).__name__}")
    if len(policies) != players:
        raise ArgumentError(
            f"{len(policies)} policies for {players} seats; give one, or one for each"
        )
    return [_policy(policy) for policy in policies]


def _policy(policy: Any) -> Callable[[Any], Any]:
    if isinstance(policy, str):
        return Builtin(policy)
    if not callable(policy):
        raise TypeError(f"a policy is a name, a Builtin or a callable, not {type(policy).__name__}")
    return policy  # type: ignore[no-any-return]


def _find(tables: Tables, name: Any) -> _CorePolicy:
    if not isinstance(name, str):
        raise TypeError(f"the name of a policy must be a str, not {type(name).__name__}")
    for policy in tables.policies:
        if policy.name == name:
            return policy
    names = ", ".join(repr(policy.name) for policy in tables.policies)
    raise ArgumentError(f"{tables.name} has no policy {_short(name)}; there are {names}")


def builtin_words(tables: Tables, policy: Builtin) -> tuple[int, list[int]]:
    """The core's number of a policy and the words of its parameters.

    Raises:
        ArgumentError: the game has no such policy or parameter, or a value is outside of its range.
    """
    found = _find(tables, policy.name)
    for name, number in policy.parameters.items():
        if name not in found.parameters:
            known = ", ".join(found.parameters) or "none"
            raise ArgumentError(
                f"{policy.name} of {tables.name} has no parameter {_short(name)}; it has {known}"
            )
        low, high, _ = found.parameters[name]
        if type(number) is not int:
            raise TypeError(f"{name} must be an int, not {type(number).__name__}")
        if not low <= number <= high:
            raise ArgumentError(f"{name} is {_short(number)}; it must be from {low} to {high}")
    words = [policy.parameters.get(name, span[2]) for name, span in found.parameters.items()]
    return found.number, words + [0] * (b.MAX_POLICY_PARAMETERS - len(words))
