"""``masko odds``: what follows each legal action of a seat in a saved game, as far as that seat can know."""

from __future__ import annotations

import argparse
import csv
import json
import secrets
import sys
from contextlib import ExitStack
from time import perf_counter
from typing import Any, TextIO

from masko_sdk import HOST, Record
from masko_sdk.cli.arguments import UsageError, policies, policy_text
from masko_sdk.cli.cluster import workers
from masko_sdk.cli.draw import Drawing
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
from masko_sdk.cli.replay import read_record
from masko_sdk.cli.results import odds_table
from masko_sdk.cli.screen import Screen
from masko_sdk.odds import Odds, Question, Tally, make_question, tallies
from masko_sdk.words import Words

__all__ = ["odds"]


def odds(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = form_of(arguments)
    plot = plotter(arguments.plot)
    player = _player(arguments, read_record(arguments.file))
    seed = secrets.randbits(48) if arguments.seed is None else arguments.seed
    given = policies(arguments.policies, player._game.rules)
    question = make_question(
        player,
        arguments.worlds,
        seed,
        given[0] if len(given) == 1 else given,
        horizon=arguments.horizon,
        by=arguments.by,
        max_plies=arguments.max_plies,
        confidence=arguments.confidence,
    )
    interrupt = Interrupt()
    before = perf_counter()
    with ExitStack() as stack:
        out = stack.enter_context(output(arguments.out))
        stack.enter_context(interrupt.watch())
        found = question.answer(_played(question, arguments, interrupt))
        seconds = perf_counter() - before
        if form == "json":
            _write_json(out, player, arguments, seed, found)
        elif form == "csv":
            _write_csv(out, found)
        else:
            _write_text(out, player, arguments, seed, found, seconds)
    if plot:
        plot.odds(player, found)
    if interrupt.came:
        print(f"masko: stopped after {counted(found.worlds, 'world')}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _player(arguments: argparse.Namespace, record: Record) -> Any:
    """Who decides, at the table as it stood then.

    Raises:
        RecordError: the record is impossible.
        UsageError: no such ply or seat, or one that has nothing to decide.
    """
    game = record.replay()
    last = len(record.moves)
    ply = arguments.ply
    if ply is None:
        ply = last - 1 if game.is_over else last
    if not 0 <= ply <= last:
        raise UsageError(f"there is no ply {ply}; the record has {counted(last, 'action')}")
    game = game.at(ply)
    due = [player.seat for player in game.to_act]
    if not due:
        raise UsageError("the game is over: there is nothing to decide")
    actor = record.moves[ply].actor if ply < last else HOST
    usual = actor if actor in due else due[0]
    seat = usual if arguments.seat is None else arguments.seat
    if seat not in due:
        names = ", ".join(map(str, due))
        raise UsageError(f"seat {seat} has nothing to decide at ply {ply}; due: {names}")
    return game.players[seat]


def _played(question: Question, arguments: argparse.Namespace, interrupt: Interrupt) -> Tally:
    """The sums of all worlds, or of those before Ctrl-C."""
    progress = Progress(sys.stderr, quiet=arguments.quiet, what="world")
    so_far = Tally(question.trial.actions)
    try:
        with workers(arguments.cluster) as executor:
            for tally in tallies(
                question, threads=arguments.threads, executor=executor, progress=progress
            ):
                so_far = tally
                if interrupt.came:
                    break
    finally:
        progress.clear()
    return so_far


# Forms.


def _write_json(
    out: TextIO, player: Any, arguments: argparse.Namespace, seed: int, found: Odds
) -> None:
    form = {
        "game": player._game.rules.game,
        "seed": seed,
        "policies": arguments.policies,
        "max_plies": arguments.max_plies,
        "asked": arguments.worlds,
        "odds": found.to_json(),
    }
    json.dump(form, out, indent=2)
    out.write("\n")


def _write_csv(out: TextIO, found: Odds) -> None:
    writer = csv.writer(out, lineterminator="\n")
    names = ["points", "lowest", "total", "behind", "win"]
    head = [name for what in names for name in (what, f"{what}_error")]
    writer.writerow(["action", *head, "truncated"])
    for action in found.actions:
        cells = [cell for name in names for cell in csv_cells(getattr(action, name))]
        writer.writerow([str(action.action), *cells, action.truncated])


def _write_text(
    out: TextIO,
    player: Any,
    arguments: argparse.Namespace,
    seed: int,
    found: Odds,
    seconds: float,
) -> None:
    screen = Screen.standard() if out is sys.stdout else Screen(out)
    game = player._game
    words = Words(
        game.rules, [other.name for other in game.players], screen.paint, arguments.language
    )
    name = words.name(player.seat)
    title = words.say("cli", "odds", game=words.title, name=name, ply=str(found.ply))
    screen.line(screen.paint("title", title))
    due = [other.seat for other in game.to_act]
    for line in Drawing(screen, words, game.rules).draw(
        player.view, player.memory, player.seat, due
    ):
        screen.line(line, 2)
    screen.line()
    odds_table(screen, words, found)
    given = policies(arguments.policies, game.rules)
    who = ", ".join(policy_text(policy) for policy in given)
    worlds, kind = words.number(found.worlds), f"odds_to_{found.horizon}"
    text = words.say("cli", kind, worlds=worlds, name=name, seed=str(seed), policies=who)
    screen.line(text, 2)
    playouts = found.worlds * len(found.actions)
    numbers = {
        "seconds": words.number(seconds, 2),
        "playouts": words.number(playouts),
        "rate": words.number(playouts / max(seconds, 1e-9)),
    }
    screen.line(words.say("cli", "odds_rate", **numbers), 2)
