"""Pieces of a picture that know their size, and how they are put together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from masko_sdk.pictures._markup import Piece, element, group, texts
from masko_sdk.pictures._measure import clip_text, text_width
from masko_sdk.pictures.theme import Paint

__all__ = [
    "Block",
    "beside",
    "centred",
    "flowing",
    "lowered",
    "pill",
    "shares",
    "stack",
    "wrapped",
]

T = TypeVar("T")


class Block(NamedTuple):
    """Something drawn, with its upper left corner at 0, 0."""

    width: float
    height: float
    markup: Piece


def stack(blocks: Sequence[Block], gap: float) -> Block:
    """One below the other."""
    y, pieces, width = 0.0, [], 0.0
    for block in blocks:
        if block.height:
            pieces.append(group(0, y, block.markup))
            y += block.height + gap
            width = max(width, block.width)
    return Block(width, max(0.0, y - gap), "".join(pieces))


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """One beside the other."""
    x, pieces = 0.0, []
    for block in blocks:
        pieces.append(group(x, 0, block.markup))
        x += block.width + gap
    return Block(x - gap, max(block.height for block in blocks), "".join(pieces))


def wrapped(blocks: Sequence[Block], room: float, gap: float) -> Block:
    """Beside each other as far as there is room, then below, from the left."""
    return stack([beside(line, gap) for line in _broken(blocks, room, gap)], gap)


def flowing(blocks: Sequence[Block], room: float, gap: float) -> Block:
    """Beside each other in as few lines as there is room for, of like length and centred."""
    count = len(_broken(blocks, room, gap))
    return stack([centred(beside(line, gap), room) for line in shares(blocks, count)], gap)


def _broken(blocks: Sequence[Block], room: float, gap: float) -> list[list[Block]]:
    lines: list[list[Block]] = []
    left = 0.0
    for block in blocks:
        if not lines or block.width > left:
            lines.append([])
            left = room
        lines[-1].append(block)
        left -= block.width + gap
    return lines


def shares(things: Sequence[T], count: int) -> list[Sequence[T]]:
    """Cut into so many parts of like length, the longer ones first."""
    cuts = [-(-len(things) * at // count) for at in range(count + 1) if count]
    return [things[first:last] for first, last in pairwise(cuts)]


def centred(block: Block, room: float) -> Block:
    """In the middle of a width."""
    return Block(room, block.height, group((room - block.width) / 2, 0, block.markup))


def lowered(block: Block, height: float) -> Block:
    """In the middle of a height."""
    return Block(block.width, height, group(0, (height - block.height) / 2, block.markup))


def pill(text: str, size: float, paint: Paint, room: float) -> Block:
    """A text on a coloured ground with round ends."""
    high = size * 1.9
    shown = clip_text(text, room - size * 1.5, size, bold=True)
    wide = text_width(shown, size, bold=True) + size * 1.5
    return Block(
        wide,
        high,
        element("rect", width=wide, height=high, rx=high / 2, fill=paint.fill)
        + texts(
            wide / 2,
            high / 2 + size * 0.36,
            size,
            shown,
            fill=paint.ink,
            font_weight="bold",
            text_anchor="middle",
        ),
    )
