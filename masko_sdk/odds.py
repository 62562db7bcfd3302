"""Odds: what follows each legal action of a seat, as far as that seat can know.

Worlds that agree with all that the seat knows are drawn (C12), and each action is played out in each of them by
policies. World i is ``player.sample_world(batch.child_seed(seed, i))``. All actions meet the same worlds and the same
dice, so that their differences are known better than they are themselves. It needs no NumPy.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

from masko_sdk import _backend as b
from masko_sdk._batch import check_threads
from masko_sdk._checks import check_choice, check_count
from masko_sdk._chunks import AnyExecutor, chunks
from masko_sdk._value import FrozenMap, Value, value
from masko_sdk.bots import Builtin, Policies, builtin_words, check_max_plies, seat_policies
from masko_sdk.errors import ArgumentError, GameOver, NotYourTurn, _short
from masko_sdk.game import Game
from masko_sdk.player import Player
from masko_sdk.seed import make_seed
from masko_sdk.summary import Estimate, estimate

__all__ = ["ActionOdds", "Odds", "odds"]

POINTS, LOWEST, TOTAL, WINS, TRUNCATED, PLIES = range(6)
_SUMS = 6
_PAIRED = 4  # those with products
_UNITS = (1, 1, 1, 840)  # a whole win divides by every number of winners
_AIMS = {"points": (POINTS, 1), "lowest": (LOWEST, -1), "total": (TOTAL, 1), "win": (WINS, -1)}
_FIRST_LOOK = 128
_FIRST_PLAYOUTS = 64  # of a first chunk
_LAST_WORLD = 2**32

Aim = Literal["points", "lowest", "total", "win"]


@value
class ActionOdds(Value):
    """What follows one action.

    Attributes:
        action: what is done.
        points: what the present round adds to the seat's total (in Fifty Fifty less what it erases).
        lowest: the chance that the round adds less to nobody's.
        total: the seat's total where the playouts end.
        win: its share of wins, several winners sharing one; None unless the playouts go on to the end of the game.
        behind: by how much the best action is better, in what `best` is judged by, world by world; 0 for the best one.
        distribution: points of the round, and in how many worlds.
        truncated: playouts stopped by `max_plies`; what they had come to is counted.
    """

    action: Any
    points: Estimate
    lowest: Estimate
    total: Estimate
    win: Estimate | None
    behind: Estimate
    distribution: Mapping[int, int]
    truncated: int

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "action": self.action.to_json(),
            "points": self.points.to_json(),
            "lowest": self.lowest.to_json(),
            "total": self.total.to_json(),
            "win": None if self.win is None else self.win.to_json(),
            "behind": self.behind.to_json(),
            "distribution": {str(points): n for points, n in self.distribution.items()},
            "truncated": self.truncated,
        }


@value
class Odds(Value):
    """What follows each legal action of a seat.

    Attributes:
        seat: who decides.
        ply: when.
        horizon: how far each playout goes: ``"round"`` or ``"game"``.
        by: what `best` is judged by: ``"points"``, ``"lowest"``, ``"total"`` or ``"win"``.
        worlds: how many were drawn.
        plies: actions of all playouts.
        actions: one for each legal action, in code order.
        best: the action that came out best.
        confidence: what was asked for, or None.
        settled: whether `best` is better than each other action at that confidence, or equal to it in every world;
            False when none was asked for.
    """

    seat: int
    ply: int
    horizon: str
    by: str
    worlds: int
    plies: int
    actions: tuple[ActionOdds, ...]
    best: Any
    confidence: float | None
    settled: bool

    @property
    def ranked(self) -> tuple[ActionOdds, ...]:
        """The actions, the best first."""
        return tuple(sorted(self.actions, key=lambda odds: odds.behind.mean))

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "seat": self.seat,
            "ply": self.ply,
            "horizon": self.horizon,
            "by": self.by,
            "worlds": self.worlds,
            "plies": self.plies,
            "actions": [odds.to_json() for odds in self.actions],
            "best": self.best.to_json(),
            "confidence": self.confidence,
            "settled": self.settled,
        }


class Tally:
    """Exact sums over worlds: however these are split, the same comes of it."""

    __slots__ = ("actions", "counts", "products", "sums", "worlds")

    def __init__(self, actions: int) -> None:
        self.actions = actions
        self.worlds = 0
        self.sums = array("q", bytes(8 * _SUMS * actions))
        self.products = array("q", bytes(8 * _PAIRED * _pairs(actions)))
        self.counts: list[Counter[int]] = [Counter() for _ in range(actions)]

    def merge(self, other: Tally) -> None:
        """Take in the sums over other worlds."""
        self.worlds += other.worlds
        for mine, theirs in ((self.sums, other.sums), (self.products, other.products)):
            for i, more in enumerate(theirs):
                mine[i] += more
        for count, more_of in zip(self.counts, other.counts, strict=True):
            count.update(more_of)

    def estimate(self, what: int, action: int) -> Estimate:
        """The mean of a value after an action."""
        return estimate(
            self.worlds, self._sum(what, action), self._product(what, action, action), _UNITS[what]
        )

    def difference(self, what: int, action: int, other: int) -> Estimate:
        """The mean of a value after an action less that after another, world by world."""
        squared = (
            self._product(what, action, action)
            - 2 * self._product(what, action, other)
            + self._product(what, other, other)
        )
        total = self._sum(what, action) - self._sum(what, other)
        return estimate(self.worlds, total, squared, _UNITS[what])

    def best(self, what: int, sign: int) -> int:
        """The action with the lowest mean, or with sign -1 the highest; of equal ones the first."""
        return min(range(self.actions), key=lambda action: sign * self._sum(what, action))

    def _sum(self, what: int, action: int) -> int:
        return self.sums[what * self.actions + action]

    def _product(self, what: int, a: int, c: int) -> int:
        high, low = max(a, c), min(a, c)
        return self.products[what * _pairs(self.actions) + _pairs(high) + low]


def _pairs(n: int) -> int:
    return n * (n + 1) // 2


@dataclass(frozen=True, slots=True)
class Trial:
    """A decision and how it is played out; a worker is sent this, and with it the record of the game."""

    game: Game[Any, Any, Any]
    seat: int
    actions: int
    key: bytes
    index: int
    policies: bytes
    parameters: tuple[int, ...]
    limits: tuple[int, int]

    def __call__(self, start: int, n: int) -> Tally:
        """Worlds start..start+n-1."""
        tally = Tally(self.actions)
        points = array("i", bytes(4 * n * self.actions))
        status, _, _ = self.game.clone()._core.odds(
            self.seat,
            self.key,
            (self.index, start, n),
            self.policies,
            self.parameters,
            self.limits,
            (tally.sums, tally.products, points),
        )
        if status != b.OK:
            raise ArgumentError("the core refused the odds")
        tally.worlds = n
        tally.counts = [Counter(points[a :: self.actions]) for a in range(self.actions)]
        return tally


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, checked."""

    trial: Trial
    n: int
    horizon: str
    by: str
    confidence: float | None
    legal: tuple[Any, ...]

    @property
    def looks(self) -> list[int]:
        """After how many worlds it is looked whether the best action is settled."""
        looks = []
        look = _FIRST_LOOK
        while self.confidence is not None and look < self.n:
            looks.append(look)
            look *= 2
        return [*looks, self.n]

    def is_settled(self, tally: Tally) -> bool:
        """Whether the best action is better than each other, or equal to it in every world.

        The error is shared out among the actions and the looks (Bonferroni).
        """
        if self.confidence is None:
            return False
        what, sign = _AIMS[self.by]
        best = tally.best(what, sign)
        others = [action for action in range(tally.actions) if action != best]
        tests = max(1, len(others)) * len(self.looks)
        z = NormalDist().inv_cdf(1 - (1 - self.confidence) / (2 * tests))
        behind = [tally.difference(what, action, best) for action in others]
        return all(
            sign * found.mean > z * found.error or (found.mean, found.error) == (0, 0)
            for found in behind
        )

    def answer(self, tally: Tally) -> Odds:
        """What the worlds so far tell."""
        what, sign = _AIMS[self.by]
        best = tally.best(what, sign)
        found = [self._action(tally, action, best) for action in range(tally.actions)]
        plies = sum(tally.sums[PLIES * tally.actions : (PLIES + 1) * tally.actions])
        return Odds(
            self.trial.seat,
            self.trial.game.ply,
            self.horizon,
            self.by,
            tally.worlds,
            plies,
            tuple(found),
            self.legal[best],
            self.confidence,
            self.is_settled(tally),
        )

    def _action(self, tally: Tally, action: int, best: int) -> ActionOdds:
        what, _ = _AIMS[self.by]
        behind = tally.difference(what, action, best)
        return ActionOdds(
            self.legal[action],
            tally.estimate(POINTS, action),
            tally.estimate(LOWEST, action),
            tally.estimate(TOTAL, action),
            tally.estimate(WINS, action) if self.horizon == "game" else None,
            Estimate(abs(behind.mean), behind.error),
            FrozenMap(dict(sorted(tally.counts[action].items()))),
            tally.sums[TRUNCATED * tally.actions + action],
        )


def make_question(
    player: Player[Any, Any, Any],
    n: Any,
    seed: Any,
    policy: Any,
    *,
    horizon: Any = "round",
    by: Any = None,
    max_plies: Any = None,
    confidence: Any = None,
) -> Question:
    """Check all arguments of `odds`.

    Raises:
        TypeError, ArgumentError: one is wrong.
        NotYourTurn: the player is not due.
    """
    if not isinstance(player, Player):
        raise TypeError(f"odds are of a Player, not of a {type(player).__name__}")
    game = player._game.clone()
    legal = player.legal_actions
    if game.is_over:
        raise GameOver(player.seat, "odds")
    if not legal:
        raise NotYourTurn(player.seat, "odds")
    check_choice("horizon", horizon, ("round", "game"))
    by = (
        ("points" if horizon == "round" else "win") if by is None else check_choice("by", by, _AIMS)
    )
    if by == "win" and horizon == "round":
        raise ArgumentError("by is 'win'; that needs the horizon 'game'")
    policies, parameters = _policy_words(game, policy)
    base = make_seed(seed)
    limits = (check_max_plies(max_plies), int(horizon == "game"))
    trial = Trial(game, player.seat, len(legal), base.key, base.game, policies, parameters, limits)
    count = check_count(n, "n", 1, _LAST_WORLD)
    return Question(trial, count, horizon, by, _check_confidence(confidence), legal)


def _policy_words(game: Game[Any, Any, Any], policy: Any) -> tuple[bytes, tuple[int, ...]]:
    seats = seat_policies(policy, len(game.players))
    builtins = [policy for policy in seats if isinstance(policy, Builtin)]
    if len(builtins) != len(seats):
        raise TypeError("odds play out with policies of the core")
    words = [builtin_words(game._tables, policy) for policy in builtins]
    numbers = bytes(number for number, _ in words)
    return numbers, tuple(word for _, parameters in words for word in parameters)


def _check_confidence(confidence: Any) -> float | None:
    if confidence is None:
        return None
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        raise TypeError(f"confidence must be a float or None, not {type(confidence).__name__}")
    if not 0.5 <= confidence < 1:
        raise ArgumentError(
            f"confidence is {_short(confidence)}; it must be from 0.5 to less than 1"
        )
    return float(confidence)


def tallies(
    question: Question,
    *,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Iterator[Tally]:
    """The sums so far, after each chunk of worlds, until n or until the best action is settled.

    It is the same object each time.
    """
    tally = Tally(question.trial.actions)
    for look in question.looks:
        played = chunks(
            question.trial,
            look,
            start=tally.worlds,
            first=max(1, _FIRST_PLAYOUTS // tally.actions),
            threads=threads,
            executor=executor,
        )
        with closing(played):
            for chunk in played:
                tally.merge(chunk.result)
                if progress is not None:
                    progress(tally.worlds, question.n)
                yield tally
        if question.is_settled(tally):
            return


def odds(
    player: Player[Any, Any, Any],
    n: int,
    seed: Any = None,
    policy: Policies = "prudent",
    *,
    horizon: Literal["round", "game"] = "round",
    by: Aim | None = None,
    max_plies: int | None = None,
    threads: int = 1,
    confidence: float | None = None,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Odds:
    """What follows each legal action of a player who is due, in n worlds that agree with all the player knows.

    A function of the rules, of what the seat has been told, and of the other arguments alone; the same for any number
    of threads and any executor. When several seats are due (a window, a setup), this one acts first.

    Args:
        player: who decides; due now.
        n: how many worlds; with a confidence, the most.
        seed: as for `Game`; world i has ``child_seed(seed, i)``.
        policy: who plays on: one for all seats or one for each, by name or as `bots.Builtin`.
        horizon: play to the end of the ``"round"`` or of the ``"game"``.
        by: what the best action is judged by: ``"points"`` or ``"total"`` (low), ``"lowest"`` or ``"win"`` (high).
            By default points, and with the horizon ``"game"`` wins.
        max_plies: stop a playout when the game has this many plies (C10).
        threads: how many to use.
        confidence: stop as soon as the best action is better than each other at this confidence, such as 0.99.
            It is looked after 128, 256, 512, ... worlds; the intervals are of the normal law.
        executor: any `concurrent.futures.Executor`, or a function that makes one, to work on instead. What is sent to
            another process is the record of the game, so that of a sampled world can't be.
        progress: called with worlds done and n.

    Raises:
        GameOver, NotYourTurn: the player is not due.
        TypeError, ArgumentError: an argument is wrong.
    """
    question = make_question(
        player,
        n,
        seed,
        policy,
        horizon=horizon,
        by=by,
        max_plies=max_plies,
        confidence=confidence,
    )
    *_, tally = tallies(
        question, threads=check_threads(threads), executor=executor, progress=progress
    )
    return question.answer(tally)
