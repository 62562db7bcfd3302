"""An action that told nothing may be taken back, if the others agree."""

import pytest

from masko_sdk import masko, skyjo
from masko_sdk._codec import tables_of
from tests.table.helpers import Party, look_and_discard


def at_a_turn(seats=3, **options):
    """A party in which seat 1 may take the top of the discard."""
    options.setdefault("take_back", True)
    for seed in range(100):
        party = Party(seats=seats, seed=seed, **options)
        look_and_discard(party)
        party.advance(4000)
        if party.game.turn.seat == 1 and party.game.referee.view.phase.value == "turn":
            party.clear()
            return party
    raise AssertionError


def refusal(party, seat):
    return party.say(seat, "take_back").get("error", {}).get("reason")


def test_taken_card_goes_back_once_all_others_agree():
    party = at_a_turn()
    before = party.game.clone()
    party.play(1, "take")
    assert party.say(1, "take_back")["ok"]
    offers = {seat: party.heard(seat, "offer") for seat in range(3)}
    assert offers[1] == []
    assert offers[0] == offers[2]
    number = offers[0][0]["offer"]
    party.say(0, "answer", offer=number, accept=True)
    assert party.game != before
    party.say(2, "answer", offer=number, accept=True)
    assert party.game == before
    assert party.game.record.moves == before.record.moves
    for seat in range(3):
        assert party.heard(seat, "offer_closed")[-1]["granted"]
        state = party.heard(seat, "state")[-1]
        assert (state["line"], state["ply"]) == (1, before.ply)
    assert party.table.record.table["taken_back"][0]["seat"] == 1
    assert party.play(1, "draw")["ok"]


def test_one_who_says_no_is_enough():
    party = at_a_turn()
    party.play(1, "take")
    party.say(1, "take_back")
    party.say(2, "answer", offer=1, accept=False)
    assert [form["granted"] for form in party.heard(0, "offer_closed")] == [False]
    answer = party.say(0, "answer", offer=1, accept=True)
    assert answer["error"]["reason"] == "no_offer"


def test_offer_lapses():
    party = at_a_turn(offer_ms=1000)
    party.play(1, "take")
    party.say(1, "take_back")
    party.advance(1000)
    assert [form["granted"] for form in party.heard(1, "offer_closed")] == [False]


def test_offer_ends_with_the_next_action():
    party = at_a_turn()
    party.play(1, "take")
    party.say(1, "take_back")
    party.play(1, "keep 0")
    assert [form["granted"] for form in party.heard(1, "offer_closed")] == [False]


@pytest.mark.parametrize("gone", [1, 2])
def test_offer_ends_when_one_of_those_concerned_is_gone(gone):
    party = at_a_turn()
    party.play(1, "take")
    party.say(1, "take_back")
    party.deliver(party.table.lost(party.now, f"c{gone}"))
    assert [form["granted"] for form in party.heard(0, "offer_closed")] == [False]


def test_only_those_who_were_asked_answer_and_one_offer_is_open_at_a_time():
    party = at_a_turn()
    party.play(1, "take")
    party.say(1, "take_back")
    assert refusal(party, 1) == "offer_open"
    answer = party.say(1, "answer", offer=1, accept=True)
    assert answer["error"]["reason"] == "no_offer"
    assert party.say(0, "answer", offer=2, accept=True)["error"]["reason"] == "no_offer"


def test_absent_players_are_not_asked():
    party = at_a_turn()
    party.deliver(party.table.lost(party.now, "c0"))
    party.deliver(party.table.lost(party.now, "c2"))
    party.play(1, "take")
    ply = party.game.ply
    party.say(1, "take_back")
    assert party.game.ply == ply - 1


def test_what_told_something_stays():
    party = at_a_turn()
    party.play(1, "draw")
    assert refusal(party, 1) == "no_take_back"
    party.play(1, "discard")
    assert refusal(party, 1) == "no_take_back"


def test_what_somebody_else_did_since_stays():
    party = Party(skyjo.Rules(), 2, take_back=True)
    for seat in (0, 0, 1, 1):
        party.play(seat, str(party.game.players[seat].legal_actions[0]))
    first, other = (party.game.turn.seat, 1 - party.game.turn.seat)
    party.play(first, "take")
    assert refusal(party, other) == "no_take_back"


def test_answers_in_a_window_are_final():
    party = at_a_turn()
    party.play(1, "draw")
    party.play(1, "discard")
    party.play(2, "pass", window=party.game.window)
    assert refusal(party, 2) == "no_take_back"


def test_what_the_table_did_for_a_seat_stays():
    party = at_a_turn(seats=2, turn_ms=10)
    party.play(1, "take")
    party.advance(10)
    assert refusal(party, 1) == "no_take_back"


def test_it_is_off_unless_the_table_has_it():
    party = at_a_turn(take_back=False)
    party.play(1, "take")
    assert refusal(party, 1) == "no_take_back"


def test_games_that_name_nothing_harmless_have_none(monkeypatch):
    monkeypatch.delitem(tables_of("masko").about, "harmless")
    party = at_a_turn()
    party.play(1, "take")
    assert refusal(party, 1) == "no_take_back"


def test_message_of_the_old_line_is_refused():
    party = at_a_turn(seats=2)
    party.play(1, "take", line=0)
    party.say(1, "take_back")
    party.say(0, "answer", offer=1, accept=True)
    assert party.play(1, "take", line=0)["error"]["reason"] == "other_line"
    assert party.play(1, "take", line=1)["ok"]
    assert party.say(0, "catch_up", since=party.game.ply, line=0)["since"] == -1


def test_two_actions_are_taken_back_one_by_one():
    party = at_a_turn(rules=masko.Rules())
    party.deliver(party.table.lost(party.now, "c0"))
    party.deliver(party.table.lost(party.now, "c2"))
    before = party.game.clone()
    party.play(1, "announce")
    party.say(1, "take_back")
    party.play(1, "take")
    party.say(1, "take_back")
    assert party.game == before
    assert refusal(party, 1) == "no_take_back"
