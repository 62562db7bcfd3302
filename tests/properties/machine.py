"""A state machine that plays any game, and the facts that hold of all of them wherever it stands."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from masko_sdk import (
    HOST,
    Game,
    GameOver,
    MaskoError,
    Record,
    RecordError,
    StaleAction,
    UnknownAction,
)
from masko_sdk.games import GAMES
from tests.support.adapters import Position, adapter_of
from tests.support.options import draw_game
from tests.support.play import Mixture, actors, finisher, forms, watchers

__all__ = ["GameMachine"]

SEEDS = st.integers(0, 2**64 - 1)
LONGEST_ROUND = 5_000
FURTHER = 60


class GameMachine(RuleBasedStateMachine):
    """One drawn game; `past[p]` is a clone of it at ply p, and `tale` what each watcher was told ply by ply."""

    name: ClassVar[str]

    @initialize(seed=SEEDS, plies=st.sampled_from([150, 400, 40, 10, 0]))
    def begin(self, seed: int, plies: int) -> None:
        rng = random.Random(seed)
        self.adapter = adapter_of(self.name)
        self.drawn = draw_game(rng, self.name)
        self.game = self.drawn.start()
        self.mixture = Mixture(rng, self.adapter)
        self.past = [self.game.clone()]
        self.tale = [[watcher.events()] for watcher in watchers(self.game)]
        parts = self.adapter.deck_parts(self.drawn.options)
        self.deck = Counter(str(card) for part in parts for card in part)
        self.advance(seed, plies)

    # Playing on.

    @rule(seed=SEEDS, plies=st.sampled_from([40, 100, 5, 1]))
    def advance(self, seed: int, plies: int) -> None:
        """What a play returns is what its watcher is told of that ply."""
        self.mixture.rng = random.Random(seed)
        for _ in range(plies):
            if self.game.is_over:
                return
            who, action = self.mixture.choose(self.game)
            told = self.game.play(who, action)
            self.past.append(self.game.clone())
            for tale, watcher in zip(self.tale, watchers(self.game), strict=True):
                tale.append(watcher.events(self.game.ply - 1))
            assert told == self.tale[-1][-1]
            self.no_card_is_lost_or_made()

    # Wherever it stands.

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        assert self.cards(self.game, self.tale_of_referee()) == self.deck

    @invariant()
    def somebody_is_due_until_the_end(self) -> None:
        due = [player.seat for player in self.game.to_act]
        assert bool(due) != self.game.is_over
        for player in self.game.players:
            assert bool(player.legal_actions) == player.is_due == (player.seat in due)
        assert (self.game.outcome is not None) == self.game.is_over

    @invariant()
    def each_legal_action_has_a_text_and_a_json_form(self) -> None:
        rules = self.game.rules
        for actor in actors(self.game):
            for action in self.game.legal_actions(actor):
                assert rules.parse(str(action)) == action
                assert rules.from_json(json.loads(json.dumps(action.to_json()))) == action

    @invariant()
    def totals_are_those_of_the_rounds(self) -> None:
        rounds = [result.to_json() for result in self.game.rounds]
        totals = self.adapter.totals(rounds) if rounds else [0] * self.drawn.players
        assert list(self.game.standing.totals) == totals
        assert forms(self.game.spectator)["totals"] == totals
        assert [r["totals"] for r in rounds[-1:]] == [totals][: len(rounds)]

    # Refusals.

    @rule(seed=SEEDS)
    def an_illegal_action_changes_nothing(self, seed: int) -> None:
        rng = random.Random(seed)
        who = rng.choice([*range(self.drawn.players), HOST])
        legal = set(self.game.legal_actions(who))
        action = rng.choice([a for a in self.game.rules.actions if a not in legal])
        self.refused(MaskoError, who, action)

    @rule(seed=SEEDS)
    def an_action_of_no_game_or_another_one_changes_nothing(self, seed: int) -> None:
        rng = random.Random(seed)
        other = rng.choice([name for name in GAMES if name != self.name] or [None])
        if other is not None:
            action = rng.choice(GAMES[other].Rules().actions)
            self.refused(UnknownAction, rng.randrange(self.drawn.players), action)
        self.refused(TypeError, rng.randrange(self.drawn.players), rng.choice([None, 3, "draw"]))

    @rule(seed=SEEDS)
    def a_stale_action_changes_nothing(self, seed: int) -> None:
        rng = random.Random(seed)
        who = rng.choice(actors(self.game))
        action = rng.choice([*self.game.legal_actions(who), *self.game.rules.actions[:1]])
        ply = self.game.ply + rng.choice([-1, 1, 2])
        window = (self.game.window or rng.randrange(3)) + rng.choice([-1, 1])
        self.refused(StaleAction, who, action, ply=ply)
        self.refused(StaleAction, who, action, window=window)

    @precondition(lambda self: self.game.is_over)
    @rule(seed=SEEDS)
    def nobody_acts_after_the_end(self, seed: int) -> None:
        rng = random.Random(seed)
        who = rng.choice([*range(self.drawn.players), HOST])
        self.refused(GameOver, who, rng.choice(self.game.rules.actions))

    def refused(self, error: type[Exception], who: Any, action: Any, **meant: int) -> None:
        views = [forms(watcher) for watcher in watchers(self.game)]
        record = self.game.record
        play = self.game.play if who is HOST else self.game.players[who].play
        with pytest.raises(error):
            play(*([HOST] if who is HOST else []), action, **meant)
        self.stands_as(self.game, self.past[-1])
        assert [forms(watcher) for watcher in watchers(self.game)] == views
        assert self.game.record == record

    # Copies and records.

    @rule(seed=SEEDS, plies=st.integers(1, 15))
    def a_clone_goes_on_alone(self, seed: int, plies: int) -> None:
        """It shares the log, and neither writes into the other's."""
        clone, other = self.game.clone(), self.game.clone()
        self.stands_as(clone, self.game)
        self.play_on(clone, seed, plies)
        self.play_on(other, seed + 1, plies)
        self.stands_as(self.game, self.past[-1])
        assert [watcher.events() for watcher in watchers(self.game)] == self.told(0)
        for copy in (clone, other):
            self.stands_as(copy, copy.record.replay())
            told = [w.events()[: len(t)] for w, t in zip(watchers(copy), self.told(0), strict=True)]
            assert told == self.told(0)

    @rule(seed=SEEDS)
    def an_earlier_ply_is_the_game_as_it_was(self, seed: int) -> None:
        ply = random.Random(seed).randint(0, self.game.ply)
        then = self.game.at(ply)
        self.stands_as(then, self.past[ply])
        assert [watcher.events() for watcher in watchers(then)] == self.told(0, ply)

    @rule()
    def a_record_replays_to_the_same_game_at_every_ply(self) -> None:
        record = self.game.record
        read = Record.loads(record.dumps())
        assert read == record
        assert read.dumps() == record.dumps()
        assert read.start() == self.past[0]
        for step in read.steps():
            assert step.game == self.past[step.ply]
        self.stands_as(read.replay(), self.game)
        self.stands_as(pickle.loads(pickle.dumps(self.game)), self.game)

    # What watchers are told.

    @rule(seed=SEEDS)
    def events_since_a_ply_are_those_of_later_plies(self, seed: int) -> None:
        since = random.Random(seed).randint(-1, self.game.ply)
        assert [watcher.events(since) for watcher in watchers(self.game)] == self.told(since + 1)

    @rule(seed=SEEDS)
    def who_comes_back_finds_what_it_asks_for_one_by_one(self, seed: int) -> None:
        since = random.Random(seed).randint(-1, self.game.ply)
        for player in self.game.players:
            back = player.catch_up(since)
            assert back.ply == self.game.ply
            assert back.view == player.view
            assert back.memory == player.memory
            assert back.legal_actions == player.legal_actions
            assert back.events == player.events(since)
            assert back.rounds == self.game.rounds

    # Worlds.

    @rule(seed=SEEDS)
    def a_world_looks_to_its_seat_like_the_game(self, seed: int) -> None:
        for player in self.game.players:
            world = player.sample_world(seed)
            same = world.players[player.seat]
            assert forms(same) == forms(player)
            assert same.memory == player.memory
            assert same.legal_actions == player.legal_actions
            assert [p.seat for p in world.to_act] == [p.seat for p in self.game.to_act]
            assert (world.ply, world.window) == (self.game.ply, self.game.window)
            assert world.standing == self.game.standing
            assert self.cards(world, self.tale_of_referee()) == self.deck

    @rule(seed=SEEDS)
    def equal_seeds_give_equal_worlds(self, seed: int) -> None:
        """C12: the second world is drawn in the first: what the seat can't know has no part in it."""
        for player in self.game.players:
            world = player.sample_world(seed)
            for again in (player, world.players[player.seat]):
                twin = again.sample_world(seed)
                assert twin == world
                assert forms(twin.referee) == forms(world.referee)

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=SEEDS)
    def a_world_can_be_played_to_the_end(self, seed: int) -> None:
        rng = random.Random(seed)
        world = rng.choice(self.game.players).sample_world(seed)
        with pytest.raises(RecordError):
            _ = world.record
        mixture = finisher(rng, world)
        number, plies = forms(world.spectator)["round"], 0
        while not world.is_over and (forms(world.spectator)["round"] == number or plies < FURTHER):
            world.play(*mixture.choose(world))
            plies += 1
            assert plies < LONGEST_ROUND
        told = [*self.tale_of_referee(), *world.referee.events()]
        assert self.cards(world, told) == self.deck
        self.stands_as(self.game, self.past[-1])

    # Helpers.

    def tale_of_referee(self) -> list[Any]:
        return [event for told in self.tale[-1] for event in told]

    def told(self, first: int, last: int | None = None) -> list[tuple[Any, ...]]:
        """What each watcher was told of these plies."""
        stop = None if last is None else last + 1
        return [tuple(e for told in tale[first:stop] for e in told) for tale in self.tale]

    def cards(self, game: Game[Any, Any, Any], told: list[Any]) -> Counter[str]:
        events = [event.to_json() for event in told]
        return Counter(map(str, self.adapter.cards_in(Position(game).secret, events)))

    def play_on(self, game: Game[Any, Any, Any], seed: int, plies: int) -> None:
        mixture = Mixture(random.Random(seed), self.adapter)
        for _ in range(plies):
            if game.is_over:
                return
            game.play(*mixture.choose(game))

    def stands_as(self, game: Game[Any, Any, Any], other: Game[Any, Any, Any]) -> None:
        """Equal, and in all that can be seen."""
        assert game == other
        assert game.ply == other.ply
        assert game.record.moves == other.record.moves
        assert [forms(w) for w in watchers(game)] == [forms(w) for w in watchers(other)]
        assert [p.memory for p in game.players] == [p.memory for p in other.players]
        for actor in [*range(self.drawn.players), HOST]:
            assert game.legal_actions(actor) == other.legal_actions(actor)
