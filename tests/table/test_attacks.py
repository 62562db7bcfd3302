"""Those who mean ill: they gain nothing, and nobody else loses."""

import json

from masko_sdk.table import Table
from tests.table.helpers import Party, race, right_slots
from tests.table.test_take_back import at_a_turn


def reason(answer):
    return answer["error"]["reason"]


# Seats and tokens.


def test_connection_whose_seat_was_taken_over_may_say_nothing_for_it():
    party = Party()
    party.say("new", "rejoin", token=party.tokens[1])
    assert [form["seat"] for form in party.heard("c1", "moved")] == [1]
    for kind, fields in (
        ("play", {"action": {"type": "draw"}}),
        ("take_back", {}),
        ("rematch", {}),
    ):
        assert reason(party.say(1, kind, **fields)) == "not_seated"
    assert reason(party.say(1, "catch_up")) == "not_seated"
    party.inbox.clear()
    party.play(0, "look 0 0")
    assert "c1" not in party.inbox


def test_connection_that_was_moved_does_not_hear_the_answers_of_the_seat_again():
    party = Party(start=False)
    first = {"type": "join", "id": "j", "name": "Ana"}
    (joined, *_) = party.table.receive(party.now, "a", first)
    token = joined.form["token"]
    party.say("b", "rejoin", token=token)
    (again, *_) = party.table.receive(party.now, "a", first)
    assert reason(again.form) == "name_taken"  # as of another guest
    other = {"type": "join", "id": "k", "name": "Bo"}
    (again, *_) = party.table.receive(party.now, "a", other)
    assert (again.form["seat"], again.form["token"] == token) == (1, False)


def test_token_is_void_once_its_player_has_left_or_a_new_one_was_made():
    party = Party()
    party.say(1, "leave")
    assert reason(party.say("x", "rejoin", token=party.tokens[1])) == "bad_token"
    new = party.table.invite(2)
    assert reason(party.say("x", "rejoin", token=party.tokens[2])) == "bad_token"
    assert party.say("x", "rejoin", token=new)["seat"] == 2


def test_guesses_of_tokens_are_few():
    party = Party(rate=20, burst=60)
    heard = 0
    for number in range(10_000):
        text = json.dumps({"type": "rejoin", "token": f"{number:032x}"})
        outs = party.table.receive(party.now + number, "thief", text)
        heard += any(out.form["type"] == "refused" for out in outs)
    assert heard <= 12 + 10 * 4  # the burst, then 20 a second, each counted as five


def test_only_the_host_starts_and_a_host_who_has_left_is_none():
    party = Party(start=False)
    for name in ("a", "b"):
        party.say(name, "join", name=name)
    assert reason(party.say("b", "start", fill=True)) == "not_host"
    assert reason(party.say("x", "start", fill=True)) == "not_seated"
    party.say("a", "leave")
    assert reason(party.say("a", "start", fill=True)) == "not_seated"
    assert party.say("b", "start", fill=True)["ok"]


def test_guest_can_not_take_the_seat_of_one_who_has_lost_the_connection():
    party = Party(start=False, grace_ms=5000)
    token = party.say("a", "join", name="Ana", seat=2)["token"]
    party.deliver(party.table.lost(party.now, "a"))
    assert reason(party.say("thief", "join", name="Ana", seat=2)) == "seat_taken"
    assert party.say("b", "rejoin", token=token)["seat"] == 2


def test_watcher_may_do_nothing():
    party = Party(take_back=True)
    party.say("w", "watch")
    for kind, fields in (
        ("play", {"action": {"type": "look", "seat": 0, "slot": 0}}),
        ("take_back", {}),
        ("answer", {"offer": 1, "accept": True}),
        ("rematch", {}),
        ("start", {}),
    ):
        assert reason(party.say("w", kind, **fields)) == "not_seated"
    assert party.game.ply == 0


# Races.


def test_forged_reaction_gains_no_more_than_the_lag_credit():
    """The one who was quicker by more than the credit wins, whatever the other one says."""
    for ahead, wins in ((101, "won"), (99, "late")):
        party = race(2, arbitration="reaction", lag_credit_ms=100)
        honest, forger = [seat for seat in right_slots(party.game) if seat != 0][:2]
        slots = right_slots(party.game)
        party.now += 500
        party.play(honest, f"intercept {slots[honest]}", window=1, reaction=500)
        party.now += ahead
        party.play(forger, f"intercept {slots[forger]}", window=1, reaction=0)
        party.advance(5000)
        assert [form["outcome"] for form in party.heard(honest, "claim")] == [wins]


def test_claim_is_not_done_again_under_its_id_after_a_reconnect():
    party = race(1)
    seat = next(seat for seat in right_slots(party.game) if seat != 0)
    fields = {
        "action": {"type": "intercept", "slot": right_slots(party.game)[seat]},
        "window": 1,
        "id": "x",
    }
    first = party.say(seat, "play", **fields)
    party.say("new", "rejoin", token=party.tokens[seat])
    assert party.say("new", "play", **fields) == first
    party.advance(4000)
    assert [form["outcome"] for form in party.heard("new", "claim")] == ["won"]
    assert len(party.table.record.table["races"][0]["claims"]) == 1


# Memory and work.


def test_a_thousand_guests_take_bounded_memory():
    table = Table(Party().game.rules, 4, watchers=10)
    action = {f"{'k' * 30}{n}": "v" * 32 for n in range(8)}
    sizes = []
    for number in range(1000):
        for identity in range(12):
            message = {"type": "play", "id": f"{identity}" * 32, "action": action}
            table.receive(number, f"guest {number}", json.dumps(message))
        if number in (499, 999):
            sizes.append(len(table.save()))
    assert len(table.connections) < 300
    assert sizes[1] < 1.1 * sizes[0] < 3_000_000


def test_action_with_long_parts_is_no_message():
    party = Party()
    for action in ({"type": "x" * 33}, {"x" * 33: 1}, {str(n): 1 for n in range(9)}):
        assert reason(party.say(1, "play", action=action)) == "bad_field"


def test_asking_for_everything_again_and_again_is_cut_off_sooner():
    party = Party(rate=20, burst=60)
    party.now += 60_000
    sent = 0
    for _ in range(60):
        outs = party.table.receive(party.now, "c1", '{"type": "catch_up"}')
        sent += sum(len(out.text) for out in outs)
        kinds = {out.form["type"] for out in outs}
    assert kinds == set()
    assert sent < 60_000


def test_vote_that_is_given_again_is_told_to_nobody():
    party = Party(turn_ms=10)
    party.advance(100_000_000)
    assert party.table.phase == "over"
    party.say(1, "rematch")
    party.clear()
    assert party.say(1, "rematch")["ok"]
    assert set(party.inbox) == {"c1"}


def test_clock_is_not_put_off_for_ever_by_taking_back():
    party = at_a_turn(seats=2)
    for seat in (0,):
        party.say(seat, "leave")
    taken = 0
    while party.play(1, "take")["type"] == "answer":
        if party.say(1, "take_back")["type"] == "refused":
            break
        taken += 1
        assert taken < 1000
    assert taken == 100
    assert party.table.next_deadline - party.now <= 60_000
