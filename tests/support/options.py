"""Random valid games, drawn from the core's own tables of options and from the adapters' decks."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from masko_sdk import Game
from masko_sdk._codec import tables_of
from masko_sdk._options import Option
from masko_sdk.games import GAMES

from .adapters import Adapter, adapter_of

__all__ = ["Drawn", "draw_game", "draw_options", "player_range"]


@dataclass
class Drawn:
    """What defines a game: its arguments in JSON form."""

    game: str
    options: dict[str, Any]
    players: int
    first_player: int
    seed: int
    decks: list[Any] | None

    def rules(self) -> Any:
        return GAMES[self.game].Rules.from_options(self.options)

    def start(self) -> Game[Any, Any, Any]:
        return Game(
            self.rules(),
            self.players,
            seed=self.seed,
            first_player=self.first_player,
            decks=self.decks,
        )


def player_range(game: str) -> tuple[int, int]:
    low, high = map(int, tables_of(game).about["players"].split(" "))
    return low, high


def draw_game(rng: random.Random, game: str) -> Drawn:
    """Options, players, first player, seed, and sometimes the decks of the first rounds."""
    low, high = player_range(game)
    players = low if rng.random() < 0.3 else rng.randint(low, high)
    options = draw_options(rng, game)
    decks = None
    if rng.random() < 0.5:
        decks = [
            draw_deck(rng, adapter_of(game), options, players) for _ in range(rng.randint(1, 3))
        ]
    return Drawn(game, options, players, rng.randrange(players), rng.getrandbits(64), decks)


def draw_options(rng: random.Random, game: str) -> dict[str, Any]:
    """A valid value for each option, in JSON form: the default, an extreme, or anything between."""
    tables = tables_of(game)
    standard = GAMES[game].Rules().to_json()
    drawn = {}
    for option in tables.options:
        keep = rng.random() < 0.3
        drawn[option.name] = (
            standard[option.name] if keep else draw_value(rng, option, tables.choices)
        )
    return drawn


def draw_value(rng: random.Random, option: Option, choices: dict[str, list[str]]) -> Any:
    base = option.type.partition("*")[0]
    if option.type == "bool":
        return rng.random() < 0.5
    if base == "moods":
        return draw_moods(rng)
    if option.type.startswith("int*"):
        return {key: draw_int(rng, option) for key in choices[option.name]}
    if option.type.endswith("?") and rng.random() < 0.3:
        return None
    if base.startswith("int"):
        return draw_int(rng, option)
    return rng.choice(choices[option.type])


def draw_int(rng: random.Random, option: Option) -> int:
    """An extreme, or a number whose size, counted from the lowest, is uniform by its logarithm."""
    kind = rng.random()
    if kind < 0.1:
        return option.lowest
    if kind < 0.2:
        return option.highest
    width = option.highest - option.lowest + 1
    return option.lowest + int(width ** rng.random()) - 1


def draw_moods(rng: random.Random) -> list[list[int | None]]:
    """Nine to sixteen Mood cards, at least nine of them scoring (F10)."""
    scoring = rng.randint(9, 16)
    covers = rng.randint(0, 16 - scoring)
    moods: list[list[int | None]] = [
        [rng.randint(0, 7) if rng.random() < 0.9 else 20, rng.randint(0, 7)] for _ in range(scoring)
    ]
    moods += [rng.choice([[0, None], [None, 0]]) for _ in range(covers)]
    rng.shuffle(moods)
    return moods


def draw_deck(rng: random.Random, adapter: Adapter, options: dict[str, Any], players: int) -> Any:
    """A shuffled deck, or one whose equal cards lie near each other or go to different seats."""
    parts = [stack(rng, part, players) for part in adapter.deck_parts(options)]
    return adapter.join_parts(parts)


def stack(rng: random.Random, cards: list[Any], players: int) -> list[Any]:
    """Shuffled; or a few equal cards last; or clumps of equal cards; or these at every so many places."""
    copies = Counter(map(str, cards))
    kinds = sorted(copies)
    rng.shuffle(kinds)
    mode = rng.randrange(4)
    shuffled = rng.sample(cards, len(cards))
    if mode == 0:
        return shuffled
    if mode == 3:
        last = rng.choice(sorted(kinds, key=copies.__getitem__)[: 1 + 2 * len(kinds) // 5])
        return sorted(shuffled, key=lambda card: str(card) == last)
    place = {kind: i for i, kind in enumerate(kinds)}
    blur = rng.choice([0, 2, 6])
    clumped = sorted(cards, key=lambda card: place[str(card)] + rng.uniform(0, blur))
    if mode == 1:
        return clumped
    stride = players * rng.choice([1, 4])
    places = sorted(range(len(cards)), key=lambda i: (i % stride, i))
    return [card for _, card in sorted(zip(places, clumped, strict=True), key=lambda p: p[0])]
