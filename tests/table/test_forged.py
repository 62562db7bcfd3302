"""Saved tables that were changed: refused by a `RecordError`, or tables that go on like any other."""

import json
import random
import time
from contextlib import suppress

import pytest

from masko_sdk import ArgumentError, Record, RecordError, Seed, masko
from masko_sdk.table import Table, redecide
from tests.support.seeds import CAMPAIGN, run_seed
from tests.table.helpers import Party, race, right_slots, wrong_slot

SAMPLE = 10**9 if CAMPAIGN else 250
VALUES = [None, -1, 10**30, 10**19, 7, "x", [], {}, True, 1.5, [1], {"a": 1}]


def lobby():
    party = Party(start=False, bots={3: "random"})
    party.say("a", "join", name="Ana")
    party.say("w", "watch")
    party.say("guest", "join", name="\n")
    return party


def offer():
    party = Party(take_back=True, window_ms=500)
    party.play(0, "look 0 0")
    party.play(0, "look 0 1")
    for seat in (1, 2, 3):
        party.play(seat, f"look {seat} 0")
        party.play(seat, f"look {seat} 1")
    party.table.lost(party.now, "c3")
    party.play(0, "announce" if "announce" in map(str, party.game.legal_actions(0)) else "draw")
    party.say(0, "take_back")
    return party


def held_claims():
    party = race(arbitration="reaction")
    slots = right_slots(party.game)
    first, second = [seat for seat in slots if seat != 0][:2]
    party.now += 500
    party.play(first, f"intercept {slots[first]}", window=1, reaction=490)
    party.play(second, f"intercept {wrong_slot(party.game, second)}", window=1, reaction=495)
    return party


def decided_claims():
    party = held_claims()
    party.advance(5000)
    return party


def votes():
    party = Party(masko.Rules(target=1), turn_ms=10, bots={2: "prudent"})
    party.advance(10_000_000)
    party.say(0, "rematch")
    return party


def removed():
    """A removed player's claim is held; another seat was removed that the host program spoke for."""
    party = race(1)
    seat, slot = next(one for one in right_slots(party.game).items() if one[0] != 0)
    other = 3 if seat != 3 else 2
    party.play(seat, f"intercept {slot}", window=1)
    party.deliver(party.table.receive(party.now, other, '{"type": "ping"}'))
    for gone in (seat, other):
        party.say(0, "remove", seat=gone)
    party.deliver(party.table.receive(party.now, other, '{"type": "ping"}'))
    return party


STAGES = {
    "lobby": lobby,
    "offer": offer,
    "held claims": held_claims,
    "decided claims": decided_claims,
    "votes": votes,
    "removed": removed,
}
MESSAGES = [
    {"type": "rematch", "id": 100},
    {"type": "answer", "offer": 1, "accept": True},
    {"type": "take_back", "id": "t"},
    {"type": "start", "fill": True},
    {"type": "play", "action": {"type": "draw"}, "id": 200},
    {"type": "play", "action": {"type": "intercept", "slot": 0}, "window": 1, "reaction": 5},
    {"type": "play", "action": {"type": "pass"}, "window": 1},
    {"type": "remove", "seat": 1, "id": 300},
    {"type": "leave"},
]


def paths(form, path=()):
    """Of every value in a form."""
    yield path
    if isinstance(form, (dict, list)):
        for key, value in form.items() if isinstance(form, dict) else enumerate(form):
            yield from paths(value, (*path, key))


def replaced(form, path, value):
    if not path:
        return value
    copy = dict(form) if isinstance(form, dict) else list(form)
    copy[path[0]] = replaced(form[path[0]], path[1:], value)
    return copy


def survives(text):
    """What becomes of a text; anything but a table that goes on or a `RecordError` comes through."""
    start = time.process_time()
    try:
        table = Table.restore(text, 0, keep_connections=True)
    except RecordError:
        return False
    now = 0
    for message in MESSAGES:
        for sender in ("c0", "c1", "c3", "a", "new"):
            table.receive(now, sender, message)
        for _ in range(4):
            if table.next_deadline is not None:
                now = max(now, min(table.next_deadline, now + 10**9))
            table.advance(now)
        again = Table.restore(table.save(), now, keep_connections=True)
        assert again.save() == table.save()
    table.lost(now, "c1")
    with suppress(RecordError):  # a race that was changed
        redecide(Record.loads(table.save()))
    assert time.process_time() - start < 8
    return True


@pytest.mark.parametrize("stage", STAGES)
def test_saved_table_goes_on(stage):
    assert survives(STAGES[stage]().table.save())


@pytest.mark.parametrize("stage", STAGES)
def test_every_part_of_a_saved_table_may_be_anything(stage):
    form = json.loads(STAGES[stage]().table.save())
    forgeries = [(path, value) for path in paths(form) for value in VALUES]
    rng = random.Random(f"{run_seed()} {stage}")
    for path, value in rng.sample(forgeries, min(SAMPLE, len(forgeries))):
        try:
            survives(json.dumps(replaced(form, path, value)))
        except Exception as error:
            error.add_note(f"at {path}: {value!r}")
            raise


def test_stages_hold_what_they_are_called_after():
    forms = {stage: json.loads(make().table.save())["table"] for stage, make in STAGES.items()}
    assert not forms["lobby"]["started"]
    assert forms["offer"]["offer"]
    assert len(forms["held claims"]["window"]["claims"]) == 2
    assert forms["decided claims"]["races"]
    assert forms["votes"]["votes"]
    assert sum(chair["barred"] for chair in forms["removed"]["chairs"]) == 2
    assert forms["removed"]["window"]["claims"]


FORGERIES = {
    "version": lambda table: table.update(version=True),
    "time": lambda table: table.update(time=None),
    "seat of a link": lambda table: table["links"][0].update(seat=7),
    "since": lambda table: table.update(since={"a": 1}),
    "since of another seat": lambda table: table.update(since=[[3, 0]]),
    "since later than now": lambda table: table["since"][0].__setitem__(1, 10**12),
    "barred": lambda table: table["chairs"][0].update(barred=None),
    "address of nobody": lambda table: table["chairs"][0].update(address="nobody"),
    "two seats of a link": lambda table: table["chairs"][0].update(address="c1"),
    "offer of nothing": lambda table: table.update(offer=[1, 1, 50, [0]]),
    "absent policy": lambda table: table["settings"].update(absent="x"),
    "absent policy of no game": lambda table: table["settings"].update(absent=["clever", {}]),
    "deep answer": lambda table: table["chairs"][0].update(answers=[-1, [["i", "[" * 5000, "{}"]]]),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_forged_table_is_refused(what):
    form = json.loads(Party().table.save())
    FORGERIES[what](form["table"])
    with pytest.raises(RecordError):
        Table.restore(json.dumps(form), 0)


def test_game_that_was_played_at_a_table_that_has_not_begun_is_refused():
    form = json.loads(offer().table.save())
    form["table"].update(started=False, offer=None)
    with pytest.raises(RecordError, match="begun"):
        Table.restore(json.dumps(form), 0)


@pytest.mark.parametrize(
    "claim",
    [
        {"seat": 0},
        {"action": "intercept 99"},
        {"action": "draw"},
        {"action": None},
        {"received": 10**12},
        {"due": 9},
        {"number": -1},
        {"counted": 10**12},
    ],
)
def test_forged_claim_is_refused(claim):
    form = json.loads(held_claims().table.save())
    form["table"]["window"]["claims"][0].update(claim)
    with pytest.raises(RecordError):
        Table.restore(json.dumps(form), 0)


@pytest.mark.parametrize(
    "window", [{"number": True}, {"number": 2}, {"left": [1]}, {"due": []}, {"passing": [9]}]
)
def test_forged_window_is_refused(window):
    form = json.loads(held_claims().table.save())
    form["table"]["window"].update(window)
    with pytest.raises(RecordError):
        Table.restore(json.dumps(form), 0)


RACES = [
    lambda table: table["settings"].update(absent="x"),
    lambda table: table.update(settings=[]),
    lambda table: table.update(settings={"absent": []}),
    lambda table: table.update(races=[1]),
    lambda table: table.update(races={"a": 1}),
    lambda table: table["races"][0].update(claims=[[1]]),
    lambda table: table["races"][0].update(claims=[1]),
    lambda table: table["races"][0].update(claims=[{}]),
    lambda table: table["races"][0].update(claims=None),
    lambda table: table["races"][0].update(window=99),
    lambda table: table["races"][0].update(window=[]),
    lambda table: table["races"][0]["claims"][0].update(outcome=[]),
    lambda table: table["races"][0]["claims"][0].update(reaction="x"),
    lambda table: table["races"][0]["claims"][0].update(seat=9),
]


@pytest.mark.parametrize("forge", RACES)
def test_forged_race_is_not_redecided(forge):
    form = json.loads(decided_claims().table.record.dumps())
    assert redecide(Record.loads(json.dumps(form)))
    forge(form["table"])
    with pytest.raises(RecordError):
        redecide(Record.loads(json.dumps(form)))


def test_only_a_record_is_redecided():
    with pytest.raises(TypeError):
        redecide("x")


# Restoring.


def test_rematch_after_the_last_game_of_a_key_is_the_first_one():
    last = Seed(bytes(32), 2**32 - 1)
    party = Party(masko.Rules(target=1), turn_ms=10, seed=last)
    party.advance(10_000_000)
    for seat in range(4):
        assert party.say(seat, "rematch")["ok"]
    assert party.table.phase == "playing"
    assert party.game.seed == Seed(bytes(32), 0)


def test_limits_of_a_restored_text_are_arguments():
    party = Party()
    party.play(0, "look 0 0")
    text = party.table.save()
    for limit in ({"max_bytes": 100}, {"max_actions": 0}):
        with pytest.raises(RecordError):
            Table.restore(text, 0, **limit)
    with pytest.raises(ArgumentError):
        Table.restore(text, 0, max_bytes=-1)
    padded = text + " " * 17 * 2**20
    with pytest.raises(RecordError, match="larger"):
        Table.restore(padded, 0)
    assert Table.restore(padded, 0, max_bytes=None, max_actions=None).game == party.game


@pytest.mark.parametrize("options", [{"bots": ["x"]}, {"bots": {1: 5}}, {"tokens": 5}])
def test_restored_table_takes_arguments_of_their_types_only(options):
    text = Party(bots={1: lambda player: player.legal_actions[0]}).table.save()
    bots = {"bots": {1: lambda player: player.legal_actions[0]}}
    with pytest.raises((TypeError, RecordError)):
        Table.restore(text, 0, **{**bots, **options})
