"""Skyjo, slow and plain, written from the rule text alone (clauses S1-S13, C1-C11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

DEFAULTS: dict[str, Any] = {
    "target": 100,
    "tie_start": "seat",
    "next_starter": "highest_sum",
    "column_to": "aside",
    "tie_doubles": False,
    "clear_at_reveal": True,
    "double_only_positive": True,
}

# S1: -2 five times, -1 ten, 0 fifteen, 1..12 ten each.
DECK: list[int] = [-2] * 5 + [-1] * 10 + [0] * 15 + [v for v in range(1, 13) for _ in range(10)]


class Refused(Exception):
    """The action is not legal now (C11)."""


class Chance(Protocol):
    def deck(self, round: int) -> Sequence[int]: ...
    def lot(self, round: int, tied: list[int]) -> int: ...
    def reshuffle(self, round: int, cards: list[int]) -> Sequence[int]: ...


def column_slots(column: int) -> list[int]:
    """S2: column c is slots c, 4+c, 8+c."""
    return [column, 4 + column, 8 + column]


def score_grid(cards: Sequence[int | None], clear_at_reveal: bool = True) -> int:
    """S9, S10: the sum of a grid turned up, complete columns gone first; before doubling."""
    assert len(cards) == 12
    total = 0
    for column in range(4):
        three = [cards[slot] for slot in column_slots(column)]
        if clear_at_reveal and three[0] == three[1] == three[2]:
            continue
        total += sum(card for card in three if card is not None)
    return total


def closer_doubles(sums: list[int], closer: int, options: Mapping[str, Any]) -> bool:
    """S10: doubled if somebody is lower (or ties: tie_doubles); only if positive."""
    own = sums[closer]
    lowest_other = min(value for seat, value in enumerate(sums) if seat != closer)
    if options["double_only_positive"] and own <= 0:
        return False
    return lowest_other < own or (options["tie_doubles"] and lowest_other == own)


def score_round(sums: list[int], closer: int, options: Mapping[str, Any]) -> list[int]:
    """S10: everybody's sum, the closer's doubled where it must be."""
    scores = list(sums)
    if closer_doubles(sums, closer, options):
        scores[closer] = 2 * scores[closer]
    return scores


def make_outcome(totals: list[int]) -> dict[str, Any]:
    """C9: lowest first; equal totals share the rank and use up its places."""
    ranks = [1 + sum(other < mine for other in totals) for mine in totals]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {"totals": list(totals), "ranks": ranks, "winners": winners, "truncated": False}


class Skyjo:
    def __init__(
        self,
        options: Mapping[str, object] = {},
        *,
        players: int,
        first_player: int = 0,
        chance: Chance,
    ) -> None:
        assert 2 <= players <= 8
        assert set(options) <= set(DEFAULTS)
        self.options: dict[str, Any] = {**DEFAULTS, **options}
        self.players = players
        self.chance = chance
        self.ply = 0
        self.window: None = None
        self.totals = [0] * players
        self.records: list[dict[str, Any]] = []
        self.log: list[tuple[int, dict[str, Any], dict[str, list[int]]]] = []
        self.final: dict[str, Any] | None = None
        self.deal(0, first_player)

    # ---- events -------------------------------------------------------------------------------

    def tell(self, kind: str, secret: dict[str, list[int]] | None = None, **fields: Any) -> None:
        """Record an event; `secret` maps a field to the seats that may see it."""
        self.log.append((self.ply, deepcopy({"type": kind, **fields}), secret or {}))

    def events(self, observer: int | str | None, since: int = -1) -> list[dict[str, Any]]:
        told = []
        for ply, event, secret in self.log:
            if ply > since:
                seen = deepcopy(event)
                for field, audience in secret.items():
                    if observer != "host" and observer not in audience:
                        seen[field] = None
                told.append(seen)
        return told

    # ---- the deal and the start ---------------------------------------------------------------

    def clockwise(self, first: int) -> list[int]:
        """C1: all seats, clockwise from one."""
        return [(first + k) % self.players for k in range(self.players)]

    def deal(self, round: int, first: int) -> None:
        """S2, C4: twelve cards each, one at a time; the next one opens the discard."""
        pile = list(self.chance.deck(round))
        assert Counter(pile) == Counter(DECK)
        self.round = round
        self.dealt_first = first
        self.grids: list[dict[int, int]] = [{} for _ in range(self.players)]
        self.open: list[set[int]] = [set() for _ in range(self.players)]
        for slot in range(12):
            for seat in self.clockwise(first):
                self.grids[seat][slot] = pile.pop(0)
        self.discard = [pile.pop(0)]
        self.draw_pile = pile
        self.aside: list[int] = []
        self.held: int | None = None
        self.starter: int | None = None
        self.closer: int | None = None
        self.turn: int | None = None
        self.phase = "setup"
        self.tell("dealt", seat=first, round=round, card=self.discard[-1])

    def find_starter(self) -> int:
        """S4: who starts the round."""
        if self.options["next_starter"] == "closer" and self.records:
            closer: int = self.records[-1]["closer"]
            return closer
        opened = [
            [self.grids[seat][slot] for slot in self.open[seat]] for seat in range(self.players)
        ]
        best = max(sum(cards) for cards in opened)
        tied = [seat for seat in range(self.players) if sum(opened[seat]) == best]
        if len(tied) > 1 and self.options["tie_start"] == "random":
            return self.chance.lot(self.round, tied)
        if self.options["tie_start"] == "highest_card":
            highest = max(max(opened[seat]) for seat in tied)
            tied = [seat for seat in tied if max(opened[seat]) == highest]
        return tied[0]

    # ---- what may be done ---------------------------------------------------------------------

    @property
    def to_act(self) -> list[int]:
        """C7, S3: in the setup every seat with less than two open cards; else the turn's."""
        if self.phase == "over":
            return []
        if self.phase == "setup":
            return [seat for seat in self.clockwise(self.dealt_first) if len(self.open[seat]) < 2]
        assert self.turn is not None
        return [self.turn]

    def hidden(self, seat: int) -> list[int]:
        return [slot for slot in sorted(self.grids[seat]) if slot not in self.open[seat]]

    def legal(self, who: int | str) -> list[str]:
        """S3, S5."""
        if not isinstance(who, int) or who not in self.to_act:
            return []
        if self.phase in ("setup", "flip"):
            return [f"flip {slot}" for slot in self.hidden(who)]
        if self.phase == "turn":
            return ["draw", "take"]
        replacing = [f"replace {slot}" for slot in sorted(self.grids[who])]
        if self.phase == "taken":
            return replacing  # S5: a taken card can't go back
        return [*replacing, "discard"]

    def play(self, who: int | str, action: str) -> None:
        if action not in self.legal(who):
            raise Refused(f"{who}: {action}")
        assert isinstance(who, int)
        self.ply += 1
        kind, *fields = action.split(" ")
        numbers = [int(field) for field in fields]
        if kind == "flip" and self.phase == "setup":
            self.setup_flip(who, numbers[0])
        elif kind == "flip":
            self.turn_flip(who, numbers[0])
        elif kind == "draw":
            self.draw(who)
        elif kind == "take":
            self.take(who)
        elif kind == "replace":
            self.replace(who, numbers[0])
        elif kind == "discard":
            self.discard_held(who)

    # ---- the actions --------------------------------------------------------------------------

    def turn_up(self, seat: int, slot: int) -> None:
        self.open[seat].add(slot)
        self.tell("flipped", seat=seat, slot=slot, card=self.grids[seat][slot])

    def setup_flip(self, seat: int, slot: int) -> None:
        """S3; after the last one the starter is found (S4)."""
        self.turn_up(seat, slot)
        if not self.to_act:
            self.starter = self.turn = self.find_starter()
            self.phase = "turn"
            self.tell("started", seat=self.starter)

    def turn_flip(self, seat: int, slot: int) -> None:
        """S5: after a discard, one own hidden card is turned up."""
        self.turn_up(seat, slot)
        self.end_turn(seat)

    def draw(self, seat: int) -> None:
        """S5, S12."""
        if not self.draw_pile:
            top = self.discard.pop()
            self.draw_pile = list(self.chance.reshuffle(self.round, self.discard))
            self.discard = [top]
            self.tell("reshuffled", draw_size=len(self.draw_pile))
        self.held = self.draw_pile.pop(0)
        self.phase = "drawn"
        self.tell("drew", {"card": [seat]}, seat=seat, card=self.held)

    def take(self, seat: int) -> None:
        """S5."""
        self.held = self.discard.pop()
        self.phase = "taken"
        self.tell("took", seat=seat, card=self.held)

    def replace(self, seat: int, slot: int) -> None:
        """S5: the new card lies open, the replaced one goes to the discard."""
        assert self.held is not None
        old = self.grids[seat][slot]
        self.grids[seat][slot] = self.held
        self.open[seat].add(slot)
        self.tell("replaced", seat=seat, slot=slot, card=self.held)
        self.held = None
        self.discard.append(old)
        self.tell("discarded", seat=seat, slot=slot, card=old)
        self.end_turn(seat)

    def discard_held(self, seat: int) -> None:
        """S5: a drawn card is discarded; a flip is due."""
        assert self.held is not None
        self.discard.append(self.held)
        self.tell("discarded", seat=seat, slot=None, card=self.held)
        self.held = None
        self.phase = "flip"

    # ---- the end of a turn and of a round -----------------------------------------------------

    def clear_columns(self, seat: int) -> None:
        """S7: three open equal cards in a column leave the game."""
        for column in range(4):
            slots = column_slots(column)
            if not all(slot in self.open[seat] for slot in slots):
                continue
            cards = [self.grids[seat][slot] for slot in slots]
            if cards[0] == cards[1] == cards[2]:
                for slot in slots:
                    del self.grids[seat][slot]
                    self.open[seat].remove(slot)
                if self.options["column_to"] == "discard":
                    self.discard.extend(cards)
                else:
                    self.aside.extend(cards)
                self.tell("column_cleared", seat=seat, column=column, card=cards[0])

    def end_turn(self, seat: int) -> None:
        """S7, then S8: the first without a hidden card closes, then all others play once more."""
        self.clear_columns(seat)
        if self.closer is None and not self.hidden(seat):
            self.closer = seat
            self.tell("closed", seat=seat)
        following = (seat + 1) % self.players
        if following == self.closer:
            self.end_round()
        else:
            self.turn = following
            self.phase = "turn"

    def reveal(self) -> None:
        """S8: all hidden cards are turned up together; S9: complete columns leave too."""
        for seat in range(self.players):
            for slot in self.hidden(seat):
                self.open[seat].add(slot)
                self.tell("revealed", seat=seat, slot=slot, card=self.grids[seat][slot])
        if self.options["clear_at_reveal"]:
            for seat in range(self.players):
                self.clear_columns(seat)

    def end_round(self) -> None:
        """S8-S11, C8: reveal, score, record; then the end or the next deal."""
        assert self.closer is not None
        self.reveal()
        sums = [sum(grid.values()) for grid in self.grids]
        scores = score_round(sums, self.closer, self.options)
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        record = {
            "round": self.round,
            "starter": self.starter,
            "scores": scores,
            "totals": list(self.totals),
            "hands": [{str(slot): grid[slot] for slot in sorted(grid)} for grid in self.grids],
            "closer": self.closer,
        }
        self.records.append(record)
        self.tell("round_scored", result=record)
        if max(self.totals) >= self.options["target"]:
            self.end_game()
        else:
            self.deal(self.round + 1, self.closer)

    def end_game(self) -> None:
        """S11, C9."""
        self.phase = "over"
        self.turn = None
        self.final = make_outcome(self.totals)
        self.tell("game_ended", outcome=self.final)

    # ---- what is known ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def outcome(self) -> dict[str, Any] | None:
        return deepcopy(self.final)

    @property
    def rounds(self) -> list[dict[str, Any]]:
        return deepcopy(self.records)

    def sees_held(self, observer: int | str | None) -> bool:
        """S13: a taken card is public; a drawn one is the drawer's alone."""
        return self.phase == "taken" or observer == "host" or observer == self.turn

    def view_grid(self, seat: int, observer: int | str | None) -> dict[str, int | None]:
        """S13: open cards are public, hidden ones nobody's."""
        shown: dict[str, int | None] = {}
        for slot in sorted(self.grids[seat]):
            may_see = observer == "host" or slot in self.open[seat]
            shown[str(slot)] = self.grids[seat][slot] if may_see else None
        return shown

    def view_held(self, observer: int | str | None) -> dict[str, Any] | None:
        if self.held is None:
            return None
        card = self.held if self.sees_held(observer) else None
        return {"seat": self.turn, "card": card, "taken": self.phase == "taken"}

    def view(self, observer: int | str | None) -> dict[str, Any]:
        view: dict[str, Any] = {
            "ply": self.ply,
            "turn": self.turn,
            "phase": self.phase,
            "round": self.round,
            "starter": self.starter,
            "totals": list(self.totals),
            "hands": [self.view_grid(seat, observer) for seat in range(self.players)],
            "draw_size": len(self.draw_pile),
            "discard_top": self.discard[-1] if self.discard else None,
            "discard_size": len(self.discard),
            "discard": list(self.discard),
            "aside": list(self.aside),
            "held": self.view_held(observer),
            "closer": self.closer,
        }
        if observer == "host":
            view["draw_pile"] = list(self.draw_pile)
        return view

    def memory(self, seat: int) -> dict[int, int]:
        """S13: the cards this seat can no longer meet hidden."""
        count = Counter(self.discard + self.aside)
        for grid, opened in zip(self.grids, self.open, strict=True):
            count.update(grid[slot] for slot in opened)
        if self.held is not None and self.sees_held(seat):
            count[self.held] += 1
        return dict(count)
