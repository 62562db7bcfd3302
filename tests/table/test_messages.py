"""Whatever comes in is answered once, at a fixed small cost."""

import json

import pytest

from masko_sdk import ArgumentError, masko, wire
from masko_sdk.table import Table
from masko_sdk.table.messages import FIELDS
from tests.table.helpers import Party

GARBAGE = [
    ("", "bad_message"),
    ("{", "bad_message"),
    ("[]", "bad_message"),
    ("null", "bad_message"),
    ('"play"', "bad_message"),
    (b"\xff\xfe", "bad_message"),
    ("[" * 5000, "bad_message"),
    ('{"type":' + "[" * 100 + "]" * 100 + "}", "bad_message"),
    ('{"type": "ping", "x": "' + "y" * 5000 + '"}', "bad_message"),
    ('{"type": "ping", "type": "ping"}', "bad_message"),
    ('{"type": "ping", "id": 1e999}', "bad_message"),
    ('{"type": "ping", "id": NaN}', "bad_message"),
    ('{"type": "ping", "id": ' + "9" * 5000 + "}", "bad_message"),
    ('{"type": "ping", "id": ' + "9" * 19 + "}", "bad_field"),
    ('{"type": "join", "name": "\\ud800"}', "bad_message"),
    ("{}", "unknown_message"),
    ('{"type": 3}', "unknown_message"),
    ('{"type": ["ping"]}', "unknown_message"),
    ('{"type": "close"}', "unknown_message"),
    ('{"type": "ping", "id": true}', "bad_field"),
    ('{"type": "ping", "id": -1}', "bad_field"),
    ('{"type": "ping", "id": ""}', "bad_field"),
    ('{"type": "ping", "id": "' + "i" * 65 + '"}', "bad_field"),
    ('{"type": "ping", "seat": 3}', "unknown_field"),
    ('{"type": "ping", "v": 2}', "bad_version"),
    ('{"type": "ping", "v": true}', "bad_version"),
    ('{"type": "play"}', "missing_field"),
    ('{"type": "play", "action": "draw"}', "bad_field"),
    ('{"type": "play", "action": {"type": ["draw"]}}', "bad_field"),
    ('{"type": "play", "action": {"type": "look", "seat": true, "slot": 0}}', "bad_field"),
    ('{"type": "play", "action": {"type": "look", "seat": 0.0, "slot": 0}}', "bad_field"),
    ('{"type": "play", "action": {"type": "draw"}, "ply": "0"}', "bad_field"),
    ('{"type": "play", "action": {"type": "draw"}, "ply": 0.0}', "bad_field"),
    ('{"type": "play", "action": {"type": "draw"}, "window": true}', "bad_field"),
    ('{"type": "play", "action": {"type": "draw"}, "seat": 1}', "unknown_field"),
    ('{"type": "answer", "offer": 1, "accept": 1}', "bad_field"),
]


@pytest.mark.parametrize(("text", "reason"), GARBAGE)
def test_garbage_is_refused_with_a_reason(text, reason):
    party = Party()
    before = party.game.clone()
    (out,) = party.table.receive(party.now, "c1", text)
    assert out.to == "c1"
    assert out.form["type"] == "refused"
    assert out.form["error"]["reason"] == reason
    assert len(out.text) < 600
    assert party.game == before


def test_action_of_no_game_is_refused_in_kind():
    party = Party()
    answer = party.say(0, "play", action={"type": "flip", "slot": 0})
    assert answer["error"]["error"] == "unknown_action"
    answer = party.say(0, "play", action={"type": "look", "seat": 0, "slot": 2**53})
    assert answer["error"]["error"] == "unknown_action"


def test_refusal_of_the_game_tells_its_reason():
    party = Party()
    error = party.play(0, "look 1 0")["error"]
    assert (error["error"], error["reason"]) == ("illegal_action", "not_own_card")
    assert party.play(0, "look 0 0", ply=5)["error"]["error"] == "stale_action"


@pytest.mark.parametrize("kind", FIELDS)
def test_every_type_is_answered(kind):
    party = Party(start=False)
    fields = {
        "join": {"name": "A"},
        "rejoin": {"token": "t"},
        "play": {"action": {"type": "draw"}},
        "answer": {"offer": 1, "accept": True},
    }
    assert party.say("x", kind, **fields.get(kind, {}))["type"] in ("answer", "joined", "refused")


def test_parsed_message_does_as_well():
    party = Party()
    message = {"type": "play", "id": 1, "action": {"type": "look", "seat": 0, "slot": 0}}
    outs = party.table.receive(party.now, "c0", message)
    assert outs[0].form == {"v": wire.VERSION, "type": "answer", "id": 1, "ok": True}


def test_message_of_a_wrong_type_is_a_fault_of_the_host_program():
    party = Party()
    for wrong in (None, 3, ["ping"]):
        with pytest.raises(TypeError):
            party.table.receive(party.now, "c0", wrong)


def test_every_message_carries_the_version():
    party = Party()
    party.say("w", "watch")
    party.play(0, "look 0 0")
    for forms in party.inbox.values():
        assert {form["v"] for form in forms} == {wire.VERSION}


# Once.


def send(party, sender, **message):
    return [out.form for out in party.table.receive(party.now, sender, json.dumps(message))]


def test_repeated_message_gets_the_first_answer_and_is_done_once():
    party = Party()
    message = {"type": "play", "id": 7, "action": {"type": "look", "seat": 0, "slot": 0}}
    first = send(party, "c0", **message)[0]
    assert send(party, "c0", **message) == [first]
    assert party.game.ply == 1


def test_repeated_refusal_is_the_same_though_it_would_be_possible_now():
    party = Party()
    message = {"type": "play", "id": 7, "action": {"type": "draw"}}
    first = send(party, "c0", **message)
    for seat in range(4):
        party.play(seat, f"look {seat} 0")
        party.play(seat, f"look {seat} 1")
    assert send(party, "c0", **message) == first
    assert first[0]["error"]["reason"] == "wrong_phase"


def test_repeated_message_is_known_over_connections():
    party = Party()
    message = {"type": "play", "id": 7, "action": {"type": "look", "seat": 1, "slot": 0}}
    first = send(party, "c1", **message)[0]
    party.say("back", "rejoin", token=party.tokens[1])
    assert send(party, "back", **message) == [first]
    assert party.game.ply == 1


def test_repeated_join_gets_the_same_seat_and_token():
    party = Party(start=False)
    first = send(party, "a", type="join", id=1, name="Ana")[0]
    assert send(party, "a", type="join", id=1, name="Ana") == [first]


def test_id_used_for_another_message_is_refused():
    party = Party()
    send(party, "c0", type="play", id=7, action={"type": "look", "seat": 0, "slot": 0})
    (refused,) = send(party, "c0", type="play", id=7, action={"type": "look", "seat": 0, "slot": 1})
    assert refused["error"]["reason"] == "id_reused"
    assert party.game.ply == 1


def test_two_seats_may_use_the_same_id():
    party = Party()
    for seat in (0, 1):
        action = {"type": "look", "seat": seat, "slot": 0}
        assert send(party, f"c{seat}", type="play", id=7, action=action)[0]["ok"]


def test_memory_of_answers_is_bounded_and_an_old_number_is_refused():
    party = Party()
    first = {"type": "play", "id": 0, "action": {"type": "look", "seat": 0, "slot": 0}}
    send(party, "c0", **first)
    for number in range(1, 200):
        send(party, "c0", type="take_back", id=number)
    (refused,) = send(party, "c0", **first)
    assert refused["error"]["reason"] == "id_too_old"
    assert party.game.ply == 1
    assert len(party.table.save()) < 60_000


def test_asking_again_is_answered_anew():
    party = Party()
    assert send(party, "c0", type="catch_up", id=1)[0]["ply"] == 0
    party.play(0, "look 0 0")
    assert send(party, "c0", type="catch_up", id=1)[0]["ply"] == 1


# Floods.


def test_flood_is_cut_off_once_and_let_in_again_when_it_cools_down():
    party = Party(start=False, rate=10, burst=5)
    sent = [len(party.table.receive(party.now, "x", '{"type": "ping"}')) for _ in range(100)]
    assert sent == [1] * 6 + [0] * 94
    (cut,) = party.table.receive(party.now, "y", "{}")  # another one is not concerned
    assert cut.form["type"] == "refused"
    assert party.table.receive(party.now + 249, "x", '{"type": "ping"}') == []
    (back,) = party.table.receive(party.now + 250, "x", '{"type": "ping"}')
    assert back.form["type"] == "answer"


def test_flood_of_garbage_is_cut_off_too():
    table = Table(Party().game.rules, 2, rate=1, burst=3)
    kinds = [out.form["type"] for _ in range(50) for out in table.receive(0, "x", "{")]
    assert kinds == ["refused"] * 3 + ["cut_off"]


def test_steady_rate_is_never_cut_off():
    table = Table(Party().game.rules, 2, rate=20, burst=2)
    for number in range(500):
        (out,) = table.receive(number * 50, "x", '{"type": "ping"}')
        assert out.form["type"] == "answer"


def test_leaving_is_not_done_again_when_the_message_comes_late_to_a_new_seat():
    party = Party(start=False)
    party.say("a", "join", name="Ana")
    first = party.say("a", "leave", id="go")
    party.say("a", "join", name="Ana")
    assert party.say("a", "leave", id="go") == first
    assert party.table.names[0] == "Ana"
    assert party.say("a", "leave", id="again")["ok"]


# Objects and names that the host program hands in.

OBJECTS = [
    {"type": "join", "name": "\ud800"},
    {"type": "rejoin", "token": "\ud800"},
    {"type": "start", "id": "\ud800"},
    {"type": "start", "\ud800": 1},
    {"type": "ping", "id": float("nan")},
    {"type": "ping", "id": float("inf")},
    {"type": "ping", "id": 10**30},
    {"type": "ping", "id": 10**6000},
    {"type": "ping", "x": [[[[[]]]]]},
    {"type": "ping", "x": "y" * 5000},
    {"type": "ping", 1: 1, "1": 2},
    {"type": "ping", "id": b"x"},
    {"type": "ping", "id": {1}},
    {"type": "ping", "id": object()},
    {("a", "b"): 1},
]


@pytest.mark.parametrize("form", OBJECTS, ids=range(len(OBJECTS)))
def test_parsed_object_is_held_to_the_same_as_text(form):
    party = Party(start=False)
    (refused,) = party.table.receive(party.now, "a", form)
    assert refused.form["error"]["reason"] == "bad_message"
    assert refused.form["id"] is None
    assert Table.restore(party.table.save(), 0)


def test_object_that_holds_itself_is_refused():
    form = {"type": "ping"}
    form["x"] = form
    (refused,) = Table(masko.Rules()).receive(0, "a", form)
    assert refused.form["error"]["reason"] == "bad_message"


def test_object_that_changes_afterwards_changes_nothing_that_is_kept():
    party = Party()
    form = {"type": "play", "id": 7, "action": {"type": "look", "seat": 0, "slot": 0}}
    first = party.table.receive(party.now, "c0", form)[0]
    form["action"]["slot"] = 1
    again = {"type": "play", "id": 7, "action": {"type": "look", "seat": 0, "slot": 0}}
    assert party.table.receive(party.now, "c0", again) == [first]


@pytest.mark.parametrize("sender", ["\ud800", "x" * 257, "x" * 10**6, "Zo\udcc3\udca9"])
def test_name_of_a_connection_is_short_valid_text(sender):
    table = Table(masko.Rules())
    for call in (lambda: table.receive(0, sender, "{}"), lambda: table.lost(0, sender)):
        with pytest.raises(ArgumentError, match="a sender is") as caught:
            call()
        assert len(str(caught.value)) < 300
    assert table.connections == ()
    assert Table.restore(table.save(), 0)


def test_name_of_a_connection_may_be_of_256_characters():
    table = Table(masko.Rules())
    table.receive(0, "é" * 256, {"type": "join", "name": "Ana"})
    assert Table.restore(table.save(), 0, keep_connections=True).connections == ("é" * 256,)


@pytest.mark.parametrize(
    ("token", "error"), [(5, TypeError), (None, TypeError), ("\ud800", ArgumentError)]
)
def test_tokens_that_no_client_could_send_are_refused_and_seat_nobody(token, error):
    table = Table(masko.Rules(), tokens=lambda: token)
    before = table.names
    with pytest.raises(error, match="tokens"):
        table.receive(0, "a", {"type": "join", "name": "Ana"})
    with pytest.raises(error, match="tokens"):
        table.invite(0)
    assert table.names == before
    assert table.next_deadline is None
    assert not json.loads(table.save())["table"]["chairs"][0]["taken"]


def test_clock_that_runs_beyond_all_time_is_refused():
    table = Table(masko.Rules())
    table.advance(0)
    for now in (10**16, 10**30, 10**6000):
        with pytest.raises(ArgumentError, match="now is"):
            table.advance(now)
    assert Table.restore(table.save(), 10**6000)
