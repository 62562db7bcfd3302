"""Makes a scene of a view: what lies where, and what it is called. There are no rules in this module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from masko_sdk._value import json_form
from masko_sdk.pictures._scene import Card, Chip, Row, Scene, Seat, Tile
from masko_sdk.view import RefereeView
from masko_sdk.words import Words

__all__ = ["GRID_COLUMNS", "Asked", "scene_of", "stated_due", "wire_name"]

GRID_COLUMNS = 4  # of Skyjo (S2)
_GRID_ROWS = 3
_CHIPS = {
    "masko": ("window", "power", "waiting", "masko", "used_specials"),
    "skyjo": ("closer",),
    "mojo": ("pile", "direction"),
    "fifty": ("trick_number",),
}
_TONES = {"window": "alert", "masko": "call", "closer": "call"}
_PILES = {"draw": "draw", "take": "discard"}  # kinds of actions that name a pile


@dataclass(frozen=True)
class Asked:
    """What a picture is made from, checked.

    Attributes:
        game: its name in the core.
        view: what an observer sees.
        memory: faces by (seat, slot).
        words: the game's, in the language of the picture.
        due: the seats that are waited for.
        legal: what the seat may do.
        seat: whose view it is; None for onlookers.
    """

    game: str
    view: Any
    memory: Mapping[Any, Any]
    words: Words
    due: tuple[int, ...]
    legal: tuple[Any, ...]
    seat: int | None

    def say(self, kind: str, **parameters: object) -> str:
        """Words of the pictures; numbers are marks."""
        return self.words.say("picture", kind, **parameters)

    def card_name(self, card: Card) -> str:
        """What the face of a card is called."""
        if card.kind == "mood":
            return self.words._mood(card.face)
        if card.kind == "mojo":
            return str(card.face[0])
        return self.words.card_name(card.face)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.view.totals))


def scene_of(asked: Asked) -> Scene:
    """The whole table."""
    view = asked.view
    marks = _Legal(asked)
    tiles, rows, strips = _GAMES[asked.game]
    order = [seat for seat in asked.seats if seat != asked.seat]
    if asked.seat is not None:  # clockwise, so that the own seat comes last
        order = [(asked.seat + step) % len(asked.seats) for step in range(1, len(asked.seats) + 1)]
    return Scene(
        game=asked.game,
        title=asked.say("title", game=asked.words.title, round=view.round + 1),
        headline=_capital(asked.words.phase(view, asked.due or stated_due(view))),
        chips=tuple(_chips(asked)),
        tiles=tuple(tiles(asked, marks)),
        seats=tuple(_seat(asked, seat, tuple(rows(asked, marks, seat))) for seat in order),
        own=asked.seat,
        strips=tuple(strip for strip in strips(asked) if strip.cards),
        number=view.ply,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def stated_due(view: Any) -> tuple[int, ...]:
    """The seats that a view itself names as waited for; in a power it names none, and only the rules know."""
    window = getattr(view, "window", None)
    if window is not None:
        return tuple(window.due)
    if view.turn is None or getattr(view, "power", None) is not None:
        return ()
    return (view.turn,)


def _chips(asked: Asked) -> Iterable[Chip]:
    if isinstance(asked.view, RefereeView):
        yield Chip(asked.say("referee"), "alert")
    kinds = dict(asked.words._tables.view_fields)
    for name in _CHIPS[asked.game]:
        found = getattr(asked.view, name)
        text = asked.words.field("view", (name, kinds[name]), asked.view, found)
        if text:
            yield Chip(_capital(text), _TONES.get(name, "plain"))


# Seats.


def _seat(asked: Asked, seat: int, rows: tuple[Row, ...]) -> Seat:
    view, name = asked.view, asked.words.names[seat]
    due = asked.due or stated_due(view)
    own = seat == asked.seat
    masks = getattr(view, "masks", None)
    return Seat(
        seat=seat,
        name=asked.words.say("table", "you", name=name) if own else name,
        notes=tuple(_notes(asked, seat)),
        tags=tuple(_tags(asked, seat, due)),
        is_active=seat in due,
        is_turn=seat in due and seat == view.turn,
        rows=tuple(row for row in rows if row.cards),
        masks=None if masks is None else (masks[seat].laughing, masks[seat].furious),
    )


def _notes(asked: Asked, seat: int) -> Iterable[str]:
    yield asked.say("total", total=asked.view.totals[seat])
    hand = asked.view.hands[seat]
    if asked.game != "skyjo":  # whose grid shows it
        yield asked.say("cards" if isinstance(hand, Mapping) else "in_hand", count=len(hand))


def _tags(asked: Asked, seat: int, due: Sequence[int]) -> Iterable[str]:
    view = asked.view
    if seat in due:
        yield asked.say("turn" if seat == view.turn else "due")
    if getattr(view, "masko", None) is not None and view.masko.seat == seat:
        yield "MASKO"
    if getattr(view, "closer", None) == seat:
        yield asked.say("closer")


class _Legal:
    """What the legal actions name: cards by place and by value, and piles."""

    def __init__(self, asked: Asked) -> None:
        self._places: set[tuple[int | None, int]] = set()
        self._values: set[int] = set()
        self.piles: set[str] = set()
        power = getattr(asked.view, "power", None)
        for action in asked.legal:
            fields = asked.words._tables.action_fields[action.kind]
            owner = power.owner if action.kind == "show" and power is not None else asked.seat
            if "slot" in fields:
                self._places.add((getattr(action, "seat", owner), action.slot))
            if "value" in fields:
                self._values.add(action.value)
            if action.kind in _PILES:
                self.piles.add(f"{_PILES[action.kind]}{getattr(action, 'pile', '')}")

    def place(self, seat: int, slot: int) -> bool:
        """Whether an action names the card there."""
        return (seat, slot) in self._places

    def value(self, asked: Asked, seat: int, face: int | None) -> bool:
        """Whether an action plays a card of the own hand."""
        return seat == asked.seat and face in self._values


# Masko.


def _masko_tiles(asked: Asked, marks: _Legal) -> Iterable[Tile]:
    view = asked.view
    yield from _piles(asked, marks, view.window is not None)
    yield from _held(asked)


def _piles(asked: Asked, marks: _Legal, chosen: bool = False) -> Iterable[Tile]:
    """A draw pile and one discard."""
    view = asked.view
    yield _draw_tile(asked, marks)
    top = view.discard_top
    card = None if top is None else Card(top, legal="discard" in marks.piles, chosen=chosen)
    note = _size(asked, view.discard_size)
    yield Tile("discard", asked.say("discard"), note, card, view.discard_size)


def _draw_tile(asked: Asked, marks: _Legal) -> Tile:
    size = asked.view.draw_size
    card = Card(legal="draw" in marks.piles) if size else None
    return Tile("draw", asked.say("draw_pile"), _size(asked, size), card, size)


def _size(asked: Asked, size: int) -> str:
    return asked.say("cards", count=size) if size else asked.say("empty")


def _held(asked: Asked) -> Iterable[Tile]:
    held = asked.view.held
    if held is not None:
        name = asked.words.names[held.seat]
        yield Tile("held", asked.say("held"), name, Card(held.card, seat=held.seat))


def _masko_rows(asked: Asked, marks: _Legal, seat: int) -> Iterable[Row]:
    power = asked.view.power
    chosen = (power.owner, power.slot) if power is not None else None
    yield Row(
        tuple(
            Card(
                face,
                seat=seat,
                slot=slot,
                remembered=asked.memory.get((seat, slot)) if face is None else None,
                legal=marks.place(seat, slot),
                chosen=(seat, slot) == chosen,
            )
            for slot, face in sorted(asked.view.hands[seat].items())
        )
    )


def _strip(asked: Asked, label: str, cards: Iterable[Any], kind: str = "card") -> Row:
    return Row(tuple(Card(card, kind) for card in cards), asked.say(label), small=True)


def _referee_piles(asked: Asked) -> Iterable[Row]:
    """The draw pile and the discard, which the referee sees whole."""
    if isinstance(asked.view, RefereeView):
        yield _strip(asked, "draw_pile_whole", getattr(asked.view, "draw_pile", ()))
        yield _strip(asked, "discard_whole", getattr(asked.view, "discard", ()))


# Skyjo.


def _skyjo_tiles(asked: Asked, marks: _Legal) -> Iterable[Tile]:
    yield from _piles(asked, marks)
    yield from _held(asked)


def _skyjo_rows(asked: Asked, marks: _Legal, seat: int) -> Iterable[Row]:
    hand = asked.view.hands[seat]
    places = range(GRID_COLUMNS * _GRID_ROWS)
    cards = tuple(
        Card(hand[slot], seat=seat, slot=slot, legal=marks.place(seat, slot))
        if slot in hand
        else None
        for slot in places
    )
    yield Row(cards, columns=GRID_COLUMNS)


def _skyjo_strips(asked: Asked) -> Iterable[Row]:
    yield _strip(asked, "aside", asked.view.aside)
    yield from _referee_piles(asked)


# Mojo.


def _mojo_tiles(asked: Asked, marks: _Legal) -> Iterable[Tile]:
    view = asked.view
    yield _draw_tile(asked, marks)
    several = len(view.discard_top) > 1
    for pile, (top, size) in enumerate(zip(view.discard_top, view.discard_size, strict=True)):
        card = Card(
            top, legal=f"discard{pile}" in marks.piles, chosen=several and view.pile == pile
        )
        label = asked.say("discard_number", number=pile) if several else asked.say("discard")
        note = _size(asked, size)
        yield Tile(f"discard{pile}", label, note, card if size else None, size)
    side = Card((view.mojo_side, view.direction), "mojo")
    yield Tile("mojo", asked.say("mojo_card"), asked.say("side", side=view.mojo_side), side)


def _mojo_rows(asked: Asked, marks: _Legal, seat: int) -> Iterable[Row]:
    view = asked.view
    hand = view.hands[seat]
    open_ = tuple(
        Card(face, seat=seat, legal=marks.value(asked, seat, face))
        for face in hand
        if face is not None
    )
    yield Row(open_, asked.say("known") if seat != asked.seat and len(open_) < len(hand) else "")
    yield Row(_hidden(hand, seat), fan=True)
    down = tuple(
        Card(seat=seat, remembered=face, legal=marks.value(asked, seat, face))
        for face in view.face_down[seat]
    )
    yield Row(down, asked.say("face_down"))
    yield Row(tuple(Card(face, seat=seat) for face in view.turned_up[seat]), asked.say("turned_up"))


def _hidden(cards: Sequence[Any], seat: int) -> tuple[Card, ...]:
    return (Card(seat=seat),) * sum(card is None for card in cards)


def _mojo_strips(asked: Asked) -> Iterable[Row]:
    view = asked.view
    if isinstance(view, RefereeView):
        yield _strip(asked, "draw_pile_whole", getattr(view, "draw_pile", ()))
        for pile in getattr(view, "discard", ()):
            yield _strip(asked, "discard_whole", pile)


# Fifty Fifty.


def _fifty_tiles(asked: Asked, marks: _Legal) -> Iterable[Tile]:
    view = asked.view
    mood = None if view.mood == (None, None) else Card(view.mood, "mood")
    left = asked.say("left", count=view.mood_left)
    yield Tile("mood", asked.say("mood"), left, mood, view.mood_left)
    for played in view.trick:
        card = Card(played.card, seat=played.seat)
        yield Tile("trick", asked.words.names[played.seat], "", card)


def _fifty_rows(asked: Asked, marks: _Legal, seat: int) -> Iterable[Row]:
    hand = asked.view.hands[seat]
    yield Row(
        tuple(
            Card(face, seat=seat, legal=marks.value(asked, seat, face))
            for face in hand
            if face is not None
        )
    )
    yield Row(_hidden(hand, seat), fan=True)
    yield _strip(asked, "played", asked.view.played[seat])


def _fifty_strips(asked: Asked) -> Iterable[Row]:
    yield _strip(asked, "mood_used", asked.view.mood_used, "mood")
    if isinstance(asked.view, RefereeView):
        yield _strip(asked, "mood_pile_whole", getattr(asked.view, "mood_pile", ()), "mood")
        yield _strip(asked, "undealt", getattr(asked.view, "draw_pile", ()))


_Parts = tuple[
    Callable[[Asked, _Legal], Iterable[Tile]],
    Callable[[Asked, _Legal, int], Iterable[Row]],
    Callable[[Asked], Iterable[Row]],
]

_GAMES: Mapping[str, _Parts] = {
    "masko": (_masko_tiles, _masko_rows, _referee_piles),
    "skyjo": (_skyjo_tiles, _skyjo_rows, _skyjo_strips),
    "mojo": (_mojo_tiles, _mojo_rows, _mojo_strips),
    "fifty": (_fifty_tiles, _fifty_rows, _fifty_strips),
}


def wire_name(face: Any) -> str:
    """A face as it is written in JSON; a Mood or Mojo card as its two numbers."""
    form = json_form(face)
    if isinstance(form, list):
        return "/".join("-" if part is None else str(part) for part in form)
    return str(form)
