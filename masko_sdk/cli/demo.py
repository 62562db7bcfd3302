"""``masko demo``: a game of bots from its first deal to its outcome, and an evaluation of many."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from masko_sdk import Game, bots
from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import rules_of
from masko_sdk.cli.draw import round_table, standing_table
from masko_sdk.cli.results import rate_line, summary_table
from masko_sdk.cli.screen import Screen
from masko_sdk.summary import summary
from masko_sdk.words import Words

__all__ = ["demo", "tell_events"]

_NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eva", "Finn", "Gus", "Hal")


def demo(arguments: argparse.Namespace) -> int:
    """Run the command."""
    rules = rules_of(arguments)
    screen = Screen.standard(plain=arguments.plain)
    game = Game(rules, _NAMES[: arguments.players], seed=arguments.seed)
    policies = _policies(arguments.players)
    words = Words(rules, [player.name for player in game.players], screen.paint, arguments.language)
    _tell_game(screen, words, game, policies)
    _evaluate(screen, words, game, policies, arguments)
    return 0


def _policies(players: int) -> tuple[Builtin, ...]:
    """The last seat plays at random, so that it can be seen what a policy is worth."""
    return tuple(
        bots.random() if seat == players - 1 else bots.prudent() for seat in range(players)
    )


def _tell_game(screen: Screen, words: Words, game: Any, policies: tuple[Builtin, ...]) -> None:
    seats = [f"{words.name(seat)} ({policy.name})" for seat, policy in enumerate(policies)]
    screen.line(screen.paint("title", words.say("cli", "game_of", game=words.title)))
    seed = str(game.seed.number)
    screen.line(words.say("cli", "with_bots", bots=", ".join(seats), seed=seed))
    screen.line(words.say("cli", "by_referee"))
    bots.play(game, policies)
    tell_events(screen, words, game.referee.events())
    screen.line()
    standing_table(screen, words, game.outcome, title=words.say("table", "result"))


def tell_events(screen: Screen, words: Words, events: Any) -> None:
    """One line an event, a heading for each deal, and a table for each finished round."""
    for event, text in words.tell(events):
        if event.kind == "dealt":
            screen.heading(text)
        elif text:
            screen.line(text, 2)
        if event.kind == "round_scored":
            round_table(screen, words, event.result)


def _evaluate(
    screen: Screen, words: Words, game: Any, policies: tuple[Builtin, ...], arguments: Any
) -> None:
    screen.line()
    title = words.say("cli", "again", games=words.number(arguments.games))
    screen.line(screen.paint("title", title))
    before = perf_counter()
    result = summary(game.rules, len(policies), arguments.games, arguments.seed, policies)
    seconds = perf_counter() - before
    summary_table(screen, words, result, policies)
    screen.line(rate_line(words, result, seconds), 2)
