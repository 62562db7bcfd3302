"""Studies: policies compared over the same deals with seats rotated, and grids of rule options or policy parameters.

They need no NumPy. With a file they can be interrupted and gone on with: no game is lost or played twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from masko_sdk._batch import check_threads
from masko_sdk._chunks import AnyExecutor
from masko_sdk._study.plan import CHUNK, make_plan
from masko_sdk._study.results import Cell, Comparison, Difference, Showing, Sweep
from masko_sdk.bots import AnyPolicy

__all__ = ["Cell", "Comparison", "Difference", "Showing", "Sweep", "compare", "sweep"]


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
    chunk: int = CHUNK,
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
        StudyError: the file is none of this study, or was changed.
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
    chunk: int = CHUNK,
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
        StudyError: the file is none of this study, or was changed.
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
