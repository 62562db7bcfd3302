"""Draws what an observer sees of a table, as lines of text."""

from __future__ import annotations

from typing import Any

from masko_sdk.cli.screen import Screen, clip
from masko_sdk.pictures._lines import NAME_WIDTH, Drawing
from masko_sdk.words import Words

__all__ = ["NAME_WIDTH", "Drawing", "round_table", "standing_table"]


def round_table(screen: Screen, words: Words, result: Any) -> None:
    """The scores and totals of a finished round."""
    names = [clip(name, NAME_WIDTH) for name in words.names]
    screen.table(
        [
            [words.say("table", "round", round=result.round + 1), *names],
            [
                words.say(
                    "table",
                    "scores",
                ),
                *map(str, result.scores),
            ],
            [words.say("table", "totals"), *map(str, result.totals)],
        ]
    )


def standing_table(screen: Screen, words: Words, outcome: Any, *, title: str) -> None:
    """Ranks, names and totals, best first."""
    wins = words.say("table", "wins")
    rows = [["", title, words.say("table", "totals"), ""]]
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        name = screen.paint(f"seat{seat}", clip(words.names[seat], NAME_WIDTH))
        won = wins if seat in outcome.winners else ""
        rows.append([f"{outcome.ranks[seat]}.", name, str(outcome.totals[seat]), won])
    screen.table(rows, left=2)
