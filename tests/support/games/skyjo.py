"""Skyjo, as the shared suites need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from tests.reference.skyjo import Skyjo
from tests.support.adapters import Adapter, Chance, Form, Position, Step, clockwise

__all__ = ["SkyjoAdapter"]

DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [n for n in range(1, 13) for _ in range(10)]  # S1
CELLS = 12


class SkyjoAdapter(Adapter):
    reference = Skyjo
    weights: ClassVar[dict[str, tuple[float, float]]] = {
        "replace:hidden": (-6, 3),
        "replace:open": (-2, 4),
        "replace:match": (-2, 5),
        "discard": (-7, 2),
        "draw": (-1, 3),
        "take": (-4, 3),
    }
    finish: ClassVar[dict[str, float]] = {
        "replace:open": 0.01,
        "replace:match": 0.01,
        "replace:hidden": 1.0,
    }
    symmetric_options: ClassVar[Form] = {"tie_start": "highest_card"}
    clauses = (
        "S4 closer starts",
        "S5 replace drawn",
        "S5 replace taken",
        "S5 discard and flip",
        "S7 aside",
        "S7 discard",
        "S8 closed",
        "S10 doubled",
        "S10 not doubled",
        "S11 goes on",
        "S11 over",
        "S12 reshuffled",
    )
    rare = (
        "S4 tie, seat",
        "S4 tie, random",
        "S4 tie, highest_card",
        "S9 cleared at the reveal",
    )

    def deck_parts(self, options: Form) -> list[list[Any]]:
        return [list(DECK)]

    def dealt_deck(self, view: Form, dealt: Form) -> Any:
        hands = view["hands"]
        order = clockwise(dealt["seat"], len(hands))
        grid = [hands[seat][str(k)] for k in range(CELLS) for seat in order]
        return [*grid, dealt["card"], *view["draw_pile"]]

    def cards_in(self, view: Form, events: Iterable[Form]) -> list[Any]:
        held = [view["held"]["card"]] if view["held"] else []
        hands = [card for hand in view["hands"] for card in hand.values()]
        return hands + held + view["draw_pile"] + view["discard"] + view["aside"]

    def answer(self, chance: Chance, step: Step) -> None:
        for event in step.told("started"):
            chance.answers["lot"] = event["seat"]
        if step.told("reshuffled"):
            drawn = step.told("drew")[0]["card"]
            chance.answers["reshuffle"] = [drawn, *step.after["draw_pile"]]

    def label(self, position: Position, who: int | str, action: str) -> str:
        kind, *fields = action.split(" ")
        if kind != "replace":
            return kind
        held = position.secret["held"]["card"]
        grid = position.public["hands"][who]
        slot = int(fields[0])
        column = [grid.get(str(s)) for s in range(slot % 4, CELLS, 4) if s != slot]
        if held in column and grid[str(slot)] != held:
            return "replace:match"
        return "replace:hidden" if grid[str(slot)] is None else "replace:open"

    def is_tie(self, step: Step) -> bool:
        """S4: whether equal sums had to be decided between."""
        grids = step.game.spectator.view.to_json()["hands"]
        sums = [sum(card for card in grid.values() if card is not None) for grid in grids]
        return bool(step.told("started")) and sums.count(max(sums)) > 1

    def breaks_symmetry(self, step: Step) -> bool:
        """S4: equal sums may end in a lot or the lowest seat."""
        return self.is_tie(step)

    def without_order(self, view: Form) -> Form:
        """S9: the reveal goes by seat numbers, and the table stays so when the game is over."""
        if view["phase"] != "over":
            return view
        same = {**view, "discard_top": None, "aside": sorted(view["aside"])}
        return {**same, "discard": sorted(view["discard"])}

    # Coverage.

    def hits(self, step: Step) -> Iterator[str]:
        if step.told("started"):
            if self.is_tie(step):
                yield "S4 tie, " + step.options["tie_start"]
            if step.options["next_starter"] == "closer" and step.after["round"]:
                yield "S4 closer starts"
        held = step.before["held"]
        if held and step.kind == "replace":
            yield "S5 replace taken" if held["taken"] else "S5 replace drawn"
        if held and step.kind == "discard":
            yield "S5 discard and flip"
        if step.told("column_cleared"):
            yield "S7 " + step.options["column_to"]
            kinds = " ".join(event["type"] for event in step.events)
            if kinds.rfind("column_cleared") > kinds.find("revealed") >= 0:
                yield "S9 cleared at the reveal"
        if step.told("closed"):
            yield "S8 closed"
        if step.told("reshuffled"):
            yield "S12 reshuffled"
        for event in step.told("round_scored"):
            result = event["result"]
            grid = result["hands"][result["closer"]]
            doubled = result["scores"][result["closer"]] != sum(grid.values())
            yield "S10 doubled" if doubled else "S10 not doubled"
            yield "S11 over" if step.told("game_ended") else "S11 goes on"
