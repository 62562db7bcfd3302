"""`batch.VectorEnv`: each lane is a `Game`, and its numbers are what the seat to act may know."""

from __future__ import annotations

import pickle
import random
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

from masko_sdk import ArgumentError, RulesError, batch
from masko_sdk import _backend as b
from masko_sdk.games import GAMES
from tests.batch.lanes import STEPS, Lanes, a_setup, bits_of, choose
from tests.support.options import player_range
from tests.support.seeds import run_seed

LANES = 5


@pytest.mark.parametrize("mask", ["bits", "bytes"])
@pytest.mark.parametrize("threads", [1, 2])
def test_each_lane_is_the_game_of_its_number(name: str, mask: str, threads: int) -> None:
    rng = random.Random(f"{run_seed()} {name} {mask} {threads}")
    ended: Counter[str] = Counter()
    for max_plies in (None, 15):
        rules, players, first = a_setup(name, rng)
        seed = rng.getrandbits(64)
        with batch.VectorEnv(
            rules,
            players,
            LANES,
            seed,
            first_player=first,
            max_plies=max_plies,
            mask=mask,
            threads=threads,
        ) as env:
            lanes = Lanes(env, first, max_plies)
            lanes.compare()
            for _ in range(STEPS // 4):
                lanes.step(choose(env, rng))
                lanes.compare()
        ended += lanes.ended
    assert ended["truncated"], f"no game was truncated with the seed {run_seed()}"


def test_whole_games_end_and_give_their_points_as_rewards(name: str) -> None:
    rng = random.Random(f"whole {name}")
    low, _ = player_range(name)
    options = {} if name == "fifty" else {"target": 15}
    rules = GAMES[name].Rules.from_options(options)
    env = batch.VectorEnv(rules, low, LANES, 3)
    lanes = Lanes(env, 0, None)
    totals = np.zeros((LANES, low), np.int64)
    finished = 0
    for _ in range(STEPS):
        games = list(lanes.games)
        lanes.step(choose(env, rng))
        totals -= env.rewards
        for i in np.flatnonzero(env.done):
            outcome = games[i].outcome
            assert outcome is not None
            assert totals[i].tolist() == list(outcome.totals)
            totals[i] = 0
            finished += 1
    assert finished


# What it refuses.


def copies(env: batch.VectorEnv) -> list[Any]:
    return [array.copy() for array in env.arrays]


@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_action_names_its_lane_and_nothing_moves(name: str, threads: int) -> None:
    rng = random.Random(f"illegal {name}")
    low, _ = player_range(name)
    with batch.VectorEnv(GAMES[name].Rules(), low, 7, 11, threads=threads) as env:
        lanes = Lanes(env, 0, None)
        for lane in range(env.n):
            codes = choose(env, rng)
            wrong = np.flatnonzero(bits_of(env)[lane] == 0).tolist()
            for code in (rng.choice(wrong), -1, env.action_count, 2**62, -(2**63)):
                before = copies(env)
                bad = [*codes]
                bad[lane] = code
                with pytest.raises(ArgumentError, match=rf"^actions\[{lane}\] is {code};"):
                    env.step(bad)
                assert all(np.array_equal(x, y) for x, y in zip(before, env.arrays, strict=True))
            lanes.step(codes)
            lanes.compare()


def test_masks_that_a_caller_spoils_do_not_make_an_action_legal() -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 3, 1)
    env.masks[:] = 255
    env.seats[:] = 1
    draw = env.code(GAMES["skyjo"].Draw())
    with pytest.raises(ArgumentError, match=r"actions\[0\]"):
        env.step([draw] * 3)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0.0, 0.0], TypeError),
        ([0], ArgumentError),
        ([[0, 0]], ArgumentError),
        (None, TypeError),
        ("00", TypeError),
        ([[0], [0, 0]], ArgumentError),
        ([2**64, 0], (ArgumentError, TypeError)),
        ([True, False], TypeError),
    ],
)
def test_actions_that_are_no_row_of_ints_are_refused(actions: Any, error: Any) -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    with pytest.raises(error):
        env.step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.int64, ">i8"])
def test_any_ints_are_taken(kind: Any) -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    env.step(np.array([0, 3], kind))
    env.step(np.array([9, 1, 9, 0], kind)[1::2])
    assert (env.games == [0, 1]).all()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": 0}, ArgumentError),
        ({"n": 2**24 + 1}, ArgumentError),
        ({"n": 1.0}, TypeError),
        ({"rules": "skyjo"}, TypeError),
        ({"players": 1}, RulesError),
        ({"first_player": 2}, RulesError),
        ({"seed": -1}, ArgumentError),
        ({"max_plies": 0}, ArgumentError),
        ({"max_plies": -1}, ArgumentError),
        ({"mask": "bools"}, ArgumentError),
        ({"threads": 0}, ArgumentError),
        ({"seed": batch.game_seed(1, 2**32 - 1)}, ArgumentError),
        ({"out": {"mask": np.zeros(2)}}, ArgumentError),
        ({"out": {"done": np.zeros(2)}}, ArgumentError),
        ({"out": {"done": np.zeros(4, bool)[::2]}}, ArgumentError),
        ({"out": {"done": [False, False]}}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type) -> None:
    whole = {"rules": GAMES["skyjo"].Rules(), "players": 2, "n": 2, "seed": 1, **arguments}
    with pytest.raises(error):
        batch.VectorEnv(**whole)


def test_arrays_of_out_that_overlap_are_refused() -> None:
    flags = np.zeros(3, bool)
    with pytest.raises(ArgumentError, match="overlap"):
        batch.VectorEnv(
            GAMES["skyjo"].Rules(), 2, 2, 1, out={"done": flags[:2], "truncated": flags[1:]}
        )


def test_a_half_made_vector_of_a_backend_is_refused() -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    kind = type(env._vector)
    half = kind.__new__(kind)
    with pytest.raises((ValueError, AttributeError)):
        half.step(0, 2, np.zeros(2, np.int64))
    with pytest.raises((ValueError, AttributeError)):
        half.reset(env._setup(env.seed), 0, 2, False)
    for first, count in ((0, 3), (3, 1), (2**63, 2**63)):
        status, _, _ = env._vector.step(first, count, np.zeros(2, np.int64))
        assert status == b.NO_ROOM


def test_it_can_not_be_pickled() -> None:
    with pytest.raises(TypeError, match="can't be copied or pickled"):
        pickle.dumps(batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1))


# Arrays, threads and resets.


def test_arrays_are_the_same_objects_and_may_be_the_callers(name: str) -> None:
    rng = random.Random(f"arrays {name}")
    low, _ = player_range(name)
    layout = batch.observation_layout(GAMES[name].Rules(), low)
    mine = {"observations": np.zeros((3, layout.size), np.int16), "done": np.zeros(3, bool)}
    env = batch.VectorEnv(GAMES[name].Rules(), low, 3, 1, out=mine)
    other = batch.VectorEnv(GAMES[name].Rules(), low, 3, 1)
    assert env.observations is mine["observations"]
    assert env.done is mine["done"]
    for _ in range(20):
        codes = choose(env, rng)
        assert env.step(codes) is env.arrays
        other.step(codes)
        assert all(np.array_equal(x, y) for x, y in zip(env.arrays, other.arrays, strict=True))


def test_any_number_of_threads_gives_the_same(name: str) -> None:
    rng = random.Random(f"threads {name}")
    low, _ = player_range(name)
    envs = [
        batch.VectorEnv(GAMES[name].Rules(), low, 13, 4, max_plies=50, threads=threads)
        for threads in (1, 2, 5, 40)
    ]
    for _ in range(STEPS // 4):
        codes = choose(envs[0], rng)
        for env in envs:
            env.step(codes)
        for env in envs[1:]:
            for x, y in zip(envs[0].arrays, env.arrays, strict=True):
                assert np.array_equal(x, y)
    for env in envs:
        env.close()


def test_a_reset_with_a_seed_begins_at_its_first_games(name: str) -> None:
    rng = random.Random(f"reset {name}")
    low, _ = player_range(name)
    env = batch.VectorEnv(GAMES[name].Rules(), low, 4, 1)
    fresh = batch.VectorEnv(GAMES[name].Rules(), low, 4, 2)
    for _ in range(30):
        env.step(choose(env, rng))
    env.reset(seed=2)
    assert env.seed == fresh.seed
    for _ in range(30):
        for x, y in zip(env.arrays, fresh.arrays, strict=True):
            assert np.array_equal(x, y)
        codes = choose(env, rng)
        env.step(codes)
        fresh.step(codes)


def test_a_reset_without_a_seed_begins_the_next_games(name: str) -> None:
    rng = random.Random(f"onward {name}")
    low, _ = player_range(name)
    env = batch.VectorEnv(GAMES[name].Rules(), low, 4, 1)
    lanes = Lanes(env, 0, None)
    lanes.step(choose(env, rng))
    env.reset()
    lanes.numbers = [number + 4 for number in lanes.numbers]
    lanes.games = [lanes.begin(number) for number in lanes.numbers]
    lanes.compare()
    assert not env.rewards.any()
    assert not env.done.any()
    lanes.step(choose(env, rng))
    lanes.compare()


def test_a_refused_seed_changes_nothing() -> None:
    env = batch.VectorEnv(GAMES["mojo"].Rules(), 2, 4, 1)
    before, seed = copies(env), env.seed
    with pytest.raises(ArgumentError):
        env.reset(seed=-1)
    assert env.seed == seed
    assert all(np.array_equal(x, y) for x, y in zip(before, env.arrays, strict=True))


def test_two_environments_may_step_at_once() -> None:
    rules = GAMES["mojo"].Rules()
    envs = [batch.VectorEnv(rules, 3, 64, 7) for _ in range(3)]

    def run(env: batch.VectorEnv) -> None:
        for _ in range(100):
            env.step(bits_of(env).argmax(axis=1))

    threads = [threading.Thread(target=run, args=(env,)) for env in envs[1:]]
    for thread in threads:
        thread.start()
    run(envs[0])
    for thread in threads:
        thread.join()
    for env in envs[1:]:
        for x, y in zip(envs[0].arrays, env.arrays, strict=True):
            assert np.array_equal(x, y)


def test_an_environment_that_is_closed_goes_on_without_its_threads(name: str) -> None:
    with batch.VectorEnv(GAMES[name].Rules(), 3, LANES, seed=3, threads=2) as env:
        other = batch.VectorEnv(GAMES[name].Rules(), 3, LANES, seed=3)
    env.close()
    for _ in range(20):
        codes = choose(env, random.Random(1))
        env.step(codes)
        other.step(codes)
        assert np.array_equal(env.observations, other.observations)
    env.reset()


def test_a_refused_action_that_can_t_be_indexed_is_named() -> None:
    class Codes:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return np.full(LANES, 10**6)

    env = batch.VectorEnv(GAMES["masko"].Rules(), 2, LANES, seed=3)
    with pytest.raises(ArgumentError, match=r"actions\[0\] is 1000000"):
        env.step(Codes())


@pytest.mark.parametrize("threads", [1, 2])
def test_actions_that_another_thread_overwrites_meanwhile_stay_as_they_were(threads: int) -> None:
    class Overwriting:
        """A core in whose calls the caller's other thread has just been at work."""

        def __init__(self, core: Any) -> None:
            self.core = core

        def __getattr__(self, name: str) -> Any:
            actions.fill(10**6)
            return getattr(self.core, name)

    env, other = (
        batch.VectorEnv(GAMES["masko"].Rules(), 3, LANES, seed=3, threads=threads) for _ in "ab"
    )
    actions = np.array(choose(env, random.Random(1)))
    other.step(actions.copy())
    env._vector = Overwriting(env._vector)
    env.step(actions)
    assert actions[0] == 10**6
    assert np.array_equal(env.observations, other.observations)
