"""The cffi backend: the protocol of masko_sdk._backend over the C core.

cffi releases the GIL in each call, so a game refuses a second thread while one is in a call on it.
Its log is a chain that never changes: clones may share it from thread to thread without a lock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import wraps
from operator import index as _whole
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar, cast

from masko_sdk._backend._cffi_core import ffi, lib
from masko_sdk.errors import ConcurrentUse

NAME = "cffi"

WORD_BYTES = 4
GAME_WORDS = (lib.mk_game_bytes() + 7) // 8  # of 8 bytes, the alignment that a game needs

P = ParamSpec("P")
R = TypeVar("R")

# For what the core fills.
_fresh = ffi.new_allocator(should_clear_after_alloc=False)


# Arguments: what Cython refuses with TypeError, OverflowError or ValueError is refused so here.
# cffi refuses ints out of range itself, and floats; `_whole` refuses all else that is no int.


def _int(value: int) -> int:
    """An int that fits a C int, for use in Python."""
    number = _whole(value)
    if not -(2**31) <= number < 2**31:
        raise OverflowError("value too large to convert to int")
    return number


def _unsigned(value: int, bits: int) -> int:
    """An int that fits an unsigned C type, for use in Python."""
    number = _whole(value)
    if not 0 <= number < 2**bits:
        raise OverflowError(f"value can't be converted to an unsigned int of {bits} bits")
    return number


def _check_type(value: object, wanted: type) -> None:
    if type(value) is not wanted:
        raise TypeError(f"{wanted.__name__} is needed, not {type(value).__name__}")


def _check_key(key: bytes) -> None:
    _check_type(key, bytes)
    if len(key) != lib.MK_KEY_BYTES:
        raise ValueError("a key has 32 bytes")


def _numbers(numbers: Sequence[int], least: int = 1) -> Any:
    """A C array of the 32-bit numbers of a sequence, padded with zeros to `least`."""
    values = ffi.new("int32_t[]", max(len(numbers), least))
    for i in range(len(numbers)):
        values[i] = _whole(numbers[i])
    return values


def _buffer(kind: str, source: Any, items: int, *, writable: bool = True) -> Any:
    """A held buffer of at least `items` items, to be used in a with statement."""
    take: Any = ffi.from_buffer  # its stubs know no flag but a literal one
    held = take(kind, source, require_writable=writable)
    if len(held) < items:
        given = len(held)
        ffi.release(held)
        raise ValueError(f"a buffer of {items} items is needed, not {given}")
    return held


def _words(ask: Callable[..., int], *question: Any) -> bytes:
    """The words that a question is answered with."""
    words = _fresh("int32_t[]", lib.MK_VIEW_WORDS)
    return ffi.buffer(words, ask(*question, words) * WORD_BYTES)[:]  # type: ignore[no-any-return]


def _text(write: Callable[..., int], *question: Any) -> str:
    """The text that a question is answered with."""
    text = _fresh("char[]", lib.MK_TEXT_BYTES)
    return str(ffi.buffer(text, write(*question, text))[:], "ascii")


class Log:
    """A move and what it told, after the log before it. Clones share what they have in common."""

    __slots__ = ("before", "move", "ply", "words")

    def __init__(self, before: Log | None, move: int, ply: int, words: bytes) -> None:
        self.before = before  # None for what a game begins with, which is no move
        self.move = move
        self.ply = ply
        self.words = words

    def moves(self) -> list[int]:
        moves = []
        log = self
        while log.before is not None:
            moves.append(log.move)
            log = log.before
        moves.reverse()
        return moves

    def since(self, ply: int) -> bytes:
        """The words of all later plies than this one."""
        pieces = []
        log: Log | None = self
        while log is not None and log.ply > ply:
            pieces.append(log.words)
            log = log.before
        pieces.reverse()
        return b"".join(pieces)


def _events(game: int, words: bytes, viewer: int) -> Iterator[tuple[Any, int]]:
    """The events in these words of a log, as `viewer` may know them: a buffer, and how many words it holds."""
    log = ffi.from_buffer("int32_t[]", words)
    used = len(log)
    at = ffi.new("size_t *")
    ply = ffi.new("uint32_t *")
    event = _fresh("int32_t[]", lib.MK_LOG_WORDS)
    while n := lib.mk_next_event(game, log, used, at, viewer, event, ply):
        yield event, n


def _told(game: int, words: bytes, viewer: int, kind: int) -> list[bytes]:
    """These events, or those of a kind."""
    return [
        ffi.buffer(event, n * WORD_BYTES)[:]
        for event, n in _events(game, words, viewer)
        if kind < 0 or event[0] == kind
    ]


def _alone(method: Callable[Concatenate[Core, P], R]) -> Callable[Concatenate[Core, P], R]:
    """Let one thread at a time into the methods of a game."""

    @wraps(method)
    def call(core: Core, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not core._lock.acquire(blocking=False):
            raise ConcurrentUse("another thread is in a call on this game")
        try:
            return method(core, *args, **kwargs)
        finally:
            core._lock.release()

    return call


class Core:
    """One game being played."""

    __slots__ = ("_block", "_decks", "_game", "_lock", "_log")

    _block: Any  # what _game points to
    _decks: Any  # what the game points into
    _game: Any
    _lock: threading.Lock
    _log: Log

    def __init__(self) -> None:
        raise TypeError("begin() makes these")

    def __reduce__(self) -> NoReturn:
        # Else copy.copy would make a second owner of the same game.
        raise TypeError("a game can't be pickled; clone() copies it")

    def _apply(self, who: int, code: int) -> int:
        who, code = _whole(who), _whole(code)
        words = _fresh("int32_t[]", lib.MK_LOG_WORDS)
        used = ffi.new("size_t *")
        status = lib.mk_apply(self._game, who, code, words, used)
        if status == lib.MK_OK:
            told = ffi.buffer(words, used[0] * WORD_BYTES)[:]
            self._log = Log(self._log, who << 16 | code, self._log.ply + 1, told)
        return status

    @_alone
    def play(self, who: int, code: int, viewer: int) -> list[bytes] | int:
        viewer = _int(viewer)
        status = self._apply(who, code)
        if status != lib.MK_OK:
            return status
        return _told(lib.mk_kind(self._game), self._log.words, viewer, -1)

    @_alone
    def replay(self, moves: Sequence[int]) -> int:
        done = 0
        for move in moves:
            number = _unsigned(move, 32)
            if self._apply(number >> 16, number & 0xFFFF) != lib.MK_OK:
                break
            done += 1
        return done

    @_alone
    def events(self, viewer: int, since: int, kind: int) -> list[bytes]:
        viewer, since, kind = _int(viewer), _int(since), _int(kind)
        return _told(lib.mk_kind(self._game), self._log.since(since), viewer, kind)

    @_alone
    def events_text(self, viewer: int, since: int) -> str:
        viewer, since = _int(viewer), _int(since)
        game = lib.mk_kind(self._game)
        told = _events(game, self._log.since(since), viewer)
        return "[" + ",".join([_text(lib.mk_event_text, game, event) for event, _ in told]) + "]"

    @_alone
    def moves(self) -> list[int]:
        return self._log.moves()

    @_alone
    def reason(self, who: int, code: int) -> int:
        return lib.mk_reason(self._game, _whole(who), _whole(code))

    @_alone
    def due(self) -> list[int]:
        seats = _fresh("int8_t[]", lib.MK_MAX_PLAYERS)
        return [*ffi.unpack(seats, lib.mk_due(self._game, seats))]

    @_alone
    def legal(self, who: int) -> list[int]:
        codes = _fresh("uint16_t[]", lib.MK_MAX_CODES)
        return [*ffi.unpack(codes, lib.mk_legal(self._game, _whole(who), codes))]

    @_alone
    def view(self, viewer: int) -> bytes:
        return _words(lib.mk_observe, self._game, _whole(viewer))

    @_alone
    def memory(self, seat: int) -> bytes:
        return _words(lib.mk_memory, self._game, _whole(seat))

    @_alone
    def view_text(self, viewer: int) -> str:
        return _text(lib.mk_observe_text, self._game, _whole(viewer))

    @_alone
    def memory_text(self, seat: int) -> str:
        return _text(lib.mk_memory_text, self._game, _whole(seat))

    @_alone
    def outcome(self) -> bytes:
        return _words(lib.mk_outcome, self._game)

    @_alone
    def digest(self) -> bytes:
        return _words(lib.mk_digest, self._game)

    @property
    @_alone
    def ply(self) -> int:
        return lib.mk_ply(self._game)

    @property
    @_alone
    def window(self) -> int:
        return lib.mk_window(self._game)

    @property
    @_alone
    def turn(self) -> int:
        return lib.mk_turn(self._game)

    @property
    @_alone
    def is_over(self) -> bool:
        return lib.mk_is_over(self._game) != 0

    @_alone
    def choose(self, seat: int, policy: int, parameters: Sequence[int]) -> int:
        numbers = _numbers(parameters, lib.MK_MAX_POLICY_PARAMETERS)
        return lib.mk_choose(self._game, _whole(seat), _whole(policy), numbers)

    @_alone
    def encode(self, seat: int) -> bytes:
        numbers = _fresh("int16_t[]", lib.MK_VIEW_WORDS)
        n = lib.mk_encode(self._game, _whole(seat), numbers)
        return ffi.buffer(numbers, n * 2)[:]  # type: ignore[no-any-return]

    @_alone
    def odds(
        self,
        seat: int,
        key: bytes,
        place: tuple[int, int, int],
        policies: bytes,
        parameters: Sequence[int],
        limits: tuple[int, int],
        columns: Sequence[Any],
    ) -> tuple[int, int, int]:
        numbers = _numbers(parameters, lib.MK_MAX_PLAYERS * lib.MK_MAX_POLICY_PARAMETERS)
        _check_key(key)
        _check_type(policies, bytes)
        if len(policies) < lib.mk_players(self._game):
            raise ValueError("a policy for each seat")
        held_policies = ffi.from_buffer("uint8_t[]", policies)
        trial: Any = ffi.new("mk_trial *")
        tally: Any = ffi.new("mk_tally *")
        fault = _new_fault()
        trial.seat = _whole(seat)
        ffi.memmove(trial.key, key, lib.MK_KEY_BYTES)
        trial.index, trial.first = _whole(place[0]), _whole(place[1])
        n = _unsigned(place[2], 64)
        trial.policies, trial.parameters = held_policies, numbers
        trial.max_plies, trial.to_end = _whole(limits[0]), _whole(limits[1])
        codes = _fresh("uint16_t[]", lib.MK_MAX_CODES)
        actions = lib.mk_legal(self._game, trial.seat, codes)
        pairs = actions * (actions + 1) // 2
        with (
            _buffer("int64_t[]", columns[0], lib.MK_ODDS_SUMS * actions) as sums,
            _buffer("int64_t[]", columns[1], lib.MK_ODDS_VALUES * pairs) as products,
            _buffer("int32_t[]", columns[2], n * actions) as points,
        ):
            tally.sums, tally.products, tally.points = sums, products, points
            status = lib.mk_odds(self._game, trial, n, tally, fault)
        return _with_fault(status, fault)

    @_alone
    def clone(self) -> Core:
        other = _new_core(self._decks)
        ffi.memmove(other._block, self._block, ffi.sizeof(self._block))
        other._log = self._log
        return other

    @_alone
    def sample_world(self, seat: int, key: bytes) -> Core:
        _check_key(key)
        other = _new_core(None)
        if lib.mk_sample_world(self._game, _whole(seat), key, other._game) != lib.MK_OK:
            raise ValueError("no such seat")
        other._log = Log(None, 0, lib.mk_ply(other._game), b"")
        return other


def _new_core(decks: Any) -> Core:
    core = Core.__new__(Core)
    core._block = ffi.new("uint64_t[]", GAME_WORDS)
    core._game = ffi.cast("mk_game *", core._block)
    core._decks = decks
    core._lock = threading.Lock()
    return core


class Setup:
    """The C form of what defines a game; keeps what it points to."""

    __slots__ = ("_c", "_decks", "_options")

    _c: Any

    def __init__(
        self,
        game: int,
        options: Sequence[int],
        players: int,
        first_player: int,
        key: bytes,
        index: int,
        decks: bytes,
        path: int = lib.MK_PATH_PORTABLE,
    ) -> None:
        _check_key(key)
        _check_type(decks, bytes)
        self._options = _numbers(options)
        self._decks = ffi.from_buffer("int8_t[]", decks)
        self._c = ffi.new("mk_setup *")
        self._c.game = _whole(game)
        self._c.players = _whole(players)
        self._c.first_player = _whole(first_player)
        self._c.index = _whole(index)
        ffi.memmove(self._c.key, key, lib.MK_KEY_BYTES)
        self._c.options = self._options
        self._c.option_words = len(options)
        self._c.decks = self._decks
        self._c.deck_bytes = len(decks)
        self._c.path = _whole(path)

    def check(self) -> tuple[int, int, int]:
        fault = _new_fault()
        return _with_fault(lib.mk_check_setup(self._c, fault), fault)

    def deck_bytes(self) -> int:
        return lib.mk_deck_bytes(self._c)

    def player_cards(self) -> int:
        return lib.mk_player_cards(self._c)

    def begin(self) -> Core:
        core = _new_core(self._decks)
        words = _fresh("int32_t[]", lib.MK_LOG_WORDS)
        used = ffi.new("size_t *")
        status = lib.mk_begin(core._game, self._c, words, used, _new_fault())
        if status != lib.MK_OK:
            raise ValueError(status)
        core._log = Log(None, 0, 0, ffi.buffer(words, used[0] * WORD_BYTES)[:])
        return core

    def shuffle(self, n: int, decks: Any) -> int:
        n = _unsigned(n, 64)
        with _buffer("int8_t[]", decks, n * self.deck_bytes()) as out:
            return lib.mk_shuffle_decks(self._c, n, out)

    def deal(self, n: int, hands: Any, rest: Any) -> int:
        n = _unsigned(n, 64)
        dealt = self.player_cards() * self._c.players
        with (
            _buffer("int8_t[]", hands, n * dealt) as hands_out,
            _buffer("int8_t[]", rest, n * (self.deck_bytes() - dealt)) as rest_out,
        ):
            return lib.mk_deal_hands(self._c, n, hands_out, rest_out)

    def score(
        self, hands: Any, n: int, cards: int, scores: Any, layout: int = lib.MK_ROWS
    ) -> tuple[int, int, int]:
        n, cards, layout = _unsigned(n, 64), _unsigned(cards, 64), _int(layout)
        setup, fault = self._c, _new_fault()
        with (
            _buffer("int8_t[]", hands, n * cards, writable=False) as hands_in,
            _buffer("int16_t[]", scores, n) as scores_out,
        ):
            status = lib.mk_score_hands(
                setup.game,
                setup.options,
                setup.option_words,
                hands_in,
                n,
                cards,
                layout,
                setup.path,
                scores_out,
                fault,
            )
        return _with_fault(status, fault)

    def score_rounds(
        self, n: int, scores: Any, enders: bytes, declared: bytes
    ) -> tuple[int, int, int]:
        n = _unsigned(n, 64)
        _check_type(enders, bytes)
        _check_type(declared, bytes)
        if len(enders) < n or len(declared) < n:
            raise ValueError("a seat and a flag for each round")
        fault = _new_fault()
        with _buffer("int32_t[]", scores, n * max(self._c.players, 0)) as out:
            seats, said = (
                ffi.from_buffer("int8_t[]", enders),
                ffi.from_buffer("uint8_t[]", declared),
            )
            status = lib.mk_score_rounds(self._c, out, n, seats, said, fault)
        return _with_fault(status, fault)

    def simulate(
        self,
        n: int,
        policies: bytes,
        parameters: Sequence[int],
        max_plies: int,
        columns: Sequence[Any],
    ) -> tuple[int, int, int]:
        n = _unsigned(n, 64)
        _check_type(policies, bytes)
        results: Any = ffi.new("mk_results *")
        fault = _new_fault()
        with ExitStack() as held:
            for column in _hold_results(results, columns, n, max(self._c.players, 0)):
                held.enter_context(column)
            numbers = _numbers(parameters, lib.MK_MAX_PLAYERS * lib.MK_MAX_POLICY_PARAMETERS)
            if len(policies) < self._c.players:
                raise ValueError("a policy for each seat")
            plies = _whole(max_plies)
            status = lib.mk_simulate(self._c, n, policies, numbers, plies, results, fault)
        return _with_fault(status, fault)

    def vector_bytes(self, lanes: int) -> int:
        return lib.mk_vector_bytes(self._c, _unsigned(lanes, 64))

    def vector(
        self, lanes: int, max_plies: int, wide: bool, block: Any, arrays: Sequence[Any]
    ) -> Vector:
        return _new_vector(self, _unsigned(lanes, 64), _whole(max_plies), bool(wide), block, arrays)


class Vector:
    """Games in lockstep, in arrays that it holds."""

    __slots__ = ("_c", "_held", "_lanes", "_setup")

    _c: Any
    _held: list[Any]
    _lanes: int
    _setup: Setup

    def __init__(self) -> None:
        raise TypeError("vector() makes these")

    def reset(self, setup: Setup, first: int, count: int, onward: bool) -> int:
        _check_type(setup, Setup)
        old, new = self._setup._c, setup._c
        if new.game != old.game or new.players != old.players:
            raise ValueError("another game, or other players")
        self._setup = setup
        start, n = _unsigned(first, 64), _unsigned(count, 64)
        return lib.mk_vector_reset(new, self._c, start, n, bool(onward))

    def check(self, first: int, count: int, codes: Any) -> tuple[int, int, int]:
        return self._call(lib.mk_vector_check, first, count, codes)

    def step(self, first: int, count: int, codes: Any) -> tuple[int, int, int]:
        return self._call(lib.mk_vector_step, first, count, codes)

    def keep(self, wanted: int, columns: Sequence[Any]) -> None:
        n = _unsigned(wanted, 64)
        self._held += _hold_results(self._c.results, columns, n, max(self._setup._c.players, 0))
        self._c.wanted = n

    def choose(
        self, first: int, count: int, policies: bytes, parameters: Sequence[int], codes: Any
    ) -> tuple[int, int, int]:
        start, n, fault = _unsigned(first, 64), _unsigned(count, 64), _new_fault()
        _check_type(policies, bytes)
        numbers = _numbers(parameters, lib.MK_MAX_PLAYERS * lib.MK_MAX_POLICY_PARAMETERS)
        if len(policies) < self._setup._c.players:
            raise ValueError("a policy for each seat")
        with _buffer("int64_t[]", codes, self._lanes) as chosen:
            status = lib.mk_vector_choose(
                self._setup._c, self._c, start, n, policies, numbers, chosen, fault
            )
        return _with_fault(status, fault)

    def _call(
        self, call: Callable[..., int], first: int, count: int, codes: Any
    ) -> tuple[int, int, int]:
        start, n, fault = _unsigned(first, 64), _unsigned(count, 64), _new_fault()
        with _buffer("int64_t[]", codes, self._lanes, writable=False) as given:
            status = call(self._setup._c, self._c, start, n, given, fault)
        return _with_fault(status, fault)


def _hold_results(results: Any, columns: Sequence[Any], n: int, players: int) -> list[Any]:
    """Fill in held columns of n games, the last of them scores of as many rounds as it has room for."""
    seats = n * players
    forms = (
        ("totals", "int32_t[]", seats),
        ("ranks", "uint8_t[]", seats),
        ("winners", "uint8_t[]", seats),
        ("rounds", "int32_t[]", n),
        ("plies", "int32_t[]", n),
        ("truncated", "uint8_t[]", n),
        ("scores", "int32_t[]", 0),
    )
    held = []
    for at, (name, kind, items) in enumerate(forms):
        held.append(_buffer(kind, columns[at], items))
        setattr(results, name, held[-1])
    results.most_rounds = len(held[-1]) // seats if seats else 0
    return held


def _new_vector(
    setup: Setup, lanes: int, max_plies: int, wide: bool, block: Any, arrays: Sequence[Any]
) -> Vector:
    vector = Vector.__new__(Vector)
    vector._setup = setup
    vector._held = []
    vector._lanes = lanes

    def hold(kind: str, source: Any, items: int) -> Any:
        held = _buffer(kind, source, items)
        vector._held.append(held)
        return held

    c: Any = ffi.new("mk_vector *")
    vector._c = c
    game, players = setup._c.game, max(setup._c.players, 0)
    c.lanes, c.max_plies, c.wide = lanes, max_plies, wide
    c.block = hold("uint8_t[]", block, setup.vector_bytes(lanes))
    if int(ffi.cast("uintptr_t", c.block)) % 64:
        raise ValueError("the block must begin on a multiple of 64")
    c.observations = hold("int16_t[]", arrays[0], lanes * lib.mk_observation_size(game, players))
    c.masks = hold("uint8_t[]", arrays[1], lanes * lib.mk_mask_size(game, wide))
    c.seats = hold("int8_t[]", arrays[2], lanes)
    c.rewards = hold("int32_t[]", arrays[3], lanes * players)
    c.winners = hold("uint8_t[]", arrays[4], lanes * players)
    c.done = hold("uint8_t[]", arrays[5], lanes)
    c.truncated = hold("uint8_t[]", arrays[6], lanes)
    c.games = hold("uint32_t[]", arrays[7], lanes)
    return vector


def _new_fault() -> Any:
    return ffi.new("mk_fault *")


def _with_fault(status: int, fault: Any) -> tuple[int, int, int]:
    return (status, fault.where, fault.value)


def best_path() -> int:
    return lib.mk_best_path()


def game_count() -> int:
    return lib.mk_game_count()


def row(game: int, table: int, index: int) -> str | None:
    text = lib.mk_row(_whole(game), _whole(table), _whole(index))
    return cast(bytes, ffi.string(text)).decode("ascii") if text else None


def first_code(game: int, action: int) -> int:
    return lib.mk_first_code(_whole(game), _whole(action))


def observation_size(game: int, players: int) -> int:
    return lib.mk_observation_size(_whole(game), _whole(players))


def mask_size(game: int, wide: bool) -> int:
    return lib.mk_mask_size(_whole(game), bool(wide))


def check_policy(game: int, policy: int, parameters: Sequence[int]) -> int:
    numbers = _numbers(parameters, lib.MK_MAX_POLICY_PARAMETERS)
    return lib.mk_check_policy(_whole(game), _whole(policy), numbers)


def stream_block(key: bytes, block: int, purpose_round: int, number: int, game: int) -> bytes:
    _check_key(key)
    out = _fresh("uint8_t[]", 64)
    lib.mk_stream_block(
        key, _whole(block), _whole(purpose_round), _whole(number), _whole(game), out
    )
    return ffi.buffer(out)[:]  # type: ignore[no-any-return]


def shuffle_items(
    key: bytes, purpose: int, round: int, number: int, game: int, items: bytearray
) -> int:
    _check_key(key)
    _check_type(items, bytearray)
    where = (_whole(purpose), _whole(round), _whole(number), _whole(game))
    with _buffer("uint8_t[]", items, 0) as out:
        return lib.mk_shuffle_items(key, *where, out, len(out))
