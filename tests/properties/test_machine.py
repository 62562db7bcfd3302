"""Facts that hold of every game of the registry, in random games.

A failing run prints the steps that lead to it, shrunk, and how to repeat it (`@reproduce_failure`).
MASKO_SDK_CAMPAIGN=1 runs many more examples:

    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/properties -n auto --timeout 0
"""

import pytest
from hypothesis import HealthCheck, settings

from masko_sdk.games import GAMES
from tests.properties.machine import GameMachine
from tests.support.seeds import CAMPAIGN

SETTINGS = settings(
    max_examples=400 if CAMPAIGN else 20,
    stateful_step_count=40 if CAMPAIGN else 25,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def case(game: str) -> type:
    """The test case of a game."""
    machine = type(f"{game.capitalize()}Machine", (GameMachine,), {"name": game})
    found: type = machine.TestCase
    found.settings = SETTINGS
    return pytest.mark.timeout(0 if CAMPAIGN else 300)(pytest.mark.slow(found))


globals().update({f"Test{game.capitalize()}": case(game) for game in GAMES})
