"""Masko, as the shared suites need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from tests.reference.masko import Masko
from tests.support.adapters import Adapter, Chance, Form, Position, Step, clockwise

__all__ = ["MaskoAdapter"]

PAIRS = ("ninja", "exchange", "vision", "spy", "reveal", "draw_one")
SPECIALS = {*PAIRS, "gather"}
DECK = [str(n) for n in range(1, 11) for _ in range(4)] + [c for c in PAIRS for _ in range(2)]
DECK += ["gather"]  # M1


class MaskoAdapter(Adapter):
    reference = Masko
    weights: ClassVar[dict[str, tuple[float, float]]] = {
        "announce": (-9, -1),
        "draw": (0, 3),
        "take": (-4, 2),
        "skip": (-1, 2),
        "intercept:right": (-5, 4),
        "intercept:wrong": (-7, 1),
        "pass": (0, 3),
        "close": (-6, 0),
    }
    finish: ClassVar[dict[str, float]] = {"announce": 4.0, "intercept:wrong": 0.01, "close": 0.5}
    symmetric_options: ClassVar[Form] = {}
    clauses = (
        "M6 rotate",
        "M6 same",
        "M6 maskoman",
        "M6 highest",
        "M7 keep drawn",
        "M7 discard drawn",
        "M8 keep taken",
        "M8 discard taken",
        "M9 announce",
        "M10 draw without a card",
        "M11 skip",
        "M12 added slot after a loss",
        "M14 won",
        "M14 chain",
        "M15 missed, card added",
        "M15 missed, pile empty",
        "M16 second claim",
        "M17 host",
        "M17 nobody_due",
        "M17 nobody holds a card",
        "M17 random race",
        "M19 own discard intercepted by the same seat",
        "M20 intercepted in the last lap",
        "M22 two powers",
        "M23 taken after a power",
        "M26 swap",
        "M26 decline",
        "M28 owner",
        "M28 user",
        "M29 gathered",
        "M29 gathered uneven",
        "M30 on oneself",
        "M30 on another",
        "M33 by draw",
        "M33 by a miss",
        "M34 announcer lowest",
        "M34 announcer not lowest",
        "M34 automatic",
        "M35 some win",
        "M35 all reached it",
    )
    rare = (
        "M31 ninja",
        "M31 exchange",
        "M31 vision",
        "M31 spy",
        "M31 reveal",
        "M31 draw_one",
        "M33 by draw_one",
    )

    def deck_parts(self, options: Form) -> list[list[Any]]:
        return [list(DECK)]

    def dealt_deck(self, view: Form, dealt: Form) -> Any:
        hands = view["hands"]
        order = clockwise(dealt["starter"], len(hands))
        return [hands[seat][str(k)] for k in range(4) for seat in order] + view["draw_pile"]

    def cards_in(self, view: Form, events: Iterable[Form]) -> list[Any]:
        """M23: used specials lie nowhere; they are told when they leave."""
        used: list[Any] = []
        for event in events:
            if event["type"] == "dealt":
                used = []
            elif event["type"] in ("power_ended", "power_skipped"):
                used.append(event["card"])
        assert len(used) == view["used_specials"]
        held = [view["held"]["card"]] if view["held"] else []
        hands = [card for hand in view["hands"] for card in hand.values()]
        return hands + held + used + view["draw_pile"] + view["discard"]

    def answer(self, chance: Chance, step: Step) -> None:
        for gathered in step.told("gathered"):
            ended = step.told("round_scored")
            hands = ended[0]["result"]["hands"] if ended else step.after["hands"]
            order = clockwise((gathered["seat"] + 1) % len(hands), len(hands))
            chance.answers["gathered"] = [
                hands[seat][str(k)]
                for k in range(max(map(len, hands)))
                for seat in order
                if str(k) in hands[seat]
            ]
        random_race = step.options["race"] == "random"
        if random_race and step.told("window_opened") and step.after["window"]:
            chance.answers["race"] = [player.seat for player in step.game.to_act]

    def label(self, position: Position, who: int | str, action: str) -> str:
        kind, *fields = action.split(" ")
        if kind != "intercept":
            return kind
        view = position.secret
        right = view["hands"][who][fields[0]] == view["window"]["card"]
        return "intercept:right" if right else "intercept:wrong"

    def breaks_symmetry(self, step: Step) -> bool:
        """The order of a redeal is by seat number (docs/explanations/randomness.md), and M6 prefers the lowest seat."""
        return bool(step.told("gathered")) or (
            step.options["next_starter"] == "highest" and bool(step.told("round_scored"))
        )

    # Coverage.

    def hits(self, step: Step) -> Iterator[str]:
        yield from self.turn_hits(step)
        yield from self.window_hits(step)
        yield from self.power_hits(step)
        yield from self.end_hits(step)

    def turn_hits(self, step: Step) -> Iterator[str]:
        held = step.before["held"]
        if held:
            yield (
                ("M8 " if held["taken"] else "M7 ")
                + step.kind
                + (" taken" if held["taken"] else " drawn")
            )
        if step.kind == "announce":
            yield "M9 announce"
        if step.kind == "draw" and not step.before["hands"][step.who]:
            yield "M10 draw without a card"
        if step.kind == "skip":
            yield "M11 skip"
        if step.kind == "take" and step.before["used_specials"]:
            yield "M23 taken after a power"
        for event in step.told("added"):
            if len(step.before["hands"][event["seat"]]) < event["slot"]:
                yield "M12 added slot after a loss"

    def window_hits(self, step: Step) -> Iterator[str]:
        for event in step.events:
            if event["type"] == "intercepted":
                yield "M14 won"
                if step.options["chain"] == "anyone":
                    yield "M14 chain"
                if step.before["window"]["seat"] == event["seat"]:
                    yield "M19 own discard intercepted by the same seat"
                if step.before["masko"]:
                    yield "M20 intercepted in the last lap"
            elif event["type"] == "missed":
                yield "M15 missed, " + ("card added" if step.told("added") else "pile empty")
            elif event["type"] == "window_closed":
                yield "M17 " + event["reason"]
            elif event["type"] == "window_opened":
                if step.options["race"] == "random" and step.after["window"]:
                    yield "M17 random race"
                if not step.after["window"]:
                    yield "M17 nobody holds a card"
        if step.told("missed") and step.options["attempts"] != 1:
            window = step.after["window"]
            if window and step.who in window["due"]:
                yield "M16 second claim"

    def power_hits(self, step: Step) -> Iterator[str]:
        if step.kind in ("swap", "decline"):
            yield "M26 " + step.kind
        if step.kind == "show":
            yield "M28 " + step.options["reveal_choice"]
        if len(step.after["waiting"]) == 2:
            yield "M22 two powers"
        for event in step.events:
            if event["type"] == "gathered":
                yield "M29 gathered"
                if len(set(event["slots"])) > 1:
                    yield "M29 gathered uneven"
            elif event["type"] == "power_skipped":
                yield "M31 " + event["card"]
        if step.kind == "choose" and step.before["phase"] == "draw_one":
            yield "M30 on oneself" if step.action == f"choose {step.who}" else "M30 on another"

    def end_hits(self, step: Step) -> Iterator[str]:
        if step.told("masko_declared"):
            by = {"draw": "draw", "intercept": "a miss", "choose": "draw_one"}[step.kind]
            yield "M33 by " + by
        for event in step.told("round_scored"):
            result = event["result"]
            if not result["announced"]:
                yield "M34 automatic"
            elif result["scores"][result["maskoman"]]:
                yield "M34 announcer not lowest"
            else:
                yield "M34 announcer lowest"
            if step.told("dealt"):
                yield "M6 " + step.options["next_starter"]
        for event in step.told("game_ended"):
            target = step.options["target"]
            reached = Counter(total >= target for total in event["outcome"]["totals"])
            yield "M35 some win" if reached[False] else "M35 all reached it"
