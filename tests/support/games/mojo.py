"""Mojo, as the shared suites need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from tests.reference.mojo import Mojo
from tests.support.adapters import Adapter, Chance, Form, Position, Step, clockwise

__all__ = ["MojoAdapter"]

COPIES = {**dict.fromkeys((0, 1), 4), **dict.fromkeys((2, 3, 4), 5), **dict.fromkeys((5, 6, 7), 6)}
COPIES |= {**dict.fromkeys((8, 9, 10), 7), **dict.fromkeys((11, 12), 8)}  # J1
DECK = sorted(Counter(COPIES).elements())
HAND = 8
STEP = 2


class MojoAdapter(Adapter):
    reference = Mojo
    weights: ClassVar[dict[str, tuple[float, float]]] = {
        "play:lower": (-9, 2),
        "play:reset": (-4, 3),
        "play:equal": (-3, 4),
        "play:step": (-2, 5),
        "play:higher": (-4, 4),
        "draw": (-2, 4),
        "take": (-4, 3),
    }
    finish: ClassVar[dict[str, float]] = {
        "play:higher": 0.05,
        "play:step": 0.05,
        "play:lower": 8.0,
        "play:reset": 2.0,
    }
    clauses = (
        "J3 counter-clockwise",
        "J4 lower",
        "J4 equal",
        "J4 higher",
        "J6 laid down",
        "J7 turned up",
        "J8 turned_up",
        "J8 no_card",
        "J10 malus",
        "J10 no malus",
        "J10 reward",
        "J11 over",
        "J11 goes on",
        "J12 reshuffled",
        "J13 known card",
        "J14 second discard",
        "J15 take",
        "J15 draw",
        "J16 refilled",
    )
    rare = ("J5 chain empties the hand", "J12 reshuffled with two discards")

    def deck_parts(self, options: Form) -> list[list[Any]]:
        return [list(DECK)]

    def dealt_deck(self, view: Form, dealt: Form) -> Any:
        """J13: a hand has no order, so its cards are dealt in theirs."""
        hands = view["hands"]
        order = clockwise(dealt["starter"], len(hands))
        cards = [sorted(hands[seat])[k] for k in range(HAND) for seat in order]
        return cards + dealt["cards"] + view["draw_pile"]

    def unordered(self, deck: Any, view: Form) -> Any:
        players = len(view["hands"])
        hands = [sorted(deck[i : HAND * players : players]) for i in range(players)]
        dealt = [hands[seat][k] for k in range(HAND) for seat in range(players)]
        return dealt + list(deck[HAND * players :])

    def cards_in(self, view: Form, events: Iterable[Form]) -> list[Any]:
        cards = list(view["draw_pile"])
        for place in ("hands", "face_down", "turned_up", "discard"):
            cards += [card for part in view[place] for card in part]
        return cards

    def answer(self, chance: Chance, step: Step) -> None:
        if step.told("reshuffled"):
            drawn = step.told("drew")[0]["card"]
            chance.answers["reshuffle"] = [drawn, *step.after["draw_pile"]]

    def label(self, position: Position, who: int | str, action: str) -> str:
        """Small steps up and resets from below keep a round going until the draw pile is empty."""
        kind, value, *pile = [*action.split(" "), "0"]
        if kind != "play":
            return kind
        size = self.size(position.secret, action)
        top = position.secret["discard_top"][int(pile[0])]
        if size == "higher" and int(value) <= top + STEP:
            return "play:step"
        return "play:reset" if size == "lower" and int(value) <= STEP else "play:" + size

    def size(self, view: Form, action: str) -> str:
        """J4: a played card against the top."""
        _, value, *pile = action.split(" ")
        top = view["discard_top"][int(pile[0]) if pile else 0]
        return "lower" if int(value) < top else "higher" if int(value) > top else "equal"

    # Coverage.

    def hits(self, step: Step) -> Iterator[str]:
        if step.kind == "play":
            size = self.size(step.before, step.action)
            yield "J4 " + size
            ended = step.told("round_scored")
            if size == "equal" and ended:
                yield "J5 chain empties the hand"
            if step.told("played")[0]["pile"]:
                yield "J14 second discard"
        if step.before["phase"] == "owed":
            yield "J15 " + step.kind
        for kind, clause in (
            ("laid_down", "J6 laid down"),
            ("turned_up", "J7 turned up"),
            ("refilled", "J16 refilled"),
        ):
            if step.told(kind):
                yield clause
        if step.told("reshuffled"):
            two = step.options["discards"] == 2
            yield "J12 reshuffled with two discards" if two else "J12 reshuffled"
        if any(step.after["known"]):
            yield "J13 known card"
        if step.after["direction"] == -1:
            yield "J3 counter-clockwise"
        yield from self.end_hits(step)

    def end_hits(self, step: Step) -> Iterator[str]:
        for event in step.told("round_scored"):
            result = event["result"]
            yield "J8 " + result["ended"]
            beaten = result["mojo_side"] == 10
            rewarded = step.options["holder_lowest_scores_zero"]
            yield "J10 malus" if beaten else "J10 reward" if rewarded else "J10 no malus"
            yield "J11 over" if step.told("game_ended") else "J11 goes on"
