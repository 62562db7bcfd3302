"""Pairs of games that differ only in what an observer can't know.

A game is played on stacked decks. For an observer and a ply, the faces of cards that the observer has not seen
until then are permuted among their places (sometimes the key of the later chance is another one too), and the same
actions are played on the new decks. As long as the reference model tells the observer the same in both games, the
core must too, on every channel.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from masko_sdk import HOST, Game, Seed
from tests.noleak.knowledge import Model, unknown_places
from tests.noleak.told import Probe, events_text, told
from tests.support.adapters import Adapter, adapter_of
from tests.support.options import Drawn, draw_deck, draw_game
from tests.support.play import Mixture

__all__ = ["Leak", "Wrap", "check_pairs"]

ROUNDS = 4
LENGTHS = (20, 60, 160)
DEALS_A_GAME = 8
AT_MOST = 4  # times the volume, to meet all phases
NEW_KEY = 0.25
AT_CHANCE = 0.2
AT_PHASE = 0.4
LATEST = 3  # the last plies before the chosen one are compared each
EARLIER = 0.15
WHOLE = 0.25

Wrap = Callable[[Any, Game[Any, Any, Any]], Any]


class Leak(AssertionError):
    """An observer is told what it can't know."""


@dataclass
class Move:
    """An accepted action: as the core and as the reference take it."""

    who: Any
    action: Any
    text: str


@dataclass
class Deal:
    """What a game starts from: its decks and the key of its later chance."""

    key: bytes
    decks: list[Any]


class Script:
    """A game to make pairs of: how it was set up, what was done, and what stayed unknown."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.rng = rng
        self.name = name
        self.adapter: Adapter = adapter_of(name)
        self.drawn: Drawn = draw_game(rng, name)
        options, players = self.drawn.options, self.drawn.players
        decks = [draw_deck(rng, self.adapter, options, players) for _ in range(ROUNDS)]
        self.deal = Deal(rng.randbytes(32), decks)
        self.observers: list[int | None] = [*range(players), None]
        self.moves: list[Move] = []
        self.chances: list[int] = []  # plies at which something was shuffled
        self.phases: dict[str, list[int]] = {}  # plies by phase
        self.unknown: list[dict[Any, Any]] = []  # by ply, by observer
        self.play(rng.choice(LENGTHS))

    def start(self, deal: Deal) -> Game[Any, Any, Any]:
        drawn = self.drawn
        return Game(
            drawn.rules(),
            drawn.players,
            seed=Seed(deal.key),
            first_player=drawn.first_player,
            decks=deal.decks,
        )

    def model(self, deal: Deal) -> Model:
        drawn = self.drawn
        return Model(
            self.adapter, drawn.options, drawn.players, drawn.first_player, deal.key, deal.decks
        )

    def play(self, plies: int) -> None:
        """Play on the first decks, for as long as there are given ones."""
        core, model = self.start(self.deal), self.model(self.deal)
        mixture = Mixture(self.rng, self.adapter)
        self.note(model)
        while len(self.moves) < plies and not core.is_over:
            ahead = core.clone()
            who, action = mixture.choose(core)
            events = ahead.play(who, action)
            if len(ahead.rounds) == ROUNDS and not ahead.is_over:
                return
            move = Move(who, action, self.reference_text(model, who, action))
            model.game.play("host" if who is HOST else who, move.text)
            core = ahead
            self.moves.append(move)
            if any(event.kind in ("gathered", "reshuffled") for event in events):
                self.chances.append(core.ply)
            self.note(model)
        self.check_model(core, model)

    def reference_text(self, model: Model, who: Any, action: Any) -> str:
        parse = self.drawn.rules().parse
        actor = "host" if who is HOST else who
        return next(text for text in model.game.legal(actor) if parse(text) == action)

    def note(self, model: Model) -> None:
        ply = len(self.unknown)
        self.phases.setdefault(model.game.phase, []).append(ply)
        self.unknown.append({o: unknown_places(self.name, model, o) for o in self.observers})

    def check_model(self, core: Game[Any, Any, Any], model: Model) -> None:
        """The reference has drawn its chance from the same streams as the core."""
        view = core.referee.view.to_json(secrets=True)
        assert model.game.view("host") == view, "the reference and the core play other games"

    # Second deals.

    def other_deal(self, ply: int, observer: Any) -> Deal | None:
        """One that the observer can't tell from the first at that ply; None if nothing is unknown."""
        decks = list(self.deal.decks)
        for round_, (cards, moods) in enumerate(self.unknown[ply][observer]):
            decks[round_] = self.permuted(decks[round_], cards, moods)
        key = self.rng.randbytes(32) if self.rng.random() < NEW_KEY else self.deal.key
        if key == self.deal.key and decks == self.deal.decks:
            return None
        return Deal(key, decks)

    def permuted(self, deck: Any, cards: set[int], moods: set[int]) -> Any:
        if isinstance(deck[0], list):
            return [self.moved(deck[0], cards), self.moved(deck[1], moods)]
        return self.moved(deck, cards)

    def moved(self, faces: list[Any], places: set[int]) -> list[Any]:
        """All of the places' faces in another order, or two that change places."""
        order = sorted(places)
        if self.rng.random() < 0.4 and len(order) > 1:
            order = self.rng.sample(order, 2)
        given = [faces[place] for place in order]
        self.rng.shuffle(given)
        other = list(faces)
        for place, face in zip(order, given, strict=True):
            other[place] = face
        return other

    def choose_ply(self) -> int:
        """Any, or right after a shuffle, or in any phase."""
        kind = self.rng.random()
        if kind < AT_CHANCE and self.chances:
            return self.rng.choice(self.chances)
        if kind < AT_CHANCE + AT_PHASE:
            return self.rng.choice(self.phases[self.rng.choice(list(self.phases))])
        return self.rng.randint(0, len(self.moves))


class Pair:
    """Both games, played side by side for one observer."""

    def __init__(
        self,
        script: Script,
        other: Deal,
        observer: Any,
        counted: Counter[str],
        wrap: Wrap | None = None,
        channels: Sequence[str] = ("",),
    ) -> None:
        self.script = script
        self.channels = tuple(channels)
        self.observer = observer
        self.counted = counted
        self.deals = (script.deal, other)
        self.cores = [script.start(deal) for deal in self.deals]
        if wrap:
            for core in self.cores:
                core._core = wrap(core._core, core)
        self.models = [script.model(deal) for deal in self.deals]

    def run(self, ply: int) -> None:
        """Compare along the way to a ply, until the reference tells the games apart."""
        if not self.looks_alike():
            return
        if ply == 0:
            self.compare(whole=True)
        for done, move in enumerate(self.script.moves[:ply], 1):
            if not self.reference_plays(move) or not self.looks_alike():
                self.counted["told apart by the reference"] += 1
                return
            self.core_plays(move)
            if done > ply - LATEST or self.script.rng.random() < EARLIER or self.is_rare():
                self.compare(whole=done == ply or self.script.rng.random() < WHOLE)

    def is_rare(self) -> bool:
        """Whether this phase has had less than an even share so far."""
        pairs = self.counted[f"phase {self.models[0].game.phase}"]
        phases = sum(label.startswith("phase ") for label in self.counted)
        return pairs * phases < self.counted["pairs"]

    def reference_plays(self, move: Move) -> bool:
        actor = "host" if move.who is HOST else move.who
        for model in self.models:
            if move.text not in model.game.legal(actor):
                return False
            model.game.play(actor, move.text)
        return True

    def looks_alike(self) -> bool:
        one, other = self.models
        since = one.game.ply - 1
        return one.tale(self.observer, since) == other.tale(self.observer, since)

    def core_plays(self, move: Move) -> None:
        answers = []
        for core in self.cores:
            if move.who == self.observer:
                answers.append(events_text(core.players[move.who].play(move.action)))
            else:
                core.play(move.who, move.action)
        if answers and answers[0] != answers[1] and self.listens("answer of play"):
            raise self.leak("answer of play", *answers)

    def compare(self, whole: bool) -> None:
        rng, (one, other) = self.script.rng, self.cores
        phase = str(one.spectator.view.phase)
        probe = Probe(rng, one, same_key=self.deals[0].key == self.deals[1].key)
        drawn = whole and self.listens("picture")
        mine = told(one, self.observer, probe, whole, drawn)
        theirs = told(other, self.observer, probe, whole, drawn)
        for channel in [*mine, *(channel for channel in theirs if channel not in mine)]:
            if self.listens(channel) and not same(mine, theirs, channel):
                raise self.leak(channel, mine.get(channel), theirs.get(channel))
        self.counted["pairs"] += 1
        self.counted[f"phase {phase}"] += 1
        self.counted["onlooker" if self.observer is None else "seat"] += 1
        self.counted["another key"] += self.deals[0].key != self.deals[1].key

    def listens(self, channel: str) -> bool:
        return channel.startswith(self.channels)

    def leak(self, channel: str, mine: Any, theirs: Any) -> Leak:
        one, other = self.cores
        return Leak(
            f"{channel} tells observer {self.observer} of {self.script.name} something at ply {one.ply}\n"
            f"one:   {mine}\nother: {theirs}\n"
            f"{self.script.drawn}\n{one.record.dumps()}{other.record.dumps()}"
        )


def same(mine: dict[str, Any], theirs: dict[str, Any], channel: str) -> bool:
    return channel in mine and channel in theirs and bool(mine[channel] == theirs[channel])


def check_pairs(
    name: str,
    seed: int | str,
    volume: int,
    wrap: Wrap | None = None,
    channels: Sequence[str] = ("",),
    phases: Sequence[str] = (),
) -> Counter[str]:
    """Compare at least so many pairs of states of a game; how many of what kind there were.

    `wrap` is put around both cores; `channels` are the beginnings of those that are compared.
    More are compared while one of the `phases` was not met.

    Raises:
        Leak: an observer is told something that it can't know.
    """
    counted: Counter[str] = Counter()
    while counted["pairs"] < volume or (
        counted["pairs"] < AT_MOST * volume and any(not counted[f"phase {p}"] for p in phases)
    ):
        rng = random.Random(f"noleak {seed} {name} {counted['games']}")
        script = Script(rng, name)
        counted["games"] += 1
        for _ in range(DEALS_A_GAME):
            ply, observer = script.choose_ply(), rng.choice(script.observers)
            other = script.other_deal(ply, observer)
            if other:
                counted["second deals"] += 1
                Pair(script, other, observer, counted, wrap, channels).run(ply)
    return counted
