"""What a game does to its process, and a process to its games: threads, memory, forks, signals."""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import ConcurrentUse, Game, MaskoError, Record, RuleViolation, _backend
from masko_sdk.games import GAMES
from tests.hostile.calls import table_of
from tests.support.options import player_range
from tests.support.seeds import CAMPAIGN

THREADS = 8
SECONDS = 5.0 if CAMPAIGN else 1.0
CYCLES = 200_000 if CAMPAIGN else 20_000  # of all games together, half of them to warm up
MEGABYTE = 2**20

games = pytest.mark.parametrize("game", GAMES)


# Threads.


class Hammer:
    """A thread that does anything to a game until time is up."""

    def __init__(self, game: Game[Any, Any, Any], number: int, until: float) -> None:
        self.game = game
        self.rng = random.Random(number)
        self.until = until
        self.played = self.refused = 0
        self.faults: list[BaseException] = []
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        while time.monotonic() < self.until:
            try:
                self.once()
            except ConcurrentUse:
                self.refused += 1
            except RuleViolation:
                self.refused += 1
            except BaseException as error:  # whatever it is, the test must tell
                self.faults.append(error)
                return

    def once(self) -> None:
        game, rng = self.game, self.rng
        player = rng.choice(game.players)
        kind = rng.randrange(8)
        if kind < 3:
            legal = player.legal_actions
            if legal:
                player.play(rng.choice(legal))
                self.played += 1
        elif kind == 3:
            player.play(rng.choice(game.rules.actions), ply=game.ply)
            self.played += 1
        elif kind == 4:
            assert player.view.to_json()
            assert player.catch_up(-1)
        elif kind == 5:
            copy = game.clone()
            assert Record.loads(copy.record.dumps()).replay() == copy
        elif kind == 6:
            world = player.sample_world(rng.getrandbits(32))
            assert world.players[player.seat].memory is not None
        else:
            game.referee.events(0)
            game.spectator.view.to_json()


def hammer(tables: list[Game[Any, Any, Any]]) -> list[Hammer]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        until = time.monotonic() + SECONDS
        hammers = [Hammer(game, number, until) for number, game in enumerate(tables)]
        for one in hammers:
            one.thread.start()
        for one in hammers:
            one.thread.join()
    finally:
        sys.setswitchinterval(before)
    return hammers


@games
def test_eight_threads_on_one_game_do_not_corrupt_it(game: str) -> None:
    table: Game[Any, Any, Any] = Game(GAMES[game].Rules(), player_range(game)[1], seed=3)
    hammers = hammer([table] * THREADS)
    assert [one.faults for one in hammers if one.faults] == []
    assert sum(one.played for one in hammers) == table.ply > 0
    replayed = Record.loads(table.record.dumps()).replay()
    assert replayed == table
    assert replayed.referee.events() == table.referee.events()


@games
def test_games_in_eight_threads_are_independent(game: str) -> None:
    tables: list[Game[Any, Any, Any]] = [
        Game(GAMES[game].Rules(), player_range(game)[0], seed=number) for number in range(THREADS)
    ]
    hammers = hammer(tables)
    assert [one.faults for one in hammers if one.faults] == []
    for one, table in zip(hammers, tables, strict=True):
        assert one.played == table.ply
        assert table.record.replay() == table


# Memory.


def resident() -> int:
    """Bytes of this process in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cycle(game: str, number: int, text: str) -> None:
    """Create, play, clone, record, fail."""
    table: Game[Any, Any, Any] = Game(GAMES[game].Rules(), player_range(game)[0], seed=number)
    player = table.to_act[0]
    player.play(player.legal_actions[0])
    copy = table.clone()
    copy.to_act[0].play(copy.to_act[0].legal_actions[-1])
    for failing in (
        lambda: table.play(0, GAMES[game].Rules().actions[-1]),
        lambda: table.at(99),
        lambda: Record.loads(text[: number % len(text)]),
        lambda: Game(GAMES[game].Rules(), 99),
        lambda: table.play(10**6, None),
        lambda: pickle.dumps(player),
    ):
        with contextlib.suppress(MaskoError, TypeError):
            failing()
    if number % 10 == 0:
        assert Record.loads(copy.record.dumps()).replay() == copy
        player.sample_world(number).clone()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@games
def test_cycles_do_not_grow_the_process(game: str) -> None:
    text = table_of(game, Path("unused")).game.record.dumps()
    number = 0
    for number in range(CYCLES // 2 // len(GAMES)):
        cycle(game, number, text)
    before = resident()
    for more in range(CYCLES // 2 // len(GAMES)):
        cycle(game, number + more, text)
    assert resident() - before < 2 * MEGABYTE


# Processes.


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@games
def test_children_of_a_fork_get_games_of_their_own(game: str) -> None:
    make = GAMES[game].Rules
    keys = {Game(make(), player_range(game)[0]).seed.key}
    for _ in range(4):
        readable, writable = os.pipe()
        child = os.fork()
        if child == 0:  # pragma: no cover
            os.write(writable, Game(make(), player_range(game)[0]).seed.key)
            os._exit(0)
        os.close(writable)
        with os.fdopen(readable, "rb") as pipe:
            keys.add(pipe.read())
        assert os.waitpid(child, 0)[1] == 0
    assert len(keys) == 5
    assert all(len(key) == 32 for key in keys)


SIMULATE = """
import sys, time
from masko_sdk import batch, masko, skyjo, mojo, fifty, summary
rules = {{"masko": masko, "skyjo": skyjo, "mojo": mojo, "fifty": fifty}}["{game}"].Rules()
print("ready", flush=True)
try:
    {call}(rules, {players}, 10**7, 1, "{policy}", threads={threads})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
ANSWER = 0.5


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["batch.simulate", "summary.summary"])
@pytest.mark.parametrize("policy", ["random", "prudent"])
@games
def test_ctrl_c_is_answered_at_once(game: str, policy: str, call: str, threads: int) -> None:
    players = player_range(game)[1]
    text = SIMULATE.format(game=game, call=call, players=players, policy=policy, threads=threads)
    environment = {**os.environ, "MASKO_SDK_BACKEND": _backend.backend.NAME}
    waited = []
    for _ in range(3):  # the machine may be busy
        waited.append(interrupted(text, environment))
        if waited[-1] < ANSWER:
            return
    raise AssertionError(f"answered after {waited} s")


def interrupted(text: str, environment: dict[str, str]) -> float:
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            assert process.stdout.readline() == "interrupted\n"
            waited = time.monotonic() - sent
            assert process.wait(10) == 0
            return waited
        finally:
            process.kill()
