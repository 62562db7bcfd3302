"""Legal actions as choices: the place on the table that each points at, its key, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from masko_sdk.words import Words

__all__ = ["Choice", "Place", "choices_of", "place_of"]

Place = tuple[Any, ...]
"""Where something lies: ``("slot", seat, slot)``, ``("value", seat, value)``, ``("seat", seat)``,
``("draw",)`` or ``("discard", pile)``."""

_OF_THE_CHOSEN = {"show"}  # kinds whose slot is that of the player a power was used on
_PILES = {"draw": ("draw",), "take": ("discard", 0), "discard": ("discard", 0)}
_LETTERS = {
    "draw": "d",
    "take": "t",
    "discard": "x",
    "announce": "m",
    "skip": "s",
    "pass": "p",
    "decline": "n",
}
_SLOT_KEYS = "0123456789ab"  # of own slots, by their number
_CARD_KEYS = "123456789"  # of cards in hand and of players, in their order
_FREE_KEYS = "cefghijkoruwyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # name no slot, action or command
_ON_ENTER = {"pass"}  # kinds of actions that Enter alone may stand for


@dataclass(frozen=True)
class Choice:
    """One legal action.

    Attributes:
        action: what is played.
        key: the key that stands for it; empty where keys have run out.
        text: what it is, in words.
        place: where it points at, or None.
    """

    action: Any
    key: str
    text: str
    place: Place | None

    @property
    def is_default(self) -> bool:
        """Whether Enter alone may stand for it."""
        return self.action.kind in _ON_ENTER


def choices_of(player: Any, words: Words) -> list[Choice]:
    """What a player may do now, in code order."""
    actions = player.legal_actions
    places = [place_of(action, player) for action in actions]
    keys = _keys(actions, places, player.seat)
    return [
        Choice(action, keys[number], words.action(action, player.seat), places[number])
        for number, action in enumerate(actions)
    ]


def place_of(action: Any, player: Any) -> Place | None:
    """What an action points at, by its fields; None: nothing on the table."""
    seat = getattr(action, "seat", None)
    slot = getattr(action, "slot", None)
    value = getattr(action, "value", None)
    if slot is not None:
        if action.kind in _OF_THE_CHOSEN:
            seat = player.view.power.owner
        return ("slot", player.seat if seat is None else seat, slot)
    if value is not None:
        return ("value", player.seat, value)
    if seat is not None:
        return ("seat", seat)
    if action.kind in _PILES:
        pile = getattr(action, "pile", None)
        return _PILES[action.kind] if pile is None else ("discard", pile)
    return None


def _keys(actions: Sequence[Any], places: Sequence[Place | None], own: int) -> list[str]:
    """A key for each: an own slot has its number, what has a name its letter, and others what is free."""
    keys = [_named_key(action, place, own) for action, place in zip(actions, places, strict=True)]
    numbered, lettered = iter(_CARD_KEYS + _FREE_KEYS), iter(_FREE_KEYS)
    for at, place in enumerate(places):
        if not keys[at]:
            keys[at] = next(lettered if place and place[0] == "slot" else numbered, "")
    return keys


def _named_key(action: Any, place: Place | None, own: int) -> str:
    if place is not None and place[:2] == ("slot", own) and place[2] < len(_SLOT_KEYS):
        return _SLOT_KEYS[place[2]]
    return _LETTERS.get(action.kind, "")
