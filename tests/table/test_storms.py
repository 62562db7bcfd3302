"""Any order, doubling, loss and delay of messages never breaks an invariant, never leaks, never stalls.

The full volume (10,000 storms):

    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/table/test_storms.py -s -n auto --timeout 0
"""

import pytest

from masko_sdk.games import GAMES
from tests.support.seeds import CAMPAIGN, run_seed
from tests.table.storm import Storm

PARTS = 25 if CAMPAIGN else 1
STORMS = 100 if CAMPAIGN else 3


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_name", GAMES)
def test_storm(game_name, part):
    plies = messages = 0
    for number in range(STORMS):
        seed = f"{run_seed()} {game_name} {part} {number}"
        storm = Storm(seed, game_name)
        try:
            storm.run(steps=250)
        except BaseException:
            print(f"storm {seed!r} of {game_name}")
            raise
        messages += storm.messages
        plies += storm.table.game.ply if storm.table.game else 0
    print(f"{game_name}: {STORMS} storms, {messages} messages, {plies} plies")
    assert plies > 0
