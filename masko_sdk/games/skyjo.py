"""Skyjo: grids of hidden cards, equal columns, a round closed by whoever opens all. Clauses S1 to S13.

Cards are ints, -2 to 12.
The names, options and fields here are those of the core's tables; there are no rules in this module.

Fields of actions and events, where they have them:

- `seat`: who acts or is meant: seats count from 0, clockwise (C1).
- `slot`: a place of the grid: 0 to 3 the upper row from the left, 4 to 7 and 8 to 11 those below; None: the card held.
- `card`: a face; None for those who may not know it.
- `column`: from 0, from the left.
- `draw_size`: cards in the draw pile now.
- `round`: its number, from 0.
- `result`: the record of the round (C8).
- `outcome`: how the game ended (C9).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from masko_sdk import action, event, view
from masko_sdk._value import Value, value
from masko_sdk.rules import Rules as BaseRules
from masko_sdk.view import Outcome

__all__ = [
    "Action",
    "Closed",
    "ColumnCleared",
    "Dealt",
    "Discard",
    "Discarded",
    "Draw",
    "Drew",
    "Event",
    "Flip",
    "Flipped",
    "GameEnded",
    "Held",
    "Outcome",
    "Phase",
    "Reason",
    "RefereeView",
    "Replace",
    "Replaced",
    "Reshuffled",
    "Revealed",
    "Round",
    "RoundScored",
    "Rules",
    "Started",
    "Take",
    "Took",
    "View",
]


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    TURN = "turn"
    DRAWN = "drawn"
    TAKEN = "taken"
    FLIP = "flip"
    OVER = "over"


class Reason(StrEnum):
    """Why a seat that is due may not do what it asked for."""

    WRONG_PHASE = "wrong_phase"
    NO_SUCH_CARD = "no_such_card"
    ALREADY_OPEN = "already_open"


# Actions.


class Action(action.Action):
    """An action of Skyjo."""

    __slots__ = ()


@value
class Flip(Action):
    """Turn up an own hidden card: in the setup (S3), or after a drawn card was discarded (S5)."""

    slot: int


@value
class Draw(Action):
    """Draw from the draw pile (S5)."""


@value
class Take(Action):
    """Take the top of the discard (S5)."""


@value
class Replace(Action):
    """Put the held card face up in the place of an own card, which goes to the discard (S5)."""

    slot: int


@value
class Discard(Action):
    """Discard the drawn card; a hidden card is to be turned up next (S5)."""


# Events. A field "card: int | None" is None for those who may not know it.


class Event(event.Event):
    """Something that happened in a game of Skyjo."""

    __slots__ = ()


@value
class Dealt(Event):
    """A round was dealt, starting with this seat, and the discard opened with this card (S2)."""

    seat: int
    round: int
    card: int


@value
class Flipped(Event):
    """A seat turned up a card (S3, S5)."""

    seat: int
    slot: int
    card: int


@value
class Started(Event):
    """The setup is over, and this seat plays first (S4)."""

    seat: int


@value
class Drew(Event):
    """A seat drew; it alone knows the card (S13)."""

    seat: int
    card: int | None


@value
class Took(Event):
    """A seat took the top of the discard."""

    seat: int
    card: int


@value
class Replaced(Event):
    """A seat put this card face up into a slot."""

    seat: int
    slot: int
    card: int


@value
class Discarded(Event):
    """A turn discarded a card: the one that was in this slot, or the drawn one (None)."""

    seat: int
    slot: int | None
    card: int


@value
class ColumnCleared(Event):
    """Three equal open cards left the grid (S7)."""

    seat: int
    column: int
    card: int


@value
class Closed(Event):
    """A seat has no hidden card left and closes the round (S8)."""

    seat: int


@value
class Reshuffled(Event):
    """The discard but its top became the new draw pile, of this size (S12)."""

    draw_size: int


@value
class Revealed(Event):
    """A card still hidden was turned up at the end of the round (S8)."""

    seat: int
    slot: int
    card: int


@value
class RoundScored(Event):
    """A round is over and scored (S10)."""

    result: Round


@value
class GameEnded(Event):
    """The game is over (S11)."""

    outcome: Outcome


# Views.


@value
class Held(Value):
    """A card in hand.

    Attributes:
        seat: who holds it.
        card: its face; None for those who may not know it: its drawer does, and all if it was taken.
        taken: whether it was taken from the discard.
    """

    seat: int
    card: int | None
    taken: bool


@value
class Round(view.Round):
    """The record of a round (C8).

    Attributes:
        round: its number, from 0.
        starter: who played first.
        scores: points of each seat in it (S10).
        totals: points of each seat after it.
        hands: the grid of each seat, by slot, after complete columns have left (S9).
        closer: who closed it.
    """

    round: int
    starter: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[Mapping[int, int], ...]
    closer: int


@value
class View(view.View):
    """What lies open to one observer (S13).

    Attributes:
        ply: actions accepted so far.
        turn: whose turn it is; None in the setup and when the game is over.
        phase: what the table waits for.
        round: number of the round, from 0.
        starter: who plays first in it; None in the setup.
        totals: points of each seat in the finished rounds.
        hands: for each seat its grid, slot = 4 * row + column; None is a hidden card, a missing slot has left the game.
        draw_size: cards in the draw pile.
        discard_top: top of the discard.
        discard_size: cards in the discard.
        discard: the discard, bottom first.
        aside: cards that have left the game, in order (S7).
        held: the card in hand.
        closer: who has closed the round (S8).
    """

    ply: int
    turn: int | None
    phase: Phase
    round: int
    starter: int | None
    totals: tuple[int, ...]
    hands: tuple[Mapping[int, int | None], ...]
    draw_size: int
    discard_top: int | None
    discard_size: int
    discard: tuple[int, ...]
    aside: tuple[int, ...]
    held: Held | None
    closer: int | None


@value
class RefereeView(View, view.RefereeView):
    """Every card: the view with all faces, and `draw_pile` from the top."""

    draw_pile: tuple[int, ...]


@value
class Rules(BaseRules[View, Action, Event]):
    """The options of Skyjo; the defaults are the text, read literally.

    Attributes:
        target: a total that ends the game (S11), 1..10000.
        tie_start: who starts among those with the same highest sum (S4).
        next_starter: who starts later rounds (S4).
        column_to: where a complete column goes (S7).
        tie_doubles: whether the closer's score is doubled on a tie too (S10).
        clear_at_reveal: whether columns that are complete at the last reveal leave too (S9).
        double_only_positive: whether only a positive score is doubled (S10).

    Raises:
        RulesError: a field is outside of its range.
    """

    target: int = 100
    tie_start: Literal["seat", "random", "highest_card"] = "seat"
    next_starter: Literal["highest_sum", "closer"] = "highest_sum"
    column_to: Literal["aside", "discard"] = "aside"
    tie_doubles: bool = False
    clear_at_reveal: bool = True
    double_only_positive: bool = True

    @classmethod
    def published(cls) -> Rules:
        """The publisher's booklet where it is known to differ from the text."""
        return cls(next_starter="closer", column_to="discard", tie_doubles=True)
