"""Text from a client is read within limits, and refused in kind otherwise."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masko_sdk import ArgumentError, wire

NUMBERS = st.one_of(
    st.integers(-(10**18), 10**18), st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)


@given(value=VALUES)
def test_whatever_json_can_hold_comes_back(value):
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False).encode()):
        assert wire.parse(text, max_depth=100) == value


def is_json(data):
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


@given(data=st.one_of(st.binary(), st.text()).filter(lambda data: not is_json(data)))
def test_any_other_text_is_refused_in_kind(data):
    with pytest.raises(ArgumentError) as refused:
        wire.parse(data)
    assert len(str(refused.value)) < 200


def nested(depth):
    return "[" * depth + "]" * depth


LIMITS = {
    "bytes": (lambda n: " " * n + "1", 100, "larger than 101 bytes"),
    "bytes of UTF-8": (lambda n: '"' + "é" * n + '"', 49, "larger than 101 bytes"),
    "depth": (nested, 5, "nested deeper than 5"),
    "digits": (lambda n: "1" * n, 20, "a number that is too long"),
    "digits of a fraction": (lambda n: "0." + "1" * (n - 2), 40, "a number that is too long"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limit_is_kept_to_the_last(name):
    make, most, message = LIMITS[name]
    limits = {"max_bytes": 101, "max_depth": 5}
    wire.parse(make(most), **limits)
    with pytest.raises(ArgumentError, match=message):
        wire.parse(make(most + 1), **limits)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 1}', "the same key twice"),
        ('{"b": {"a": 1, "\\u0061": 2}}', "the same key twice"),
        ("NaN", "NaN"),
        ("[-Infinity]", "-Infinity"),
        ('"\ud800"', "no JSON text in UTF-8"),
        ('"\\ud800"', "no JSON text in UTF-8"),
        ('{"\\udfff\\ud800": 1}', "no JSON text in UTF-8"),
        (b'"\xff"', "no JSON text in UTF-8"),
        (b"\xef\xbb\xbf1", "no JSON text in UTF-8"),
        ("1 2", "no JSON text in UTF-8"),
        ("'a'", "no JSON text in UTF-8"),
        ("", "no JSON text in UTF-8"),
    ],
)
def test_text_is_refused_with_what_is_wrong(text, message):
    with pytest.raises(ArgumentError, match=message):
        wire.parse(text)


def test_pair_of_surrogates_is_one_character():
    assert wire.parse('"\\ud83c\\udccf"') == "\N{PLAYING CARD BLACK JOKER}"


def test_brackets_in_texts_do_not_count_as_depth():
    assert wire.parse('["[[[[[[[[[[", {"{{{{": "\\"[["}]', max_depth=2)[0] == "[" * 10


@pytest.mark.parametrize("data", [None, 1, ["{}"], {"type": "ping"}])
def test_what_is_no_text_is_a_fault_of_the_host_program(data):
    with pytest.raises(TypeError, match="a message is text"):
        wire.parse(data)


@pytest.mark.parametrize("part", ["[", "{", '"', "\\", "9", '{"a":', "[[],", " "])
def test_cost_is_bounded_by_the_limit_and_not_by_the_text(part):
    """The text is sixty times as long as what is read of it at most."""
    texts = [part * (wire.parsing.MAX_BYTES // len(part)), part * (4_000_000 // len(part))]
    seconds = []
    for text in texts:
        start = time.process_time()
        for _ in range(3):
            with pytest.raises(ArgumentError):
                wire.parse(text)
        seconds.append(time.process_time() - start)
    assert seconds[0] < 1
    assert seconds[1] < max(seconds[0], 0.05)
