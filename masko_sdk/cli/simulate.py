"""``masko simulate``: many games of bots, as statistics or a row a game, with bounded memory."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from time import perf_counter
from typing import Any, TextIO

from masko_sdk._batch import Columns, Job, make_job, simulate_chunks
from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import UsageError, policies, policy_text, rules_of
from masko_sdk.cli.cluster import workers
from masko_sdk.cli.output import INTERRUPTED, Interrupt, Progress, counted, form_of, output
from masko_sdk.cli.plot import plotter
from masko_sdk.cli.results import rate_line, summary_table
from masko_sdk.cli.screen import Screen
from masko_sdk.summary import Moments, Summary
from masko_sdk.words import Words

__all__ = ["simulate"]

_USUAL_PLAYERS = 4


def simulate(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = form_of(arguments)
    plot = plotter(arguments.plot)
    rules = rules_of(arguments)
    seats = _seats(arguments, rules)
    seed = secrets.randbits(48) if arguments.seed is None else arguments.seed
    job = make_job(rules, len(seats), arguments.games, seed, seats, 0, arguments.max_plies)
    moments, interrupt = Moments(len(seats)), Interrupt()
    totals: list[Counter[int]] = [Counter() for _ in seats]
    before = perf_counter()
    with ExitStack() as stack:
        out = stack.enter_context(output(arguments.out))
        stack.enter_context(interrupt.watch())
        for columns in _played(job, arguments, interrupt, out if form == "csv" else None):
            moments.add(columns)
            if plot:
                for seat, count in enumerate(totals):
                    count.update(columns.totals[seat :: job.players])
        seconds = perf_counter() - before
        result = moments.summary()
        if form == "json":
            _write_json(out, job, arguments, result)
        elif form == "text":
            _write_text(out, job, result, seconds, arguments.language)
    if plot:
        plot.simulation(job, result, totals)
    if interrupt.came:
        print(f"masko: stopped after {counted(moments.games, 'game')}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _seats(arguments: argparse.Namespace, rules: Any) -> tuple[Builtin, ...]:
    given = policies(arguments.policies, rules)
    if len(given) > 1:
        if arguments.players not in (None, len(given)):
            raise UsageError(
                f"{len(given)} policies for {arguments.players} players; give one, or one for each"
            )
        return given
    low, high = map(int, rules._tables.about["players"].split(" "))
    usual = min(max(_USUAL_PLAYERS, low), high)
    return given * (usual if arguments.players is None else arguments.players)


def _played(
    job: Job, arguments: argparse.Namespace, interrupt: Interrupt, csv: TextIO | None
) -> Iterator[Columns]:
    """Chunks until the last, or until Ctrl-C; a row a game if that was asked for."""
    progress = Progress(sys.stderr, quiet=arguments.quiet)
    if csv is not None:
        csv.write(_head(job.players))
    try:
        with workers(arguments.cluster) as executor:
            for columns in simulate_chunks(
                job, arguments.games, arguments.threads, progress, executor
            ):
                if csv is not None:
                    csv.writelines(_rows(columns))
                yield columns
                if interrupt.came:
                    break
    finally:
        progress.clear()


# Forms.


def _head(players: int) -> str:
    names = [f"{what}_{seat}" for what in ("total", "rank", "winner") for seat in range(players)]
    return ",".join(["game", *names, "rounds", "plies", "truncated"]) + "\n"


def _rows(columns: Columns) -> Iterator[str]:
    n = columns.players
    for row in range(columns.n):
        seats = slice(row * n, (row + 1) * n)
        values = [
            columns.start + row,
            *columns.totals[seats],
            *columns.ranks[seats],
            *columns.winners[seats],
            columns.rounds[row],
            columns.plies[row],
            columns.truncated[row],
        ]
        yield ",".join(map(str, values)) + "\n"


def _write_json(out: TextIO, job: Job, arguments: argparse.Namespace, result: Summary) -> None:
    """What was asked and what came of it: the same bytes for the same seed, whatever the threads."""
    form = {
        "game": job.rules.game,
        "rules": job.rules.to_json(),
        "players": job.players,
        "policies": [policy_text(policy) for policy in job.policies],
        "seed": job.seed.to_json(),
        "max_plies": arguments.max_plies,
        "asked": arguments.games,
        "summary": result.to_json(),
    }
    json.dump(form, out, indent=2)
    out.write("\n")


def _write_text(out: TextIO, job: Job, result: Summary, seconds: float, language: str) -> None:
    screen = Screen.standard() if out is sys.stdout else Screen(out)
    names = [f"{seat}" for seat in range(job.players)]
    words = Words(job.rules, names, screen.paint, language)
    players, seed = str(job.players), str(job.seed.number)
    title = words.say("cli", "simulated", game=words.title, players=players, seed=seed)
    screen.line(screen.paint("title", title))
    summary_table(screen, words, result, job.policies)
    screen.line(rate_line(words, result, seconds), 2)
