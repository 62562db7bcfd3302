"""Golden games: the record replays to the kept text, and the reference model says the same at each step."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from masko_sdk import Record
from tests.differential.lockstep import Lockstep
from tests.golden.make import GAMES
from tests.golden.telling import tell
from tests.support.options import Drawn

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.json"))


class Followed(Lockstep):
    """A recorded game, played by the core and by the reference."""

    def __init__(self, record: Record) -> None:
        assert record.seed.number is not None
        self.record = record
        super().__init__("golden", record.rules.game, Counter())
        moves = iter([(move.actor, move.action) for move in record.moves])
        self.mixture = SimpleNamespace(choose=lambda *_: next(moves))  # type: ignore[assignment]

    def begin(self) -> Any:
        record = self.record
        self.drawn = Drawn(
            record.rules.game,
            record.rules.to_json(),
            len(record.players),
            record.first_player,
            record.seed.number or 0,
            record.decks,
        )
        self.core = self.drawn.start()
        self.observers = [*range(self.drawn.players), None, "host"]
        self.chance.given = record.decks or []
        self.now = type(self.now)(self.core)
        return super().begin()


def load(name: str) -> Record:
    return Record.load(HERE / f"{name}.json")


def test_every_golden_game_is_there():
    assert sorted(GAMES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_to_its_text(name):
    assert tell(load(name)) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_says_the_same(name):
    record = load(name)
    followed = Followed(record)
    while followed.core.ply < len(record.moves):
        followed.step()
    assert followed.core.record.moves == tuple(record.moves)


def test_a_changed_word_is_noticed():
    """The text is alive: it differs as soon as one action does."""
    record = load(NAMES[0])
    shorter = Record(
        record.rules, record.players, record.first_player, record.seed, record.moves[:-1]
    )
    digests = {hashlib.sha256(tell(r).encode()).hexdigest() for r in (record, shorter)}
    assert len(digests) == 2
