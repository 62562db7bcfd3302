"""A view as cards on a table: what lies in front of each seat, and what between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from masko_sdk.pictures._lines import _GRIDS, _HEAD
from masko_sdk.tui.choices import Place
from masko_sdk.tui.faces import SEAT_COLOURS, Group, Spot, colour_of, mark_of
from masko_sdk.tui.paint import painted
from masko_sdk.words import Words

__all__ = ["Board"]

_PICTURED = {"draw_size", "discard_top", "discard_size", "held", "mood", "trick", "discard"}
_ROW_OF_BACKS = 3  # hidden cards of others that are drawn; more are counted
_ZONES = ("face_down", "turned_up")  # Mojo's cards on the table


class Board:
    """Lays out the views of one game.

    Args:
        words: the game's.
        rules: the game.
    """

    def __init__(self, words: Words, rules: Any) -> None:
        self._words = words
        self._tables = rules._tables
        self._game: str = self._tables.name
        self._columns = _GRIDS.get(self._game, 0)
        self._seat_kinds = set(words.sentences.kinds("seat"))

    # In front of a seat.

    def seat(
        self, view: Any, memory: Mapping[Any, Any], seat: int, viewer: int | None, size: str
    ) -> list[Group]:
        """The cards of a seat; those of the viewer have this size."""
        own = seat == viewer
        hand = view.hands[seat]
        if isinstance(hand, Mapping):
            groups = [self._slots(hand, memory, seat, size if own else "")]
        else:
            groups = [self._hand(hand, seat, size if own else "")] if hand else []
            groups += self._zones(view, seat, own=own)
        note = self._note(view, seat)
        return [*groups, Group(note=note)] if note is not None else groups

    def _slots(
        self, hand: Mapping[int, Any], memory: Mapping[Any, Any], seat: int, size: str
    ) -> Group:
        slots = range(max(hand, default=-1) + 1) if self._columns else hand
        spots = []
        for slot in slots:
            place = ("slot", seat, slot)
            if slot in hand:
                seen = memory.get((seat, slot))
                spots.append(self.card(hand[slot], place, seen=seen, label=str(slot)))
            else:
                spots.append(Spot(place, "", state="empty"))
        others = "chip" if self._columns else "small"
        return Group(tuple(spots), size or others, columns=self._columns)

    def _hand(self, hand: Sequence[Any], seat: int, size: str) -> Group:
        if not size:
            return Group(tuple(self._few(hand, seat)), "chip")
        return Group(tuple(self.card(card, ("value", seat, card)) for card in hand), size)

    def _few(self, cards: Sequence[Any], seat: int) -> list[Spot]:
        """The open cards, and hidden ones counted when there are many."""
        spots = [self.card(card, None) for card in cards if card is not None]
        hidden = sum(card is None for card in cards)
        if hidden > _ROW_OF_BACKS:
            back = self._words.card_name(None)
            return [*spots, Spot(None, f"{back} × {hidden}", colour_of("", None), "hidden")]
        return [*spots, *[self.card(None, None)] * hidden]

    def _zones(self, view: Any, seat: int, *, own: bool) -> list[Group]:
        groups = []
        for zone in _ZONES:
            cards = getattr(view, zone, {seat: ()})[seat]
            if not cards:
                continue
            title = self._words.say("tui", zone)
            spots = [self.card(card, ("value", seat, card)) for card in cards]
            chosen = own and zone == "face_down"
            shown = spots if chosen else self._few(cards, seat)
            groups.append(Group(tuple(shown), "small" if chosen else "chip", title))
        return groups

    def _note(self, view: Any, seat: int) -> Text | None:
        """What else a view tells of a seat."""
        told = []
        for name, kind in self._tables.view_fields:
            if name in self._seat_kinds and name not in _ZONES:
                thing = getattr(view, name)[seat]
                told.append(self._words.field("seat", (name, kind[1:-1]), view, thing))
        text = "; ".join(part for part in told if part)
        return painted(text) if text else None

    # Between the seats.

    def centre(self, view: Any, size: str) -> list[Group]:
        """Piles, the card in hand, the trick, and a line of what else lies open."""
        spots = [*self._piles(view), *self._mood(view), *self._trick(view)]
        return [Group(tuple(spots), size), Group(note=self._info(view))]

    def _piles(self, view: Any) -> list[Spot]:
        spots = []
        if hasattr(view, "draw_size"):
            caption = self._words.say("tui", "draw_pile", size=view.draw_size)
            state = "hidden" if view.draw_size else "open"
            face = self._words.card_name(None) if view.draw_size else " "
            spots.append(Spot(("draw",), face, colour_of("", None), state, caption=caption))
        if hasattr(view, "discard_top"):
            spots += self._discards(view)
        held = getattr(view, "held", None)
        if held is not None:
            caption = self._words.say("tui", "held", name=self._words.names[held.seat])
            spots.append(self.card(held.card, None, caption=caption))
        return spots

    def _discards(self, view: Any) -> list[Spot]:
        tops, sizes = view.discard_top, view.discard_size
        if not isinstance(tops, tuple):
            tops, sizes = (tops,), (sizes,)
        key = "discard" if len(tops) == 1 else "discard_of"
        spots = []
        for pile, (top, size) in enumerate(zip(tops, sizes, strict=True)):
            caption = self._words.say("tui", key, size=size, pile=pile)
            place = ("discard", pile)
            if top is None:
                spots.append(Spot(place, " ", colour_of("", None), caption=caption))
            else:
                spots.append(self.card(top, place, caption=caption))
        return spots

    def _mood(self, view: Any) -> list[Spot]:
        """Fifty Fifty's half masks at stake."""
        if not hasattr(view, "mood"):
            return []
        names = ("laughing", "furious")
        colours = ("#ffe066", "#6cb6ff")
        return [
            Spot(None, str(number), colour, caption=self._words.say("tui", name))
            for name, colour, number in zip(names, colours, view.mood, strict=True)
            if number is not None
        ]

    def _trick(self, view: Any) -> list[Spot]:
        return [
            self.card(played.card, None, caption=self._words.names[played.seat])
            for played in getattr(view, "trick", ())
        ]

    def _info(self, view: Any) -> Text:
        told = []
        for name, kind in self._tables.view_fields:
            if name not in _HEAD | _PICTURED | self._seat_kinds:
                told.append(self._words.field("view", (name, kind), view, getattr(view, name)))
        return painted("; ".join(part for part in told if part))

    # One card.

    def card(
        self,
        card: Any,
        place: Place | None,
        *,
        seen: Any = None,
        label: str = "",
        caption: str = "",
    ) -> Spot:
        """A card as it lies: open, hidden, or hidden and seen before."""
        shown = seen if card is None else card
        state = "open" if card is not None else "hidden" if seen is None else "known"
        colour = colour_of(self._game, shown)
        sign = mark_of(self._game, shown)
        return Spot(place, self._words.card_name(shown), colour, state, label, sign, caption)

    def seat_colour(self, seat: int) -> str:
        """The colour of a player."""
        return SEAT_COLOURS[seat % len(SEAT_COLOURS)]
