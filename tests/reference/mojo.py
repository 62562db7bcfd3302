"""Mojo, slow and plain, written from the rule text alone (clauses J1-J16, C1-C11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

DEFAULTS: dict[str, Any] = {
    "target": 50,
    "target_reached": ">",
    "holder_lowest_scores_zero": False,
    "mojo_at": None,
    "discards": 1,
}

# J1: the colours, their values, and how many there are of each value.
COLOURS: dict[str, tuple[list[int], int]] = {
    "blue": ([0, 1], 4),
    "green": ([2, 3, 4], 5),
    "yellow": ([5, 6, 7], 6),
    "orange": ([8, 9, 10], 7),
    "red": ([11, 12], 8),
}
DECK: list[int] = [v for values, copies in COLOURS.values() for v in values for _ in range(copies)]


class Refused(Exception):
    """The action is not legal now (C11)."""


class Chance(Protocol):
    def deck(self, round: int) -> Sequence[int]: ...
    def reshuffle(self, round: int, cards: list[int]) -> Sequence[int]: ...


def score_hand(cards: Sequence[int]) -> int:
    """J9: of each colour only the highest value counts, once."""
    total = 0
    for values, _ in COLOURS.values():
        total += max([card for card in cards if card in values], default=0)
    return total


def holder_is_beaten(points: list[int], holder: int) -> bool:
    """J10: is anybody strictly lower than the holder, before any malus?"""
    return min(points) < points[holder]


def score_round(points: list[int], holder: int, options: Mapping[str, Any]) -> list[int]:
    """J10: the holder's malus, or with holder_lowest_scores_zero its reward."""
    scores = list(points)
    if holder_is_beaten(points, holder):
        scores[holder] += 10
    elif options["holder_lowest_scores_zero"]:
        scores[holder] = 0
    return scores


def target_is_reached(totals: list[int], options: Mapping[str, Any]) -> bool:
    """J11."""
    if options["target_reached"] == ">":
        return any(total > options["target"] for total in totals)
    return any(total >= options["target"] for total in totals)


def make_outcome(totals: list[int]) -> dict[str, Any]:
    """C9: lowest first; equal totals share the rank and use up its places."""
    ranks = [1 + sum(other < mine for other in totals) for mine in totals]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {"totals": list(totals), "ranks": ranks, "winners": winners, "truncated": False}


class Mojo:
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
        self.mojo_side = 0  # J3
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

    # ---- the deal -----------------------------------------------------------------------------

    def deal(self, round: int, starter: int) -> None:
        """J2, C4: eight cards each, always clockwise; J14: one card opens each discard."""
        cards = list(self.chance.deck(round))
        assert Counter(cards) == Counter(DECK)
        self.round = round
        self.starter = starter
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.face_down: list[list[int]] = [[] for _ in range(self.players)]
        self.turned_up: list[list[int]] = [[] for _ in range(self.players)]
        self.known: list[list[int]] = [[] for _ in range(self.players)]
        for _ in range(8):
            for k in range(self.players):
                self.hands[(starter + k) % self.players].append(cards.pop(0))
        self.discards = [[cards.pop(0)] for _ in range(self.options["discards"])]
        self.draw_pile = cards
        self.pile: int | None = None
        self.tell("dealt", starter=starter, round=round, cards=[pile[-1] for pile in self.discards])
        self.begin_turn(starter)

    # ---- what may be done ---------------------------------------------------------------------

    @property
    def direction(self) -> int:
        """J3: the visible side of the Mojo card: 0 clockwise, 10 counter-clockwise."""
        return 1 if self.mojo_side == 0 else -1

    @property
    def mojo_at(self) -> int:
        """J6."""
        at: int | None = self.options["mojo_at"]
        if at is not None:
            return at
        return 2 if self.players == 2 else 3

    @property
    def to_act(self) -> list[int]:
        return [] if self.turn is None else [self.turn]

    def action_play(self, value: int, pile: int) -> str:
        """The pile is written only when there are two discards."""
        return f"play {value} {pile}" if self.options["discards"] == 2 else f"play {value}"

    def legal(self, who: int | str) -> list[str]:
        if not isinstance(who, int) or who not in self.to_act:
            return []
        if self.phase == "mojo":  # J7
            return [f"turn_up {value}" for value in sorted(set(self.face_down[who]))]
        if self.phase == "owed":  # J15
            assert self.pile is not None
            return ["draw", f"take {1 - self.pile}"]
        piles = list(range(self.options["discards"]))
        if self.phase == "chain":  # J4, J14: equal replays stay on the same discard
            assert self.pile is not None
            piles = [self.pile]
        values = sorted(set(self.hands[who]))
        return [self.action_play(value, pile) for value in values for pile in piles]

    def play(self, who: int | str, action: str) -> None:
        if action not in self.legal(who):
            raise Refused(f"{who}: {action}")
        assert isinstance(who, int)
        self.ply += 1
        kind, *fields = action.split(" ")
        numbers = [int(field) for field in fields]
        if kind == "play":
            self.play_card(who, numbers[0], numbers[1] if len(numbers) == 2 else 0)
        elif kind == "draw":
            self.draw(who)
        elif kind == "take":
            self.take(who, numbers[0])
        elif kind == "turn_up":
            self.turn_up(who, numbers[0])

    # ---- the actions --------------------------------------------------------------------------

    def forget(self, seat: int, value: int) -> None:
        """J13: a card taken is known until that seat plays or turns up one of its value."""
        if value in self.known[seat]:
            self.known[seat].remove(value)

    def play_card(self, seat: int, value: int, pile: int) -> None:
        """J4, J5."""
        top = self.discards[pile][-1]
        self.hands[seat].remove(value)
        self.discards[pile].append(value)
        self.forget(seat, value)
        self.tell("played", seat=seat, card=value, pile=pile)
        if value < top:
            self.end_turn(seat)
        elif value > top:
            self.owe(seat, pile)
        elif self.hands[seat]:
            self.phase = "chain"
            self.pile = pile
        else:
            self.end_turn(seat)  # J5: nothing left to play, nothing owed

    def owe(self, seat: int, pile: int) -> None:
        """J4: draw one; J15: with two discards there is a choice first."""
        if self.options["discards"] == 2:
            self.phase = "owed"
            self.pile = pile
        else:
            self.draw(seat)

    def draw(self, seat: int) -> None:
        """J4, J12."""
        if not self.draw_pile:
            self.reshuffle()
        card = self.draw_pile.pop(0)
        self.hands[seat].append(card)
        self.tell("drew", {"card": [seat]}, seat=seat, card=card)
        self.end_turn(seat)

    def reshuffle(self) -> None:
        """J12: all discards but their tops, discard 0 from below, then discard 1."""
        cards = [card for pile in self.discards for card in pile[:-1]]
        self.discards = [[pile[-1]] for pile in self.discards]
        self.draw_pile = list(self.chance.reshuffle(self.round, cards))
        self.tell("reshuffled", draw_size=len(self.draw_pile))

    def take(self, seat: int, other: int) -> None:
        """J15; J16: an emptied discard gets the top card of the one just used."""
        card = self.discards[other].pop()
        self.hands[seat].append(card)
        self.known[seat].append(card)
        self.tell("took", seat=seat, card=card, pile=other)
        if not self.discards[other]:
            moved = self.discards[1 - other].pop()
            self.discards[other].append(moved)
            self.tell("refilled", pile=other, card=moved)
        self.end_turn(seat)

    def turn_up(self, seat: int, value: int) -> None:
        """J7; J8: the last one ends the round."""
        self.face_down[seat].remove(value)
        self.turned_up[seat].append(value)
        self.forget(seat, value)
        self.tell("turned_up", seat=seat, card=value)
        if self.face_down[seat]:
            self.pass_turn(seat)
        else:
            self.end_round(seat, "turned_up")

    # ---- the end of a turn and of a round -----------------------------------------------------

    def end_turn(self, seat: int) -> None:
        """J8: no card left ends the round; J6: few enough are laid down (Mojo time)."""
        self.pile = None
        size = len(self.hands[seat])
        if size == 0:
            self.end_round(seat, "no_card")
            return
        if size <= self.mojo_at:
            self.face_down[seat] = self.hands[seat]
            self.hands[seat] = []
            self.tell("laid_down", seat=seat, size=size)
        self.pass_turn(seat)

    def pass_turn(self, seat: int) -> None:
        """J3."""
        self.begin_turn((seat + self.direction) % self.players)

    def begin_turn(self, seat: int) -> None:
        self.turn: int | None = seat
        self.phase = "mojo" if self.face_down[seat] else "turn"

    def remaining(self, seat: int) -> list[int]:
        """J9: hand, face down and face up."""
        return sorted(self.hands[seat] + self.face_down[seat] + self.turned_up[seat])

    def end_round(self, holder: int, ended: str) -> None:
        """J8-J11, C8: the one who ended it takes the Mojo card; score, record, go on."""
        remaining = [self.remaining(seat) for seat in range(self.players)]
        points = [score_hand(cards) for cards in remaining]
        scores = score_round(points, holder, self.options)
        self.mojo_side = 10 if holder_is_beaten(points, holder) else 0  # J10
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        record = {
            "round": self.round,
            "starter": self.starter,
            "scores": scores,
            "totals": list(self.totals),
            "hands": remaining,
            "holder": holder,
            "ended": ended,
            "mojo_side": self.mojo_side,
        }
        self.records.append(record)
        self.tell("round_scored", result=record)
        if target_is_reached(self.totals, self.options):
            self.end_game()
        else:
            self.deal(self.round + 1, holder)

    def end_game(self) -> None:
        """J11, C9."""
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

    def shown(self, cards: list[int], seat: int, observer: int | str | None) -> list[int | None]:
        """J13: all to the owner; to others the known ones, then as many unknown as are left.

        A seat's cards are all in hand or all face down, so its known ones lie where its cards do.
        """
        if observer == "host" or observer == seat:
            return [*sorted(cards)]
        if not cards:
            return []
        return [*sorted(self.known[seat]), *[None] * (len(cards) - len(self.known[seat]))]

    def view(self, observer: int | str | None) -> dict[str, Any]:
        seats = range(self.players)
        view: dict[str, Any] = {
            "ply": self.ply,
            "turn": self.turn,
            "phase": self.phase,
            "round": self.round,
            "starter": self.starter,
            "totals": list(self.totals),
            "hands": [self.shown(self.hands[seat], seat, observer) for seat in seats],
            "face_down": [self.shown(self.face_down[seat], seat, observer) for seat in seats],
            "turned_up": [sorted(self.turned_up[seat]) for seat in seats],
            "known": [sorted(self.known[seat]) for seat in seats],
            "draw_size": len(self.draw_pile),
            "discard_top": [pile[-1] for pile in self.discards],
            "discard_size": [len(pile) for pile in self.discards],
            "pile": self.pile,
            "mojo_side": self.mojo_side,
            "direction": self.direction,
        }
        if observer == "host":
            view["draw_pile"] = list(self.draw_pile)
            view["discard"] = [list(pile) for pile in self.discards]
        return view

    def memory(self, seat: int) -> dict[int, int]:
        """J13: the cards this seat can no longer meet hidden."""
        count = Counter(self.hands[seat] + self.face_down[seat])
        for pile in self.discards:
            count.update(pile)
        for cards in self.turned_up:
            count.update(cards)
        for other in range(self.players):
            if other != seat:
                count.update(self.known[other])
        return dict(count)
