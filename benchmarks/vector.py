"""What a step of `batch.VectorEnv` costs, observation, mask and resets included.

    python benchmarks/vector.py [--lanes 1024] [--steps 300] [--players 4] [--threads 1] [--json]

Actions are uniform over the legal ones; choosing them, in NumPy, is not timed.
`NumPy copy` is the time to copy the observations and masks that a step writes: no step can be faster.
If EnvPool is installed its Blackjack runs beside, step and step in turn; ratios of one run are what counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from masko_sdk import batch
from masko_sdk.games import GAMES

try:
    import envpool
except ImportError:
    envpool = None


def legal_actions(env: batch.VectorEnv, rng: np.random.Generator) -> Any:
    """One legal code a lane, uniformly."""
    dice = rng.random((env.n, env.action_count), np.float32)
    bits = np.unpackbits(env.masks, axis=1, bitorder="little", count=env.action_count)
    return (dice * bits).argmax(axis=1)


class Blackjack:
    """EnvPool's smallest card game, in lockstep on one thread."""

    def __init__(self, lanes: int) -> None:
        self.env = envpool.make("Blackjack-v1", "gymnasium", num_envs=lanes, num_threads=1, seed=1)
        self.env.reset()
        self.rng = np.random.default_rng(1)
        self.lanes = lanes

    def step(self) -> float:
        actions = self.rng.integers(0, 2, self.lanes).astype(np.int32)
        start = perf_counter()
        self.env.step(actions)
        return perf_counter() - start


def measure(name: str, options: argparse.Namespace, peer: Blackjack | None) -> dict[str, float]:
    """Nanoseconds of a step of one lane: the median over steps, so that a slow moment counts little."""
    low, high = map(int, GAMES[name].Rules()._tables.about["players"].split(" "))
    players = min(max(options.players, low), high)
    env = batch.VectorEnv(
        GAMES[name].Rules(), players, options.lanes, seed=1, threads=options.threads
    )
    rng = np.random.default_rng(1)
    times: dict[str, list[float]] = {"step": [], "NumPy copy": [], "Blackjack": []}
    copies = [np.empty_like(env.observations), np.empty_like(env.masks)]

    def timed(kind: str, call: Callable[[], Any]) -> None:
        start = perf_counter()
        call()
        times[kind].append(perf_counter() - start)

    def copy() -> None:
        np.copyto(copies[0], env.observations)
        np.copyto(copies[1], env.masks)

    for _ in range(options.steps):
        actions = legal_actions(env, rng)
        timed("step", lambda actions=actions: env.step(actions))
        timed("NumPy copy", copy)
        if peer:
            times["Blackjack"].append(peer.step())
    env.close()
    scale = 1e9 / options.lanes
    return {kind: statistics.median(t) * scale for kind, t in times.items() if t}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    peer = Blackjack(options.lanes) if envpool else None
    found = {name: measure(name, options, peer) for name in GAMES}
    if options.json:
        print(json.dumps(found, indent=1))
        return
    for name, times in found.items():
        million = 1e3 / times["step"]
        told = ", ".join(f"{kind} {ns:.0f} ns" for kind, ns in times.items())
        ratio = f"; {times['Blackjack'] / times['step']:.2f} x EnvPool's Blackjack" if peer else ""
        print(f"{name:6} {million:6.2f} M steps/s: {told}{ratio}")


if __name__ == "__main__":
    main()
