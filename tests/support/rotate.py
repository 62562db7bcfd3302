"""A game with its seats relabelled: seat s becomes s + shift, in actions, views and events.

The fields that name seats, and those that have one item a seat, are known by their names, which all games share.
"""

from __future__ import annotations

from typing import Any

__all__ = ["rotated", "rotated_action", "rotated_list"]

NAMES_A_SEAT = {
    "seat", "turn", "starter", "owner", "user", "target", "closer", "holder", "maskoman", "highest",
    "lowest",
}  # fmt: skip
NAMES_SEATS = {"due", "winners"}
ONE_A_SEAT = {
    "totals", "scores", "ranks", "hands", "face_down", "turned_up", "known", "played", "masks",
    "erased", "attempts", "slots",
}  # fmt: skip
SORTED = {"winners"}


def rotated(form: Any, shift: int, players: int) -> Any:
    """A JSON form of a view, an event or a record, as it reads with relabelled seats."""
    if isinstance(form, list):
        return [rotated(item, shift, players) for item in form]
    if not isinstance(form, dict):
        return form
    return {key: _field(key, item, shift, players) for key, item in form.items()}


def _field(key: str, item: Any, shift: int, players: int) -> Any:
    if key in NAMES_A_SEAT:
        return item if item is None else (item + shift) % players
    if key in NAMES_SEATS:
        seats = [(seat + shift) % players for seat in item]
        return sorted(seats) if key in SORTED else seats
    item = rotated(item, shift, players)
    return rotated_list(item, shift) if key in ONE_A_SEAT and isinstance(item, list) else item


def rotated_list(items: list[Any], shift: int) -> list[Any]:
    """The items of the seats, in the order of the new numbers."""
    cut = -shift % len(items)
    return items[cut:] + items[:cut]


def rotated_action(action: Any, shift: int, players: int) -> dict[str, Any]:
    """The JSON form of an action with relabelled seats."""
    form: dict[str, Any] = rotated(action.to_json(), shift, players)
    return form
