"""Nobody is ever stuck: turns, absent players, bots."""

import pytest

from masko_sdk import ArgumentError, bots, masko
from masko_sdk.table import Table
from tests.table.helpers import Party, look_and_discard, race


def notes(party):
    return [move.notes.get("by") for move in party.table.record.moves]


def test_seat_whose_time_is_up_is_played_for():
    party = Party(turn_ms=1000)
    party.advance(999)
    assert party.game.ply == 0
    party.advance(1)
    assert notes(party) == ["clock"] * 4


def test_message_at_the_very_millisecond_is_in_time():
    party = Party(turn_ms=1000)
    party.now += 1000
    assert party.play(0, "look 0 3")["ok"]
    assert party.game.ply == 1


def test_time_that_is_up_counts_before_a_later_message():
    party = Party(turn_ms=1000)
    party.now += 1001
    party.play(0, "look 0 3")
    assert notes(party)[:4] == ["clock"] * 4


def test_each_decision_has_its_own_time():
    party = Party(turn_ms=1000)
    party.advance(600)
    party.play(0, "look 0 0")
    party.advance(400)
    assert [move.actor for move in party.game.record.moves] == [0, 1, 2, 3]
    party.advance(600)
    assert [move.actor for move in party.game.record.moves][4:5] == [0]


def test_seat_that_let_its_time_pass_has_less_until_it_speaks():
    party = Party(turn_ms=1000, grace_ms=100)
    party.advance(1000)
    clock = party.heard(0, "update")[-1]["clock"]
    assert clock == [[0, 100], [1, 100], [2, 100], [3, 100]]
    party.say(2, "ping")
    assert dict(party.say(2, "catch_up")["clock"])[2] == 1000


def test_seat_without_connection_is_played_for_after_the_grace():
    party = Party(turn_ms=None, grace_ms=5000)
    assert party.table.next_deadline is None
    party.deliver(party.table.lost(party.now, "c2"))
    party.advance(4999)
    assert party.game.ply == 0
    party.advance(1)
    assert notes(party) == ["absent", "absent"]
    assert {move.actor for move in party.game.record.moves} == {2}


def test_coming_back_stops_that():
    party = Party(turn_ms=None, grace_ms=5000)
    party.deliver(party.table.lost(party.now, "c2"))
    party.advance(4000)
    party.say("back", "rejoin", token=party.tokens[2])
    assert party.table.next_deadline is None


def test_absent_player_passes_in_a_window():
    party = race(grace_ms=100)
    party.deliver(party.table.lost(party.now, "c3"))
    party.advance(100)
    last = party.table.record.moves[-1]
    assert (last.actor, str(last.action), last.notes["by"]) == (3, "pass", "absent")


def test_claim_of_a_player_who_was_lost_stands():
    party = race(grace_ms=100)
    party.play(3, "intercept 0", window=1)
    party.deliver(party.table.lost(party.now, "c3"))
    party.advance(4000)
    assert any(
        move.actor == 3 and move.action.kind == "intercept" for move in party.game.record.moves
    )


def test_bots_take_their_time():
    party = Party(bots={1: "prudent", 3: bots.random()}, bot_ms=700, turn_ms=None)
    party.advance(699)
    assert party.game.ply == 0
    party.advance(1)
    assert [move.actor for move in party.game.record.moves] == [1, 3]
    party.advance(700)
    assert notes(party) == ["bot"] * 4


def test_table_of_bots_alone_plays_to_the_end():
    table = Table(masko.Rules(), 3, bots=dict.fromkeys(range(3), "prudent"), seed=4)
    table.start(0)
    for _ in range(10_000):
        if table.next_deadline is None:
            break
        table.advance(table.next_deadline)
    assert table.phase == "over"


def test_clock_is_told_to_all_alike():
    party = Party()
    look_and_discard(party)
    party.advance(4000)
    party.play(1, "draw")
    told = [party.heard(seat, "update")[-1]["clock"] for seat in range(4)]
    assert told == [[[1, 60_000]]] * 4


def test_time_never_goes_back():
    party = Party()
    with pytest.raises(ArgumentError):
        party.table.advance(party.now - 1)
    with pytest.raises(ArgumentError):
        party.table.receive(party.now - 1, "c0", "{}")
    for wrong in (1.0, True, None, "1"):
        with pytest.raises(TypeError):
            party.table.advance(wrong)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"window_ms": 0}, ArgumentError),
        ({"window_ms": 1.5}, TypeError),
        ({"turn_ms": -1}, ArgumentError),
        ({"arbitration": "luck"}, ArgumentError),
        ({"settle": None}, ArgumentError),
        ({"absent": "clever"}, ArgumentError),
        ({"absent": 3}, TypeError),
        ({"take_back": 1}, TypeError),
        ({"rate": True}, TypeError),
        ({"colour": "red"}, TypeError),
        ({"bots": {9: "prudent"}}, ArgumentError),
        ({"bots": {0: 3}}, TypeError),
        ({"bots": {0: "clever"}}, ArgumentError),
        ({"bots": ["prudent"]}, TypeError),
        ({"bots": "prudent"}, TypeError),
        ({"tokens": 5}, TypeError),
        ({"tokens": None}, TypeError),
    ],
)
def test_setting_outside_of_its_range_is_refused(settings, error):
    with pytest.raises(error):
        Table(masko.Rules(), 4, **settings)
