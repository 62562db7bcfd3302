"""What a picture is drawn on: how wide, and the distances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from masko_sdk.pictures._scene import Card
from masko_sdk.pictures.theme import Theme

__all__ = ["IN_A_LINE", "Sheet", "Size"]

IN_A_LINE = 4  # cards, before lines are broken
_OWN_GRID = 0.86  # of an own card, where a grid of them stands beside the middle


@dataclass(frozen=True)
class Size:
    """How large cards are: the widest they get, and the distance between them."""

    widest: float
    gap: float


@dataclass(frozen=True)
class Sheet:
    """The paper: how wide, and the distances on it.

    Attributes:
        theme: what it looks like.
        width: of the picture.
        edge: around it.
        pad: within panels.
        gap: between panels.
        between: between cards of others.
        apart: between own cards, and between piles.
        headline: font size.
        columns: the most seats beside each other.
        is_wide: whether the middle stands beside the own seat.
        name_of: what a card is called.
    """

    theme: Theme
    width: int
    edge: int
    pad: int
    gap: int
    between: int
    apart: int
    headline: int
    columns: int
    is_wide: bool
    name_of: Callable[[Card], str]

    @classmethod
    def wide(cls, theme: Theme, name_of: Callable[[Card], str]) -> Sheet:
        """For screens and pages."""
        return cls(theme, theme.wide, 24, 16, 16, 9, 11, 22, 4, True, name_of)

    @classmethod
    def phone(cls, theme: Theme, name_of: Callable[[Card], str]) -> Sheet:
        """For phones."""
        return cls(theme, theme.phone, 12, 10, 8, 6, 10, 17, 2, False, name_of)

    def own_size(self, columns: int) -> Size:
        """Of the cards of the own seat, in a grid of so many columns, or in none."""
        share = _OWN_GRID if columns and self.is_wide else 1
        return Size(self.theme.own_card * share, self.apart)

    def other_size(self, room: float) -> Size:
        """Of the cards of all others, so that a few of them fit into the narrowest of their panels."""
        fitting = (room - self.between * (IN_A_LINE - 1)) / IN_A_LINE
        return Size(min(self.theme.other_card, fitting), self.between)
