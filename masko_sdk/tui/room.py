"""How much room each part of the table has."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NARROW", "Room"]

NARROW = 70  # columns below which the side goes below the table
_LEAST_SIDE, _LEAST_LOW_SIDE = 28, 8  # columns and rows that the side has
_PART = 24  # columns of another player's cards
_LOG = 6  # rows of the log and frames where the side lies below
_EDGES = 2  # rows of the title and of the keys
_SCROLL_BAR = 1


@dataclass(frozen=True)
class Room:
    """The room on a screen.

    Attributes:
        width, height: of the screen, in columns and rows.
        others: how many players have their cards above the middle.
        choices: how many choices there are.
    """

    width: int
    height: int
    others: int
    choices: int

    @property
    def is_narrow(self) -> bool:
        """Whether the side goes below the table."""
        return self.width < NARROW

    @property
    def side_width(self) -> int:
        """The columns of the side, beside the table."""
        return max(_LEAST_SIDE, self.width // 3)

    @property
    def low_side(self) -> int:
        """The rows of the side, below the table."""
        most = max(_LEAST_LOW_SIDE, self.height // 3)
        return min(most, max(_LEAST_LOW_SIDE, self.choices + _LOG))

    @property
    def felt_width(self) -> int:
        """The columns for cards."""
        return self.width - _SCROLL_BAR - (0 if self.is_narrow else self.side_width)

    @property
    def felt_height(self) -> int:
        """The rows for cards."""
        return self.height - _EDGES - (self.low_side if self.is_narrow else 0)

    @property
    def columns(self) -> int:
        """How many other players have their cards side by side."""
        return max(1, min(self.others, self.felt_width // _PART))

    def column_width(self, column: int) -> int:
        """The columns that a player's part has, of those side by side."""
        wide, columns = self.felt_width, self.columns
        return wide * (column + 1) // columns - wide * column // columns
