"""The core and the reference model agree on random games.

The seed changes by commit and is printed (`-rP` shows it, and the coverage by clause).
MASKO_SDK_SEED=number overrides it.
A tenth of the full volume runs here. The full one, at least 100,000 transitions a game:

    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/differential/test_lockstep.py -rP -n auto --timeout 0
"""

import pytest

from masko_sdk._codec import tables_of
from masko_sdk.games import GAMES
from tests.differential.lockstep import play_many
from tests.support.adapters import adapter_of
from tests.support.seeds import CAMPAIGN, run_seed

VOLUME = 100_000 if CAMPAIGN else 10_000
A_FEW = 500


@pytest.mark.parametrize("game", GAMES)
def test_core_and_reference_agree_on_a_few_games(game: str) -> None:
    play_many(game, run_seed() + 1, A_FEW)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
def test_core_and_reference_agree_and_every_clause_is_met(game: str) -> None:
    expected = expected_labels(game)
    games, transitions, coverage = play_many(game, run_seed(), VOLUME, expected)
    print(f"\n{game}: seed {run_seed()}, {games} games, {transitions} transitions")
    for label in sorted({*coverage, *expected, *adapter_of(game).rare}):
        print(f"{coverage[label]:8} {game} {label}")
    assert [label for label in expected if not coverage[label]] == []


def expected_labels(game: str) -> list[str]:
    """Each kind of event and of action, each phase, each reason of a refusal, each clause of the adapter."""
    tables = tables_of(game)
    return [
        *(f"event {row[0]}" for row in tables.events),
        *(f"action {kind}" for kind in tables.action_classes),
        *(f"phase {phase}" for phase in tables.choices["phase"]),
        *(f"reason {reason}" for reason in tables.choices["reason"]),
        *adapter_of(game).clauses,
        *(adapter_of(game).rare if CAMPAIGN else ()),
    ]
