"""What a picture shows, before anything is drawn: both the drawing and the text beside it are made from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Card", "Chip", "Row", "Scene", "Seat", "Tile"]


@dataclass(frozen=True)
class Card:
    """A card on the table.

    Attributes:
        face: the card, or None where it is hidden.
        kind: what the theme draws: ``"card"``, ``"mood"`` or ``"mojo"``.
        seat: in front of whom it lies.
        slot: where, in games with slots.
        remembered: the face of a hidden card that this seat has seen.
        legal: whether an action that may be done now names it.
        chosen: whether the running power has chosen it.
    """

    face: Any = None
    kind: str = "card"
    seat: int | None = None
    slot: int | None = None
    remembered: Any = None
    legal: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Row:
    """Cards that belong together.

    Attributes:
        cards: in order; None is a place without a card.
        label: what they are, or nothing.
        columns: cards in a line of a grid; 0: as many as there is room for.
        small: drawn small.
        fan: hidden cards that differ in nothing, drawn over each other.
    """

    cards: tuple[Card | None, ...]
    label: str = ""
    columns: int = 0
    small: bool = False
    fan: bool = False


@dataclass(frozen=True)
class Seat:
    """A player's part of the table.

    Attributes:
        seat: its number.
        name: what the player is called.
        notes: facts: points, cards; the most important first.
        tags: words that mark it, the most important first.
        is_active: whether it is waited for.
        is_turn: whether it is so because it is on turn.
        rows: its cards.
        masks: laughing and furious half masks, in the game that has them.
    """

    seat: int
    name: str
    notes: tuple[str, ...]
    tags: tuple[str, ...]
    is_active: bool
    is_turn: bool
    rows: tuple[Row, ...]
    masks: tuple[int, int] | None = None


@dataclass(frozen=True)
class Tile:
    """A pile or a card in the middle.

    Attributes:
        key: what it is, for front ends.
        label: its name.
        note: a number, or who holds it.
        card: what lies on top; None: nothing does.
        size: how many cards lie there.
    """

    key: str
    label: str
    note: str
    card: Card | None
    size: int = 1


@dataclass(frozen=True)
class Chip:
    """A fact of the table in words.

    Attributes:
        text: the words.
        tone: ``"alert"``: act now; ``"call"``: the end is near; ``"plain"``.
    """

    text: str
    tone: str = "plain"


@dataclass(frozen=True)
class Scene:
    """A whole table.

    Attributes:
        game: its name in the core.
        title: the game and the round.
        headline: what the table waits for.
        chips: facts in words.
        tiles: the middle.
        seats: all players, in the order in which they are drawn.
        own: the seat whose view it is, drawn last and larger; None for onlookers.
        strips: whole piles, which the referee alone sees.
        number: the ply, for front ends.
    """

    game: str
    title: str
    headline: str
    chips: tuple[Chip, ...]
    tiles: tuple[Tile, ...]
    seats: tuple[Seat, ...]
    own: int | None
    strips: tuple[Row, ...]
    number: int
