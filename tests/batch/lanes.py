"""Games beside a `VectorEnv`, to compare with its lanes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from masko_sdk import Game, batch
from masko_sdk.games import GAMES
from tests.support.options import draw_options, player_range
from tests.support.seeds import CAMPAIGN

STEPS = 4000 if CAMPAIGN else 400


def a_setup(name: str, rng: random.Random) -> tuple[Any, int, int]:
    """Random rules, number of players and first player."""
    low, high = player_range(name)
    players = rng.randint(low, high)
    rules = GAMES[name].Rules.from_options(draw_options(rng, name))
    return rules, players, rng.randrange(players)


def bits_of(env: batch.VectorEnv) -> Any:
    """The masks as (n, codes) of 0 and 1, however they are packed."""
    if env.masks.shape[1] == env.action_count:
        return env.masks
    return np.unpackbits(env.masks, axis=1, bitorder="little", count=env.action_count)


def choose(env: batch.VectorEnv, rng: random.Random) -> list[int]:
    """A legal code for each lane: first a kind of action, and no announcement as a rule."""
    chosen = []
    for mask in bits_of(env):
        kinds: dict[str, list[int]] = {}
        for code in np.flatnonzero(mask).tolist():
            kinds.setdefault(type(env.action(code)).__name__, []).append(code)
        if len(kinds) > 1 and rng.random() < 0.95:
            kinds.pop("Announce", None)
        chosen.append(rng.choice(kinds[rng.choice(sorted(kinds))]))
    return chosen


class Lanes:
    """Games beside an environment, played with the same actions."""

    def __init__(self, env: batch.VectorEnv, first_player: int, max_plies: int | None) -> None:
        self.env = env
        self.first_player = first_player
        self.max_plies = max_plies
        self.seed = env.seed
        self.numbers = list(range(env.n))
        self.games = [self.begin(k) for k in self.numbers]
        self.ended: Counter[str] = Counter()

    def begin(self, k: int) -> Game[Any, Any, Any]:
        seed = batch.game_seed(self.seed, k)
        return Game(self.env.rules, self.env.players, seed=seed, first_player=self.first_player)

    def step(self, codes: list[int]) -> None:
        """Play, and compare what the step tells of the games that it played in."""
        self.env.step(codes)
        for i, code in enumerate(codes):
            game = self.games[i]
            before = game.standing.totals
            game.play(game.to_act[0].seat, self.env.action(code))
            after = game.standing.totals
            rewards = [old - new for old, new in zip(before, after, strict=True)]
            assert self.env.rewards[i].tolist() == rewards
            outcome = game.outcome
            winners = outcome.winners if outcome else ()
            assert np.flatnonzero(self.env.winners[i]).tolist() == sorted(winners)
            truncated = not game.is_over and game.ply == self.max_plies
            assert bool(self.env.done[i]) == game.is_over
            assert bool(self.env.truncated[i]) == truncated
            if game.is_over or truncated:
                self.ended["done" if game.is_over else "truncated"] += 1
                self.numbers[i] += self.env.n
                self.games[i] = self.begin(self.numbers[i])

    def compare(self) -> None:
        """What the arrays show of the games that go on."""
        masks = bits_of(self.env)
        assert self.env.games.tolist() == self.numbers
        for i, game in enumerate(self.games):
            player = game.to_act[0]
            assert self.env.seats[i] == player.seat
            codes = [self.env.code(action) for action in player.legal_actions]
            assert np.flatnonzero(masks[i]).tolist() == codes
            assert self.env.observations[i].tolist() == batch.observation(player).tolist()
