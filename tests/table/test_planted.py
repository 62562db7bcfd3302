"""The storms notice what they are for: each of these faults is found within a few of them."""

import pytest

from masko_sdk import RecordError
from masko_sdk.table import requests, speech
from masko_sdk.table.answers import Answers
from masko_sdk.table.desk import Desk
from masko_sdk.table.messages import say
from masko_sdk.table.seats import Chair, Hall
from masko_sdk.table.texts import Showing
from masko_sdk.table.windows import Window
from tests.table.storm import Storm

pytestmark = pytest.mark.slow


def storms_notice(game="masko", storms=12):
    for number in range(storms):
        try:
            Storm(f"planted {number}", game).run(steps=200)
        except (AssertionError, RecordError):
            return True
    return False


def test_without_a_fault_nothing_is_noticed():
    assert not storms_notice(storms=2)


def test_view_of_another_seat(monkeypatch):
    part = Showing.part
    monkeypatch.setattr(Showing, "part", lambda self, seat: part(self, 0 if seat == 1 else seat))
    assert storms_notice()


def test_news_of_the_one_who_acts_sent_to_all(monkeypatch):
    news = Showing.news
    monkeypatch.setattr(Showing, "news", lambda self, seat: news(self, self._game._core.turn))
    assert storms_notice("skyjo")


def test_view_that_is_a_ply_old(monkeypatch):
    part = Showing.part
    seen = {}

    def late(self, seat):
        key = (id(self), seat, self._core.ply // 5)  # as if it was made once in five plies
        return seen.setdefault(key, part(self, seat))

    monkeypatch.setattr(Showing, "part", late)
    assert storms_notice()


def test_seed_in_the_lobby(monkeypatch):
    lobby = speech.lobby
    monkeypatch.setattr(
        speech, "lobby", lambda desk: lobby(desk)[:-1] + f',"watchers":"{desk.seed.key.hex()}"}}'
    )
    assert storms_notice()


def test_token_told_to_others(monkeypatch):
    joined = requests._joined

    def loud(desk, chair, message, token):
        desk.tell_everybody(say("lobby", host=token))
        return joined(desk, chair, message, token)

    monkeypatch.setattr(requests, "_joined", loud)
    assert storms_notice()


def test_token_that_outlives_a_removal(monkeypatch):
    vacate = Hall._vacate

    def kind(self, chair, link):
        token = chair.token
        vacate(self, chair, link)
        chair.token = token

    monkeypatch.setattr(Hall, "_vacate", kind)
    assert storms_notice(storms=60)


def test_removed_one_who_goes_on_hearing(monkeypatch):
    vacate = Hall._vacate

    def kind(self, chair, link):
        address = chair.address
        vacate(self, chair, link)
        chair.address = address

    monkeypatch.setattr(Hall, "_vacate", kind)
    assert storms_notice(storms=60)


def test_removed_one_who_is_not_told(monkeypatch):
    monkeypatch.setattr(Hall, "remove", lambda self, chair: self._vacate(chair, None))
    assert storms_notice(storms=60)


def test_message_done_twice(monkeypatch):
    monkeypatch.setattr(Answers, "find", lambda self, message: None)
    assert storms_notice()


def test_claims_played_in_the_wrong_order(monkeypatch):
    take = Window.take_decided
    monkeypatch.setattr(Window, "take_decided", lambda self, *given: take(self, *given)[::-1])
    assert storms_notice(storms=60)


def test_claim_that_is_forgotten(monkeypatch):
    take = Window.take_decided
    monkeypatch.setattr(Window, "take_decided", lambda self, *given: take(self, *given)[:0])
    assert storms_notice(storms=60)


def test_player_who_is_gone_is_waited_for(monkeypatch):
    monkeypatch.setattr(Desk, "act_for", lambda self, chair: None)
    assert storms_notice(storms=2)


def test_claim_that_is_forgotten_by_a_restart(monkeypatch):
    to_json = Window.to_json
    monkeypatch.setattr(Window, "to_json", lambda self: {**to_json(self), "claims": []})
    assert storms_notice(storms=60)


def test_answers_that_are_forgotten_by_a_restart(monkeypatch):
    monkeypatch.setattr(Answers, "to_json", lambda self: [-1, []])
    assert storms_notice(storms=60)


def test_outcome_of_a_claim_that_is_told_to_nobody(monkeypatch):
    monkeypatch.setattr(Chair, "note_unheard", lambda self, text: None)
    assert storms_notice(storms=60)
