"""What others' engines do at uniform random play, as steps a second: those that can be imported.

`python benchmarks/peers.py` prints one JSON object, so that peers may live in an environment of their own:
batch.py starts this file with the interpreter that MASKO_SDK_PEERS names.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from statistics import median

SECONDS = 0.4
REPEATS = 5

Run = Callable[[], int]  # a piece of work; answers its steps


def uno() -> Run:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return run


def crazy_eights() -> Run:
    """Driven inside its C++ core; decisions of players are counted, from its own loop, not chance."""
    import random

    import pyspiel

    game = pyspiel.load_game("crazy_eights")
    bots = [pyspiel.make_uniform_random_bot(seat, 17 + seat) for seat in range(game.num_players())]
    rng = random.Random(1)

    def decisions() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            codes = (
                [code for code, _ in state.chance_outcomes()] if chance else state.legal_actions()
            )
            state.apply_action(rng.choice(codes))
            steps += not chance
        return steps

    mean = sum(decisions() for _ in range(200)) / 200
    seed = [0]

    def run() -> int:
        for _ in range(100):
            seed[0] += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed[0])
        return round(100 * mean)

    return run


def skyjo() -> Run:
    """rlskyjo's rounds with action masks alone; counted in rounds."""
    import numpy as np
    from rlskyjo.game.skyjo import SkyjoGame  # type: ignore[import-not-found]

    game = SkyjoGame(num_players=2)

    def run() -> int:
        game.reset()
        while not game.is_terminated:
            seat = game.expected_action[0]
            mask = game.collect_observation(seat)[1]
            game.act(seat, np.random.choice(np.flatnonzero(mask)))
        return 1

    return run


PEERS: dict[str, Callable[[], Run]] = {
    "RLCard uno": uno,
    "OpenSpiel crazy_eights, C++ loop": crazy_eights,
    "rlskyjo, mask only (rounds)": skyjo,
}


def rate(run: Run) -> float:
    """Units a second of this process's own time on the processor, as ours are measured."""
    done, start = 0, time.process_time()
    while (seconds := time.process_time() - start) < SECONDS:
        done += run()
    return done / seconds


def measure() -> dict[str, float | str]:
    """Steps a second of each peer, or why it was not measured."""
    found: dict[str, float | str] = {}
    for name, make in PEERS.items():
        try:
            run = make()
            run()
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}".splitlines()[0][:60]
        else:
            found[name] = median(rate(run) for _ in range(REPEATS))
    return found


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    json.dump(measure(), sys.stdout)
