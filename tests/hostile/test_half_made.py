"""Objects that were never initialised: an error of Python, and no crash. Each runs in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from masko_sdk import Game, _backend, masko

CORE = """
from masko_sdk import Game, masko
core_type = type(Game(masko.Rules(), 2, seed=1)._core)
core = core_type.__new__(core_type)
"""
SETUP = """
from masko_sdk import Game, masko
setup_type = type(Game(masko.Rules(), 2, seed=1)._origin.setup)
setup = setup_type.__new__(setup_type)
"""
VECTOR = (
    SETUP
    + """
whole = Game(masko.Rules(), 2, seed=1)._origin.setup
block = memoryview(bytearray(whole.vector_bytes(1) + 64))
made = None
for start in range(64):
    try:
        made = whole.vector(1, 9, True, block[start:], [bytearray(9000)] * 8)
    except ValueError:
        pass
vector = type(made).__new__(type(made))
"""
)
GAME = """
from masko_sdk import Game, Player, Record, Rules, Seed, masko
from masko_sdk.player import Referee, Spectator
game = Game.__new__(Game)
player = Player.__new__(Player)
"""

CORE_USES = {
    "ply": "core.ply",
    "window": "core.window",
    "turn": "core.turn",
    "is_over": "core.is_over",
    "play": "core.play(0, 0, 0)",
    "replay": "core.replay([0])",
    "replay nothing": "core.replay([])",
    "reason": "core.reason(0, 0)",
    "due": "core.due()",
    "legal": "core.legal(0)",
    "view": "core.view(0)",
    "memory": "core.memory(0)",
    "view_text": "core.view_text(0)",
    "memory_text": "core.memory_text(0)",
    "events_text": "core.events_text(0, -1)",
    "outcome": "core.outcome()",
    "digest": "core.digest()",
    "events": "core.events(0, -1, -1)",
    "moves": "core.moves()",
    "clone": "core.clone().ply",
    "choose": "core.choose(0, 0, [0] * 8)",
    "odds": "core.odds(0, bytes(32), (0, 0, 1), bytes(8), [0] * 64, (9, 0), [bytearray(9999)] * 3)",
    "sample_world": "core.sample_world(0, bytes(32)).ply",
    "init": "core.__init__()",
    "call": "core_type()",
}
SETUP_USES = {
    "check": "setup.check()",
    "deck_bytes": "setup.deck_bytes()",
    "player_cards": "setup.player_cards()",
    "begin": "setup.begin().ply",
    "shuffle": "setup.shuffle(1, bytearray(64))",
    "deal": "setup.deal(1, bytearray(64), bytearray(64))",
    "score": "setup.score(bytearray(64), 1, 4, bytearray(64))",
    "simulate": "setup.simulate(1, bytes(8), [0] * 64, 9, [bytearray(99)] * 7)",
    "init": "setup.__init__()",
    "init again": "setup.__init__(0, [], 2, 0, bytes(32), 0, b''); setup.begin()",
    "init of None": "setup.__init__(0, [0], 2, 0, None, 0, None)",
}
VECTOR_USES = {
    "reset": "vector.reset(whole, 0, 1, False)",
    "reset by a half-made setup": "made.reset(setup, 0, 1, False)",
    "check": "vector.check(0, 1, bytes(8))",
    "step": "vector.step(0, 1, bytes(8))",
    "keep": "vector.keep(1, [bytearray(99)] * 7)",
    "choose": "vector.choose(0, 1, bytes(8), [0] * 64, bytearray(8))",
    "choose before the first reset": "made.choose(0, 1, bytes(8), [0] * 64, bytearray(8))",
    "init": "vector.__init__()",
}
GAME_USES = {
    **{
        name: f"game.{name}"
        for name in [
            "players",
            "to_act",
            "turn",
            "ply",
            "window",
            "is_over",
            "outcome",
            "standing",
            "rounds",
            "referee",
            "spectator",
            "rules",
            "seed",
            "record",
        ]
    },
    "play": "game.play(0, masko.Draw())",
    "legal_actions": "game.legal_actions(0)",
    "clone": "game.clone()",
    "at": "game.at(0)",
    "repr": "repr(game)",
    "eq": "game == Game(masko.Rules(), 2)",
    "eq itself": "game == game",
    "pickle": "import pickle; pickle.dumps(game)",
    "copy": "import copy; copy.deepcopy(game)",
    "player repr": "repr(player)",
    "player view": "player.view",
    "player play": "player.play(masko.Draw())",
    "player events": "player.events()",
    "player world": "player.sample_world()",
    "spectator view": "Spectator.__new__(Spectator).view",
    "referee view": "Referee.__new__(Referee).view",
    "player of None": "Player(None, 0, 'x').view",
    "player of a far seat": "Player(Game(masko.Rules(), 2), 2**40, 'x').view",
    "player of seat -1": "Player(Game(masko.Rules(), 2), -1, 'x').legal_actions",
    "record": "Record.__new__(Record).replay()",
    "record dumps": "Record.__new__(Record).dumps()",
    "rules": "Rules.__new__(Rules).actions",
    "rules of masko": "Game(masko.Rules.__new__(masko.Rules), 2)",
    "seed": "Game(masko.Rules(), 2, seed=Seed.__new__(Seed))",
    "action": "Game(masko.Rules(), 2).players[0].play(masko.Keep.__new__(masko.Keep))",
}
CASES = [
    pytest.param(make, use, id=f"{kind} {name}")
    for kind, make, uses in (
        ("core", CORE, CORE_USES),
        ("setup", SETUP, SETUP_USES),
        ("vector", VECTOR, VECTOR_USES),
        ("game", GAME, GAME_USES),
    )
    for name, use in uses.items()
]

RUN = """
{make}
try:
    {use}
except (MaskoErrorType, AttributeError, TypeError, ValueError, OverflowError) as error:
    print(type(error).__name__)
"""


def run(text: str) -> subprocess.CompletedProcess[str]:
    head = "from masko_sdk import MaskoError as MaskoErrorType\n"
    environment = {**os.environ, "MASKO_SDK_BACKEND": _backend.backend.NAME}
    command = [sys.executable, "-X", "faulthandler", "-c", head + text]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env=environment
    )


@pytest.mark.slow
@pytest.mark.parametrize(("make", "use"), CASES)
def test_a_half_made_object_ends_in_an_error_and_not_the_process(make: str, use: str) -> None:
    done = run(RUN.format(make=make, use=use))
    assert done.returncode == 0, (done.returncode, done.stderr[-800:])


def test_a_core_is_made_by_a_setup_alone() -> None:
    core: Any = type(Game(masko.Rules(), 2, seed=1)._core)
    if _backend.backend.NAME == "cython":
        with pytest.raises(TypeError):
            core()
