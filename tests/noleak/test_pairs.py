"""Nobody is told what it can't know: states that differ in nothing else tell an observer the same (M36, S13, J13, F11).

The seed changes by commit and is printed (`-s` shows it, and the pairs by phase); MASKO_SDK_SEED=number overrides it.
The full volume, at least 20,000 pairs of states a game:

    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/noleak -s -n auto --timeout 0
"""

from collections import Counter

import pytest

from masko_sdk._codec import tables_of
from masko_sdk.games import GAMES
from tests.noleak.pairs import check_pairs
from tests.support.seeds import CAMPAIGN, run_seed

VOLUME = 20_000 if CAMPAIGN else 2_000
A_FEW = 150


def report(game: str, counted: Counter[str]) -> None:
    print(f"\n{game}: seed {run_seed()}")
    for label, count in sorted(counted.items()):
        print(f"{count:8} {game} {label}")


@pytest.mark.parametrize("game", GAMES)
def test_a_few_pairs_of_states_can_not_be_told_apart(game: str) -> None:
    check_pairs(game, run_seed() + 1, A_FEW)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
def test_pairs_of_states_of_every_phase_can_not_be_told_apart(game: str) -> None:
    phases = [phase for phase in tables_of(game).choices["phase"] if phase != "over"]
    counted = check_pairs(game, run_seed(), VOLUME, phases=phases)
    report(game, counted)
    assert [phase for phase in phases if not counted[f"phase {phase}"]] == []
    assert counted["pairs"] >= VOLUME
    assert counted["onlooker"]
    assert counted["another key"]
    # The places are chosen well: the reference rejects a second deal only where another key shows.
    assert counted["told apart by the reference"] < counted["second deals"] / 4


def test_worlds_sampled_after_a_ramassage_are_equal_too() -> None:
    """C12, M29: which of several equal cards a seat had known is not for its world to tell."""
    check_pairs("masko", 12, 500, channels=["sampled world"])
