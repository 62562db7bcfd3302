"""``masko compare`` and ``masko sweep``: studies that can be interrupted and gone on with."""

from __future__ import annotations

import argparse
import csv
import json
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from masko_sdk._study.plan import make_plan
from masko_sdk._study.work import Study
from masko_sdk._value import json_form
from masko_sdk.cli.arguments import UsageError, policies, policy_text, rules_of, varied
from masko_sdk.cli.cluster import workers
from masko_sdk.cli.output import (
    INTERRUPTED,
    Interrupt,
    Progress,
    counted,
    csv_cells,
    form_of,
    output,
)
from masko_sdk.cli.plot import plotter
from masko_sdk.cli.results import comparison_table, sweep_table
from masko_sdk.cli.screen import Screen
from masko_sdk.study import Comparison, Showing, Sweep
from masko_sdk.words import Words

__all__ = ["compare", "sweep"]

_FIGURES = ("round_score", "total", "win_share")


def compare(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = form_of(arguments)
    plot = plotter(arguments.plot)
    study = _study("compare", arguments)
    interrupt = Interrupt()
    with ExitStack() as stack:
        out = stack.enter_context(output(arguments.out))
        stack.enter_context(interrupt.watch())
        rate = _play(study, arguments, interrupt)
        result = study.comparison()
        if form == "json":
            _write_json(out, result)
        elif form == "csv":
            _write_rows(out, _figure_names(), list(_entrant_rows(result)))
        else:
            screen = _headed(out, result, study)
            comparison_table(screen, result)
            _tail(screen, result.notes, rate)
    if plot:
        plot.comparison(result)
    return _end(study, interrupt, arguments)


def sweep(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = form_of(arguments)
    plot = plotter(arguments.plot)
    study = _study("sweep", arguments)
    interrupt = Interrupt()
    with ExitStack() as stack:
        out = stack.enter_context(output(arguments.out))
        stack.enter_context(interrupt.watch())
        rate = _play(study, arguments, interrupt)
        result = study.sweep()
        if form == "json":
            _write_json(out, result)
        elif form == "csv":
            _write_rows(out, [*result.grid, *_figure_names()], _sweep_rows(result))
        else:
            screen = _headed(out, result.cells[0].result, study)
            sweep_table(screen, result)
            _tail(screen, result.notes, rate)
    if plot and any(sums.deals for sums in study.sums):
        plot.sweep(result)
    return _end(study, interrupt, arguments)


def _study(kind: str, arguments: argparse.Namespace) -> Study:
    rules = rules_of(arguments)
    grid = varied(arguments.vary, rules) if kind == "sweep" else None
    plan = make_plan(
        kind,
        rules,
        policies(arguments.policies, rules),
        arguments.deals,
        grid=grid,
        players=arguments.players,
        max_plies=arguments.max_plies,
        fair=not arguments.keep_race,
    )
    seed = arguments.seed
    goes_on = arguments.file is not None and Path(arguments.file).exists()
    if seed is None and not goes_on:
        seed = secrets.randbits(48)
    try:
        return plan.study(seed, arguments.file)
    except TypeError as error:  # a value of the grid
        raise UsageError(str(error)) from None


def _play(study: Study, arguments: argparse.Namespace, interrupt: Interrupt) -> str:
    """Play until the end or Ctrl-C; how fast it went."""
    progress = Progress(sys.stderr, quiet=arguments.quiet, what="deal")
    before = perf_counter()
    try:
        with workers(arguments.cluster) as executor:
            for _ in study.play(threads=arguments.threads, executor=executor, progress=progress):
                if interrupt.came:
                    break
    finally:
        progress.clear()
    seconds = perf_counter() - before
    played = sum(sums.counts[1] for sums in study.sums)
    return f"{counted(played, 'game')} in all; this run took {seconds:.2f} s."


def _end(study: Study, interrupt: Interrupt, arguments: argparse.Namespace) -> int:
    if not interrupt.came:
        return 0
    deals = [sums.deals for sums in study.sums]
    empty = deals.count(0)
    parts = [f"stopped after {sum(deals):,} of {counted(study.deals, 'deal')}"]
    if empty:
        verb = "has" if empty == 1 else "have"
        parts.append(f"{empty:,} of {counted(len(deals), 'cell')} {verb} no figures")
    if arguments.file:
        parts.append(f"the same command with --file {arguments.file} goes on")
    print("masko:", "; ".join(parts), file=sys.stderr)
    return INTERRUPTED


# Forms.


def _headed(out: TextIO, result: Comparison, study: Study) -> Screen:
    screen = Screen.standard() if out is sys.stdout else Screen(out)
    name = Words(result.rules, ()).title
    seed = study.seed.number
    told = f", seed {seed}" if seed is not None else ""
    screen.line(screen.paint("title", f"{name}, {result.players} players{told}"))
    return screen


def _tail(screen: Screen, notes: Sequence[str], rate: str) -> None:
    for note in notes:
        screen.line(f"Note: {note}.", 2)
    screen.line(rate, 2)


def _write_json(out: TextIO, result: Comparison | Sweep) -> None:
    """The same bytes for the same study, whatever the threads and interruptions."""
    json.dump(result.to_json(), out, indent=2)
    out.write("\n")


def _figure_names() -> list[str]:
    figures = [name for what in _FIGURES for name in (what, f"{what}_error")]
    return ["policy", *figures, "deals", "games", "truncated"]


def _entrant_rows(result: Comparison) -> Iterator[list[Any]]:
    """A row for each entrant; none where no game was played."""
    if not result.deals:
        return
    for policy, showing in zip(result.policies, result.entrants, strict=True):
        counts = [result.deals, result.games, result.truncated]
        yield [policy_text(policy), *_cells(showing), *counts]


def _cells(showing: Showing) -> list[float | str]:
    return [cell for name in _FIGURES for cell in csv_cells(getattr(showing, name))]


def _sweep_rows(result: Sweep) -> list[list[Any]]:
    return [
        [*(json_form(value) for value in cell.settings.values()), *row]
        for cell in result.cells
        for row in _entrant_rows(cell.result)
    ]


def _write_rows(out: TextIO, head: list[str], rows: list[list[Any]]) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
