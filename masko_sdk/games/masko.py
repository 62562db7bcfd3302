"""Masko: memory, powers, interception out of turn. Clauses M1 to M37 of its rule page.

The names, options and fields here are those of the core's tables; there are no rules in this module.

Fields of actions and events, where they have them:

- `seat`: who acts or is meant: seats count from 0, clockwise (C1).
- `slot`: a place in front of a player, numbered as M12 says; None: the card held.
- `card`: a face; None for those who may not know it.
- `owner`: the seat in front of which the card lies.
- `owner_slot`: its place there.
- `target`: the seat on which a power is used.
- `window`: the number of the window, from 1 over the whole game (M18).
- `reason`: why the window closed.
- `starter`: the seat that plays first.
- `round`: its number, from 0.
- `result`: the record of the round (C8).
- `outcome`: how the game ended (C9).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum
from typing import Literal

from masko_sdk import action, event, view
from masko_sdk._value import FrozenMap, Value, value
from masko_sdk.rules import Rules as BaseRules
from masko_sdk.view import Outcome

__all__ = [
    "Action",
    "Added",
    "Announce",
    "Announced",
    "Call",
    "Card",
    "Choose",
    "Chose",
    "Close",
    "Dealt",
    "Decline",
    "Declined",
    "Discard",
    "Discarded",
    "Draw",
    "Drew",
    "Event",
    "GameEnded",
    "Gathered",
    "Held",
    "Intercept",
    "Intercepted",
    "Keep",
    "Kept",
    "Look",
    "Looked",
    "MaskoDeclared",
    "Missed",
    "Outcome",
    "Pass",
    "Passed",
    "Phase",
    "Pick",
    "Picked",
    "Power",
    "PowerEnded",
    "PowerSkipped",
    "PowerStarted",
    "Reason",
    "RefereeView",
    "Round",
    "RoundScored",
    "Rules",
    "Show",
    "Shown",
    "Skip",
    "Skipped",
    "Swap",
    "Swapped",
    "Take",
    "Took",
    "View",
    "Waiting",
    "Window",
    "WindowClosed",
    "WindowEnd",
    "WindowOpened",
]


class Card(IntEnum):
    """A face (M1). The numbers are their own values."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    NINJA = 11
    EXCHANGE = 12
    VISION = 13
    SPY = 14
    REVEAL = 15
    DRAW_ONE = 16
    GATHER = 17

    @property
    def wire(self) -> str:
        """The name in JSON: ``"1"`` to ``"10"``, ``"ninja"`` to ``"gather"``."""
        return str(int(self)) if self <= 10 else self.name.lower()

    @property
    def is_special(self) -> bool:
        """Whether it has a power (M1)."""
        return self > 10


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    TURN = "turn"
    HOLD = "hold"
    WINDOW = "window"
    VISION = "vision"
    SPY = "spy"
    NINJA = "ninja"
    SWAP = "swap"
    EXCHANGE = "exchange"
    EXCHANGE_SECOND = "exchange_second"
    REVEAL = "reveal"
    SHOW = "show"
    DRAW_ONE = "draw_one"
    OVER = "over"


class WindowEnd(StrEnum):
    """Why a window closed (M17)."""

    WON = "won"
    NOBODY_DUE = "nobody_due"
    HOST = "host"


class Reason(StrEnum):
    """Why a seat that is due may not do what it asked for."""

    WRONG_PHASE = "wrong_phase"
    DRAW_PILE_EMPTY = "draw_pile_empty"
    DISCARD_EMPTY = "discard_empty"
    NO_OWN_CARD = "no_own_card"
    MASKO_STANDS = "masko_stands"
    DRAW_PILE_NOT_EMPTY = "draw_pile_not_empty"
    MUST_KEEP = "must_keep"
    ALREADY_LOOKED = "already_looked"
    NO_SUCH_CARD = "no_such_card"
    NOT_OWN_CARD = "not_own_card"
    OWN_CARD = "own_card"
    NOT_A_TARGET = "not_a_target"


# Actions.


class Action(action.Action):
    """An action of Masko."""

    __slots__ = ()


@value
class Look(Action):
    """Look at a card: an own one in the setup (M5) and by Vision (M24), another's by Spy and Ninja (M25, M26)."""

    seat: int
    slot: int


@value
class Draw(Action):
    """Draw from the draw pile (M7)."""


@value
class Take(Action):
    """Take the top of the discard (M8)."""


@value
class Announce(Action):
    """Announce MASKO instead of drawing (M9)."""


@value
class Skip(Action):
    """Pass the turn while the draw pile is empty (M11)."""


@value
class Keep(Action):
    """Put the held card face down in an own slot, and discard the card that was there (M7)."""

    slot: int


@value
class Discard(Action):
    """Discard the held card (M7, M8)."""


@value
class Intercept(Action):
    """Claim that the own card in this slot is the same as the discarded one (M13)."""

    slot: int


@value
class Pass(Action):
    """Let the window go by; final for this window (M17)."""


@value
class Close(Action):
    """Close the window: an action of the host, who keeps the time (M17)."""


@value
class Swap(Action):
    """Ninja's second step: exchange the card looked at with the own one in this slot (M26)."""

    slot: int


@value
class Decline(Action):
    """Ninja's second step: leave the cards where they are (M26)."""


@value
class Pick(Action):
    """Exchange: one of the two cards to change places (M27)."""

    seat: int
    slot: int


@value
class Choose(Action):
    """Reveal, Draw One: the player to use the power on (M28, M30)."""

    seat: int


@value
class Show(Action):
    """Reveal: the card that all but its owner get to see (M28)."""

    slot: int


# Events. A field "card: Card | None" is None for those who may not know it.


class Event(event.Event):
    """Something that happened in a game of Masko."""

    __slots__ = ()


@value
class Dealt(Event):
    """A round was dealt, starting with the seat that will play first (C4)."""

    starter: int
    round: int


@value
class Looked(Event):
    """A seat looked at a card in front of `owner`; it alone knows the face."""

    seat: int
    owner: int
    slot: int
    card: Card | None


@value
class Drew(Event):
    """A seat drew; it alone knows the face."""

    seat: int
    card: Card | None


@value
class Took(Event):
    """A seat took the top of the discard."""

    seat: int
    card: Card


@value
class Kept(Event):
    """A seat put the held card into a slot; the face is public if it was taken."""

    seat: int
    slot: int
    card: Card | None


@value
class Discarded(Event):
    """A turn discarded a card: the one from this slot, or the held one (None)."""

    seat: int
    slot: int | None
    card: Card


@value
class Skipped(Event):
    """A seat passed its turn (M11)."""

    seat: int


@value
class Announced(Event):
    """A seat announced MASKO (M9)."""

    seat: int


@value
class MaskoDeclared(Event):
    """The last card of the draw pile made its receiver Maskoman (M33)."""

    seat: int


@value
class WindowOpened(Event):
    """A window opened for this card, which `seat` discarded (M13)."""

    window: int
    card: Card
    seat: int


@value
class Passed(Event):
    """A seat let the window go by."""

    seat: int
    window: int


@value
class Intercepted(Event):
    """A seat discarded the same card and has one card fewer (M14)."""

    seat: int
    slot: int
    card: Card
    window: int


@value
class Missed(Event):
    """A seat claimed a wrong card, which all have seen and which is back in its slot (M15)."""

    seat: int
    slot: int
    card: Card
    window: int


@value
class Added(Event):
    """A seat got one unseen card from the draw pile (M15, M30)."""

    seat: int
    slot: int


@value
class WindowClosed(Event):
    """A window closed (M17)."""

    window: int
    reason: WindowEnd


@value
class PowerStarted(Event):
    """The power of a discarded special begins (M22)."""

    seat: int
    card: Card


@value
class PowerSkipped(Event):
    """A power without a target was skipped (M31)."""

    seat: int
    card: Card


@value
class Picked(Event):
    """A seat picked a card for Exchange (M27)."""

    seat: int
    owner: int
    slot: int


@value
class Chose(Event):
    """A seat chose the player to use its power on (M28, M30)."""

    seat: int
    target: int


@value
class Swapped(Event):
    """Two cards took each other's slots (M26, M27)."""

    seat: int
    slot: int
    owner: int
    owner_slot: int


@value
class Declined(Event):
    """A seat left the cards where they are (M26)."""

    seat: int


@value
class Shown(Event):
    """A card was shown to all players but its owner (M28)."""

    owner: int
    slot: int
    card: Card | None


@value
class Gathered(Event):
    """All players' cards were gathered, shuffled and dealt out anew; `slots` tells how many each has (M29)."""

    seat: int
    slots: tuple[int, ...]


@value
class PowerEnded(Event):
    """A power is used up and its card has left the discard (M23)."""

    card: Card


@value
class RoundScored(Event):
    """A round is over and scored (M34)."""

    result: Round


@value
class GameEnded(Event):
    """The game is over (M35)."""

    outcome: Outcome


# Views.


@value
class Held(Value):
    """A card in hand between Draw or Take and what follows.

    Attributes:
        seat: who holds it.
        card: its face; None for those who may not know it: its drawer does, and all if it was taken.
        taken: whether it was taken from the discard.
    """

    seat: int
    card: Card | None
    taken: bool


@value
class Window(Value):
    """The open window (M17).

    Attributes:
        number: counted from 1 over the game.
        card: what may be intercepted.
        seat: whose card opened it.
        due: the seats that may still act, in order.
        attempts: the attempts left to each seat; None: no limit.
    """

    number: int
    card: Card
    seat: int
    due: tuple[int, ...]
    attempts: tuple[int | None, ...]


@value
class Power(Value):
    """The running power, with the first choice where there is one.

    Attributes:
        card: the special that runs.
        user: the seat that uses it.
        owner: the seat in front of which the chosen card lies, or None.
        slot: its place there, or None.
    """

    card: Card
    user: int
    owner: int | None
    slot: int | None


@value
class Waiting(Value):
    """A power that has not begun.

    Attributes:
        seat: who will use it.
        card: the special.
    """

    seat: int
    card: Card


@value
class Call(Value):
    """The MASKO that stands.

    Attributes:
        seat: the Maskoman.
        automatic: whether it came by the last card (M33).
    """

    seat: int
    automatic: bool


@value
class Round(view.Round):
    """The record of a round (C8).

    Attributes:
        round: its number, from 0.
        starter: who played first.
        scores: points of each seat in it (M34).
        totals: points of each seat after it.
        hands: the cards of each seat, by slot.
        maskoman: who ended it.
        announced: whether MASKO was announced, not automatic.
    """

    round: int
    starter: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[Mapping[int, Card], ...]
    maskoman: int
    announced: bool


@value
class View(view.View):
    """What lies open to one observer (M37).

    Attributes:
        ply: actions accepted so far.
        turn: whose turn it is; None in the setup and when the game is over.
        phase: what the table waits for.
        round: number of the round, from 0.
        starter: who plays first in it.
        totals: points of each seat in the finished rounds.
        hands: for each seat its slots; the card is None but in the referee's view.
        draw_size: cards in the draw pile.
        discard_top: top of the discard, None when it is empty.
        discard_size: cards in the discard.
        held: the card in hand.
        window: the open window.
        power: the running power.
        waiting: powers that have not begun, in their order.
        used_specials: specials that are out for the rest of the round (M23).
        masko: the MASKO that stands.
    """

    ply: int
    turn: int | None
    phase: Phase
    round: int
    starter: int
    totals: tuple[int, ...]
    hands: tuple[Mapping[int, Card | None], ...]
    draw_size: int
    discard_top: Card | None
    discard_size: int
    held: Held | None
    window: Window | None
    power: Power | None
    waiting: tuple[Waiting, ...]
    used_specials: int
    masko: Call | None


@value
class RefereeView(View, view.RefereeView):
    """Every card: the view with all faces, `draw_pile` from the top, `discard` from the bottom."""

    draw_pile: tuple[Card, ...]
    discard: tuple[Card, ...]


_TEN_EACH: Mapping[Card, int] = FrozenMap({card: 10 for card in Card if card.is_special})


@value
class Rules(BaseRules[View, Action, Event]):
    """The options of Masko; the defaults are the text, read literally.

    Attributes:
        target: a total that ends the game (M35), 1..10000.
        special_points: what each power counts at the scoring (M3), 0..99, by `Card` or wire name; all seven.
            The text does not give these values: 10 each is a stand-in until they are known.
        next_starter: who starts the next round (M6).
        may_return_taken: whether a taken card may be discarded again (M8).
        chain: whether a card that won a window opens a new one (M14).
        attempts: claims of a seat in one window (M16), 1..49; None: no limit.
        race: the order in which seats are due in a window (M17).
        reveal_choice: who picks the card to be shown by Reveal (M28).

    Raises:
        RulesError: a field is outside of its range.
    """

    target: int = 100
    special_points: Mapping[Card, int] = field(default_factory=lambda: _TEN_EACH)
    next_starter: Literal["rotate", "same", "maskoman", "highest"] = "rotate"
    may_return_taken: bool = True
    chain: Literal["none", "anyone"] = "none"
    attempts: int | None = 1
    race: Literal["clockwise", "random"] = "clockwise"
    reveal_choice: Literal["owner", "user"] = "owner"

    @classmethod
    def published(cls) -> Rules:
        """The default: no other edition is known."""
        return cls()
