"""What a picture shows, in sentences: for screen readers, and for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterable

from masko_sdk.pictures._build import Asked
from masko_sdk.pictures._scene import Card, Row, Scene, Seat, Tile

__all__ = ["spoken"]


def spoken(asked: Asked, scene: Scene) -> str:
    """The text alternative: what is waited for, the facts, the middle, and each seat."""
    return "\n".join(_sentences(asked, scene))


def _sentences(asked: Asked, scene: Scene) -> Iterable[str]:
    yield _ended(scene.headline)
    yield from (_ended(chip.text) for chip in scene.chips)
    yield from (_ended(_tile(asked, tile)) for tile in scene.tiles)
    yield from (_ended(_row(asked, strip)) for strip in scene.strips)
    yield from (_ended(_seat(asked, seat)) for seat in scene.seats)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _headed(asked: Asked, head: str, text: str) -> str:
    """A text behind what it is of, with the colon as the language sets it."""
    return asked.words.say("forms", "heading", head=head, text=text)


def _separator(asked: Asked) -> str:
    return asked.words.say("forms", "separator")


def _tile(asked: Asked, tile: Tile) -> str:
    parts = [] if tile.card is None else [_card(asked, tile.card)]
    return _headed(asked, tile.label, ", ".join([*parts, *([tile.note] if tile.note else [])]))


def _seat(asked: Asked, seat: Seat) -> str:
    masks = ""
    if seat.masks is not None:
        laughing, furious = seat.masks
        masks = asked.say("masks", laughing=laughing, furious=furious)
    facts = ", ".join(part for part in (seat.name, *seat.tags, *seat.notes, masks) if part)
    rows = _separator(asked).join(_row(asked, row) for row in seat.rows)
    return _headed(asked, facts, rows) if rows else facts


def _row(asked: Asked, row: Row) -> str:
    if row.fan:
        cards = asked.say("hidden_cards", count=len(row.cards))
    elif row.columns:
        lines = [row.cards[at : at + row.columns] for at in range(0, len(row.cards), row.columns)]
        cards = _separator(asked).join(
            _headed(asked, asked.say("line", number=number), _cards(asked, line))
            for number, line in enumerate(lines, 1)
        )
    else:
        cards = ", ".join(_place(asked, card) for card in row.cards)
    return _headed(asked, row.label, cards) if row.label else cards


def _cards(asked: Asked, cards: Iterable[Card | None]) -> str:
    return ", ".join(asked.say("gone") if card is None else _card(asked, card) for card in cards)


def _place(asked: Asked, card: Card | None) -> str:
    """A card by its slot."""
    shown = _cards(asked, [card])
    slot = None if card is None else card.slot
    return shown if slot is None else asked.say("in_slot", slot=slot, card=shown)


def _card(asked: Asked, card: Card) -> str:
    if card.face is not None:
        return asked.card_name(card)
    if card.remembered is not None:
        return asked.say("remembered", card=asked.words.card_name(card.remembered))
    return asked.say("hidden")
