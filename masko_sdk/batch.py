"""Many decks, hands and games at once, over NumPy arrays: the extra ``batch``.

Game i of a batch is exactly ``Game(rules, players, seed=game_seed(seed, i))`` played with the same policies,
whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

try:
    import numpy as np
except ImportError as error:  # pragma: no cover
    raise ImportError('masko_sdk.batch needs NumPy: pip install "masko-sdk[batch]"') from error

from numpy.typing import NDArray

from masko_sdk import _backend as b
from masko_sdk._batch import (
    Columns,
    Job,
    check_threads,
    child_seed,
    game_seed,
    make_job,
    simulate_chunks,
)
from masko_sdk._checks import check_count
from masko_sdk._chunks import AnyExecutor
from masko_sdk._game_setup import need_rules, setup_of
from masko_sdk._lockstep import BatchPolicy, Decisions, bot
from masko_sdk.bots import Builtin
from masko_sdk.bots import play as _play
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.game import Game
from masko_sdk.odds import ActionOdds, Odds, odds
from masko_sdk.record import Record
from masko_sdk.seed import Seed, make_seed
from masko_sdk.study import Cell, Comparison, Difference, Showing, Sweep, compare, sweep
from masko_sdk.summary import Estimate, Summary, summary
from masko_sdk.vector import Layout, Section, Step, VectorEnv, observation, observation_layout

__all__ = [
    "EMPTY",
    "ActionOdds",
    "Cell",
    "Comparison",
    "BatchPolicies",
    "BatchPolicy",
    "Decisions",
    "Deal",
    "Difference",
    "Estimate",
    "Layout",
    "MoodDeal",
    "Odds",
    "Result",
    "Section",
    "Showing",
    "Shuffled",
    "Step",
    "Summary",
    "Sweep",
    "VectorEnv",
    "actions",
    "bot",
    "child_seed",
    "compare",
    "deal",
    "game",
    "game_seed",
    "observation",
    "observation_layout",
    "odds",
    "path",
    "score",
    "score_round",
    "shuffle",
    "simulate",
    "stream",
    "summary",
    "sweep",
]

_NO_CARD = -127

BatchPolicies = str | Builtin | BatchPolicy | Sequence[str | Builtin | BatchPolicy]
"""One policy for all seats of a batch, or one for each."""

EMPTY = b.EMPTY
"""Marks an empty slot in arrays of cards, in every game."""

path: str = b.PATHS[b.path()]
"""How batches are computed here: ``"portable"``, ``"avx2"`` or ``"avx512"``; the answers are the same.

MASKO_SDK_PATH forces another one, before the first import.
"""

_MOST_POINTS = 2**24  # far beyond any hand, and doubling stays in range

AnySeed = None | int | bytes | Seed


_DECKS = 2**16  # in one call of the core: few enough that Ctrl-C is answered at once


def _first_seed(n: int, seed: AnySeed) -> Seed:
    base = make_seed(seed)
    if n and base.game + n > 2**32:
        raise ArgumentError(f"n is {n}; the batch would pass game {2**32 - 1}")
    return base


def _parts(n: int, base: Seed) -> Iterator[tuple[slice, Seed]]:
    """Rows of n games, and the seed of the first of them, a part after the other."""
    for start in range(0, n, _DECKS):
        yield slice(start, min(start + _DECKS, n)), game_seed(base, start)


class Shuffled(NamedTuple):
    """Decks of a game with Mood cards: cards (n, deck) and mood (n, m), indices into `rules.mood_deck`; int8."""

    cards: NDArray[np.int8]
    mood: NDArray[np.int8]


class Deal(NamedTuple):
    """Dealt hands (n, players, k), and what is left of each deck from the top (n, rest); int8."""

    hands: NDArray[np.int8]
    rest: NDArray[np.int8]


class MoodDeal(NamedTuple):
    """A deal of a game with Mood cards: their order is (n, m) indices into `rules.mood_deck`; int8."""

    hands: NDArray[np.int8]
    rest: NDArray[np.int8]
    mood: NDArray[np.int8]


def _deck_size(rules: Any) -> int:
    return int(rules._tables.about["deck"])


def shuffle(rules: Any, n: int, seed: AnySeed = None) -> NDArray[np.int8] | Shuffled:
    """Shuffled decks, each from the top: shape (n, deck), int8; for Fifty Fifty a `Shuffled`.

    Deck i is that of the first round of game i.

    Args:
        rules: the game and its options.
        n: how many.
        seed: as for `Game`.

    Raises:
        ArgumentError: n or the seed is outside of what is allowed.
    """
    count = check_count(n)
    fewest = int(need_rules(rules)._tables.about["players"].split(" ")[0])
    base = _first_seed(count, seed)
    setup = setup_of(rules, fewest, 0, base)
    size = _deck_size(rules)
    decks = np.empty((count, setup.deck_bytes()), np.int8)
    for rows, first in _parts(count, base):
        setup_of(rules, fewest, 0, first).shuffle(rows.stop - rows.start, decks[rows])
    return decks if decks.shape[1] == size else Shuffled(decks[:, :size], decks[:, size:])


def deal(
    rules: Any, players: int, n: int, seed: AnySeed = None, *, first_player: int = 0
) -> Deal | MoodDeal:
    """Dealt hands and what is left of each deck, of the first rounds of n games; for Fifty Fifty a `MoodDeal`.

    Args:
        rules: the game and its options.
        players: how many.
        n: how many games.
        seed: as for `Game`.
        first_player: the seat that is dealt to first (C4).

    Raises:
        RulesError: players or first player outside of what is allowed.
        ArgumentError: n or the seed is.
    """
    count = check_count(n)
    base = _first_seed(count, seed)
    setup = setup_of(rules, players, first_player, base)
    each = setup.player_cards()
    hands = np.empty((count, players, each), np.int8)
    rest = np.empty((count, setup.deck_bytes() - players * each), np.int8)
    for rows, first in _parts(count, base):
        part = setup_of(rules, players, first_player, first)
        part.deal(rows.stop - rows.start, hands[rows], rest[rows])
    left = _deck_size(rules) - players * each
    if left == rest.shape[1]:
        return Deal(hands, rest)
    return MoodDeal(hands, rest[:, :left], rest[:, left:])


def score(rules: Any, hands: Any, axis: int = -1) -> NDArray[np.int16]:
    """Points of hands, each alone: shape (..., k) to (...), int16.

    Before what the round adds: the Maskoman's, the closer's doubling, the Mojo card.
    `EMPTY` marks an empty slot.

    Args:
        rules: the game and its options.
        hands: cards; an int8 array in C order is read where it is.
        axis: where the cards of a hand lie: -1, or 0 for the shape (k, ...), which is faster.

    Raises:
        TypeError: no array of ints.
        ArgumentError: something that is no card, or a wrong number of cards; it names the first offending index.
    """
    need_rules(rules)
    try:
        cards = np.asarray(hands)
    except ValueError:
        raise ArgumentError("hands must be one array: all of them have the same length") from None
    if cards.dtype.kind not in "iu":
        raise TypeError(f"hands must be an array of ints, not of {cards.dtype}")
    if cards.ndim == 0:
        raise ArgumentError("hands must have at least one axis, of cards")
    if type(axis) is not int:
        raise TypeError(f"axis must be an int, not {type(axis).__name__}")
    if axis not in (-1, 0):
        raise ArgumentError(f"axis is {_short(axis)}; it must be -1 or 0")
    layout = b.COLUMNS if axis == 0 and cards.ndim > 1 else b.ROWS
    shape, size = (
        (cards.shape[1:], cards.shape[0])
        if layout == b.COLUMNS
        else (cards.shape[:-1], cards.shape[-1])
    )
    scores = np.empty(shape, np.int16)
    fewest = int(need_rules(rules)._tables.about["players"].split(" ")[0])
    setup = setup_of(rules, fewest, 0, Seed(bytes(b.KEY_BYTES)))
    status, where, place = setup.score(_narrow(cards), scores.size, size, scores, layout)
    if status == b.BAD_CARD:
        if place >= size:
            raise ArgumentError(
                f"hands have {size} cards; that is no length of a hand of {rules.game}"
            )
        at = [int(i) for i in np.unravel_index(where, shape or (1,))]
        _no_card(rules, cards, (place, *at) if layout == b.COLUMNS else (*at, place)[-cards.ndim :])
    return scores


def _narrow(cards: NDArray[Any]) -> NDArray[np.int8]:
    """The cards as int8 in C order; a number that does not fit becomes one that is no card of any game."""
    narrow = np.ascontiguousarray(cards.astype(np.int8, casting="unsafe", copy=False))
    if narrow.dtype != cards.dtype:
        narrow[narrow != cards] = _NO_CARD
    return narrow


def score_round(
    rules: Any, scores: Any, ender: Any = None, declared: Any = True
) -> NDArray[np.int32]:
    """What a round comes to: the hands' own points, with what its end adds to one seat.

    Masko: the announcer scores 0 or double (M34). Skyjo: the closer is doubled (S10). Mojo: the holder of the
    Mojo card pays for it (J10). Fifty Fifty adds nothing.

    Args:
        rules: the game and its options.
        scores: points of the hands, shape (..., players), as `score` gives them.
        ender: the Maskoman, closer or holder of each round, shape (...); needed but for Fifty Fifty.
        declared: Masko: whether MASKO was announced, not automatic; shape (...) or one for all.

    Returns:
        Points of the seats, shape (..., players), int32.

    Raises:
        TypeError: no array of ints.
        ArgumentError: a wrong shape, or an ender that is no seat; it names the first offending index.
        RulesError: a number of players that the game does not have.
    """
    need_rules(rules)
    try:
        points = np.array(scores)
    except ValueError:
        raise ArgumentError("scores must be one array") from None
    if points.dtype.kind not in "iu" or points.ndim == 0:
        raise TypeError("scores must be an array of ints with an axis of players")
    if points.size and not -_MOST_POINTS <= int(points.min()) <= int(points.max()) <= _MOST_POINTS:
        raise ArgumentError(f"scores must lie within -{_MOST_POINTS}..{_MOST_POINTS}")
    shape, players = points.shape[:-1], points.shape[-1]
    setup = setup_of(rules, players, 0, Seed(bytes(b.KEY_BYTES)))
    if ender is None:
        if rules._tables.about.get("ender") != "none":
            raise ArgumentError(f"a round of {rules.game} needs the seat that ended it")
        ender = 0
    try:
        seats, flags = np.asarray(ender), np.asarray(declared)
    except ValueError:
        raise ArgumentError("ender and declared must each be one array") from None
    if seats.dtype.kind not in "iu" or flags.dtype.kind != "b":
        raise TypeError("ender must hold ints, and declared bools")
    try:
        seats, flags = np.broadcast_to(seats, shape), np.broadcast_to(flags, shape)
    except ValueError:
        raise ArgumentError(f"ender and declared must have the shape {shape}") from None
    wrong = np.argwhere((seats < 0) | (seats >= players))
    if len(wrong):
        at = tuple(wrong[0].tolist())
        raise ArgumentError(
            f"ender[{', '.join(map(str, at))}] is {seats[at]}; it must be from 0 to {players - 1}"
        )
    out = np.ascontiguousarray(points, np.int32)
    setup.score_rounds(
        seats.size, out, seats.astype(np.int8).tobytes(), flags.astype(np.uint8).tobytes()
    )
    return out


def _no_card(rules: Any, cards: Any, index: tuple[int, ...]) -> None:
    at = ", ".join(str(int(i)) for i in index)
    raise ArgumentError(f"hands[{at}] is {cards[index]}; that is no card of {rules.game}")


class Result:
    """Columns of a simulated batch, one row a game.

    Attributes:
        totals: (n, players) int32, points of each seat.
        ranks: (n, players) uint8, places from 1.
        winners: (n, players) bool.
        round_count: (n,) int32, finished rounds.
        plies: (n,) int32, accepted actions.
        truncated: (n,) bool, stopped by `max_plies`.
        round_scores: (sum of round_count, players) int32, what each finished round added to the totals, game after
            game; negative where half masks of Fifty Fifty are erased; None if not asked for.
        first: the number in the batch of the game of row 0.
        seed: the seed of the batch.
    """

    __slots__ = (
        "_job",
        "first",
        "plies",
        "ranks",
        "round_count",
        "round_scores",
        "totals",
        "truncated",
        "winners",
    )

    def __init__(self, job: Job, first: int, columns: Columns, with_scores: bool) -> None:
        players = job.players
        self._job = job
        self.first = first
        self.totals = np.frombuffer(columns.totals, np.int32).reshape(-1, players)
        self.ranks = np.frombuffer(columns.ranks, np.uint8).reshape(-1, players)
        self.winners = np.frombuffer(columns.winners, np.bool_).reshape(-1, players)
        self.round_count = np.frombuffer(columns.rounds, np.int32)
        self.plies = np.frombuffer(columns.plies, np.int32)
        self.truncated = np.frombuffer(columns.truncated, np.bool_)
        self.round_scores = self._finished(columns) if with_scores else None

    def _finished(self, columns: Columns) -> NDArray[np.int32]:
        """The rows of finished rounds alone."""
        n, players = self.totals.shape
        scores = np.frombuffer(columns.scores, np.int32)
        scores = scores.reshape(n, len(scores) // max(1, n * players), players)
        return scores[np.arange(scores.shape[1]) < self.round_count[:, None]]

    @property
    def seed(self) -> Seed:
        """The seed of the batch; game i has ``game_seed(seed, i)``."""
        return self._job.seed

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        return f"<Result of {len(self)} games of {self._job.rules.game} with {self._job.players} players>"


_COLUMNS = ("totals", "ranks", "winners", "round_count", "plies", "truncated")


def _joined(parts: Iterator[Result], n: int, job: Job, with_scores: bool) -> Result:
    """All rows of several results; what has no room is told before anything is played."""
    whole = Result(job, 0, Columns(0, 0, job.players), with_scores)
    for name in _COLUMNS:
        empty = getattr(whole, name)
        setattr(whole, name, np.empty((n, *empty.shape[1:]), empty.dtype))
    scores: list[Any] = [whole.round_scores]
    for part in parts:
        for name in _COLUMNS:
            getattr(whole, name)[part.first : part.first + len(part)] = getattr(part, name)
        scores.append(part.round_scores)
    if with_scores:
        whole.round_scores = np.concatenate(scores)
    return whole


def simulate(
    rules: Any,
    players: int,
    n: int,
    seed: AnySeed = None,
    policies: BatchPolicies = "prudent",
    *,
    first_player: int = 0,
    max_plies: int | None = None,
    round_scores: bool = False,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Result:
    """Play n whole games in C.

    Args:
        rules: the game and its options.
        players: seats at each table.
        n: how many games.
        seed: as for `Game`; game i has ``game_seed(seed, i)``.
        policies: one for all seats or one for each: by name, as `bots.Builtin`, or a callable that answers
            `Decisions`, many at a time, with codes; on an executor of processes it must pickle.
        first_player: who plays first in the first round (C2).
        max_plies: stop a game at this many plies (C10).
        round_scores: keep what each round added to the totals, too.
        threads: how many to use; the result is the same for any number.
        executor: any `concurrent.futures.Executor`, or a function that makes one, to play on instead; the same result.
        progress: called with games done and n.

    Raises:
        RulesError, ArgumentError, TypeError: an argument is wrong, or a callable chose what is not legal.
    """
    count = check_count(n)
    job = make_job(rules, players, count, seed, policies, first_player, max_plies)
    parts = _results(job, count, round_scores, threads, executor, progress)
    return _joined(parts, count, job, round_scores)


def stream(
    rules: Any,
    players: int,
    n: int,
    seed: AnySeed = None,
    policies: BatchPolicies = "prudent",
    *,
    first_player: int = 0,
    max_plies: int | None = None,
    round_scores: bool = False,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Iterator[Result]:
    """Play n whole games and hand them out in chunks, in order; memory stays flat whatever n is.

    What has been handed out before Ctrl-C is finished and stays.
    Sizes of chunks depend on the machine; the games do not.

    Args and errors are those of `simulate`; wrong arguments are refused at once.
    """
    job = make_job(rules, players, check_count(n), seed, policies, first_player, max_plies)
    return _results(job, n, round_scores, threads, executor, progress)


def _results(
    job: Job,
    n: int,
    with_scores: bool,
    threads: int,
    executor: AnyExecutor | None,
    progress: Callable[[int, int], Any] | None,
) -> Iterator[Result]:
    if not isinstance(with_scores, bool):
        raise TypeError(f"round_scores must be a bool, not {type(with_scores).__name__}")
    chunks = simulate_chunks(
        job, n, check_threads(threads), progress, executor, with_scores=with_scores
    )
    return (Result(job, columns.start, columns, with_scores) for columns in chunks)


def actions(rules: Any) -> tuple[Any, ...]:
    """All actions of the game of `rules` in code order: the action of code i is number i."""
    return tuple(need_rules(rules)._tables.actions)


def game(result: Result, i: int) -> Record:
    """The record of the game of row i of a result: played again, move by move.

    Raises:
        ArgumentError: no such game.
        TypeError: no `Result`, or no int.
    """
    if not isinstance(result, Result):
        raise TypeError(f"result must be a Result of simulate, not {type(result).__name__}")
    job = result._job
    number = result.first + check_count(i, "i", 0, len(result) - 1)
    table: Game[Any, Any, Any] = Game(
        job.rules, job.players, seed=game_seed(job.seed, number), first_player=job.first_player
    )
    seats = [p if isinstance(p, Builtin) else bot(p) for p in job.policies]
    _play(table, seats, job.max_plies)
    return table.record
