"""No rule prefers a seat: with seats relabelled and all else equal, a game goes the same way, relabelled.

Where a rule does prefer a seat by its number (ties to the lowest seat, the order of a redeal), the comparison ends.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from masko_sdk import HOST, Game
from masko_sdk.games import GAMES
from tests.support.adapters import Adapter, adapter_of
from tests.support.options import Drawn, draw_game
from tests.support.play import Mixture, act, forms, watchers
from tests.support.rotate import rotated, rotated_action, rotated_list
from tests.support.seeds import CAMPAIGN

PLIES = 100


@pytest.mark.slow
@pytest.mark.timeout(0 if CAMPAIGN else 300)
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=500 if CAMPAIGN else 12,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**64 - 1))
def test_relabelled_seats_give_the_relabelled_game(game: str, seed: int) -> None:
    rng = random.Random(seed)
    adapter = adapter_of(game)
    drawn = draw_game(rng, game)
    drawn.options |= adapter.symmetric_options
    shift = rng.randrange(1, drawn.players)
    one, two = drawn.start(), relabelled(drawn, shift).start()
    mixture = Mixture(rng, adapter)
    compare(adapter, one, two, shift)
    for _ in range(PLIES):
        if one.is_over:
            return
        who, action = mixture.choose(one)
        other = who if who is HOST else (who + shift) % drawn.players
        twin = two.rules.from_json(rotated_action(action, shift, drawn.players))
        if adapter.breaks_symmetry(act(one, drawn.options, who, action)):
            return
        two.play(other, twin)
        compare(adapter, one, two, shift)


def relabelled(drawn: Drawn, shift: int) -> Drawn:
    first = (drawn.first_player + shift) % drawn.players
    return Drawn(drawn.game, drawn.options, drawn.players, first, drawn.seed, drawn.decks)


def compare(
    adapter: Adapter, one: Game[Any, Any, Any], two: Game[Any, Any, Any], shift: int
) -> None:
    """Everything that is told of the one, relabelled, is told of the other."""
    n = len(one.players)
    seen = [rotated(adapter.without_order(forms(watcher)), shift, n) for watcher in watchers(one)]
    expected = [*rotated_list(seen[:n], shift), *seen[n:]]
    assert [adapter.without_order(forms(watcher)) for watcher in watchers(two)] == expected
    assert [p.seat for p in two.to_act] == [(p.seat + shift) % n for p in one.to_act]
    for player in one.players:
        twin = two.players[(player.seat + shift) % n]
        actions = [rotated_action(action, shift, n) for action in player.legal_actions]
        assert bag(action.to_json() for action in twin.legal_actions) == bag(actions)
        assert twin.memory == {moved(key, shift, n): card for key, card in player.memory.items()}
        told = [rotated(event.to_json(), shift, n) for event in player.events(one.ply - 1)]
        assert bag(event.to_json() for event in twin.events(two.ply - 1)) == bag(told)


def moved(key: Any, shift: int, players: int) -> Any:
    """A key of a memory: a place, or a card."""
    return ((key[0] + shift) % players, key[1]) if isinstance(key, tuple) else key


def bag(things: Any) -> Counter[str]:
    """What there is, in no order."""
    return Counter(json.dumps(thing, sort_keys=True) for thing in things)
