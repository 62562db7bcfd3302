"""A table tells a seat nothing that it can't know, by no byte and at no time.

The full volume (2,000 pairs of each game):

    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/table/test_pairs.py -s -n auto --timeout 0
"""

import random

import pytest

from masko_sdk.games import GAMES
from masko_sdk.table import speech
from masko_sdk.table.desk import Desk
from tests.support.seeds import CAMPAIGN, run_seed
from tests.table.pairs import Leak, Pair

PAIRS = 2000 if CAMPAIGN else 40
STEPS = 25


@pytest.mark.parametrize("game_name", GAMES)
def test_pair_of_tables_is_told_apart_by_nobody_who_can_not_know(game_name):
    alike = 0
    for number in range(PAIRS):
        rng = random.Random(f"{run_seed()} {game_name} {number}")
        alike += Pair(rng, game_name).run(STEPS)
    print(f"{game_name}: {PAIRS} pairs, {alike} steps alike")
    assert alike > PAIRS


def pairs_notice(game_name="masko", pairs=400):
    for number in range(pairs):
        try:
            Pair(random.Random(f"planted {number}"), game_name).run(STEPS)
        except Leak:
            return True
    return False


def is_right(desk, seat, action):
    view = desk.match.game.referee.view
    return action.kind == "intercept" and view.hands[seat].get(action.slot) == view.discard_top


def test_without_a_fault_no_pair_is_told_apart():
    assert not pairs_notice(pairs=50)


def test_answer_to_a_claim_that_tells_whether_it_is_right_is_noticed(monkeypatch):
    answer = Desk.answer_window

    def telling(self, seat, action, *rest, **guards):
        right = is_right(self, seat, action)
        held = answer(self, seat, action, *rest, **guards)
        return held and right

    monkeypatch.setattr(Desk, "answer_window", telling)
    assert pairs_notice()


def test_window_that_is_decided_sooner_for_a_right_claim_is_noticed(monkeypatch):
    answer = Desk.answer_window

    def telling(self, seat, action, *rest, **guards):
        right = is_right(self, seat, action)
        held = answer(self, seat, action, *rest, **guards)
        if held and right:
            self.match.window.closes -= 1
        return held

    monkeypatch.setattr(Desk, "answer_window", telling)
    assert pairs_notice()


def test_clock_that_tells_of_the_cards_is_noticed(monkeypatch):
    clock = speech.clock

    def telling(desk):
        hidden = str(desk.match.game.referee.view.hands[0])
        return clock(desk) + f',"sum":{sum(map(ord, hidden))}'

    monkeypatch.setattr(speech, "clock", telling)
    assert pairs_notice("mojo")
