"""Races for a discarded card: who wins, who pays, and what is told to whom (M13 to M20)."""

import dataclasses
import json

import pytest

from masko_sdk import HOST, RecordError, masko
from masko_sdk.table import Table, redecide
from masko_sdk.table.windows import counted_time
from tests.table.helpers import Party, look_and_discard, race, right_slots, window_state, wrong_slot


def claim(party, seat, slot, after=0, **fields):
    party.now += after
    return party.play(seat, f"intercept {slot}", window=1, **fields)


def outcomes(party, seat):
    return [form["outcome"] for form in party.heard(seat, "claim")]


def holders(party):
    return [seat for seat in sorted(right_slots(party.game)) if seat != 0]


def test_window_is_told_to_all_alike_with_its_time():
    party = Party()
    look_and_discard(party)
    told = [party.heard(seat, "update")[-1]["window"] for seat in range(4)]
    assert told == [{"number": 1, "ms": 4000, "left": 4000}] * 4


def test_window_is_closed_at_its_time_by_the_host():
    party = race()
    party.advance(3999)
    assert party.game.window == 1
    party.advance(1)
    assert party.game.window is None
    assert party.game.record.moves[-1].actor is HOST


def test_first_right_claim_wins_and_a_later_right_one_costs_nothing():
    party = race()
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    cards = window_state(party)
    claim(party, second, slots[second])
    claim(party, first, slots[first], after=1)
    party.advance(4000)
    assert outcomes(party, second) == ["won"]
    assert outcomes(party, first) == ["late"]
    cards[second] -= 1
    assert window_state(party) == cards


def test_wrong_claim_costs_a_card_and_the_next_right_one_wins():
    party = race(1)
    winner = holders(party)[0]
    loser = next(seat for seat in range(1, 4) if seat != winner)
    slots = right_slots(party.game)
    cards = window_state(party)
    claim(party, loser, wrong_slot(party.game, loser))
    claim(party, winner, slots[winner], after=5)
    party.advance(4000)
    assert outcomes(party, loser) == ["wrong"]
    assert outcomes(party, winner) == ["won"]
    cards[loser] += 1
    cards[winner] -= 1
    assert window_state(party) == cards


def test_wrong_claim_after_the_right_one_costs_nothing():
    party = race(1)
    winner = holders(party)[0]
    loser = next(seat for seat in range(1, 4) if seat != winner)
    cards = window_state(party)
    claim(party, winner, right_slots(party.game)[winner])
    claim(party, loser, wrong_slot(party.game, loser), after=5)
    party.advance(4000)
    assert outcomes(party, loser) == ["late"]
    assert window_state(party)[loser] == cards[loser]


@pytest.mark.parametrize("arbitration", ["arrival", "reaction"])
def test_nobody_but_the_claimant_hears_of_a_held_claim(arbitration):
    party = race(1, arbitration=arbitration)
    seat = holders(party)[0]
    claim(party, seat, right_slots(party.game)[seat], reaction=200)
    assert set(party.inbox) == {f"c{seat}"}
    assert [form["type"] for form in party.inbox[f"c{seat}"]] == ["answer"]


@pytest.mark.parametrize("arbitration", ["arrival", "reaction"])
def test_right_and_wrong_claims_look_alike_until_they_are_decided(arbitration):
    def shown(slot_of):
        party = race(1, arbitration=arbitration)
        seat = holders(party)[0]
        slot = slot_of(party, seat)
        party.now += 300
        action = {"type": "intercept", "slot": slot}
        text = json.dumps({"type": "play", "id": 1, "action": action, "window": 1, "reaction": 250})
        outs = party.table.receive(party.now, f"c{seat}", text)
        return [(out.to, out.text) for out in outs], party.table.next_deadline

    right = shown(lambda party, seat: right_slots(party.game)[seat])
    assert right == shown(lambda party, seat: wrong_slot(party.game, seat))


def test_race_is_decided_as_soon_as_all_have_answered():
    party = race(2)
    slots = right_slots(party.game)
    first, second = holders(party)[:2]
    claim(party, first, slots[first])
    claim(party, second, slots[second])
    others = [seat for seat in range(4) if seat not in (first, second)]
    party.play(others[0], "pass", window=1)
    assert party.game.window == 1
    party.play(others[1], "pass", window=1)
    assert party.game.window is None
    assert outcomes(party, first) == ["won"]


def test_all_passes_end_the_window():
    party = race()
    for seat in range(4):
        assert party.game.window == 1
        party.play(seat, "pass", window=1)
    assert party.game.window is None


def test_claim_for_a_window_that_is_closed_is_stale_and_costs_nothing():
    party = race()
    seat = holders(party)[0]
    slot = right_slots(party.game)[seat]
    cards = window_state(party)
    party.advance(4000)
    answer = claim(party, seat, slot, after=1)
    assert answer["type"] == "refused"
    assert answer["error"]["error"] == "stale_action"
    assert outcomes(party, seat) == ["stale"]
    assert window_state(party) == cards


def test_claim_names_its_window():
    party = race()
    seat = holders(party)[0]
    answer = party.play(seat, f"intercept {right_slots(party.game)[seat]}")
    assert answer["error"]["reason"] == "window_needed"
    assert party.play(seat, "pass")["error"]["reason"] == "window_needed"


def test_second_claim_of_a_seat_is_refused_when_it_has_one_attempt():
    party = race(1)
    seat = holders(party)[0]
    claim(party, seat, wrong_slot(party.game, seat))
    assert claim(party, seat, right_slots(party.game)[seat])["error"]["reason"] == "no_claim_left"


def test_claim_that_is_not_legal_is_refused_at_once():
    party = race()
    assert claim(party, 1, 40)["error"]["reason"] == "no_such_card"
    party.play(1, "pass", window=1)
    assert claim(party, 1, 0)["error"]["error"] == "not_your_turn"


def test_with_no_limit_of_attempts_a_seat_may_claim_twice_and_end_with_a_pass():
    party = race(1, rules=masko.Rules(attempts=None))
    seat = holders(party)[0]
    claim(party, seat, wrong_slot(party.game, seat))
    claim(party, seat, right_slots(party.game)[seat])
    for other in range(4):
        assert party.game.window == 1
        party.play(other, "pass", window=1)
    assert party.game.window is None
    assert outcomes(party, seat) == ["wrong", "won"]


# By reaction.


@pytest.mark.parametrize(
    ("received", "reaction", "counted"),
    [
        (600, 500, 500),  # a line of 100 ms, credited in full
        (900, 500, 650),  # a line of 400 ms, credited to the bound
        (900, None, 900),  # a client that does not say
        (300, 900, 300),  # a reaction longer than the time that went by
        (900, 0, 650),  # nobody reacts in no time
        (900, -1, 900),
    ],
)
def test_claim_counts_at_its_reaction_within_the_credit(received, reaction, counted):
    assert counted_time(0, received, reaction, 250) == counted


def test_faster_reaction_wins_over_an_earlier_arrival():
    party = race(arbitration="reaction")
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, first, slots[first], after=500, reaction=490)
    claim(party, second, slots[second], after=100, reaction=400)
    party.advance(4250)
    assert outcomes(party, second) == ["won"]
    assert outcomes(party, first) == ["late"]


def test_credit_is_bounded():
    party = race(arbitration="reaction", lag_credit_ms=100)
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, first, slots[first], after=500, reaction=490)
    claim(party, second, slots[second], after=200, reaction=10)
    party.advance(4250)
    assert outcomes(party, first) == ["won"]
    assert outcomes(party, second) == ["late"]


def test_tie_goes_to_the_earlier_arrival():
    party = race(arbitration="reaction")
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, second, slots[second], after=500, reaction=400)
    claim(party, first, slots[first], after=100, reaction=400)
    party.advance(4250)
    assert outcomes(party, second) == ["won"]


@pytest.mark.parametrize("swapped", [False, True])
def test_full_tie_goes_by_the_due_list(swapped):
    party = race(arbitration="reaction")
    order = [player.seat for player in party.game.to_act]
    pair = sorted(holders(party)[:2], key=order.index)
    slots = right_slots(party.game)
    party.now += 500
    for seat in reversed(pair) if swapped else pair:
        claim(party, seat, slots[seat], reaction=400)
    party.advance(4250)
    assert outcomes(party, pair[0]) == ["won"]


def test_claim_in_time_by_its_reaction_counts_though_it_arrives_after_the_close():
    party = race(arbitration="reaction")
    seat = holders(party)[0]
    slot = right_slots(party.game)[seat]
    party.advance(4100)
    assert party.game.window == 1
    claim(party, seat, slot, reaction=3950)
    party.advance(150)
    assert outcomes(party, seat) == ["won"]


def test_claim_too_late_by_its_reaction_is_refused_as_late():
    party = race(arbitration="reaction")
    seat = holders(party)[0]
    party.advance(4100)
    answer = claim(party, seat, right_slots(party.game)[seat], reaction=4050)
    assert answer["error"]["reason"] == "too_late"
    assert outcomes(party, seat) == ["late"]


# At once.


def test_at_once_a_claim_by_arrival_is_played_when_it_comes():
    party = race(settle="at_once")
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, first, slots[first])
    assert outcomes(party, first) == ["won"]
    claim(party, second, slots[second])
    assert outcomes(party, second) == ["stale"]


def test_at_once_a_claim_by_reaction_waits_for_those_that_could_come_before_it():
    party = race(arbitration="reaction", settle="at_once")
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, first, slots[first], after=500, reaction=490)
    party.advance(235)
    assert outcomes(party, first) == []
    claim(party, second, slots[second], reaction=480)
    party.advance(0)
    assert outcomes(party, first) + outcomes(party, second) == []
    party.advance(6)
    assert outcomes(party, first) == ["late"]
    assert outcomes(party, second) == ["won"]


# Chains and the record.


def test_claims_held_for_a_window_do_not_count_in_the_next_one():
    party = race(rules=masko.Rules(chain="anyone"))
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    cards = window_state(party)
    claim(party, first, slots[first])
    claim(party, second, slots[second])
    party.advance(4000)
    assert party.game.window == 2
    assert outcomes(party, second) == ["late"]
    assert window_state(party)[second] == cards[second]
    party.play(second, f"intercept {slots[second]}", window=2)
    party.advance(4000)
    assert outcomes(party, second) == ["late", "won"]


def played_race():
    party = race(arbitration="reaction")
    first, second = holders(party)[:2]
    slots = right_slots(party.game)
    claim(party, first, slots[first], after=500, reaction=490)
    claim(party, second, slots[second], after=100, reaction=400)
    party.advance(4250)
    return party


def test_record_decides_each_race_again():
    party = played_race()
    (found,) = redecide(party.table.record)
    assert found.window == 1
    assert found.outcomes == ("won", "late")
    assert [claim.credit for claim in found.claims] == [200, 10]
    note = next(move.notes for move in party.table.record.moves if "order" in move.notes)
    assert {"received", "reaction", "credit", "order", "at", "window"} <= set(note)


@pytest.mark.parametrize("field", ["received", "reaction", "number", "counted", "seat", "outcome"])
def test_record_with_a_changed_race_is_found_out(field):
    record = played_race().table.record
    table = json.loads(json.dumps(record.table))
    told = table["races"][0]["claims"][1]
    told[field] = "wrong" if field == "outcome" else told[field] - 495
    with pytest.raises(RecordError):
        redecide(dataclasses.replace(record, table=table))


def test_record_without_its_race_is_found_out():
    record = played_race().table.record
    with pytest.raises(RecordError):
        redecide(dataclasses.replace(record, table={**record.table, "races": []}))


@pytest.mark.parametrize("saved", [False, True])
def test_claimant_who_was_gone_hears_the_outcome_once_on_coming_back(saved):
    party = race(1)
    seat = holders(party)[0]
    claim(party, seat, right_slots(party.game)[seat])
    party.deliver(party.table.lost(party.now, f"c{seat}"))
    party.advance(4000)
    assert outcomes(party, seat) == []
    if saved:
        party.table = Table.restore(party.table.save(), party.now, keep_connections=True)
    party.say("back", "rejoin", token=party.tokens[seat])
    assert outcomes(party, "back") == ["won"]
    party.say("again", "rejoin", token=party.tokens[seat])
    assert outcomes(party, "again") == []
