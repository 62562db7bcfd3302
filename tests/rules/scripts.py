"""Short scripts for the games without windows: stacked decks, steps as text, and what the referee saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from masko_sdk import Game


def do(game: Game, *steps: str) -> tuple[Any, ...]:
    """Take steps like ``"0 keep 2"``; what the referee saw of them."""
    since = game.ply
    for step in steps:
        seat, _, text = step.partition(" ")
        game.play(int(seat), game.rules.parse(text))
    return game.referee.events(since)


def legal(game: Game, seat: int) -> list[str]:
    """The texts of what a seat may do."""
    return [str(action) for action in game.legal_actions(seat)]


def deal_order(hands: Sequence[Sequence[int]], starter: int) -> list[int]:
    """The cards of these hands in the order of the deal (C4)."""
    seats = [(starter + turn) % len(hands) for turn in range(len(hands))]
    return [hands[seat][k] for k in range(len(hands[0])) for seat in seats]


def fill(material: Counter[int], top: Iterable[int], last: Iterable[int] = ()) -> list[int]:
    """A whole deck that begins with `top` and ends with `last`; between them the rest, ascending."""
    top, last = list(top), list(last)
    rest = Counter(material)
    rest.subtract([*top, *last])
    assert min(rest.values()) >= 0, "a card is asked for too often"
    return [*top, *sorted(rest.elements()), *last]


def kinds(events: Iterable[Any]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def cited(directory_text: str, ids: Iterable[str]) -> list[str]:
    """The clause ids that a text does not hold."""
    import re

    found = set(re.findall(r"\b[A-Z]\d+\b", directory_text))
    return [clause for clause in ids if clause not in found]
