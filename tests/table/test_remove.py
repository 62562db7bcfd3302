"""A player whom the host, or the host program, takes the seat from: gone like one who left, and told nothing more."""

import json

import pytest

from masko_sdk import ArgumentError, RecordError, masko, skyjo
from masko_sdk.table import Refusal, Table, TableRefusal
from tests.table.helpers import Party, race, right_slots, wrong_slot
from tests.table.test_take_back import at_a_turn


def reason(answer):
    return answer["error"]["reason"]


def lobby_of(*names):
    """A table of four before the game, at which these sit; the first is the host."""
    party = Party(start=False)
    for seat, name in enumerate(names):
        party.tokens[seat] = party.say(seat, "join", name=name)["token"]
    return party


def remove(party, seat):
    """By the host program."""
    return party.deliver(party.table.remove(party.now, seat))


# Who may.


def test_host_removes_a_player_who_is_told_and_all_others_see_the_seat_empty():
    party = lobby_of("Ana", "Bo", "Cy")
    party.say("w", "watch")
    party.clear()
    assert party.say(0, "remove", seat=1)["ok"]
    assert party.inbox["c1"] == [{"v": 1, "type": "removed", "seat": 1}]
    for who in ("c0", "c2", "w"):
        (lobby,) = party.heard(who, "lobby")
        assert [chair["taken"] for chair in lobby["seats"]] == [True, False, True, False]


def test_only_the_host_removes():
    party = Party()
    party.say("w", "watch")
    assert reason(party.say(1, "remove", seat=2)) == "not_host"
    assert reason(party.say(1, "remove", seat=0)) == "not_host"
    assert reason(party.say("w", "remove", seat=2)) == "not_seated"
    assert reason(party.say("guest", "remove", seat=2)) == "not_seated"
    assert [chair.is_present for chair in party.table._desk.hall.chairs] == [True] * 4


@pytest.mark.parametrize(
    ("seat", "refusal"),
    [(0, "own_seat"), (2, "no_player"), (3, "no_player"), (4, "bad_field"), (-1, "bad_field")],
)
def test_own_seat_empty_ones_bots_and_seats_that_are_none_are_refused(seat, refusal):
    party = Party(seats=4, start=False, bots={3: "prudent"})
    party.say("a", "join", name="Ana")
    party.say("b", "join", name="Bo")
    before = party.table.save()
    party.clear()
    assert reason(party.say("a", "remove", seat=seat)) == refusal
    assert set(party.inbox) == {"a"}
    before, after = (json.loads(text)["table"]["chairs"] for text in (before, party.table.save()))
    assert [{**chair, "answers": None} for chair in before] == [
        {**chair, "answers": None} for chair in after
    ]


def test_seat_is_needed():
    assert reason(Party().say(0, "remove")) == "missing_field"
    assert reason(Party().say(0, "remove", seat="1")) == "bad_field"


def test_who_stands_in_for_the_host_removes_until_the_host_is_back():
    party = Party()
    party.deliver(party.table.lost(party.now, "c0"))
    assert party.say(1, "remove", seat=3)["ok"]
    party.say("c0 again", "rejoin", token=party.tokens[0])
    assert reason(party.say(1, "remove", seat=2)) == "not_host"
    assert party.say("c0 again", "remove", seat=2)["ok"]


def test_who_stands_in_may_remove_the_host_who_is_away():
    party = Party()
    party.deliver(party.table.lost(party.now, "c0"))
    assert party.say(1, "remove", seat=0)["ok"]
    assert reason(party.say("c0 again", "rejoin", token=party.tokens[0])) == "bad_token"


def test_removed_twice_is_refused_under_a_new_id_and_not_done_again_under_the_same():
    party = lobby_of("Ana", "Bo")
    first = party.say(0, "remove", seat=1, id="out")
    assert reason(party.say(0, "remove", seat=1)) == "no_player"
    party.say("c", "join", name="Cy", seat=1)
    assert party.say(0, "remove", seat=1, id="out") == first
    assert party.table.names[1] == "Cy"
    assert party.heard("c", "removed") == []


# Before the game.


def test_before_the_game_the_seat_is_free_again():
    party = lobby_of("Ana", "Bo")
    party.say(0, "remove", seat=1)
    assert party.table.next_deadline is None  # no grace is waited for
    assert party.say("c", "join", name="Cy", seat=1)["seat"] == 1


def test_nobody_plays_under_the_name_of_one_who_is_gone():
    party = lobby_of("Ana", "Rude", "Bo")
    party.say(0, "remove", seat=1)
    party.say(2, "leave")
    party.say(0, "start", fill=True)
    assert party.game.record.players == ("Ana", "Player 2", "Player 3", "Player 4")
    assert party.table.names == party.game.record.players


# The one who was removed.


def everything_said(party, sender):
    """All answers to what a connection may try."""
    tries = [
        ("play", {"action": {"type": "look", "seat": 1, "slot": 0}}),
        ("play", {"action": {"type": "draw"}, "ply": party.game.ply}),
        ("catch_up", {"since": -1}),
        ("rejoin", {"token": party.tokens[1], "since": -1}),
        ("take_back", {}),
        ("answer", {"offer": 1, "accept": True}),
        ("rematch", {}),
        ("start", {"fill": True}),
        ("remove", {"seat": 2}),
        ("join", {"name": "Again", "seat": 1}),
        ("leave", {}),
    ]
    return [party.say(sender, kind, **fields) for kind, fields in tries]


def test_removed_connection_may_say_nothing_for_the_seat_and_its_token_is_dead():
    party = Party()
    party.say(0, "remove", seat=1)
    for sender in ("c1", "new"):
        answers = everything_said(party, sender)
        assert {answer["type"] for answer in answers} == {"refused"}
        assert {reason(answer) for answer in answers} == {"not_seated", "bad_token", "started"}


def test_removed_connection_is_sent_nothing_more_at_all_until_it_asks():
    party = Party(masko.Rules(target=5), turn_ms=10, window_ms=10)
    party.clear()
    party.say(0, "remove", seat=1)
    party.advance(10_000_000)
    assert party.table.phase == "over"
    assert [form["type"] for form in party.inbox["c1"]] == ["removed"]


def test_removed_connection_that_looks_on_is_sent_byte_for_byte_what_any_onlooker_is():
    party = Party(masko.Rules(target=5), turn_ms=10, window_ms=10)
    party.play(1, "look 1 0")
    party.say(0, "remove", seat=1)
    party.say("w", "watch", id="look")
    party.say(1, "watch", id="look")
    sent = {"w": [], "c1": []}
    while party.table.next_deadline is not None:
        party.now = max(party.now, party.table.next_deadline)
        for out in party.table.advance(party.now):
            sent.setdefault(out.to, []).append(out.text)
    assert sent["c1"] == sent["w"]
    assert len(sent["c1"]) > 20
    own, other = party.heard(1, "state")[-1], party.heard("w", "state")[-1]
    assert own == other
    assert (own["seat"], own["memory"], own["legal_actions"]) == (None, [], [])


def test_repeated_ids_of_the_seat_are_answered_to_nobody():
    party = Party()
    look = {"action": {"type": "look", "seat": 1, "slot": 0}, "id": "look"}
    assert party.say(1, "play", **look)["ok"]
    party.say(0, "remove", seat=1)
    assert reason(party.say(1, "play", **look)) == "not_seated"
    assert party.game.ply == 1


def test_name_and_ids_of_the_removed_one_are_free_for_the_next():
    party = lobby_of("Ana", "Bo")
    party.say(1, "catch_up", id="x")
    party.say(1, "start", id="s")
    party.say(0, "remove", seat=1)
    party.say("c", "join", name="Bo", seat=1, id="j")
    assert reason(party.say("c", "start", fill=True, id="s")) == "not_host"  # not "id_reused"


# During the game.


def test_during_the_game_the_absent_policy_decides_at_once():
    party = Party()
    for seat in (0, 2, 3):
        for slot in (0, 1):
            party.play(seat, f"look {seat} {slot}")
    party.say(0, "remove", seat=1)
    assert party.table.next_deadline <= party.now
    party.advance(0)
    moves = party.table.record.moves[-2:]
    assert [(move.actor, move.notes["by"]) for move in moves] == [(1, "absent")] * 2


def test_one_who_is_removed_is_played_for_exactly_as_one_who_left():
    ends = []
    for how in ("leave", "remove"):
        party = Party(masko.Rules(target=20), turn_ms=100, window_ms=100, seed=7)
        party.play(1, "look 1 0")
        if how == "leave":
            party.say(1, "leave")
        else:
            party.say(0, "remove", seat=1)
        party.advance(10_000_000)
        ends.append([(str(move.action), move.notes) for move in party.table.record.moves])
    assert ends[0] == ends[1]


def test_removed_on_its_turn_the_turn_goes_on():
    party = at_a_turn()
    party.play(1, "draw")
    party.say(0, "remove", seat=1)
    party.advance(0)
    assert party.game.record.moves[-1].actor == 1
    assert party.game.referee.view.held is None


def test_held_claim_of_a_removed_one_is_decided_and_told_to_nobody():
    party = race(1)
    seat = next(seat for seat in right_slots(party.game) if seat != 0)
    slot = right_slots(party.game)[seat]
    assert party.play(seat, f"intercept {slot}", window=1)["held"]
    party.clear()
    party.say(0, "remove", seat=seat)
    party.advance(4000)
    assert party.table.record.table["races"][0]["claims"][0]["outcome"] == "won"
    assert [form["type"] for form in party.inbox[f"c{seat}"]] == ["removed"]
    assert party.table._desk.hall.chairs[seat].unheard == []


def test_removed_in_a_window_it_passes_and_the_window_is_not_held_up():
    party = race(1)
    party.say(0, "remove", seat=2)
    party.advance(0)
    last = party.game.record.moves[-1]
    assert (last.actor, str(last.action)) == (2, "pass")


def test_last_answer_of_a_window_may_be_that_of_the_removed_one():
    party = race(1)
    party.play(2, f"intercept {wrong_slot(party.game, 2)}", window=1)
    for seat in (0, 3):
        party.play(seat, "pass", window=1)
    assert party.game.window == 1
    party.say(0, "remove", seat=1)
    party.say(0, "remove", seat=2)
    party.advance(0)
    assert party.game.window != 1


def test_one_who_lost_the_connection_is_removed_and_outcomes_are_not_kept_for_them():
    party = race(1)
    seat = next(seat for seat in right_slots(party.game) if seat != 0)
    party.play(seat, f"intercept {right_slots(party.game)[seat]}", window=1)
    party.deliver(party.table.lost(party.now, f"c{seat}"))
    party.advance(4000)
    assert party.table._desk.hall.chairs[seat].unheard
    party.clear()
    assert party.say(0, "remove", seat=seat)["ok"]
    assert party.table._desk.hall.chairs[seat].unheard == []
    assert f"c{seat}" not in party.inbox
    assert reason(party.say("new", "rejoin", token=party.tokens[seat])) == "bad_token"


@pytest.mark.parametrize("seat", [1, 2])
def test_offer_of_one_who_is_removed_or_that_waits_for_them_lapses(seat):
    party = at_a_turn()
    party.play(1, "take")
    party.say(1, "take_back")
    party.say(0, "remove", seat=seat)
    assert [form["granted"] for form in party.heard(0, "offer_closed")] == [False]
    assert party.heard(seat, "offer_closed") == []


def test_rematch_does_not_wait_for_one_who_is_removed():
    party = Party(masko.Rules(target=1), seats=3, turn_ms=10)
    party.advance(10_000_000)
    for seat in (0, 1):
        party.say(seat, "rematch")
    assert party.table.phase == "over"
    party.say(0, "remove", seat=2)
    assert party.table.phase == "playing"
    assert party.game.record.players == ("P0", "P1", "Player 3")


def test_invitation_gives_the_seat_to_a_player_again():
    party = Party()
    party.say(0, "remove", seat=1)
    token = party.table.invite(1)
    assert party.say("b", "rejoin", token=token)["seat"] == 1
    assert party.say("b", "play", action={"type": "look", "seat": 1, "slot": 0})["ok"]
    assert reason(party.say(1, "catch_up")) == "not_seated"


# The host program.


def test_host_program_removes_any_seat_the_hosts_too():
    party = Party()
    party.clear()
    remove(party, 0)
    assert [form["type"] for form in party.inbox["c0"]] == ["removed"]
    assert party.heard(1, "lobby")[-1]["host"] == 1
    party.advance(0)
    assert [move.actor for move in party.game.record.moves] == [0, 0]


def test_what_was_to_happen_before_happens_before():
    party = Party(turn_ms=100)
    party.now += 1000
    outs = remove(party, 1)
    kinds = [out.form["type"] for out in outs if out.to == "c1"]
    assert kinds[-1] == "removed"
    assert "update" in kinds[:-1]


def test_one_whose_seat_was_free_by_then_is_removed_without_a_word():
    party = lobby_of("Ana", "Bo")
    party.deliver(party.table.lost(party.now, "c1"))
    party.clear()
    party.now += 20_000  # more than the grace
    remove(party, 1)
    assert [form["seats"][1]["taken"] for form in party.heard(0, "lobby")] == [False]


@pytest.mark.parametrize(
    ("seat", "error"),
    [(4, ArgumentError), (-1, ArgumentError), (3, ArgumentError), (2, TableRefusal)]
    + [(seat, TypeError) for seat in (None, True, 1.0, "c1")],
)
def test_seat_that_can_not_be_removed_is_a_fault_of_the_host_program(seat, error):
    table = Table(masko.Rules(), 4, bots={3: "prudent"})
    table.receive(0, "a", {"type": "join", "name": "Ana"})
    before = table.save()
    with pytest.raises(error) as caught:
        table.remove(50, seat)
    if error is TableRefusal:
        assert caught.value.reason is Refusal.NO_PLAYER
    assert table.save() == before


def test_time_that_goes_back_removes_nobody():
    party = lobby_of("Ana", "Bo")
    with pytest.raises(ArgumentError):
        party.table.remove(party.now - 1, 1)
    assert party.table._desk.hall.chairs[1].taken


def told_to(who, outs):
    return [out.form for out in outs if out.to == who]


def spoken_for():
    """A table whose seats the host program speaks for."""
    table = Table(skyjo.Rules(), ["Ana", "Bo", "Cy"], seed=1)
    table.start(0)
    for seat in range(3):
        table.receive(0, seat, {"type": "catch_up"})
    return table


def test_seat_that_the_host_program_speaks_for_is_nobodys_until_it_is_invited_again():
    table = spoken_for()
    assert [form["type"] for form in told_to(1, table.remove(1, 1))] == ["removed"]
    for number, message in enumerate(
        [
            {"type": "ping"},
            {"type": "catch_up"},
            {"type": "watch"},
            {"type": "join", "name": "Bo"},
            {"type": "rejoin", "token": "x"},
            {"type": "play", "action": {"type": "flip", "slot": 0}},
        ]
    ):
        (answer,) = told_to(1, table.receive(2, 1, {**message, "id": number}))
        assert reason(answer) == "not_seated"
    assert told_to(1, table.receive(3, 0, {"type": "leave"})) == []
    table.invite(1)
    kinds = [form["type"] for form in told_to(1, table.receive(4, 1, {"type": "catch_up"}))]
    assert "state" in kinds


def test_host_program_does_not_take_the_seat_from_the_next_one_who_joins_it():
    table = Table(skyjo.Rules(), ["Ana", "Bo"], seed=1)
    table.receive(0, 0, {"type": "ping"})
    table.receive(0, 1, {"type": "ping"})
    table.receive(0, 0, {"type": "remove", "seat": 1})
    table.receive(0, "c", {"type": "join", "name": "Cy"})
    assert reason(table.receive(0, 1, {"type": "ping"})[0].form) == "not_seated"
    assert table.receive(0, "c", {"type": "ping"})[0].form["ok"]


# Saving.


def restored(party):
    return Table.restore(party.table.save(), 5, keep_connections=True)


def test_saved_right_after_a_removal_it_goes_on_the_same():
    party = race(2)
    first, second = [seat for seat in right_slots(party.game) if seat != 0][:2]
    for seat in (first, second):
        party.play(seat, f"intercept {right_slots(party.game)[seat]}", window=1)
    party.say(0, "remove", seat=first, id="out")
    table = restored(party)
    assert table.save() == party.table.save()
    ends = []
    for now, one in ((party.now, party.table), (5, table)):
        texts = [out.text for out in one.receive(now, "c0", {"type": "ping"})]
        while one.next_deadline is not None and one.next_deadline <= now + 5000:
            now = max(now, one.next_deadline)
            texts += [f"{out.to} {out.text}" for out in one.advance(now)]
        ends.append(texts)
    assert ends[0] == ends[1]
    assert not any(text.startswith(f"c{first} ") for text in ends[0])


def test_token_stays_dead_and_the_removal_known_after_a_restart():
    party = Party()
    first = party.say(0, "remove", seat=1, id="out")
    party.table, party.now = restored(party), 5
    assert reason(party.say("new", "rejoin", token=party.tokens[1])) == "bad_token"
    assert reason(party.say(1, "catch_up")) == "not_seated"
    assert party.say(0, "remove", seat=1, id="out") == first


def test_seat_stays_barred_after_a_restart():
    table = spoken_for()
    table.remove(1, 1)
    again = Table.restore(table.save(), 0, keep_connections=True)
    assert again.save() == table.save()
    (answer,) = told_to(1, again.receive(0, 1, {"type": "catch_up"}))
    assert reason(answer) == "not_seated"


def test_barred_seat_that_the_host_program_speaks_for_is_a_forgery():
    form = json.loads(spoken_for().save())
    form["table"]["chairs"][1]["barred"] = True
    with pytest.raises(RecordError, match="barred"):
        Table.restore(json.dumps(form), 0)
