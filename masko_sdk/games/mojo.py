"""Mojo: shed cards, chains of equals, Mojo time. Clauses J1 to J16.

Cards are ints, 0 to 12; the colour follows from the value.
The names, options and fields here are those of the core's tables; there are no rules in this module.

Fields of actions and events, where they have them:

- `seat`: who acts or is meant: seats count from 0, clockwise (C1).
- `value`: of the card.
- `pile`: which discard: 0, or 1 where there are two (J14).
- `card`: a face; None for those who may not know it.
- `cards`: the tops of the discards.
- `size`: how many cards.
- `draw_size`: cards in the draw pile now.
- `starter`: the seat that plays first.
- `round`: its number, from 0.
- `result`: the record of the round (C8).
- `outcome`: how the game ended (C9).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from masko_sdk import action, event, view
from masko_sdk._value import value
from masko_sdk.rules import Rules as BaseRules
from masko_sdk.view import Outcome

__all__ = [
    "Action",
    "Dealt",
    "Draw",
    "Drew",
    "Ended",
    "Event",
    "GameEnded",
    "LaidDown",
    "Outcome",
    "Phase",
    "Play",
    "Played",
    "Reason",
    "RefereeView",
    "Refilled",
    "Reshuffled",
    "Round",
    "RoundScored",
    "Rules",
    "Take",
    "Took",
    "TurnUp",
    "TurnedUp",
    "View",
]


class Phase(StrEnum):
    """What the table waits for."""

    TURN = "turn"
    CHAIN = "chain"
    OWED = "owed"
    MOJO = "mojo"
    OVER = "over"


class Ended(StrEnum):
    """Why a round ended (J8)."""

    TURNED_UP = "turned_up"
    NO_CARD = "no_card"


class Reason(StrEnum):
    """Why a seat that is due may not do what it asked for."""

    WRONG_PHASE = "wrong_phase"
    NO_SUCH_CARD = "no_such_card"
    ONE_DISCARD = "one_discard"
    OTHER_DISCARD_IN_USE = "other_discard_in_use"
    SAME_DISCARD = "same_discard"


# Actions.


class Action(action.Action):
    """An action of Mojo."""

    __slots__ = ()


@value
class Play(Action):
    """Play a card of this value on a discard (J4, J14)."""

    value: int
    pile: int = 0

    def __str__(self) -> str:
        return f"play {self.value} {self.pile}" if self.pile else f"play {self.value}"


@value
class Draw(Action):
    """Draw the owed card from the draw pile (J15)."""


@value
class Take(Action):
    """Take the owed card from the top of the other discard (J15)."""

    pile: int


@value
class TurnUp(Action):
    """In Mojo time: turn up an own face-down card of this value (J7)."""

    value: int


# Events. A field "card: int | None" is None for those who may not know it.


class Event(event.Event):
    """Something that happened in a game of Mojo."""

    __slots__ = ()


@value
class Dealt(Event):
    """A round was dealt, starting with the seat that plays first; these cards open the discards (J2, J14)."""

    starter: int
    round: int
    cards: tuple[int, ...]


@value
class Played(Event):
    """A seat played a card (J4)."""

    seat: int
    card: int
    pile: int


@value
class Drew(Event):
    """A seat drew; it alone knows the card."""

    seat: int
    card: int | None


@value
class Took(Event):
    """A seat took the top of a discard (J15)."""

    seat: int
    card: int
    pile: int


@value
class Refilled(Event):
    """The top card of the discard just used moved onto this emptied one (J16)."""

    pile: int
    card: int


@value
class LaidDown(Event):
    """A seat laid its last cards face down: Mojo time (J6)."""

    seat: int
    size: int


@value
class TurnedUp(Event):
    """A seat turned up one of its face-down cards (J7)."""

    seat: int
    card: int


@value
class Reshuffled(Event):
    """The discards but their tops became the new draw pile, of this size (J12)."""

    draw_size: int


@value
class RoundScored(Event):
    """A round is over and scored (J9, J10)."""

    result: Round


@value
class GameEnded(Event):
    """The game is over (J11)."""

    outcome: Outcome


# Views.


@value
class Round(view.Round):
    """The record of a round (C8).

    Attributes:
        round: its number, from 0.
        starter: who played first.
        scores: points of each seat in it (J9, J10).
        totals: points of each seat after it.
        hands: the remaining cards of each seat, wherever they lay, sorted.
        holder: who ended it and takes the Mojo card (J8).
        ended: why it ended.
        mojo_side: the side that the Mojo card shows now (J10).
    """

    round: int
    starter: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    holder: int
    ended: Ended
    mojo_side: int


@value
class View(view.View):
    """What lies open to one observer (J13). Cards of a seat are sorted, hidden ones (None) last.

    Attributes:
        ply: actions accepted so far.
        turn: whose turn it is; None when the game is over.
        phase: what the table waits for.
        round: number of the round, from 0.
        starter: who plays first in it.
        totals: points of each seat in the finished rounds.
        hands: cards in hand of each seat.
        face_down: cards laid face down by each seat (J6).
        turned_up: cards turned up by each seat (J7).
        known: cards of each seat that all know, since they came from a discard (J13).
        draw_size: cards in the draw pile.
        discard_top: top of each discard.
        discard_size: cards in each discard.
        pile: the discard in use while a chain goes on or a draw is owed.
        mojo_side: the visible side of the Mojo card, 0 or 10.
        direction: 1 clockwise, -1 counter-clockwise (J3).
    """

    ply: int
    turn: int | None
    phase: Phase
    round: int
    starter: int
    totals: tuple[int, ...]
    hands: tuple[tuple[int | None, ...], ...]
    face_down: tuple[tuple[int | None, ...], ...]
    turned_up: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    draw_size: int
    discard_top: tuple[int, ...]
    discard_size: tuple[int, ...]
    pile: int | None
    mojo_side: int
    direction: int


@value
class RefereeView(View, view.RefereeView):
    """Every card: the view with all faces, `draw_pile` from the top, each `discard` from the bottom."""

    draw_pile: tuple[int, ...]
    discard: tuple[tuple[int, ...], ...]


@value
class Rules(BaseRules[View, Action, Event]):
    """The options of Mojo; the defaults are the text, read literally.

    Attributes:
        target: a total that ends the game when it is exceeded (J11), 1..10000.
        target_reached: whether it must be exceeded, ``">"``, or reached, ``">="`` (J11).
        holder_lowest_scores_zero: whether the holder of the Mojo card who is lowest or tied scores 0 (J10).
        mojo_at: cards in hand that begin Mojo time (J6), 1..7; None: 3, and 2 with two players.
        discards: 1, or 2 for the variant (J14).

    Raises:
        RulesError: a field is outside of its range.
    """

    target: int = 50
    target_reached: Literal[">", ">="] = ">"
    holder_lowest_scores_zero: bool = False
    mojo_at: int | None = None
    discards: int = 1

    @classmethod
    def published(cls) -> Rules:
        """The publisher's booklet where it is known to differ from the text."""
        return cls(target_reached=">=", holder_lowest_scores_zero=True)
