"""The narrow waist: what a backend answers in ints and bytes, and which one is in use.

Words are native 32-bit ints, packed into bytes.
An event is the bytes of its kind and its fields, as one viewer may know it.
A text is the JSON form of the same.
A move is ``who << 16 | code``.
Observers and actors are seats, `ONLOOKER` or `HOST`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Protocol, cast

__all__ = ["EMPTY", "HOST", "NONE", "ONLOOKER", "Core", "Setup", "backend", "path"]

ONLOOKER = 8
HOST = 9
NONE = -(2**31)
EMPTY = -128
KEY_BYTES = 32
MAX_POLICY_PARAMETERS = 8
NO_POLICY = 255

(
    OK,
    GAME_OVER,
    NOT_DUE,
    ILLEGAL,
    BAD_GAME,
    BAD_PLAYERS,
    BAD_FIRST,
    BAD_OPTION,
    BAD_DECK,
    BAD_POLICY,
    BAD_CARD,
    NO_ROOM,
    BAD_SEAT,
    BAD_PATH,
) = range(14)
ROWS, COLUMNS = range(2)
ABOUT, OPTIONS, ACTIONS, EVENTS, VIEW, REFEREE, STRUCTS, CHOICES, POLICIES, LAYOUT = range(10)


class Core(Protocol):
    """One game being played."""

    @property
    def ply(self) -> int: ...
    @property
    def window(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def play(self, who: int, code: int, viewer: int) -> list[bytes] | int: ...
    def replay(self, moves: Sequence[int]) -> int: ...
    def reason(self, who: int, code: int) -> int: ...
    def due(self) -> list[int]: ...
    def legal(self, who: int) -> list[int]: ...
    def view(self, viewer: int) -> bytes: ...
    def memory(self, seat: int) -> bytes: ...
    def view_text(self, viewer: int) -> str: ...
    def memory_text(self, seat: int) -> str: ...
    def outcome(self) -> bytes: ...
    def digest(self) -> bytes: ...
    def events(self, viewer: int, since: int, kind: int) -> list[bytes]: ...
    def events_text(self, viewer: int, since: int) -> str: ...
    def moves(self) -> list[int]: ...
    def encode(self, seat: int) -> bytes: ...
    def clone(self) -> Core: ...
    def choose(self, seat: int, policy: int, parameters: Sequence[int]) -> int: ...
    def sample_world(self, seat: int, key: bytes) -> Core: ...
    def odds(
        self,
        seat: int,
        key: bytes,
        place: tuple[int, int, int],  # word 15 of the child keys, number of the first, how many
        policies: bytes,
        parameters: Sequence[int],
        limits: tuple[int, int],  # max_plies, to_end
        columns: Sequence[Any],  # sums, products, points
    ) -> tuple[int, int, int]: ...


class Setup(Protocol):
    """What defines a game before its first action, and the batches of such games."""

    def check(self) -> tuple[int, int, int]: ...
    def deck_bytes(self) -> int: ...
    def player_cards(self) -> int: ...
    def begin(self) -> Core: ...
    def shuffle(self, n: int, decks: Any) -> int: ...
    def deal(self, n: int, hands: Any, rest: Any) -> int: ...
    def score(
        self, hands: Any, n: int, cards: int, scores: Any, layout: int = ...
    ) -> tuple[int, int, int]: ...
    def score_rounds(
        self, n: int, scores: Any, enders: bytes, declared: bytes
    ) -> tuple[int, int, int]: ...
    def simulate(
        self,
        n: int,
        policies: bytes,
        parameters: Sequence[int],
        max_plies: int,
        columns: Sequence[Any],
    ) -> tuple[int, int, int]: ...
    def vector_bytes(self, lanes: int) -> int: ...
    def vector(
        self, lanes: int, max_plies: int, wide: bool, block: Any, arrays: Sequence[Any]
    ) -> Vector: ...


class Vector(Protocol):
    """Games in lockstep, in arrays that it holds."""

    def reset(self, setup: Any, first: int, count: int, onward: bool) -> int: ...
    def check(self, first: int, count: int, codes: Any) -> tuple[int, int, int]: ...
    def step(self, first: int, count: int, codes: Any) -> tuple[int, int, int]: ...
    def keep(self, wanted: int, columns: Sequence[Any]) -> None: ...
    def choose(
        self, first: int, count: int, policies: bytes, parameters: Sequence[int], codes: Any
    ) -> tuple[int, int, int]: ...


class Backend(Protocol):
    """A compiled module."""

    NAME: str

    def Setup(
        self,
        game: int,
        options: Sequence[int],
        players: int,
        first_player: int,
        key: bytes,
        index: int,
        decks: bytes,
        path: int = ...,
    ) -> Setup: ...
    def best_path(self) -> int: ...
    def game_count(self) -> int: ...
    def row(self, game: int, table: int, index: int) -> str | None: ...
    def first_code(self, game: int, action: int) -> int: ...
    def observation_size(self, game: int, players: int) -> int: ...
    def mask_size(self, game: int, wide: bool) -> int: ...
    def check_policy(self, game: int, policy: int, parameters: Sequence[int]) -> int: ...
    def stream_block(
        self, key: bytes, block: int, purpose_round: int, number: int, game: int
    ) -> bytes: ...
    def shuffle_items(
        self, key: bytes, purpose: int, round: int, number: int, game: int, items: bytearray
    ) -> int: ...


_MODULES = {"cython": "masko_sdk._backend._cython", "cffi": "masko_sdk._backend._cffi"}


def _load(name: str) -> Backend:
    from masko_sdk.errors import BackendError

    if name not in _MODULES:
        raise BackendError(f"MASKO_SDK_BACKEND is {name!r}; it may be one of {', '.join(_MODULES)}")
    try:
        return cast(Backend, importlib.import_module(_MODULES[name]))
    except ImportError as error:
        raise BackendError(f"the backend {name!r} can't be loaded: {error}{_hint()}") from error


def _hint() -> str:
    """What helps those who start Python in the source: that folder hides what they have installed."""
    here = Path(__file__).parent
    is_built = any(file.name.endswith(tuple(EXTENSION_SUFFIXES)) for file in here.iterdir())
    if is_built or not (here.parents[1] / "setup.py").exists():
        return ""
    return (
        "; this is the source of masko_sdk, and it is not built: "
        "start Python in another folder, or build here with: pip install -e ."
    )


def _choose() -> Backend:
    """The one that MASKO_SDK_BACKEND names, never another; else Cython where it is built."""
    from masko_sdk.errors import BackendError

    forced = os.environ.get("MASKO_SDK_BACKEND")
    if forced:
        return _load(forced)
    try:
        return _load("cython")
    except BackendError:
        return _load("cffi")


backend = _choose()

PATHS = ("portable", "avx2", "avx512")


@cache
def path() -> int:
    """How batches are computed: the one of `PATHS` that MASKO_SDK_PATH names, else the fastest here."""
    from masko_sdk.errors import BackendError

    best = backend.best_path()
    forced = os.environ.get("MASKO_SDK_PATH")
    if not forced:
        return best
    if forced not in PATHS:
        raise BackendError(f"MASKO_SDK_PATH is {forced!r}; it may be one of {', '.join(PATHS)}")
    number = PATHS.index(forced)
    if number > best:
        raise BackendError(
            f"MASKO_SDK_PATH is {forced!r}; this processor has none better than {PATHS[best]}"
        )
    return number
