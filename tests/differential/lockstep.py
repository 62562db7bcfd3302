"""The core, through the public API, beside the reference model: after each action both must say the same.

The core acts first. What its chance has shown to the referee then becomes the reference's chance (`Chance`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from masko_sdk import HOST, GameOver, IllegalAction, NotYourTurn, RuleViolation, UnknownAction
from masko_sdk._value import json_form
from tests.support.adapters import Chance, Position, Step, adapter_of
from tests.support.options import draw_game
from tests.support.play import Mixture, actors

__all__ = ["Lockstep", "Mismatch", "play_many"]

REFUSALS = 2
LENGTHS = (40, 150, 600)
PATIENCE = 5


class Mismatch(AssertionError):
    """The core and the reference disagree."""


class Lockstep:
    """One game, played by both."""

    def __init__(self, seed: str, game: str, coverage: Counter[str]) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.coverage = coverage
        self.adapter = adapter_of(game)
        self.drawn = draw_game(self.rng, game)
        self.core = self.drawn.start()
        self.mixture = Mixture(self.rng, self.adapter)
        self.chance = Chance(self.drawn.decks)
        self.observers: list[Any] = [*range(self.drawn.players), None, "host"]
        self.now = Position(self.core)
        self.rounds = 0
        self.moves: list[tuple[Any, Any]] = []
        self.by_kind: dict[str, list[Any]] = {}
        for action in self.core.rules.actions:
            self.by_kind.setdefault(action.kind, []).append(action)
        self.reference = self.begin()
        self.compare(since=-1)

    # Playing.

    def begin(self) -> Any:
        self.show_deck([event.to_json() for event in self.core.referee.events()])
        return self.adapter.reference(
            self.drawn.options,
            players=self.drawn.players,
            first_player=self.drawn.first_player,
            chance=self.chance,
        )

    def run(self, plies: int) -> int:
        """Play up to so many actions; how many were played."""
        done = 0
        while done < plies and not self.core.is_over:
            for _ in range(REFUSALS):
                self.refuse()
            self.step()
            done += 1
        self.refuse()
        return done

    def step(self) -> None:
        """One action of the mixture, by both."""
        who, action = self.mixture.choose(self.core, self.now)
        self.coverage[f"phase {self.now.public['phase']}"] += 1
        self.coverage[f"action {action.kind}"] += 1
        told = self.core.play(who, action)
        self.moves.append((who, action))
        before, self.now = self.now.secret, Position(self.core)
        self.learn(before, who, action, [event.to_json() for event in told])
        self.compare(since=self.core.ply - 1)

    def learn(self, before: Any, who: Any, action: Any, events: list[Any]) -> None:
        """Fill the reference's chance, and have it act too."""
        actor = "host" if who is HOST else who
        options = self.drawn.options
        step = Step(self.core, options, before, self.now.secret, actor, str(action), events)
        self.chance.answers.clear()
        self.adapter.answer(self.chance, step)
        self.show_deck(events)
        self.coverage.update(f"event {event['type']}" for event in events)
        self.coverage.update(set(self.adapter.hits(step)))
        text = self.reference_text(actor, action)
        try:
            self.reference.play(actor, text)
        except Exception as error:
            raise self.mismatch(f"{actor}: {action}", "played", repr(error)) from error

    def reference_text(self, actor: Any, action: Any) -> str:
        """The reference's text of an action: it leaves out what goes without saying."""
        parse = self.core.rules.parse
        for text in self.reference.legal(actor):
            if parse(text) == action:
                return str(text)
        return str(action)

    def show_deck(self, events: list[Any]) -> None:
        """The deck of a round just dealt: a permutation, and the given one where one was given."""
        dealt = [event for event in events if event["type"] == "dealt"]
        if not dealt:
            return
        view = self.now.secret
        deck = self.adapter.dealt_deck(view, dealt[0])
        given = self.chance.given
        if view["round"] < len(given):
            self.same("given deck", deck, self.adapter.unordered(given[view["round"]], view))
        parts = self.adapter.deck_parts(self.drawn.options)
        self.same("deck", sorted_forms(deck), sorted_forms(self.adapter.join_parts(parts)))
        self.chance.shown = deck

    # Refusals.

    def refuse(self) -> None:
        """An action that is not legal is refused by both, in the same words, and changes nothing."""
        who, action = self.near_move()
        if action in self.core.legal_actions(who):
            return
        before = self.core.clone()
        try:
            self.core.play(who, action)
        except RuleViolation as error:
            self.check_refusal(who, error)
        else:
            raise self.mismatch(f"illegal {who}: {action}", "played", "refused")
        if self.core != before or self.core.ply != before.ply:
            raise self.mismatch(f"illegal {who}: {action}", "changed the game", "no change")
        self.refuse_reference(who, action)

    def near_move(self) -> tuple[Any, Any]:
        """Somebody, mostly due, and an action: done before, legal but for one number, of any kind, or of anybody."""
        if self.moves and self.rng.random() < 0.25:
            return self.rng.choice(self.moves[-2 * self.drawn.players :])
        due = actors(self.core)
        who = self.rng.choice(
            due if self.rng.random() < 0.7 else [*range(self.drawn.players), HOST]
        )
        legal = self.core.legal_actions(self.rng.choice(due))
        mode = self.rng.randrange(3)
        if mode == 0 and legal:
            return who, self.rng.choice(legal)
        if mode == 1 and legal:
            return who, self.near(self.rng.choice(legal))
        kind = self.rng.choice(list(self.by_kind))
        return who, self.rng.choice(self.by_kind[kind])

    def near(self, action: Any) -> Any:
        """The action with one of its numbers changed a little, if there is such a one."""
        form = action.to_json()
        numbers = [key for key in form if key != "type"]
        if numbers:
            form[self.rng.choice(numbers)] += self.rng.choice([-2, -1, 1, 2])
        try:
            return self.core.rules.from_json(form)
        except UnknownAction:
            return action

    def check_refusal(self, who: Any, error: RuleViolation) -> None:
        due = [player.seat for player in self.core.to_act]
        if self.core.is_over:
            self.same("refusal", type(error), GameOver)
        elif who is not HOST:
            self.same("refusal", type(error), IllegalAction if who in due else NotYourTurn)
        if isinstance(error, IllegalAction):
            self.coverage[f"reason {error.reason.value}"] += 1

    def refuse_reference(self, who: Any, action: Any) -> None:
        actor = "host" if who is HOST else who
        try:
            self.reference.play(actor, str(action))
        except Exception as error:
            if type(error).__name__ != "Refused":
                raise
            return
        raise self.mismatch(f"illegal {who}: {action}", "refused", "played")

    # Comparing.

    def compare(self, since: int) -> None:
        """All that both can say."""
        core, reference = self.core, self.reference
        self.same("ply", core.ply, reference.ply)
        self.same("due seats", [player.seat for player in core.to_act], list(reference.to_act))
        self.same("turn", core.turn.seat if core.turn else None, reference.turn)
        self.same("window", core.window, reference.window)
        self.same("is_over", core.is_over, reference.is_over)
        self.same("outcome", json_form(core.outcome), reference.outcome)
        if self.chance.answers and "lot" not in self.chance.answers:
            raise self.mismatch("chance", str(self.chance.answers), "not asked")
        for actor in [*range(self.drawn.players), "host"]:
            self.compare_legal(actor)
        for observer in self.observers:
            self.compare_seen(observer, since)
        for seat, player in enumerate(core.players):
            memory = {key: json_form(card) for key, card in player.memory.items()}
            self.same(f"memory of seat {seat}", memory, reference.memory(seat))
        if since < 0 or len(core.rounds) != self.rounds:
            self.same("rounds", [r.to_json() for r in core.rounds], reference.rounds)
            self.rounds = len(core.rounds)

    def compare_legal(self, actor: Any) -> None:
        legal = list(self.core.legal_actions(HOST if actor == "host" else actor))
        parse = self.core.rules.parse
        self.same(f"legal {actor}", legal, [parse(text) for text in self.reference.legal(actor)])

    def compare_seen(self, observer: Any, since: int) -> None:
        watcher = self.watcher(observer)
        if isinstance(observer, int):
            view = watcher.view.to_json()
        else:
            view = self.now.public if observer is None else self.now.secret
        self.same(f"view of {observer}", view, self.reference.view(observer))
        events = [event.to_json() for event in watcher.events(since)]
        self.same(f"events for {observer}", events, self.reference.events(observer, since))

    def watcher(self, observer: Any) -> Any:
        if observer is None:
            return self.core.spectator
        return self.core.referee if observer == "host" else self.core.players[observer]

    def same(self, what: str, core: Any, reference: Any) -> None:
        if core != reference:
            raise self.mismatch(what, *first_difference(core, reference))

    def mismatch(self, what: str, core: Any, reference: Any) -> Mismatch:
        return Mismatch(
            f"{self.drawn.game}, seed {self.seed!r}, ply {self.core.ply}: {what}\n"
            f"core:      {core}\nreference: {reference}\n{self.drawn}\n{self.core.record.dumps()}"
        )


def sorted_forms(deck: Any) -> list[str]:
    """The cards of a deck, or of both its parts, in one order."""
    flat = [card for part in deck for card in (part if isinstance(part, list) else [part])]
    return sorted(map(str, flat))


def first_difference(core: Any, reference: Any, path: str = "") -> tuple[str, str]:
    """Both sides, from the place on where they first differ."""
    if isinstance(core, dict) and isinstance(reference, dict) and core.keys() == reference.keys():
        for key in core:
            if core[key] != reference[key]:
                return first_difference(core[key], reference[key], f"{path}.{key}")
    if isinstance(core, list) and isinstance(reference, list) and len(core) == len(reference):
        for i, pair in enumerate(zip(core, reference, strict=True)):
            if pair[0] != pair[1]:
                return first_difference(*pair, f"{path}[{i}]")
    return f"{path} {core!r}", f"{path} {reference!r}"


def play_many(
    game: str, seed: int, volume: int, expected: Iterable[str] = ()
) -> tuple[int, int, Counter[str]]:
    """Play games until so many transitions are compared, and longer while an expected label is missing.

    Returns:
        How many games, how many transitions, and what was covered how often.
    """
    coverage: Counter[str] = Counter()
    done = games = 0
    while done < volume or (done < PATIENCE * volume and any(not coverage[e] for e in expected)):
        lockstep = Lockstep(f"{seed}:{game}:{games}", game, coverage)
        done += lockstep.run(lockstep.rng.choice(LENGTHS))
        coverage[f"phase {lockstep.now.public['phase']}"] += 1
        games += 1
    return games, done, coverage
