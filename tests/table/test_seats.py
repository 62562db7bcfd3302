"""Coming, going, coming back and looking on."""

import re

import pytest

from masko_sdk import ArgumentError, masko, skyjo
from masko_sdk.table import Table
from tests.table.helpers import Party


def test_first_to_come_is_the_host_and_each_gets_a_token():
    party = Party(start=False)
    first = party.say("a", "join", name="Ana")
    second = party.say("b", "join", name="Bo", seat=3)
    assert (first["seat"], first["host"]) == (0, 0)
    assert (second["seat"], second["host"]) == (3, 0)
    assert re.fullmatch("[0-9a-f]{32}", first["token"])
    assert first["token"] != second["token"]


def test_all_hear_of_who_is_here():
    party = Party(start=False)
    party.say("a", "join", name="Ana")
    party.say("w", "watch")
    party.clear()
    party.say("b", "join", name="Bo")
    for who in ("a", "b", "w"):
        (lobby,) = party.heard(who, "lobby")
        assert [seat["name"] for seat in lobby["seats"] if seat["taken"]] == ["Ana", "Bo"]
        assert lobby["watchers"] == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": "x" * 65}, "bad_name"),
        ({"name": "a\nb"}, "bad_name"),
        ({"name": "   "}, "bad_name"),
        ({"name": "\u200b\u00ad"}, "bad_name"),
        ({"name": "\u3164\u2800"}, "bad_name"),
        ({"name": "Ana"}, "name_taken"),
        ({"name": " aNA\u200b"}, "name_taken"),
        ({"name": "\uff21na"}, "name_taken"),  # full width
        ({"name": "bot 4"}, "name_taken"),
        ({"name": "Bo", "seat": 0}, "seat_taken"),
        ({"name": "Bo", "seat": 4}, "bad_field"),
        ({"name": "Bo", "seat": -1}, "bad_field"),
    ],
)
def test_seat_is_refused(fields, reason):
    party = Party(start=False, bots={3: "random"})
    party.say("a", "join", name="Ana")
    before = party.table.names, party.table._desk.hall.host, party.heard("a", "lobby")
    assert party.say("b", "join", **fields)["error"]["reason"] == reason
    assert (party.table.names, party.table._desk.hall.host, party.heard("a", "lobby")) == before


def test_a_name_is_free_again_when_its_player_has_left_and_ones_own_may_be_said_again():
    party = Party(start=False)
    party.say("a", "join", name="Ana")
    party.say("a", "leave")
    assert party.say("b", "join", name="ana")["seat"] == 0
    for name in ("Bo", "BO"):
        party.table.receive(party.now, 1, {"type": "join", "name": name})
    assert party.table.names[:2] == ("ana", "BO")


def test_table_is_full_and_a_connection_has_one_seat():
    party = Party(seats=2, start=False)
    party.say("a", "join", name="Ana")
    assert party.say("a", "join", name="Bo")["error"]["reason"] == "already_seated"
    party.say("b", "join", name="Bo")
    assert party.say("c", "join", name="Cy")["error"]["reason"] == "no_seat_left"


def test_only_the_host_starts_and_only_with_all_seats_unless_they_may_be_filled():
    party = Party(seats=3, start=False)
    party.say("a", "join", name="Ana")
    party.say("b", "join", name="Bo")
    assert party.say("b", "start")["error"]["reason"] == "not_host"
    assert party.say("a", "start")["error"]["reason"] == "empty_seats"
    assert party.say("a", "start", fill=True)["type"] == "answer"
    assert party.say("a", "start")["error"]["reason"] == "started"
    assert party.say("d", "join", name="Di")["error"]["reason"] == "started"


def test_guest_may_not_play_nor_catch_up():
    party = Party()
    for message in (
        {"kind": "play", "action": {"type": "draw"}},
        {"kind": "catch_up"},
        {"kind": "take_back"},
        {"kind": "start"},
        {"kind": "rematch"},
        {"kind": "leave"},
        {"kind": "answer", "offer": 1, "accept": True},
    ):
        kind = message.pop("kind")
        assert party.say("guest", kind, **message)["error"]["reason"] == "not_seated"


def test_watcher_sees_what_the_onlooker_sees_and_nothing_else():
    party = Party()
    party.say("w", "watch")
    state = party.heard("w", "state")[-1]
    assert state["seat"] is None
    assert state["view"] == party.game.spectator.view.to_json()
    assert [state[part] for part in ("memory", "legal_actions", "claims")] == [[], [], []]
    party.play(1, "look 1 2")
    update = party.heard("w", "update")[-1]
    assert update["events"] == [{"type": "looked", "seat": 1, "owner": 1, "slot": 2, "card": None}]
    assert [update[part] for part in ("memory", "legal_actions")] == [[], []]
    assert party.say("w", "play", action={"type": "draw"})["error"]["reason"] == "not_seated"


def test_watchers_are_counted():
    party = Party(watchers=1)
    assert party.say("w", "watch")["type"] == "answer"
    assert party.say("x", "watch")["error"]["reason"] == "too_many_watchers"
    party.deliver(party.table.lost(party.now, "w"))
    assert party.say("x", "watch")["type"] == "answer"


# Coming back.


def test_token_brings_back_view_memory_legal_actions_and_events_since():
    party = Party()
    party.play(1, "look 1 0")
    party.deliver(party.table.lost(party.now, "c1"))
    party.play(0, "look 0 0")
    answer = party.say("new", "rejoin", token=party.tokens[1], since=1)
    assert (answer["type"], answer["seat"], answer["token"]) == ("joined", 1, None)
    state = party.heard("new", "state")[-1]
    caught = party.game.players[1].catch_up(since=1).to_json()
    assert {name: state[name] for name in caught} == caught
    assert len(state["events"]) == 1


def test_newer_connection_replaces_the_older_one():
    party = Party()
    party.say("new", "rejoin", token=party.tokens[1])
    assert [form["seat"] for form in party.heard(1, "moved")] == [1]
    assert party.play(1, "look 1 0")["error"]["reason"] == "not_seated"
    assert party.say("new", "play", action={"type": "look", "seat": 1, "slot": 0})["ok"]
    assert party.heard("new", "update")


@pytest.mark.parametrize("token", ["", "0" * 32, "ü" * 32, "x" * 256])
def test_wrong_token_brings_nobody_back(token):
    party = Party()
    assert party.say("x", "rejoin", token=token)["error"]["reason"] == "bad_token"


def test_token_of_another_seat_is_refused_to_who_has_one():
    party = Party()
    answer = party.say(0, "rejoin", token=party.tokens[1])
    assert answer["error"]["reason"] == "already_seated"


def test_tokens_go_to_their_owner_once():
    party = Party()
    for who, forms in party.inbox.items():
        for seat, token in party.tokens.items():
            holders = [form for form in forms if token in str(form)]
            assert len(holders) == (who == f"c{seat}")


def test_seat_that_was_left_is_played_for_and_its_token_is_void():
    party = Party()
    party.say(1, "leave")
    assert party.say("x", "rejoin", token=party.tokens[1])["error"]["reason"] == "bad_token"
    party.advance(0)
    assert [move.actor for move in party.game.record.moves] == [1, 1]


def test_host_is_passed_on():
    party = Party(start=False)
    for name in "abc":
        party.say(name, "join", name=name)
    party.say("a", "leave")
    assert party.heard("b", "lobby")[-1]["host"] == 1
    party.deliver(party.table.lost(party.now, "b"))
    assert party.heard("c", "lobby")[-1]["host"] == 2


def test_host_who_comes_back_is_the_host_again_and_after_a_restart_too():
    party = Party(start=False)
    tokens = {
        seat: party.say(name, "join", name=name, seat=seat)["token"]
        for seat, name in ((2, "a"), (1, "b"), (0, "c"))
    }
    party.deliver(party.table.lost(party.now, "a"))
    assert party.heard("b", "lobby")[-1]["host"] == 1
    party.say("d", "rejoin", token=tokens[2])
    assert party.heard("b", "lobby")[-1]["host"] == 2
    again = Table.restore(party.table.save(), party.now)
    rejoin = {"type": "rejoin", "token": tokens[1]}
    lobby = [out.form for out in again.receive(party.now, "e", rejoin)][-1]
    assert (lobby["type"], lobby["host"]) == ("lobby", 1)  # the first to come is not there yet


def test_host_is_nobody_once_all_have_left():
    party = Party(start=False)
    for name in "ab":
        party.say(name, "join", name=name)
    party.say("a", "leave")
    party.say("b", "leave")
    party.say("w", "watch")
    assert party.heard("w", "lobby")[-1]["host"] is None


def test_seat_in_the_lobby_is_free_again_after_the_grace():
    party = Party(start=False, grace_ms=5000)
    party.say("a", "join", name="Ana")
    party.say("b", "join", name="Bo")
    party.deliver(party.table.lost(party.now, "b"))
    assert party.say("c", "join", name="Cy", seat=1)["error"]["reason"] == "seat_taken"
    party.advance(5000)
    assert party.say("c", "join", name="Cy", seat=1)["seat"] == 1


# Catching up.


def test_catch_up_gives_what_is_new_on_this_line_and_all_on_another():
    party = Party()
    party.play(0, "look 0 0")
    party.play(0, "look 0 1")
    assert party.say(0, "catch_up", since=1)["since"] == 1
    assert len(party.say(0, "catch_up", since=1)["events"]) == 1
    assert party.say(0, "catch_up", since=1, line=7)["since"] == -1
    assert party.say(0, "catch_up", since=99)["since"] == -1
    assert len(party.say(0, "catch_up")["events"]) == 3


# The host program.


def test_seats_named_by_the_host_program_play_without_connections():
    table = Table(skyjo.Rules(), ["Ana", "Bo"], seed=1)
    states = [out for out in table.start(0) if out.form["type"] == "state"]
    assert states == []  # nobody has said anything yet
    outs = table.receive(0, 1, {"type": "play", "action": {"type": "flip", "slot": 0}})
    assert {out.to for out in outs} == {1}
    assert table.game.ply == 1
    assert table.names == ("Ana", "Bo")


def test_invitation_brings_in_the_player_of_a_seat():
    table = Table(skyjo.Rules(), ["Ana", "Bo"], seed=1)
    old, token = table.invite(1), table.invite(1)
    table.start(0)
    refused = table.receive(0, "c", {"type": "rejoin", "token": old})[0].form
    assert refused["error"]["reason"] == "bad_token"
    assert table.receive(0, "c", {"type": "rejoin", "token": token})[0].form["seat"] == 1


def test_host_program_takes_a_seat_over_from_a_connection():
    party = Party()
    party.deliver(party.table.receive(party.now, 2, '{"type": "ping"}'))
    assert party.heard(2, "moved")
    assert party.play(2, "look 2 0")["error"]["reason"] == "not_seated"


@pytest.mark.parametrize("sender", [4, -1, 2**70])
def test_seat_that_is_none_is_a_fault_of_the_host_program(sender):
    with pytest.raises(ArgumentError):
        Party().table.receive(2_000_000, sender, "{}")


@pytest.mark.parametrize("sender", [None, True, 1.0, b"c"])
def test_sender_of_a_wrong_type_is_a_fault_of_the_host_program(sender):
    with pytest.raises(TypeError):
        Party().table.receive(2_000_000, sender, "{}")


def test_bots_seat_is_nobodys():
    party = Party(bots={2: "prudent"})
    with pytest.raises(ArgumentError):
        party.table.receive(party.now, 2, "{}")
    with pytest.raises(ArgumentError):
        party.table.invite(2)


def test_guests_are_forgotten_before_memory_grows():
    table = Table(masko.Rules(), 2, watchers=3)
    table.receive(0, "player", {"type": "join", "name": "Ana"})
    for number in range(2000):
        table.receive(0, f"guest {number}", '{"type": "ping"}')
    assert len(table.connections) < 300
    assert "player" in table.connections


# Rematch.


def test_rematch_begins_when_all_who_are_here_agree():
    party = Party(masko.Rules(target=1), bots={2: "prudent"}, turn_ms=10)
    party.deliver(party.table.lost(party.now, "c3"))
    old = party.game
    assert party.say(0, "rematch")["error"]["reason"] == "not_over"
    party.advance(10_000_000)
    assert party.table.phase == "over"
    assert party.table.next_deadline is None
    for seat in (0, 1):
        assert party.heard(seat, "over")[-1]["outcome"] == old.outcome.to_json()
    party.say(0, "rematch")
    assert party.game is old
    party.clear()
    party.say(1, "rematch")
    assert party.game is not old
    assert party.table.phase == "playing"
    assert party.game.record.first_player == 1
    assert party.game.seed != old.seed
    assert party.heard(0, "state")[-1]["line"] == 1


def test_rematch_of_a_table_without_a_given_seed_has_another_key():
    party = Party(masko.Rules(target=1), seed=None, turn_ms=10)
    old = party.game.seed.key
    party.advance(10_000_000)
    for seat in range(4):
        party.say(seat, "rematch")
    assert party.table.phase == "playing"
    assert party.game.seed.key != old
    assert party.game.seed.game == 0


def test_one_who_goes_is_not_waited_for():
    party = Party(masko.Rules(target=1), seats=2, turn_ms=10)
    party.advance(10_000_000)
    party.say(0, "rematch")
    party.deliver(party.table.lost(party.now, "c1"))
    assert party.table.phase == "playing"
