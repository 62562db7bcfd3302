"""Cards on the table: one, rows of them, fans and piles."""

from __future__ import annotations

from dataclasses import replace

from masko_sdk.pictures._blocks import Block, beside, centred, flowing, shares, stack
from masko_sdk.pictures._build import wire_name
from masko_sdk.pictures._markup import Piece, element, group, texts
from masko_sdk.pictures._measure import clip_text, text_width
from masko_sdk.pictures._scene import Card, Row, Scene, Tile
from masko_sdk.pictures._sheet import IN_A_LINE, Sheet, Size
from masko_sdk.pictures.theme import Paint, Theme

__all__ = ["card_row", "labelled_row", "pile", "small_row"]

_SMALL = 24  # width of a small card
_LABEL = 11
_FAN_STEP = 0.36  # of a card's width
_RING = 1.6  # how far it stands off


def labelled_row(sheet: Sheet, scene: Scene, row: Row, room: float, size: Size) -> Block:
    """Cards below what they are."""
    wide = text_width(row.label, _LABEL) + 2
    natural = len(row.cards) * (size.widest + size.gap) - size.gap
    width = min(room, max(wide, natural))
    shown = clip_text(row.label, width, _LABEL)
    text = texts(width / 2, 10, _LABEL, shown, fill=sheet.theme.quiet, text_anchor="middle")
    return stack([Block(width, 12, text), card_row(sheet, scene, row, width, size)], 5)


def card_row(sheet: Sheet, scene: Scene, row: Row, room: float, size: Size) -> Block:
    """Cards in lines: of a grid, or as many as there is room for."""
    gap = size.gap
    if row.fan:
        return _fan(sheet, scene, row, room, size.widest)
    least = row.columns or min(len(row.cards), IN_A_LINE)
    width = min(size.widest, (room - gap * (least - 1)) / least)
    fits = row.columns or max(least, int((room + gap + 0.01) // (width + gap)))
    count = -(-len(row.cards) // fits)
    high = sheet.theme.height(width)
    blocks = []
    for line in shares(row.cards, count):
        drawn = [
            Block(width, high, _empty(sheet, width) if c is None else _card(sheet, scene, c, width))
            for c in line
        ]
        blocks.append(centred(beside(drawn, gap), room))
    return stack(blocks, gap)


def _fan(sheet: Sheet, scene: Scene, row: Row, room: float, widest: float) -> Block:
    """Backs over each other, which is enough for cards that nobody can tell apart."""
    count = len(row.cards)
    step = min(widest * _FAN_STEP, (room - widest) / max(1, count - 1))
    back = Card(seat=row.cards[0].seat if row.cards[0] else None)
    backs = "".join(group(step * at, 0, _card(sheet, scene, back, widest)) for at in range(count))
    wide = widest + step * (count - 1)
    fan = Block(
        wide, sheet.theme.height(widest), element("g", backs, class_="fan", data_count=count)
    )
    return centred(fan, room)


def small_row(sheet: Sheet, scene: Scene, row: Row, room: float) -> Block:
    """Small cards after their label, or below it when they fill more than a line."""
    gap, high = 4, sheet.theme.height(_SMALL)
    cards = [
        Block(_SMALL, high, _card(sheet, scene, replace(card, legal=False), _SMALL))
        for card in row.cards
        if card is not None
    ]
    wide, ink = text_width(row.label, _LABEL) + 6, sheet.theme.quiet
    if wide + len(cards) * (_SMALL + gap) <= room:
        label = Block(wide, high, texts(0, high / 2 + 4, _LABEL, row.label, fill=ink))
        return centred(beside([label, *cards], gap), room)
    shown = clip_text(row.label, room, _LABEL)
    text = texts(room / 2, 10, _LABEL, shown, fill=ink, text_anchor="middle")
    return stack([Block(room, 12, text), flowing(cards, room, gap)], 5)


def _card(sheet: Sheet, scene: Scene, card: Card, width: float) -> Piece:
    """One card, its marks around and on it, and the facts that front ends address it by."""
    theme = sheet.theme
    marks = [
        _ring(theme, width, paint, dashed)
        for marked, paint, dashed in (
            (card.legal, theme.accent, None),
            (card.chosen, theme.alert, "5 3"),
        )
        if marked
    ]
    shown = _face(sheet, scene, card, width)
    states = ("back" if card.face is None else "face", "legal" * card.legal, "chosen" * card.chosen)
    return element(
        "g",
        *marks,
        shown,
        _slot(theme, card, width),
        class_=" ".join(["card", *(state for state in states if state)]),
        data_seat=card.seat,
        data_slot=card.slot,
        data_card=None if card.face is None else wire_name(card.face),
        data_remembered=None if card.remembered is None else wire_name(card.remembered),
    )


def _face(sheet: Sheet, scene: Scene, card: Card, width: float) -> Piece:
    theme = sheet.theme
    if card.kind == "mood":
        return theme.mood(card.face, width)
    if card.kind == "mojo":
        side, direction = card.face
        return theme.mojo_card(side, direction, width)
    if card.face is not None:
        return theme.face(scene.game, card.face, sheet.name_of(card), width)
    back = theme.back(scene.game, width)
    return back + (_memory(sheet, scene, card, width) if card.remembered is not None else "")


def _memory(sheet: Sheet, scene: Scene, card: Card, width: float) -> Piece:
    """The face of a card that lies hidden, small in a corner of its back."""
    small = width * 0.42
    face = Card(card.remembered)
    shown = sheet.theme.face(scene.game, face.face, sheet.name_of(face), small)
    return group(width * 0.07, width * 0.07, shown, class_="memory", opacity=0.92)


def _slot(theme: Theme, card: Card, width: float) -> Piece:
    """The number of a slot, on backs that texts name by it."""
    if card.face is not None or card.slot is None:
        return ""
    size, text = max(9.0, width * 0.19), str(card.slot)
    wide, right, y = text_width(text, size, bold=True), width * 0.89, theme.height(width) * 0.9
    ground = element(
        "rect",
        x=right - wide - size * 0.25,
        y=y - size * 0.9,
        width=wide + size * 0.5,
        height=size * 1.1,
        rx=size * 0.4,
        fill=theme.backs.fill,
    )
    return ground + texts(
        right, y, size, text, fill=theme.card.fill, text_anchor="end", font_weight="bold"
    )


def _ring(theme: Theme, width: float, paint: Paint, dashes: str | None) -> Piece:
    """Around a card."""
    return element(
        "rect",
        x=-_RING,
        y=-_RING,
        width=width + 2 * _RING,
        height=theme.height(width) + 2 * _RING,
        rx=width * 0.11 + _RING,
        fill="none",
        stroke=paint.fill,
        stroke_width=2.4,
        stroke_dasharray=dashes,
        class_="ring",
    )


def pile(sheet: Sheet, scene: Scene, tile: Tile, width: float) -> Piece:
    """The top card, on edges of those below."""
    if tile.card is None:
        return _empty(sheet, width)
    theme = sheet.theme
    under = min(2, tile.size - 1) if tile.card.kind == "card" else 0
    edges = [
        element(
            "rect",
            x=2.5 * step,
            y=2.5 * step,
            width=width,
            height=theme.height(width),
            rx=width * 0.11,
            fill=theme.card.fill if tile.card.face is not None else theme.backs.fill,
            stroke=theme.card_line,
            class_="edge",
        )
        for step in range(under, 0, -1)
    ]
    return "".join(edges) + _card(sheet, scene, tile.card, width)


def _empty(sheet: Sheet, width: float) -> Piece:
    """Where a card could lie."""
    return element(
        "rect",
        width=width,
        height=sheet.theme.height(width),
        rx=width * 0.11,
        fill="none",
        stroke=sheet.theme.line,
        stroke_width=1.5,
        stroke_dasharray="4 4",
        class_="empty",
    )
