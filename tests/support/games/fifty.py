"""Fifty Fifty, as the shared suites need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.reference.fifty import Fifty
from tests.support.adapters import Adapter, Form, Step, clockwise

__all__ = ["FiftyAdapter"]

HAND = 9


class FiftyAdapter(Adapter):
    reference = Fifty
    clauses = (
        "F4 leader",
        "F5 half masks cancel",
        "F5 no half masks",
        "F6 highest leads",
        "F8 erased",
        "F8 nothing to erase",
        "F9 over",
        "F10 cover",
    )

    def deck_parts(self, options: Form) -> list[list[Any]]:
        return [list(range(1, 51)), [list(mood) for mood in options["mood_deck"]]]

    def join_parts(self, parts: list[list[Any]]) -> Any:
        """F2: a pair of both orders."""
        return parts

    def dealt_deck(self, view: Form, dealt: Form) -> Any:
        """A hand has no order, so its cards are dealt in theirs."""
        hands = view["hands"]
        order = clockwise(dealt["starter"], len(hands))
        cards = [sorted(hands[seat])[k] for k in range(HAND) for seat in order]
        return [cards + view["draw_pile"], view["mood_used"] + view["mood_pile"]]

    def unordered(self, deck: Any, view: Form) -> Any:
        players = len(view["hands"])
        cards, moods = deck
        hands = [sorted(cards[i : HAND * players : players]) for i in range(players)]
        dealt = [hands[seat][k] for k in range(HAND) for seat in range(players)]
        return [dealt + list(cards[HAND * players :]), moods]

    def cards_in(self, view: Form, events: Iterable[Form]) -> list[Any]:
        """The played cards of the trick lie in `played` too."""
        cards = [card for place in ("hands", "played") for part in view[place] for card in part]
        return cards + view["draw_pile"] + view["mood_used"] + view["mood_pile"]

    def totals(self, rounds: list[Form]) -> list[int]:
        """F8: what still stands."""
        totals = []
        for seat in range(len(rounds[0]["scores"])):
            standing: list[int] = []
            for result in rounds:
                score = result["scores"][seat]
                if score == 0 and max(standing, default=0) > 0:
                    standing[standing.index(max(standing))] = 0
                standing.append(score)
            totals.append(sum(standing))
        return totals

    # Coverage.

    def hits(self, step: Step) -> Iterator[str]:
        if not step.before["trick"]:
            yield "F4 leader"
        for event in step.told("trick_scored"):
            if event["furious"] == event["laughing"] == 0:
                yield "F5 no half masks"
            had = step.before["masks"]
            if had[event["highest"]]["laughing"] or had[event["lowest"]]["furious"]:
                yield "F5 half masks cancel"
            if not step.told("round_scored"):
                yield "F6 highest leads"
        if any(None in event["mood"] for event in step.told("mood_turned")):
            yield "F10 cover"
        if step.told("round_scored"):
            scores = step.told("round_scored")[0]["result"]["scores"]
            if step.told("erased"):
                yield "F8 erased"
            elif 0 in scores:
                yield "F8 nothing to erase"
        if step.told("game_ended"):
            yield "F9 over"
