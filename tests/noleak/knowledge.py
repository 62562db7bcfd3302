"""Which cards an observer can't know, by the reference models: where each card of a deck lies, and who has seen it.

The reference is dealt faces that remember their place in the deck. Its chance comes from the streams of the
contract,
never from a game of the core, so that it tells of a second deck without asking the core.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from masko_sdk import _backend as b
from tests.support.adapters import Adapter

__all__ = ["Model", "unknown_places"]

RESHUFFLE, REDEAL, LOT, RACE = 3, 4, 5, 6
WORD = 2**32
ONLOOKER = None


class PlacedInt(int):
    """A card, equal to its face, that knows its place in the deck."""

    place: int

    def __deepcopy__(self, memo: object) -> PlacedInt:
        return self


class PlacedStr(str):
    place: int

    def __deepcopy__(self, memo: object) -> PlacedStr:
        return self


def placed(faces: Sequence[Any]) -> list[Any]:
    cards: list[Any] = []
    for place, face in enumerate(faces):
        card = PlacedStr(face) if isinstance(face, str) else PlacedInt(face)
        card.place = place
        cards.append(card)
    return cards


def places(cards: Iterable[Any]) -> set[int]:
    return {card.place for card in cards if hasattr(card, "place")}


class StreamChance:
    """The chance of a key: decks are given, the rest follows the frozen streams."""

    def __init__(self, key: bytes, decks: Sequence[Any]) -> None:
        self.key = key
        self.decks = decks
        self.model: Any = None
        self.left: list[set[int]] = []  # by finished round: what lay in the draw pile at its end
        self.moods_left: list[set[int]] = []

    def deck(self, round: int) -> Any:
        if round:
            self.left.append(places(pile_of(self.model)) - self.public)
            self.moods_left.append(moods_ahead(self.model))
        self.races = self.reshuffles = 0
        self.public: set[int] = set()  # seen by all, and shuffled since
        self.seen: dict[Any, set[int]] = {}  # by observer: seen before they were gathered
        deck = self.decks[round]
        return (placed(deck[0]), deck[1]) if isinstance(deck[0], (list, tuple)) else placed(deck)

    def shuffled(self, purpose: int, round: int, number: int, items: Sequence[Any]) -> list[Any]:
        order = bytearray(range(len(items)))
        assert b.backend.shuffle_items(self.key, purpose, round, number, 0, order) == b.OK
        return [items[i] for i in order]

    def gathered(self, round: int) -> list[Any]:
        cards = [hand[slot] for hand in self.model.hands for slot in sorted(hand)]
        for card in cards:
            for observer in card.seen:
                self.seen.setdefault(observer, set()).add(card.face.place)
        return self.shuffled(REDEAL, round, 0, [card.face for card in cards])

    def race(self, round: int, due: list[int]) -> list[int]:
        self.races += 1
        return self.shuffled(RACE, round, self.races - 1, due)

    def reshuffle(self, round: int, cards: list[Any]) -> list[Any]:
        self.public |= places(cards)
        self.reshuffles += 1
        return self.shuffled(RESHUFFLE, round, self.reshuffles - 1, cards)

    def lot(self, round: int, tied: list[int]) -> int:
        """One group of one bound: docs/explanations/randomness.md."""
        words = struct.unpack("<16I", b.backend.stream_block(self.key, 0, LOT | round << 8, 0, 0))
        for word in words:
            die, low = divmod(word * len(tied), WORD)
            if low >= WORD % len(tied):
                return tied[die]
        raise AssertionError("no die in a block of 16 words")


class Model:
    """A game of the reference, and what is known in it."""

    def __init__(
        self, adapter: Adapter, options: Any, players: int, first: int, key: bytes, decks: Any
    ) -> None:
        self.chance = StreamChance(key, decks)
        self.game = adapter.reference(
            options, players=players, first_player=first, chance=self.chance
        )
        self.chance.model = self.game

    def tale(self, observer: Any, since: int) -> list[Any]:
        """What it tells an observer of plies after `since`."""
        game = self.game
        told = [game.events(observer, since), game.view(observer), list(game.to_act), game.window]
        if observer is not ONLOOKER:
            told += [game.memory(observer), game.legal(observer)]
        return told


# What an observer can't know of the deck of the present round.


def pile_of(game: Any) -> list[Any]:
    return [getattr(card, "face", card) for card in game.draw_pile]


def moods_ahead(game: Any) -> set[int]:
    used = len(getattr(game, "mood_used", ()))
    return set(range(used, used + len(getattr(game, "mood_pile", ()))))


def unseen_masko(model: Model, observer: Any) -> set[int]:
    """M36: the marks, and those that a Ramassage has voided."""
    game = model.game
    cards = [card for hand in game.hands for card in hand.values()] if not game.is_over else []
    cards += game.draw_pile + ([game.held] if game.held else [])
    unseen = {card.face.place for card in cards if observer not in card.seen}
    return unseen - model.chance.seen.get(observer, set())


def unseen_skyjo(model: Model, observer: Any) -> set[int]:
    """S13."""
    game = model.game
    cards = list(game.draw_pile)
    for grid, opened in zip(game.grids, game.open, strict=True):
        cards += [card for slot, card in grid.items() if slot not in opened]
    if game.held is not None and not game.sees_held(observer):
        cards.append(game.held)
    return places(cards) - model.chance.public


def unseen_mojo(model: Model, observer: Any) -> set[int]:
    """J13; the cards that opened the discards were seen, wherever they lie now."""
    game = model.game
    cards = list(game.draw_pile)
    for seat in range(game.players):
        if seat != observer and not game.is_over:
            cards += game.hands[seat] + game.face_down[seat]
    opened = range(8 * game.players, 8 * game.players + game.options["discards"])
    return places(cards) - model.chance.public - set(opened)


def unseen_fifty(model: Model, observer: Any) -> set[int]:
    """F11."""
    game = model.game
    hands = [hand for seat, hand in enumerate(game.hands) if seat != observer]
    return places([*game.draw_pile, *(card for hand in hands for card in hand)])


UNSEEN = {
    "masko": unseen_masko,
    "skyjo": unseen_skyjo,
    "mojo": unseen_mojo,
    "fifty": unseen_fifty,
}


def unknown_places(name: str, model: Model, observer: Any) -> list[tuple[set[int], set[int]]]:
    """By round: places of the deck, and of the Mood deck, whose cards the observer has never seen."""
    finished = list(zip(model.chance.left, model.chance.moods_left, strict=True))
    return [*finished, (UNSEEN[name](model, observer), moods_ahead(model.game))]
