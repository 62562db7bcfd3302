"""Any executor gives what one thread gives, and a worker that dies costs time alone."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest

from masko_sdk import ArgumentError, Game, batch, bots, masko, skyjo
from masko_sdk._chunks import chunks

RULES = masko.Rules(race="random")
POLICIES = ["prudent", "random"]


def study(**how: Any) -> Any:
    return batch.compare(RULES, POLICIES, 300, 5, players=4, chunk=20, **how)


def grid(**how: Any) -> Any:
    return batch.sweep(RULES, "prudent", {"announce_at": [4, 8, 12]}, 40, 5, chunk=16, **how)


def chances(**how: Any) -> Any:
    table = Game(RULES, 3, seed=4)
    bots.play(table, "prudent", max_plies=33)
    return batch.odds(table.to_act[0], 300, 5, **how)


def moments(**how: Any) -> Any:
    return batch.summary(skyjo.Rules(), 3, 500, 5, "random", **how)


CALLS = [study, grid, chances, moments]


def spawned(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with spawned(2) as pool:
        yield pool


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_a_pool_of_threads_gives_what_one_thread_gives(call: Callable[..., Any]) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert json.dumps(call(executor=pool).to_json()) == json.dumps(call().to_json())


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_a_pool_of_processes_gives_what_one_thread_gives(
    call: Callable[..., Any], processes: Executor
) -> None:
    assert json.dumps(call(executor=processes).to_json()) == json.dumps(call().to_json())


def test_simulated_columns_come_back_from_processes(processes: Executor) -> None:
    here = batch.simulate(RULES, 3, 1000, 5, "prudent")
    away = batch.simulate(RULES, 3, 1000, 5, "prudent", executor=processes)
    for name in ("totals", "ranks", "winners", "round_count", "plies", "truncated"):
        assert np.array_equal(getattr(here, name), getattr(away, name))


def test_progress_counts_what_is_done(processes: Executor) -> None:
    told: list[tuple[int, int]] = []
    study(executor=processes, progress=lambda done, n: told.append((done, n)))
    assert told == [(20 * i, 300) for i in range(1, 16)]


# Workers that fail.


class Killer:
    """Ends a worker of a pool of processes after so many chunks."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.pools: list[ProcessPoolExecutor] = []

    def make(self) -> ProcessPoolExecutor:
        self.pools.append(spawned(2))
        return self.pools[-1]

    def __call__(self, done: int, n: int) -> None:
        self.left -= 1
        if self.left == 0:
            pool = self.pools[-1]
            os.kill(next(iter(pool._processes)), signal.SIGKILL)
            deadline = perf_counter() + 20
            while not pool._broken and perf_counter() < deadline:
                sleep(0.01)


def test_a_pool_whose_worker_dies_is_replaced() -> None:
    killer = Killer(after=3)
    found = study(executor=killer.make, progress=killer)
    assert len(killer.pools) == 2
    assert found == study()


def test_without_a_way_to_replace_it_the_rest_is_done_here_and_told() -> None:
    killer = Killer(after=3)
    pool = killer.make()
    with pytest.warns(RuntimeWarning, match="executor is broken"):
        found = study(executor=pool, progress=killer)
    pool.shutdown()
    assert found == study()


class Flaky(ThreadPoolExecutor):
    """Every third chunk is lost on the way."""

    def __init__(self, error: Exception) -> None:
        super().__init__(2)
        self.error = error
        self.sent = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent += 1
        if self.sent % 3:
            return super().submit(fn, *args, **kwargs)
        lost: Future[Any] = Future()
        lost.set_exception(self.error)
        return lost


@pytest.mark.parametrize("error", [OSError("the line is down"), TypeError(), CancelledError()])
def test_a_lost_chunk_is_sent_again(error: Exception) -> None:
    with Flaky(error) as pool:
        assert study(executor=pool) == study()
        assert pool.sent > 15


class Confused(ThreadPoolExecutor):
    """Gives back something else now and then."""

    sent = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent += 1
        if self.sent % 4 == 0:
            return super().submit(lambda: None)
        return super().submit(fn, *args, **kwargs)


def test_what_is_no_chunk_is_not_taken_for_one() -> None:
    with Confused(2) as pool:
        assert study(executor=pool) == study()


def fails(start: int, n: int) -> int:
    raise OSError(f"chunk {start}")


def refuses(start: int, n: int) -> int:
    raise ArgumentError("never")


def test_a_chunk_that_always_fails_is_given_up() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(OSError, match="chunk 0"):
        list(chunks(fails, 10, size=5, executor=pool))


def test_what_is_refused_is_not_tried_again() -> None:
    with Flaky(ValueError()) as pool:
        with pytest.raises(ArgumentError):
            list(chunks(refuses, 5, size=5, executor=pool))
        assert pool.sent == 1


def test_a_closed_executor_is_told() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.warns(RuntimeWarning, match="executor is broken"):
        assert grid(executor=pool) == grid()


def test_one_s_own_executor_stays_open() -> None:
    with ThreadPoolExecutor(1) as pool:
        grid(executor=pool)
        assert pool.submit(abs, -1).result() == 1


# A cluster.


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_with_a_worker_killed_gives_what_one_thread_gives() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            host="127.0.0.1",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2
        dead: list[int] = []

        def kill(done: int, n: int) -> None:
            if not dead and done > n // 4:
                dead.append(next(iter(pids.values())))
                os.kill(dead[0], signal.SIGKILL)

        pool = client.get_executor(pure=False, retries=3)
        big = batch.compare(
            RULES, POLICIES, 4000, 5, players=4, chunk=50, executor=pool, progress=kill
        )
        assert dead
        for call in (chances, moments, grid):
            assert json.dumps(call(executor=pool).to_json()) == json.dumps(call().to_json())
    here = batch.compare(RULES, POLICIES, 4000, 5, players=4, chunk=50)
    assert json.dumps(big.to_json()) == json.dumps(here.to_json())
