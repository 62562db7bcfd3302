"""``masko simulate``: many games of bots, as statistics or a row a game, with bounded memory."""

from __future__ import annotations

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, TextIO

from masko_sdk._batch import Columns, Job, make_job, simulate_chunks
from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import UsageError, policies, policy_text, rules_of
from masko_sdk.cli.results import rate_line, summary_table
from masko_sdk.cli.screen import Screen
from masko_sdk.cli.tell import Words
from masko_sdk.summary import Moments, Summary

__all__ = ["simulate"]

_USUAL_PLAYERS = 4
_INTERRUPTED = 130
_BAR = 30
_BAR_SECONDS = 0.1


class Interrupt:
    """Remembers a Ctrl-C, so that it is answered between two chunks; a second one is not waited for."""

    def __init__(self) -> None:
        self.came = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """While this is open, Ctrl-C is noted."""
        before = signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


class Progress:
    """A bar on a terminal, none elsewhere."""

    def __init__(self, out: TextIO, *, quiet: bool) -> None:
        self._out = out
        self._shown = out.isatty() and not quiet
        self._next = 0.0

    def __call__(self, done: int, n: int) -> None:
        """So many of n games are done."""
        if self._shown and perf_counter() >= self._next:
            self._next = perf_counter() + _BAR_SECONDS
            full = _BAR * done // n
            bar = "#" * full + "-" * (_BAR - full)
            self._out.write(f"\r[{bar}] {100 * done // n:3} %  {done:,} of {n:,} games")
            self._out.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


def simulate(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = _form(arguments)
    rules = rules_of(arguments)
    seats = _seats(arguments, rules)
    seed = secrets.randbits(48) if arguments.seed is None else arguments.seed
    job = make_job(rules, len(seats), arguments.games, seed, seats, 0, arguments.max_plies)
    moments, interrupt = Moments(len(seats)), Interrupt()
    before = perf_counter()
    with ExitStack() as stack:
        out = stack.enter_context(_output(arguments.out))
        stack.enter_context(interrupt.watch())
        _play(job, arguments, moments, interrupt, out if form == "csv" else None)
        seconds = perf_counter() - before
        result = moments.summary()
        if form == "json":
            _write_json(out, job, arguments, result)
        elif form == "text":
            _write_text(out, job, result, seconds)
    if interrupt.came:
        print(f"masko: stopped after {moments.games:,} games", file=sys.stderr)
        return _INTERRUPTED
    return 0


def _form(arguments: argparse.Namespace) -> str:
    if arguments.json or arguments.csv:
        return "json" if arguments.json else "csv"
    suffix = Path(arguments.out or "").suffix.lower()
    return suffix[1:] if suffix in (".json", ".csv") else "text"


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


@contextmanager
def _output(path: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that is there only when it is whole."""
    if path is None or path == "-":
        yield sys.stdout
        return
    target = Path(path)
    part = target.with_name(target.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            yield file
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _play(
    job: Job,
    arguments: argparse.Namespace,
    moments: Moments,
    interrupt: Interrupt,
    csv: TextIO | None,
) -> None:
    progress = Progress(sys.stderr, quiet=arguments.quiet)
    if csv is not None:
        csv.write(_head(job.players))
    try:
        for columns in simulate_chunks(job, arguments.games, arguments.threads, progress):
            moments.add(columns)
            if csv is not None:
                csv.writelines(_rows(columns))
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


def _write_text(out: TextIO, job: Job, result: Summary, seconds: float) -> None:
    screen = Screen.standard() if out is sys.stdout else Screen(out)
    names = [f"{seat}" for seat in range(job.players)]
    words = Words(job.rules, names, screen.paint)
    title = f"{job.rules.game.capitalize()}, {job.players} players, seed {job.seed.number}"
    screen.line(screen.paint("title", title))
    summary_table(screen, words, result, job.policies)
    screen.line(rate_line(result, seconds))
