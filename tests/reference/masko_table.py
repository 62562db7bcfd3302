"""The table of the plain Masko model: material, deal, what a seat knows (M1..M4, M36, M37)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

Observer = int | str | None  # a seat, "host" (referee) or None (onlooker)

POWERS = ["ninja", "exchange", "vision", "spy", "reveal", "draw_one", "gather"]
DEFAULTS: dict[str, object] = {
    "target": 100,
    "special_points": dict.fromkeys(POWERS, 10),
    "next_starter": "rotate",
    "may_return_taken": True,
    "chain": "none",
    "attempts": 1,
    "race": "clockwise",
    "reveal_choice": "owner",
}


class Refused(Exception):
    """The action is not legal; nothing has changed (C11)."""


class Chance(Protocol):
    """What the game leaves to chance (C5)."""

    def deck(self, round: int) -> list[str]:
        """The 53 cards of a round, from the top."""

    def gathered(self, round: int) -> list[str]:
        """The gathered cards in dealing order (M29)."""

    def race(self, round: int, due: list[int]) -> list[int]:
        """The due seats of a window, reordered (M17)."""


@dataclass(eq=False)
class Card:
    """A card and who has seen its face since it was last shuffled; None in `seen`: public (M36)."""

    face: str
    seen: set[int | None]


@dataclass
class Window:
    """An open window (M17): `left` holds each seat's attempts left, None for no limit (M16)."""

    number: int
    face: str
    opener: int
    due: list[int]
    left: list[int | None]


@dataclass
class Power:
    """A power, waiting or running; `owner` and `slot` are the first choice made (M37)."""

    card: Card
    user: int
    owner: int | None = None
    slot: int | None = None


@dataclass
class Declared:
    """The MASKO that stands: whose, and whether it was declared automatically (M33)."""

    seat: int
    automatic: bool


@dataclass
class Told:
    """An event; `audience` are those who may know its card besides the referee (None: all)."""

    ply: int
    event: dict[str, Any]
    audience: set[int | None] | None


class Table:
    """Everything that lies on the table, and what each observer may know of it."""

    def __init__(
        self,
        options: Mapping[str, object] | None = None,
        *,
        players: int,
        first_player: int = 0,
        chance: Chance,
    ) -> None:
        self.options: dict[str, Any] = {**DEFAULTS, **(options or {})}
        self.n = players
        self.chance = chance
        self.everyone: set[int | None] = {None, *range(players)}
        self.ply = 0
        self.told: list[Told] = []
        self.rounds: list[dict[str, Any]] = []
        self.outcome: dict[str, Any] | None = None
        self.totals = [0] * players
        self.window_count = 0
        self.deal(first_player)

    # ---------------------------------------------------------------- setup of a round

    def deal(self, starter: int) -> None:
        """M4, C4: four cards each, one at a time, clockwise from the starter; the rest is drawn."""
        self.round = len(self.rounds)
        self.starter = starter
        self.draw_pile = [Card(face, set()) for face in self.chance.deck(self.round)]
        self.discard_pile: list[Card] = []
        self.hands: list[dict[int, Card]] = [{} for _ in range(self.n)]
        self.next_slot = [4] * self.n  # M12
        for slot in range(4):
            for seat in self.clockwise(starter):
                self.hands[seat][slot] = self.draw_pile.pop(0)
        self.used: list[Card] = []
        self.held: Card | None = None
        self.held_taken = False
        self.open: Window | None = None
        self.waiting: list[Power] = []
        self.power: Power | None = None
        self.masko: Declared | None = None
        self.looks: list[list[int]] = [[] for _ in range(self.n)]  # slots looked at in the setup
        self.turn: int | None = None
        self.phase = "setup"
        self.tell("dealt", starter=starter, round=self.round)

    def clockwise(self, first: int) -> list[int]:
        """C1: all seats, clockwise from `first`."""
        return [(first + i) % self.n for i in range(self.n)]

    def left_of(self, seat: int) -> int:
        """C1: the next seat clockwise."""
        return (seat + 1) % self.n

    def slots(self, seat: int) -> list[int]:
        """The slots of a seat that hold a card."""
        return sorted(self.hands[seat])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (M35)."""
        return self.outcome is not None

    @property
    def window(self) -> int | None:
        """The number of the open window (M18)."""
        return self.open.number if self.open else None

    # ---------------------------------------------------------------- what a player knows

    def tell(self, kind: str, audience: set[int | None] | None = None, /, **fields: Any) -> None:
        """Tell an event to all; its card only to the audience and the referee."""
        self.told.append(Told(self.ply, {"type": kind, **deepcopy(fields)}, audience))

    def events(self, observer: Observer, since: int = -1) -> list[dict[str, Any]]:
        """The events of plies > since as the observer may know them."""
        seen = []
        for told in self.told:
            if told.ply > since:
                event = deepcopy(told.event)
                if told.audience is not None and not self.may_know(observer, told.audience):
                    event["card"] = None
                seen.append(event)
        return seen

    def may_know(self, observer: Observer, audience: set[int | None]) -> bool:
        """Whether the observer is the referee or one of the audience."""
        return observer == "host" or observer in audience

    def memory(self, seat: int) -> dict[tuple[int, int], str]:
        """M37: the cards in front of the players whose face the seat has seen."""
        return {
            (owner, slot): self.hands[owner][slot].face
            for owner in range(self.n)
            for slot in self.slots(owner)
            if seat in self.hands[owner][slot].seen
        }

    def hand_json(self, seat: int, observer: Observer) -> dict[str, str | None]:
        """The slots of a seat; the cards for the referee only."""
        hand = self.hands[seat]
        return {str(s): hand[s].face if observer == "host" else None for s in self.slots(seat)}

    def view(self, observer: Observer) -> dict[str, Any]:
        """M37: what lies open to the observer."""
        view: dict[str, Any] = {
            "ply": self.ply,
            "turn": self.turn,
            "phase": self.phase,
            "round": self.round,
            "starter": self.starter,
            "totals": list(self.totals),
            "hands": [self.hand_json(seat, observer) for seat in range(self.n)],
            "draw_size": len(self.draw_pile),
            "discard_top": self.discard_pile[-1].face if self.discard_pile else None,
            "discard_size": len(self.discard_pile),
            "held": self.held_json(observer),
            "window": self.window_json(),
            "power": self.power_json(),
            "waiting": [{"seat": p.user, "card": p.card.face} for p in self.waiting],
            "used_specials": len(self.used),
            "masko": self.masko_json(),
        }
        if observer == "host":
            view["draw_pile"] = [card.face for card in self.draw_pile]
            view["discard"] = [card.face for card in self.discard_pile]
        return view

    def held_json(self, observer: Observer) -> dict[str, Any] | None:
        """The held card, to its drawer, or to all if it was taken."""
        if self.held is None:
            return None
        known = observer == "host" or observer in self.held.seen
        card = self.held.face if known else None
        return {"seat": self.turn, "card": card, "taken": self.held_taken}

    def window_json(self) -> dict[str, Any] | None:
        """The open window with the attempts left."""
        if self.open is None:
            return None
        return {
            "number": self.open.number,
            "card": self.open.face,
            "seat": self.open.opener,
            "due": list(self.open.due),
            "attempts": list(self.open.left),
        }

    def power_json(self) -> dict[str, Any] | None:
        """The running power with its user and first choice."""
        if self.power is None:
            return None
        return {
            "card": self.power.card.face,
            "user": self.power.user,
            "owner": self.power.owner,
            "slot": self.power.slot,
        }

    def masko_json(self) -> dict[str, Any] | None:
        """The MASKO that stands."""
        if self.masko is None:
            return None
        return {"seat": self.masko.seat, "automatic": self.masko.automatic}
