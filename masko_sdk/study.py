"""Studies: policies compared over the same deals with seats rotated, and grids of rule options or policy parameters.

They need no NumPy. With a file they can be interrupted and gone on with: no game is lost or played twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from masko_sdk._batch import check_count, check_threads, child_seed
from masko_sdk._chunks import AnyExecutor, Parts, chunks
from masko_sdk._match import DealSums, Match, make_match
from masko_sdk._study_file import StudyFile
from masko_sdk._value import FrozenMap, Value, json_form, value
from masko_sdk.bots import (
    AnyPolicy,
    Builtin,
    check_max_plies,
    parameters_of,
    policy_name,
    seat_policies,
)
from masko_sdk.errors import ArgumentError, StudyError, _short
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed, make_seed
from masko_sdk.summary import Estimate

__all__ = ["Cell", "Comparison", "Difference", "Showing", "Sweep", "compare", "sweep"]

_CHUNK = 256  # deals
_FAIR_RACE = (
    "race was set to random: in its default order, clockwise, claims favour some of the seats"
)


@value
class Showing(Value):
    """What an entrant or a seat comes to.

    Attributes:
        round_score: points a finished round (a ratio of means).
        total: points at the end of a game.
        win_share: share of wins, several winners sharing one; an entrant's is that of all its seats.
    """

    round_score: Estimate
    total: Estimate
    win_share: Estimate

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "round_score": self.round_score.to_json(),
            "total": self.total.to_json(),
            "win_share": self.win_share.to_json(),
        }


@value
class Difference(Value):
    """An entrant less another, deal by deal: its errors are smaller than those of the two would make them.

    Attributes:
        first: number of the entrant.
        second: number of the one that is taken off.
        round_score: difference of points a finished round.
        total: difference of points at the end of a game.
        win_share: difference of the shares of wins.
    """

    first: int
    second: int
    round_score: Estimate
    total: Estimate
    win_share: Estimate

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "first": self.first,
            "second": self.second,
            "round_score": self.round_score.to_json(),
            "total": self.total.to_json(),
            "win_share": self.win_share.to_json(),
        }


@value
class Comparison(Value):
    """Entrants over the same deals, each in each seat.

    Attributes:
        rules: what was played.
        players: seats at each table.
        policies: the entrants.
        seed: of the deals; deal i is that of game i.
        deals: how many were played.
        games: deals times rotations.
        truncated: games stopped by `max_plies`.
        plies: accepted actions in all.
        rounds: finished rounds of a game.
        entrants: what each entrant came to.
        seats: what each seat came to, whoever sat there.
        differences: of each pair of entrants.
        notes: what was done that was not asked for, in words.
    """

    rules: Any
    players: int
    policies: tuple[AnyPolicy, ...]
    seed: Seed
    deals: int
    games: int
    truncated: int
    plies: int
    rounds: Estimate
    entrants: tuple[Showing, ...]
    seats: tuple[Showing, ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "game": self.rules.game,
            "rules": self.rules.to_json(),
            "players": self.players,
            "policies": [_policy_form(policy) for policy in self.policies],
            "seed": self.seed.to_json(),
            "deals": self.deals,
            "games": self.games,
            "truncated": self.truncated,
            "plies": self.plies,
            "rounds": self.rounds.to_json(),
            "entrants": [showing.to_json() for showing in self.entrants],
            "seats": [showing.to_json() for showing in self.seats],
            "differences": [difference.to_json() for difference in self.differences],
            "notes": list(self.notes),
        }


@value
class Cell(Value):
    """One place of a grid.

    Attributes:
        settings: what was set here, by name.
        result: what came of it.
    """

    settings: Mapping[str, Any]
    result: Comparison

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {"settings": json_form(self.settings), "result": self.result.to_json()}


@value
class Sweep(Value):
    """A grid of comparisons.

    Attributes:
        grid: the values of each name.
        seed: of the sweep; cell c has ``child_seed(seed, c)``.
        cells: the last name of the grid varies first.
        notes: what was done that was not asked for, in words.
    """

    grid: Mapping[str, tuple[Any, ...]]
    seed: Seed
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "grid": json_form(self.grid),
            "seed": self.seed.to_json(),
            "cells": [cell.to_json() for cell in self.cells],
            "notes": list(self.notes),
        }


# The work.


@dataclass(frozen=True, slots=True)
class _Task:
    """One chunk of deals of one cell; a worker is sent this."""

    match: Match
    cell: int
    deal: int
    deals: int

    def __call__(self, start: int, n: int) -> DealSums:
        return self.match(self.deal, self.deals)


class _Tasks(Parts[DealSums]):
    """All chunks of a study, cell by cell."""

    def __init__(self, matches: Sequence[Match], n: int, chunk: int) -> None:
        self._matches = matches
        self._n = n
        self._chunk = chunk
        self._in_cell = -(-n // chunk)

    def __len__(self) -> int:
        return self._in_cell * len(self._matches)

    def part(self, start: int) -> _Task:
        cell, chunk = divmod(start, self._in_cell)
        deal = chunk * self._chunk
        return _Task(self._matches[cell], cell, deal, min(self._chunk, self._n - deal))


class Study:
    """A comparison or a sweep, checked, and as far as it has come.

    Attributes:
        sums: of each cell, so far.
    """

    def __init__(
        self,
        settings: Sequence[Mapping[str, Any]],
        matches: Sequence[Match],
        grid: Mapping[str, tuple[Any, ...]],
        form: _Form,
    ) -> None:
        self.matches = list(matches)
        self.sums = [DealSums(match.sides) for match in matches]
        self._settings = settings
        self._grid = grid
        self._form = form
        self._tasks = _Tasks(self.matches, form.n, form.chunk)

    @property
    def deals(self) -> int:
        """How many there are to be played, in all cells."""
        return self._form.n * len(self.matches)

    @property
    def seed(self) -> Seed:
        """The seed of the study."""
        return self._form.seed

    def play(
        self,
        *,
        threads: int = 1,
        executor: AnyExecutor | None = None,
        progress: Callable[[int, int], Any] | None = None,
    ) -> Iterator[int]:
        """Play what is left, and yield after each chunk how many deals are done; each is in the file by then."""
        with ExitStack() as stack:
            file = self._form.file
            start = 0
            if file is not None:
                stack.callback(file.close)
                start = self._take_up(file)
            done = sum(sums.deals for sums in self.sums)
            if progress is not None and done:
                progress(done, self.deals)
            played = chunks(
                self._tasks,
                len(self._tasks),
                start=start,
                size=1,
                threads=threads,
                executor=executor,
            )
            stack.enter_context(closing(played))
            for chunk in played:
                task = self._tasks.part(chunk.start)
                if file is not None:
                    file.add(task.cell, task.deal, task.deals, chunk.result.to_json())
                self.sums[task.cell].merge(chunk.result)
                done += task.deals
                if progress is not None:
                    progress(done, self.deals)
                yield done

    def _take_up(self, file: StudyFile) -> int:
        """Take in the chunks that the file holds: the first ones, in order."""
        for number, line in enumerate(file.lines):
            try:
                task = self._tasks.part(number)
                place = [line[name] for name in ("cell", "deal", "deals")]
                sums = DealSums.from_json(task.match.sides, line["sums"])
            except (LookupError, TypeError, ValueError):
                raise file.damaged(number) from None
            if place != [task.cell, task.deal, task.deals] or sums.deals != task.deals:
                raise file.damaged(number)
            self.sums[task.cell].merge(sums)
        return len(file.lines)

    def close(self) -> None:
        """Let go of the file of a study that was not played."""
        if self._form.file is not None:
            self._form.file.close()

    # What came of it.

    def comparison(self, cell: int = 0) -> Comparison:
        """What a cell has come to so far."""
        match, sums = self.matches[cell], self.sums[cell]
        job = match.jobs[0]
        k = match.entrants
        seats = match.players // k
        pairs = [(a, c) for a in range(k) for c in range(a + 1, k)]
        deals, games, truncated, plies, *_ = sums.counts
        return Comparison(
            job.rules,
            match.players,
            job.policies[:k],
            job.seed,
            deals,
            games,
            truncated,
            plies,
            sums.rounds(match.rotations),
            tuple(Showing(*_figures(sums, match, (side, None), seats)) for side in range(k)),
            tuple(
                Showing(*_figures(sums, match, (side, None), 1)) for side in range(k, match.sides)
            ),
            tuple(Difference(*pair, *_figures(sums, match, pair, seats)) for pair in pairs),
            self._form.notes,
        )

    def sweep(self) -> Sweep:
        """What all cells have come to so far."""
        cells = [
            Cell(FrozenMap(settings), self.comparison(number))
            for number, settings in enumerate(self._settings)
        ]
        return Sweep(FrozenMap(self._grid), self._form.seed, tuple(cells), self._form.notes)


def _figures(
    sums: DealSums, match: Match, sides: tuple[int, int | None], seats: int
) -> tuple[Estimate, Estimate, Estimate]:
    """Round score, total and share of wins of a side that has so many seats in each rotation, or of a difference."""
    return (
        sums.round_score(sides, seats),
        sums.total(sides, match.rotations * seats),
        sums.win_share(sides, match.rotations),
    )


# Arguments.


@dataclass(frozen=True, slots=True)
class _Form:
    """What all cells share."""

    n: int
    chunk: int
    seed: Seed
    notes: tuple[str, ...]
    file: StudyFile | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study is to play, checked but for its seed.

    Attributes:
        kind: ``"compare"`` or ``"sweep"``.
        rules: the rules that the grid starts from.
        policies: the entrants.
        players: seats.
        n: deals of each cell.
        chunk: deals of a line of the file.
        max_plies: where a game is stopped.
        grid: the values of each name.
        notes: what was done that was not asked for.
    """

    kind: str
    rules: Any
    policies: tuple[AnyPolicy, ...]
    players: int
    n: int
    chunk: int
    max_plies: int | None
    grid: Mapping[str, tuple[Any, ...]]
    notes: tuple[str, ...]

    @property
    def settings(self) -> list[dict[str, Any]]:
        """What each cell sets."""
        return [dict(zip(self.grid, items, strict=True)) for items in product(*self.grid.values())]

    def header(self, seed: Seed) -> dict[str, Any]:
        """What the file pins."""
        grid = [[name, [json_form(item) for item in items]] for name, items in self.grid.items()]
        return {
            "kind": self.kind,
            "game": self.rules.game,
            "revision": self.rules._tables.revision,
            "rules": self.rules.to_json(),
            "policies": [_policy_form(policy) for policy in self.policies],
            "players": self.players,
            "max_plies": self.max_plies,
            "grid": grid,
            "n": self.n,
            "chunk": self.chunk,
            "seed": seed.to_json(),
        }

    def matches(self, seed: Seed) -> list[Match]:
        """What each cell plays: the one of a comparison under the seed itself."""
        return [
            make_match(
                *_set(self.rules, self.policies, setting),
                self.players,
                self.n,
                seed if self.kind == "compare" else child_seed(seed, cell),
                self.max_plies,
            )
            for cell, setting in enumerate(self.settings)
        ]

    def study(self, seed: Any, file: str | os.PathLike[str] | None) -> Study:
        """The study under a seed, gone on with if its file is there."""
        base = make_seed(seed)
        matches = self.matches(base)  # judged before a file is touched
        if file is None:
            form = _Form(self.n, self.chunk, base, self.notes, None)
            return Study(self.settings, matches, self.grid, form)
        opened = StudyFile(file)
        try:
            if seed is None and opened.header is not None:
                base = _seed_of(opened.header)
                matches = self.matches(base)
            opened.pin(self.header(base))
        except BaseException:
            opened.close()
            raise
        return Study(
            self.settings, matches, self.grid, _Form(self.n, self.chunk, base, self.notes, opened)
        )


def _seed_of(header: Mapping[str, Any]) -> Seed:
    try:
        return Seed.from_json(header.get("seed"))
    except ValueError:
        raise StudyError("the seed of the study can't be read") from None


def make_plan(
    kind: str,
    rules: Any,
    policies: Any,
    n: Any,
    *,
    grid: Mapping[str, Sequence[Any]] | None = None,
    players: int | None = None,
    max_plies: int | None = None,
    fair: bool = True,
    chunk: int = _CHUNK,
) -> Plan:
    """Check the arguments of a study.

    Raises:
        TypeError, ArgumentError: one is wrong.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
    entrants = _entrants(policies)
    if kind == "compare" and len(entrants) < 2:
        raise ArgumentError("there is nothing to compare: give two policies or more")
    values = _grid_values({} if grid is None else grid, kind)
    rules, notes = _fair(rules, fair and "race" not in values)
    return Plan(
        kind,
        rules,
        entrants,
        _seats(rules, players, len(entrants)),
        check_count(n, "n", 1),
        check_count(chunk, "chunk", 1),
        None if max_plies is None else check_max_plies(max_plies),
        values,
        notes,
    )


def _entrants(policies: Any) -> tuple[AnyPolicy, ...]:
    given = policies if isinstance(policies, Sequence) else [policies]
    given = [policies] if isinstance(policies, str) else given
    found = tuple(seat_policies(given, len(given)))
    if not found:
        raise ArgumentError("policies must not be empty")
    return found


def _seats(rules: Any, players: int | None, entrants: int) -> int:
    """As many seats as entrants, or the next multiple that the game allows."""
    if players is not None:
        return players
    low, high = map(int, rules._tables.about["players"].split(" "))
    fitting = [seats for seats in range(low, high + 1) if seats % entrants == 0]
    return fitting[0] if fitting else entrants


def _grid_values(grid: Mapping[str, Sequence[Any]], kind: str) -> dict[str, tuple[Any, ...]]:
    if not isinstance(grid, Mapping):
        raise TypeError(f"grid must be a mapping, not {type(grid).__name__}")
    if kind == "sweep" and not grid:
        raise ArgumentError("grid names nothing to vary")
    values = {}
    for name, items in grid.items():
        if isinstance(items, (str, bytes)) or not isinstance(items, Sequence):
            raise TypeError(f"{name} of the grid must be a sequence of values")
        if not items:
            raise ArgumentError(f"{name} of the grid has no values")
        values[name] = tuple(items)
    return values


def _fair(rules: Any, wanted: bool) -> tuple[Any, tuple[str, ...]]:
    """Rules in which no seat is favoured by the order of claims (M17), and a note when they were changed."""
    if wanted and getattr(rules, "race", "random") != "random":
        return replace(rules, race="random"), (_FAIR_RACE,)
    return rules, ()


def _set(
    rules: Any, policies: tuple[AnyPolicy, ...], settings: Mapping[str, Any]
) -> tuple[Any, tuple[AnyPolicy, ...]]:
    """Rules and policies of a cell.

    Raises:
        ArgumentError: a name is neither an option of the rules nor a parameter of the first policy.
        RulesError: an option can't have that value.
    """
    options = rules.to_json()
    first = policies[0]
    parameters = dict(first.parameters) if isinstance(first, Builtin) else {}
    known = parameters_of(rules, first.name) if isinstance(first, Builtin) else {}
    for setting, item in settings.items():
        name, dot, part = setting.partition(".")
        if name in options and not dot:
            options[name] = json_form(item) if isinstance(item, (Mapping, tuple)) else item
        elif name in options and isinstance(options[name], dict) and part in options[name]:
            options[name] = {**options[name], part: item}
        elif setting in known:
            parameters[setting] = item
        else:
            raise ArgumentError(
                f"{_short(setting)} is no option of {rules.game} and no parameter of {policy_name(first)}"
            )
    if isinstance(first, Builtin):
        first = Builtin(first.name, parameters)
    return type(rules).from_options(options), (first, *policies[1:])


def _policy_form(policy: AnyPolicy) -> dict[str, Any]:
    """What tells a policy from others, in a file: of one's own there is no more than its name."""
    parameters = dict(policy.parameters) if isinstance(policy, Builtin) else {}
    return {"name": policy_name(policy), "parameters": parameters}


# The calls.


def compare(
    rules: Any,
    policies: Sequence[str | AnyPolicy],
    n: int,
    seed: Any = None,
    *,
    players: int | None = None,
    max_plies: int | None = None,
    fair: bool = True,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
    file: str | os.PathLike[str] | None = None,
    chunk: int = _CHUNK,
) -> Comparison:
    """Play n deals with each of two or more policies in each of the seats, and tell how they differ.

    A deal is played once for each rotation, with the same cards: with two policies and four seats as A B A B and as
    B A B A. Luck that a seat has with a deal is so shared, and differences are known better.

    Args:
        rules: the game and its options.
        policies: the entrants, by name or as `bots.Builtin`.
        n: how many deals; as many games for each rotation.
        seed: as for `Game`; deal i is that of ``game_seed(seed, i)``. None with a file that is there: its seed.
        players: seats, a multiple of the policies; by default the fewest that the game allows.
        max_plies: stop a game at this many plies (C10).
        fair: set Masko's race to random, since clockwise claims favour seats; a note tells when that was done.
        threads: how many to use; the result is the same for any number.
        executor: any `concurrent.futures.Executor`, or a function that makes one, to play on instead.
        progress: called with deals done and n.
        file: where finished chunks are kept; when it is there, the study goes on from it.
        chunk: deals of a line of the file.

    Raises:
        RulesError, ArgumentError, TypeError: an argument is wrong.
        StudyError: the file is none of this study.
        OSError: the file can't be read or written.
    """
    threads = check_threads(threads)
    plan = make_plan(
        "compare",
        rules,
        policies,
        n,
        players=players,
        max_plies=max_plies,
        fair=fair,
        chunk=chunk,
    )
    study = plan.study(seed, file)
    for _ in study.play(threads=threads, executor=executor, progress=progress):
        pass
    return study.comparison()


def sweep(
    rules: Any,
    policies: str | AnyPolicy | Sequence[str | AnyPolicy],
    grid: Mapping[str, Sequence[Any]],
    n: int,
    seed: Any = None,
    *,
    players: int | None = None,
    max_plies: int | None = None,
    fair: bool = True,
    threads: int = 1,
    executor: AnyExecutor | None = None,
    progress: Callable[[int, int], Any] | None = None,
    file: str | os.PathLike[str] | None = None,
    chunk: int = _CHUNK,
) -> Sweep:
    """Play n deals in each cell of a grid of rule options and policy parameters.

    Each cell is played as `compare` plays it, with deals of its own: cell c has the seed ``child_seed(seed, c)``.

    Args:
        rules: the game and the options that stay.
        policies: one for all seats, or the entrants.
        grid: values by name: an option of the rules (``"target"``), a part of one (``"special_points.ninja"``), or a
            parameter of the first policy (``"announce_at"``); the other policies stay as they are.
        n: how many deals in each cell.
        seed: as for `Game`. None with a file that is there: its seed.
        players: seats, a multiple of the policies; by default the fewest that the game allows.
        max_plies: stop a game at this many plies (C10).
        fair: set Masko's race to random unless the grid varies it; a note tells when that was done.
        threads: how many to use; the result is the same for any number.
        executor: any `concurrent.futures.Executor`, or a function that makes one, to play on instead.
        progress: called with deals done and those of all cells.
        file: where finished chunks are kept; when it is there, the study goes on from it.
        chunk: deals of a line of the file.

    Raises:
        RulesError, ArgumentError, TypeError: an argument is wrong.
        StudyError: the file is none of this study.
        OSError: the file can't be read or written.
    """
    threads = check_threads(threads)
    plan = make_plan(
        "sweep",
        rules,
        policies,
        n,
        grid=grid,
        players=players,
        max_plies=max_plies,
        fair=fair,
        chunk=chunk,
    )
    study = plan.study(seed, file)
    for _ in study.play(threads=threads, executor=executor, progress=progress):
        pass
    return study.sweep()
