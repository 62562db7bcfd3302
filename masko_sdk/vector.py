"""Many games in lockstep, to learn from: `batch.VectorEnv`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

try:
    import numpy as np
except ImportError as error:  # pragma: no cover
    raise ImportError('masko_sdk.vector needs NumPy: pip install "masko-sdk[batch]"') from error

from numpy.typing import NDArray

from masko_sdk import _backend as b
from masko_sdk._checks import check_choice, check_count
from masko_sdk._codec import rows
from masko_sdk._game_setup import need_rules, setup_of
from masko_sdk.bots import check_max_plies
from masko_sdk.errors import ArgumentError, ConcurrentUse, _short
from masko_sdk.player import Player
from masko_sdk.seed import Seed, make_seed

__all__ = [
    "Layout",
    "Section",
    "Step",
    "VectorEnv",
    "observation",
    "observation_layout",
]

_ALIGNMENT = 64
_MOST_LANES = 2**24
_MASKS = ("bits", "bytes")


class Section(NamedTuple):
    """One field of an observation."""

    name: str
    """What it is called."""
    offset: int
    """Where it begins."""
    length: int
    """How many numbers it has."""
    meaning: str
    """What they say."""


class Layout(NamedTuple):
    """What the numbers of an observation are. One version of it never changes."""

    version: str
    """The game and the version of its layout, as ``"masko 1"``."""
    size: int
    """How many numbers there are."""
    sections: tuple[Section, ...]
    """The fields, in order."""

    def where(self, name: str) -> slice:
        """The numbers of the field `name`, to index the last axis with.

        Raises:
            ArgumentError: no such field.
            TypeError: no str.
        """
        _need_str(name)
        for section in self.sections:
            if section.name == name:
                return slice(section.offset, section.offset + section.length)
        raise ArgumentError(f"{_short(name)} is no field of the layout {self.version!r}")


class Step(NamedTuple):
    """The arrays of a `VectorEnv`, one row a lane; the next step overwrites them."""

    observations: NDArray[np.int16]
    """(n, size): what the seat to act knows, as `VectorEnv.layout` says."""
    masks: NDArray[np.uint8]
    """(n, bytes): which codes are legal for it: a bit each, from the lowest of the first byte on, or a byte each."""
    seats: NDArray[np.int8]
    """(n,): the seat to act: the first of those due."""
    rewards: NDArray[np.int32]
    """(n, players): minus what was added to each total by a round that this step ended, else 0."""
    winners: NDArray[np.bool_]
    """(n, players): who won the game that this step ended; nobody else."""
    done: NDArray[np.bool_]
    """(n,): whether this step ended the game."""
    truncated: NDArray[np.bool_]
    """(n,): whether this step brought the game to `max_plies`."""
    games: NDArray[np.uint32]
    """(n,): the number of the game that each lane now plays."""


def observation_layout(rules: Any, players: int) -> Layout:
    """What the numbers of an observation are, in a game by `rules` with so many `players`.

    Raises:
        RulesError: a number of players that the game does not have.
    """
    tables = need_rules(rules)._tables
    setup_of(rules, players, 0, Seed(bytes(b.KEY_BYTES)))
    sections = []
    offset = 0
    for row in rows(tables.number, b.LAYOUT):
        name, one, each, pair, meaning = row.split(" ", 4)
        length = int(one) + int(each) * players + int(pair) * players**2
        sections.append(Section(name, offset, length, meaning))
        offset += length
    return Layout(f"{tables.name} {tables.about['layout']}", offset, tuple(sections))


def observation(player: Player[Any, Any, Any]) -> NDArray[np.int16]:
    """What `player`, a seat of a `Game`, knows now, in numbers: what `VectorEnv` would give to learn from.

    It holds nothing that the seat can't know. Shape: the layout's `size`; int16.

    Raises:
        TypeError: no `Player`.
    """
    if not isinstance(player, Player):
        raise TypeError(f"player must be a Player, not {type(player).__name__}")
    return np.frombuffer(bytearray(player._game._core.encode(player.seat)), np.int16)


def _need_str(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of a field must be a str, not {type(name).__name__}")


def aligned(size: int) -> NDArray[np.uint8]:
    """Zeros on a multiple of 64."""
    block = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -block.ctypes.data % _ALIGNMENT
    return block[start : start + size]


def _given(name: str, array: Any, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    """An array of the caller's, if it fits."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"out[{name!r}] must be an array, not {type(array).__name__}")
    if array.dtype != kind or array.shape != shape:
        raise ArgumentError(
            f"out[{name!r}] is {array.dtype} of shape {array.shape}; it must be {np.dtype(kind)} of shape {shape}"
        )
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ArgumentError(f"out[{name!r}] must be contiguous and writeable")
    return array


def _ranges(n: int, parts: int) -> list[tuple[int, int]]:
    """First lane and number of lanes of each part."""
    bounds = [n * i // parts for i in range(parts + 1)]
    return [(low, high - low) for low, high in pairwise(bounds) if high > low]


class VectorEnv:
    """N games of one kind in lockstep: each step plays one action in each of them.

    Lane i plays game i of the batch, then games i + n, i + 2 n, ... (modulo 2**32): game k is exactly
    ``Game(rules, players, seed=batch.game_seed(seed, k), first_player=first_player)`` with the same actions.
    The step that ends a game, or brings it to `max_plies`, begins the next one: rewards, winners, `done` and
    `truncated` tell of the old one; observation, mask, seat and number of the new one.

    Actions are codes, as the masks count them; `action` and `code` translate.
    The seat to act is the first of those due (C7).
    The arrays are the environment's own, or those given as `out`, and each step overwrites them.

    Args:
        rules: the game and its options.
        players: seats at each table.
        n: how many lanes, up to 2**24; each takes 0.6 to 2.2 kB, by game and players.
        seed: as for `Game`; game k has ``game_seed(seed, k)``.
        first_player: who plays first in the first round (C2).
        max_plies: truncate a game at this many plies (C10).
        mask: ``"bits"``, one bit a code from the lowest of the first byte on, or ``"bytes"``.
        threads: how many share the lanes of a step; what comes out is the same for any number.
        out: arrays to fill in place of own ones, by their names in `Step`; contiguous, of the same shape and type.

    Raises:
        RulesError, ArgumentError, TypeError: an argument is wrong.
    """

    def __init__(
        self,
        rules: Any,
        players: int,
        n: int,
        seed: int | bytes | Seed | None = None,
        *,
        first_player: int = 0,
        max_plies: int | None = None,
        mask: str = "bits",
        threads: int = 1,
        out: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        need_rules(rules)
        self._n = check_count(n, least=1, most=_MOST_LANES)
        self._seed = self._check_seed(seed)
        setup = setup_of(rules, players, first_player, self._seed)
        self._rules = rules
        self._players = players
        self._first_player = first_player
        self._layout = observation_layout(rules, players)
        limit = check_max_plies(max_plies)
        if limit == 0:
            raise ArgumentError("max_plies is 0; a game needs at least one")
        self._mask = check_choice("mask", mask, _MASKS)
        count = check_count(threads, "threads", 1, 1024)
        self._arrays = self._make_arrays(out)
        self._codes = np.zeros(self._n, np.int64)
        self._block = aligned(setup.vector_bytes(self._n))
        views = tuple(array.view(np.uint8).reshape(-1) for array in self._arrays)
        self._vector = setup.vector(self._n, limit, mask == "bytes", self._block, views)
        self._ranges = _ranges(self._n, count)
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self._lock = threading.Lock()
        self._begin(setup, onward=False)

    def _check_seed(self, seed: Any) -> Seed:
        base = make_seed(seed)
        if base.game + self._n > 2**32:
            raise ArgumentError(f"n is {self._n}; the batch would pass game {2**32 - 1}")
        return base

    def _make_arrays(self, out: Any) -> Step:
        n, seats = self._n, (self._n, self._players)
        tables = self._rules._tables
        mask = b.backend.mask_size(tables.number, self._mask == "bytes")
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((n, self._layout.size), np.int16),
            "masks": ((n, mask), np.uint8),
            "seats": ((n,), np.int8),
            "rewards": (seats, np.int32),
            "winners": (seats, np.bool_),
            "done": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "games": ((n,), np.uint32),
        }
        if out is not None and not isinstance(out, Mapping):
            raise TypeError(f"out must be a mapping of arrays, not {type(out).__name__}")
        given = dict(out or {})
        for name in given:
            check_choice("a name in out", name, shapes)
        arrays = [
            _given(name, given[name], *form) if name in given else np.zeros(*form)
            for name, form in shapes.items()
        ]
        self._check_apart([array for array in arrays if array.size])
        return Step(*arrays)

    @staticmethod
    def _check_apart(arrays: list[NDArray[Any]]) -> None:
        spans = sorted((a.ctypes.data, a.ctypes.data + a.nbytes) for a in arrays)
        if any(low[1] > high[0] for low, high in pairwise(spans)):
            raise ArgumentError("arrays of out overlap")

    # What it is.

    @property
    def rules(self) -> Any:
        """The game and its options."""
        return self._rules

    @property
    def players(self) -> int:
        """Seats at each table."""
        return self._players

    @property
    def n(self) -> int:
        """How many lanes."""
        return self._n

    @property
    def seed(self) -> Seed:
        """Where the chance of the games comes from."""
        return self._seed

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation are."""
        return self._layout

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return self._layout.size

    @property
    def action_count(self) -> int:
        """How many codes there are: actions are numbers from 0 below it."""
        return len(self._rules._tables.actions)

    def action(self, code: int) -> Any:
        """The action of a code.

        Raises:
            ArgumentError: no code of this game.
        """
        return self._rules._tables.actions[check_count(code, "code", 0, self.action_count - 1)]

    def code(self, action: Any) -> int:
        """The code of an action.

        Raises:
            TypeError, UnknownAction: no action of this game.
        """
        return int(self._rules._tables.code_of(action))

    # Where it stands.

    @property
    def arrays(self) -> Step:
        """All the arrays, as `reset` and `step` return them."""
        return self._arrays

    @property
    def observations(self) -> NDArray[np.int16]:
        """See `Step`."""
        return self._arrays.observations

    @property
    def masks(self) -> NDArray[np.uint8]:
        """See `Step`."""
        return self._arrays.masks

    @property
    def seats(self) -> NDArray[np.int8]:
        """See `Step`."""
        return self._arrays.seats

    @property
    def rewards(self) -> NDArray[np.int32]:
        """See `Step`."""
        return self._arrays.rewards

    @property
    def winners(self) -> NDArray[np.bool_]:
        """See `Step`."""
        return self._arrays.winners

    @property
    def done(self) -> NDArray[np.bool_]:
        """See `Step`."""
        return self._arrays.done

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """See `Step`."""
        return self._arrays.truncated

    @property
    def games(self) -> NDArray[np.uint32]:
        """See `Step`."""
        return self._arrays.games

    def __repr__(self) -> str:
        name = self._rules.game
        return f"<VectorEnv of {self._n} games of {name} with {self._players} players>"

    # Acting.

    def reset(self, seed: int | bytes | Seed | None = None) -> Step:
        """Begin a new game in each lane.

        Args:
            seed: lane i begins game i under it; None: the next game of its own, as if the present one were over.

        Raises:
            ArgumentError, TypeError: the seed is wrong.
        """
        if seed is None:
            self._begin(self._setup(self._seed), onward=True)
        else:
            base = self._check_seed(seed)
            self._begin(self._setup(base), onward=False)
            self._seed = base
        return self._arrays

    def step(self, actions: Any) -> Step:
        """Play one action in each lane, for the seat to act.

        Args:
            actions: (n,) ints: codes that the masks allow. They are copied first.

        Returns:
            The arrays, the same objects each time.

        Raises:
            ArgumentError: a wrong shape, or a lane whose action is not legal; no lane has moved.
            TypeError: no ints.
            ConcurrentUse: another thread is in a call on this environment.
        """
        try:
            codes = np.asarray(actions)
        except (ValueError, OverflowError):
            raise ArgumentError("actions must be one row of 64-bit ints") from None
        if codes.dtype.kind not in "iu":
            raise TypeError(f"actions must be an array of ints, not of {codes.dtype}")
        if codes.shape != (self._n,):
            raise ArgumentError(f"actions have the shape {codes.shape}; it must be ({self._n},)")
        self._alone(lambda: self._step(codes))
        return self._arrays

    def close(self) -> None:
        """End the threads of this environment, if it has any; it goes on without them."""
        pool, self._pool = self._pool, None
        if pool:
            pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _setup(self, seed: Seed) -> b.Setup:
        return setup_of(self._rules, self._players, self._first_player, seed)

    def _begin(self, setup: b.Setup, *, onward: bool) -> None:
        self._alone(lambda: self._each(lambda f, n: self._vector.reset(setup, f, n, onward)))

    def _step(self, actions: NDArray[Any]) -> None:
        # The core looks at them twice, so no other thread may write to them meanwhile.
        np.copyto(self._codes, actions, casting="unsafe")
        codes = self._codes
        if len(self._ranges) > 1:
            # A lane that refuses must keep all others from moving.
            for status, lane, _ in self._each(lambda f, n: self._vector.check(f, n, codes)):
                self._check(status, lane)
        for status, lane, _ in self._each(lambda f, n: self._vector.step(f, n, codes)):
            self._check(status, lane)

    def _check(self, status: int, lane: int) -> None:
        if status == b.ILLEGAL:
            code = int(self._codes[lane])
            raise ArgumentError(f"actions[{lane}] is {code}; that is not legal in lane {lane}")
        if status != b.OK:
            raise ArgumentError("the core refused the step")

    def _each(self, call: Callable[[int, int], Any]) -> list[Any]:
        """What a call answers for each range of lanes."""
        if self._pool is None:
            return [call(0, self._n)]
        return list(self._pool.map(lambda lanes: call(*lanes), self._ranges))

    def _alone(self, call: Callable[[], Any]) -> None:
        if not self._lock.acquire(blocking=False):
            raise ConcurrentUse("another thread is in a call on this environment")
        try:
            call()
        finally:
            self._lock.release()

    def __reduce__(self) -> Any:
        raise TypeError("a VectorEnv can't be copied or pickled")
