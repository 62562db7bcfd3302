"""Anything at all may come in: it is answered, and nothing else happens."""

import json
import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masko_sdk.table import Table
from masko_sdk.table.messages import FIELDS
from tests.table.helpers import Party

pytestmark = pytest.mark.slow

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=80),
    st.sampled_from(["draw", "pass", "look", "intercept", "\ud800", "\x00", "é" * 300]),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=12), inner, max_size=5)
    ),
    max_leaves=20,
)
NAMES = sorted({name for fields in FIELDS.values() for name in fields} | {"id", "v", "x"})
ACTIONS = st.dictionaries(
    st.sampled_from(["type", "seat", "slot", "card"]),
    st.one_of(st.sampled_from(["look", "draw", "intercept", "pass"]), st.integers(-2, 60), SCALARS),
    max_size=4,
)
MESSAGES = st.builds(
    lambda kind, fields, action: {"type": kind, **fields, **action},
    st.one_of(st.sampled_from(sorted(FIELDS)), SCALARS),
    st.dictionaries(st.sampled_from(NAMES), st.one_of(st.integers(-2, 9), JSON), max_size=5),
    st.one_of(st.just({}), st.builds(lambda action: {"action": action}, ACTIONS)),
)
KINDS = {
    "joined", "lobby", "state", "update", "answer", "refused", "claim", "offer", "offer_closed",
    "rematch", "over", "moved", "removed",
}  # fmt: skip

REFUSED = {
    "table_refusal", "unknown_action", "illegal_action", "not_your_turn", "stale_action", "game_over",
}  # fmt: skip
STAGES = st.integers(0, 12)
thorough = settings(max_examples=300, deadline=None)


@cache
def saved_at(stage):
    """A table with a watcher after so many decisions."""
    party = Party(take_back=True, window_ms=500)
    party.say("w", "watch")
    for _ in range(stage):
        party.now = max(party.now, party.table.next_deadline)
        party.deliver(party.table.advance(party.now))
    return party.table.save()


def answers_to(stage, sender, message):
    """What goes back to the sender; all that goes out is well formed, and the game is where it was."""
    table = Table.restore(saved_at(stage), 0, keep_connections=True)
    before = table.game.clone()
    outs = table.receive(0, sender, message)
    forms = [json.loads(out.text) for out in outs]
    assert {form["type"] for form in forms} <= KINDS
    assert all(out.text.isascii() for out in outs)
    answers = [form for out, form in zip(outs, forms, strict=True) if out.to == sender]
    if any(form["type"] == "refused" for form in answers):
        assert table.game == before
    return [form for form in answers if form["type"] in ("answer", "joined", "refused", "state")]


@pytest.mark.parametrize("sender", ["c1", "w", "stranger", 2])
@thorough
@given(stage=STAGES, data=st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_any_text_is_refused(stage, sender, data):
    assert [form["type"] for form in answers_to(stage, sender, data)] == ["refused"]


@pytest.mark.parametrize("sender", ["c1", "w", "stranger"])
@thorough
@given(stage=STAGES, form=JSON)
def test_any_json_is_refused(stage, sender, form):
    answers = answers_to(stage, sender, json.dumps(form))
    assert [form["type"] for form in answers] == ["refused"]
    assert answers[0]["error"]["error"] == "table_refusal"


@pytest.mark.parametrize("sender", ["c1", "w", "stranger"])
@pytest.mark.parametrize("parsed", [False, True])
@thorough
@given(stage=STAGES, message=MESSAGES)
def test_anything_like_a_message_is_answered(stage, sender, parsed, message):
    answers = answers_to(stage, sender, message if parsed else json.dumps(message))
    assert answers or message.get("id") is None
    for form in answers:
        if form["type"] == "refused":
            assert form["error"]["error"] in REFUSED


HOSTILE = {
    "brackets": "[" * 1_000_000,
    "quotes": '"' * 1_000_000,
    "digits": "9" * 1_000_000,
    "keys": "{" + ",".join(f'"{number}":0' for number in range(200_000)) + "}",
    "spaces": " " * 1_000_000,
    "backslashes": '{"type":"' + "\\" * 1_000_000,
    "deep enough": '{"type":"play","action":' + '{"a":' * 600 + "1" + "}" * 601,
    "long name": '{"type":"join","name":"' + "a" * 4000 + '"}',
    "colliding digits": '{"type":"ping","id":' + "1" * 4000 + "}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_costs_little_however_long_it_is(name):
    """Far more than it takes, and far less than reading it all would."""
    party = Party()
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        outs = party.table.receive(party.now, "c1", HOSTILE[name])
        best = min(best, time.process_time() - start)
        assert [out.form["type"] for out in outs] == ["refused"]
    assert best < 0.02
