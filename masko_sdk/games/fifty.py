"""Fifty Fifty: tricks in which both the highest and the lowest card pay. Clauses F1 to F11.

Cards are ints, 1 to 50; Mood cards are pairs (yellow, blue), a cover is (0, None) or (None, 0).
The names, options and fields here are those of the core's tables; there are no rules in this module.

Fields of actions and events, where they have them:

- `seat`: who acts or is meant: seats count from 0, clockwise (C1).
- `value`: the number on the card.
- `card`: the number on the card.
- `mood`: (yellow, blue): what the lowest and the highest card take.
- `trick`: its number in the round, from 0.
- `highest`: the seat whose card is highest.
- `furious`: how many half masks it takes.
- `lowest`: the seat whose card is lowest.
- `laughing`: how many half masks it takes.
- `count`: half masks that no longer count.
- `starter`: the seat that leads the first trick.
- `round`: its number, from 0.
- `result`: the record of the round (C8).
- `outcome`: how the game ended (C9).
"""

from __future__ import annotations

from enum import StrEnum

from masko_sdk import action, event, view
from masko_sdk._value import Value, value
from masko_sdk.rules import Rules as BaseRules
from masko_sdk.view import Outcome

__all__ = [
    "Action",
    "Dealt",
    "Erased",
    "Event",
    "GameEnded",
    "Masks",
    "MoodTurned",
    "Outcome",
    "Phase",
    "Play",
    "Played",
    "Reason",
    "RefereeView",
    "Round",
    "RoundScored",
    "Rules",
    "Trick",
    "TrickScored",
    "View",
]

Mood = tuple[int | None, int | None]
"""A Mood card: yellow (laughing) and blue (furious); a cover is 0 beside None."""

RECONSTRUCTED: tuple[Mood, ...] = (
    (1, 7), (7, 1), (2, 6), (6, 2), (3, 5), (5, 3), (4, 4), (3, 3), (2, 4), (4, 2),
)  # fmt: skip
"""Ten pairs in the known range 1..7; the real ones are not in the text (F1)."""


class Phase(StrEnum):
    """What the table waits for."""

    TRICK = "trick"
    OVER = "over"


class Reason(StrEnum):
    """Why a seat that is due may not do what it asked for."""

    NO_SUCH_CARD = "no_such_card"


class Action(action.Action):
    """An action of Fifty Fifty."""

    __slots__ = ()


@value
class Play(Action):
    """Play a card of the hand to the trick (F4)."""

    value: int


class Event(event.Event):
    """Something that happened in a game of Fifty Fifty."""

    __slots__ = ()


@value
class Dealt(Event):
    """A round was dealt, starting with the seat that leads the first trick (F2, F3)."""

    starter: int
    round: int


@value
class MoodTurned(Event):
    """A Mood card was turned for a trick, counted from 0 (F4); a cover is followed by another (F10)."""

    mood: Mood
    trick: int


@value
class Played(Event):
    """A seat played a card (F4)."""

    seat: int
    card: int


@value
class TrickScored(Event):
    """The highest card took furious half masks and leads next, the lowest took laughing ones (F5, F6)."""

    trick: int
    highest: int
    furious: int
    lowest: int
    laughing: int


@value
class Erased(Event):
    """A seat without half masks erased this earlier round, which counted that much (F8)."""

    seat: int
    round: int
    count: int


@value
class RoundScored(Event):
    """A round is over and scored (F7)."""

    result: Round


@value
class GameEnded(Event):
    """The game is over (F9)."""

    outcome: Outcome


@value
class Masks(Value):
    """Half masks of a seat: of one colour at most, since opposite ones cancel (F5)."""

    laughing: int
    furious: int


@value
class Trick(Value):
    """A card in the present trick."""

    seat: int
    card: int


@value
class Round(view.Round):
    """The record of a round (C8).

    Attributes:
        round: its number, from 0.
        starter: who led the first trick.
        masks: half masks left to each seat after nine tricks.
        scores: how many they are (F7); erasing does not change them.
        totals: points of each seat after it, erased rounds left out (F8).
        erased: for each seat, the earlier round that it erased now, or None.
    """

    round: int
    starter: int
    masks: tuple[Masks, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    erased: tuple[int | None, ...]


@value
class View(view.View):
    """What lies open to one observer (F11). Hands are sorted, hidden cards (None) last.

    Attributes:
        ply: actions accepted so far.
        turn: whose turn it is; None when the game is over.
        phase: what the table waits for.
        round: number of the round, from 0.
        starter: who leads the first trick.
        totals: points of each seat in the finished rounds.
        hands: cards in hand of each seat.
        mood: half masks at stake in this trick, (yellow, blue), covers applied.
        mood_used: all Mood cards turned in this round, in order.
        mood_left: Mood cards still face down.
        trick_number: number of the trick, from 0.
        trick: cards in this trick, in the order played.
        played: all cards that each seat has played in this round, in order.
        masks: half masks of each seat.
    """

    ply: int
    turn: int | None
    phase: Phase
    round: int
    starter: int
    totals: tuple[int, ...]
    hands: tuple[tuple[int | None, ...], ...]
    mood: Mood
    mood_used: tuple[Mood, ...]
    mood_left: int
    trick_number: int
    trick: tuple[Trick, ...]
    played: tuple[tuple[int, ...], ...]
    masks: tuple[Masks, ...]


@value
class RefereeView(View, view.RefereeView):
    """Every card: all faces, `draw_pile` (the undealt cards) and `mood_pile` (those left), each from the top."""

    draw_pile: tuple[int, ...]
    mood_pile: tuple[Mood, ...]


@value
class Rules(BaseRules[View, Action, Event]):
    """The options of Fifty Fifty.

    Attributes:
        mood_deck: 9 to 16 Mood cards (yellow, blue) of numbers 0..20, at least 9 of them scoring; a cover is 0 beside
            None (F10). The text does not give the real ones: `RECONSTRUCTED` is a stand-in until they are known.

    Raises:
        RulesError: a field is outside of its range.
    """

    mood_deck: tuple[Mood, ...] = RECONSTRUCTED

    @classmethod
    def published(cls) -> Rules:
        """The default: the real Mood cards are not known."""
        return cls()

    @classmethod
    def tightrope(cls) -> Rules:
        """The older edition's scoring cards 1/1 to 9/9 and its two covers (F10)."""
        return cls(mood_deck=(*((n, n) for n in range(1, 10)), (0, None), (None, 0)))
