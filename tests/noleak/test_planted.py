"""The check of pairs is alive: it finds every planted leak, on the channel where it is planted."""

import pytest

from tests.noleak.leaks import LEAKS, Honest
from tests.noleak.pairs import Leak, check_pairs
from tests.support.seeds import run_seed

ENOUGH = 3_000
A_FEW = 30

PLANTED = [
    pytest.param(leak, game, channel, id=f"{leak.__name__}-{game}-{channel.replace(' ', '_')}")
    for leak, games, channel in LEAKS
    for game in games
]


@pytest.mark.parametrize(("leak", "game", "channel"), PLANTED)
def test_a_planted_leak_is_found(leak: type[Honest], game: str, channel: str) -> None:
    with pytest.raises(Leak, match=rf"^{channel}\b.* tells observer"):
        check_pairs(game, f"planted {run_seed()}", ENOUGH, leak, [channel])


@pytest.mark.parametrize("game", ["masko", "skyjo", "mojo", "fifty"])
def test_a_wrapper_that_plants_nothing_is_no_leak(game: str) -> None:
    check_pairs(game, run_seed(), A_FEW, Honest, ["view", "events", "legal list", "memory"])
