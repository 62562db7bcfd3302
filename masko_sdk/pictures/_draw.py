"""Draws a scene: a head, the others' seats, the middle, the own seat."""

from __future__ import annotations

from collections.abc import Sequence

from masko_sdk.pictures._blocks import (
    Block,
    beside,
    flowing,
    lowered,
    pill,
    shares,
    stack,
    wrapped,
)
from masko_sdk.pictures._cards import card_row, labelled_row, pile, small_row
from masko_sdk.pictures._markup import Piece, element, group, piece, texts
from masko_sdk.pictures._measure import clip_text, text_width, wrap_text
from masko_sdk.pictures._scene import Chip, Scene, Seat, Tile
from masko_sdk.pictures._sheet import Sheet, Size
from masko_sdk.pictures.theme import Theme

__all__ = ["draw"]

_TILE_TEXT = 12
_TILE_ROOM = 16  # beside its card, for texts


def draw(sheet: Sheet, scene: Scene) -> Block:
    """The whole table, without the element around it."""
    room = sheet.width - 2 * sheet.edge
    others = [seat for seat in scene.seats if seat.seat != scene.own]
    own = [seat for seat in scene.seats if seat.seat == scene.own]
    parts = [_head(sheet, scene, room)]
    if sheet.is_wide and len(others) == 1 and own:
        parts.append(_duel(sheet, scene, others[0], own[0], room))
    elif own:
        parts.append(_seats(sheet, scene, others, room))
        parts.append(_front(sheet, scene, own[0], room))
    else:
        parts.append(_framed(sheet, _middle(sheet, scene, room - 2 * sheet.pad), room))
        parts.append(_seats(sheet, scene, others, room))
    inside = stack(parts, sheet.gap)
    height = inside.height + 2 * sheet.edge
    ground = element(
        "rect", width=sheet.width, height=height, fill=sheet.theme.table, class_="table"
    )
    return Block(sheet.width, height, ground + group(sheet.edge, sheet.edge, inside.markup))


def _framed(
    sheet: Sheet, block: Block, width: float, height: float | None = None, seat: Seat | None = None
) -> Block:
    """In a panel; that of a seat that is waited for stands out."""
    active = seat is not None and seat.is_active
    tall = height or block.height + 2 * sheet.pad
    frame = element(
        "rect",
        width=width,
        height=tall,
        rx=sheet.theme.radius,
        fill=sheet.theme.panel,
        stroke=sheet.theme.accent.fill if active else sheet.theme.line,
        stroke_width=1 if not active else 2.6 if seat and seat.is_turn else 1.6,
        class_="panel",
    )
    inside = group(sheet.pad, sheet.pad, block.markup)
    name = "middle" if seat is None else "seat active" if active else "seat"
    number = None if seat is None else seat.seat
    return Block(width, tall, element("g", frame, inside, class_=name, data_seat=number))


# The head.


def _head(sheet: Sheet, scene: Scene, room: float) -> Block:
    theme, size = sheet.theme, sheet.headline
    title = Block(
        room,
        14,
        texts(0, 11, 12, scene.title, fill=theme.quiet, font_weight="bold", letter_spacing=0.6),
    )
    lines = wrap_text(scene.headline, room, size, bold=True)
    headline = Block(
        room,
        len(lines) * size * 1.25,
        "".join(
            texts(0, size * (0.9 + 1.25 * line), size, text, fill=theme.ink, font_weight="bold")
            for line, text in enumerate(lines)
        ),
    )
    chips = wrapped([_chip(sheet, chip, room) for chip in scene.chips], room, 6)
    return stack([title, headline, chips], 7)


def _chip(sheet: Sheet, chip: Chip, room: float) -> Block:
    theme = sheet.theme
    paints = {"alert": theme.alert, "call": theme.call, "plain": theme.plain}
    drawn = pill(chip.text, 12.5, paints[chip.tone], room)
    return drawn._replace(markup=element("g", drawn.markup, class_=f"chip {chip.tone}"))


# The middle.


def _middle(sheet: Sheet, scene: Scene, room: float) -> Block:
    width = sheet.theme.own_card if sheet.is_wide else sheet.theme.other_card
    tiles = [_tile(sheet, scene, tile, width) for tile in scene.tiles]
    strips = [small_row(sheet, scene, strip, room) for strip in scene.strips]
    return stack([flowing(tiles, room, sheet.apart + 2), *strips], sheet.gap)


def _tile(sheet: Sheet, scene: Scene, tile: Tile, width: float) -> Block:
    """A card or a pile, with what it is below."""
    theme = sheet.theme
    wide, high = width + _TILE_ROOM, theme.height(width)
    below = ((tile.label, True, theme.ink), (tile.note, False, theme.quiet))
    lines = "".join(
        texts(
            wide / 2,
            high + 18 + 15 * line,
            _TILE_TEXT,
            clip_text(text, wide, _TILE_TEXT, bold=bold),
            fill=ink,
            font_weight="bold" if bold else None,
            text_anchor="middle",
        )
        for line, (text, bold, ink) in enumerate(below)
        if text
    )
    card = group((wide - width) / 2, 0, pile(sheet, scene, tile, width))
    return Block(wide, high + 36, element("g", card, lines, class_="tile", data_pile=tile.key))


# Seats.


def _seats(sheet: Sheet, scene: Scene, seats: Sequence[Seat], room: float) -> Block:
    """Panels in lines that are filled as evenly as may be."""
    parts = shares(seats, -(-len(seats) // sheet.columns))
    widths = [(room - sheet.gap * (len(part) - 1)) / len(part) for part in parts]
    size = sheet.other_size(min(widths) - 2 * sheet.pad)
    lines = []
    for part, width in zip(parts, widths, strict=True):
        blocks = [_seat(sheet, scene, seat, width - 2 * sheet.pad, size) for seat in part]
        lines.append(_panels(sheet, list(zip(blocks, part, strict=True)), [width] * len(part)))
    return stack(lines, sheet.gap)


def _panels(
    sheet: Sheet, blocks: Sequence[tuple[Block, Seat | None]], widths: Sequence[float]
) -> Block:
    """Panels of one height beside each other."""
    tall = max(block.height for block, _ in blocks) + 2 * sheet.pad
    framed = [
        _framed(sheet, block if seat else lowered(block, tall - 2 * sheet.pad), width, tall, seat)
        for (block, seat), width in zip(blocks, widths, strict=True)
    ]
    return beside(framed, sheet.gap)


def _front(sheet: Sheet, scene: Scene, own: Seat, room: float) -> Block:
    """The middle and the own seat: beside each other, or below."""
    if not sheet.is_wide:
        middle = _framed(sheet, _middle(sheet, scene, room - 2 * sheet.pad), room)
        mine = _seat(sheet, scene, own, room - 2 * sheet.pad, _own_size(sheet, own))
        return stack([middle, _framed(sheet, mine, room, seat=own)], sheet.gap)
    half = (room - sheet.gap) / 2
    blocks = [
        (_middle(sheet, scene, half - 2 * sheet.pad), None),
        (_seat(sheet, scene, own, half - 2 * sheet.pad, _own_size(sheet, own)), own),
    ]
    return _panels(sheet, blocks, [half, half])


def _duel(sheet: Sheet, scene: Scene, other: Seat, own: Seat, room: float) -> Block:
    """Two players, with the middle between them."""
    width = (room - 2 * sheet.gap) / 3
    inner = width - 2 * sheet.pad
    blocks = [
        (_seat(sheet, scene, other, inner, sheet.other_size(inner)), other),
        (_middle(sheet, scene, inner), None),
        (_seat(sheet, scene, own, inner, _own_size(sheet, own)), own),
    ]
    return _panels(sheet, blocks, [width] * 3)


def _own_size(sheet: Sheet, own: Seat) -> Size:
    return sheet.own_size(max((row.columns for row in own.rows), default=0))


def _seat(sheet: Sheet, scene: Scene, seat: Seat, room: float, size: Size) -> Block:
    hands = [row for row in seat.rows if not row.small and not row.label]
    labelled = [row for row in seat.rows if row.label and not row.small]
    small = [row for row in seat.rows if row.small]
    beside = [labelled_row(sheet, scene, row, room, size) for row in labelled]
    return stack(
        [
            _name(sheet, seat, room),
            *(card_row(sheet, scene, row, room, size) for row in hands),
            flowing(beside, room, 2 * sheet.apart),
            *(small_row(sheet, scene, row, room) for row in small),
        ],
        9,
    )


def _name(sheet: Sheet, seat: Seat, room: float) -> Block:
    """Two lines: the name and whether the seat is waited for; points and what else marks it."""
    theme = sheet.theme
    paints = [theme.accent if seat.is_active else theme.call, theme.call]
    tags = [pill(tag, 10.5, paint, room / 2) for tag, paint in zip(seat.tags, paints, strict=False)]
    marks = [*tags, *([_masks(sheet, seat.masks)] if seat.masks else [])]
    pieces = []
    for line, mark in enumerate(marks[:2]):
        pieces.append(group(room - mark.width, 21 * line - 1, mark.markup))
    taken = [mark.width + 6 for mark in marks[:2]] + [0, 0]
    left = 17 if seat.is_active else 0
    name = clip_text(seat.name, room - left - taken[0], 15, bold=True)
    note = _facts(seat.notes, room - taken[1])
    return Block(
        room,
        38,
        _pointer(theme, seat)
        + texts(left, 14, 15, name, fill=theme.ink, font_weight="bold", class_="name")
        + texts(0, 32, 12, note, fill=theme.quiet)
        + "".join(pieces),
    )


def _facts(notes: Sequence[str], room: float) -> str:
    """As many of them as there is room for, the first in any case."""
    for count in range(len(notes), 1, -1):
        text = " · ".join(notes[:count])
        if text_width(text, 12) <= room:
            return text
    return clip_text(notes[0], room, 12)


def _pointer(theme: Theme, seat: Seat) -> Piece:
    """A triangle before the name of who is on turn, a disc before those who may act beside."""
    if not seat.is_active:
        return ""
    if seat.is_turn:
        return piece("M0 2.5L12 8.5L0 14.5Z", fill=theme.accent.fill)
    return element("circle", cx=6, cy=8.5, r=4.5, fill=theme.accent.fill)


def _masks(sheet: Sheet, masks: tuple[int, int]) -> Block:
    """Half masks: a glyph and how many, for each colour that there is."""
    theme, pieces, x = sheet.theme, [], 0.0
    for laughs, count in ((True, masks[0]), (False, masks[1])):
        if count:
            size = text_width(str(count), 14, bold=True)
            pieces.append(group(x, 0, theme.half_mask(laughs, 19)))
            pieces.append(texts(x + 21, 15, 14, str(count), fill=theme.ink, font_weight="bold"))
            x += 21 + size + 6
    return Block(max(0.0, x - 6), 19, element("g", *pieces, class_="masks"))
