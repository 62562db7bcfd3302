"""What can't be told is refused by its name, and a form that came from elsewhere is told as far as it goes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from masko_sdk import ArgumentError, Game, fifty, masko, skyjo
from masko_sdk.words import Words, catalogue

NAMES = ("Ana", "Bo")


@pytest.fixture
def words() -> Words:
    return Words(skyjo.Rules(), NAMES)


@pytest.mark.parametrize("rules", [None, "masko", {}, skyjo.Rules])
def test_rules_are_those_of_a_game(rules: Any) -> None:
    with pytest.raises(TypeError, match="rules must be those of a game"):
        Words(rules, NAMES)


@pytest.mark.parametrize("names", [None, "Ana", 5, [1, 2]])
def test_names_are_texts(names: Any) -> None:
    with pytest.raises(TypeError, match="name"):
        Words(skyjo.Rules(), names)


@pytest.mark.parametrize(
    ("language", "error", "named"),
    [
        ("xx", ArgumentError, "xx"),
        ({}, ArgumentError, '"any"'),
        ({"any": {}}, ArgumentError, '"forms"'),
        ([], TypeError, "list"),
        (None, TypeError, "NoneType"),
        ({"any": []}, TypeError, "'any'"),
        ({"any": {"forms": "all"}}, TypeError, "'forms'"),
        ({"any": {"forms": {"all": 1}}}, TypeError, "'all'"),
        ({"any": {"forms": {}}, "skyjo": None}, TypeError, "'skyjo'"),
    ],
)
def test_a_catalogue_says_what_it_lacks(language: Any, error: type[Exception], named: str) -> None:
    with pytest.raises(error) as caught:
        Words(skyjo.Rules(), NAMES, language=language)
    assert named in str(caught.value)


@pytest.mark.parametrize("sentence", ["{nobody} begins", "{seat", "{0}", "{seat.x.y}", "{seat:d}"])
def test_a_sentence_that_can_not_be_filled_is_named(sentence: str) -> None:
    own: Any = deepcopy(catalogue("en"))
    own["skyjo"]["events"] = {"dealt": sentence}
    game = Game(skyjo.Rules(), NAMES, seed=1)
    with pytest.raises(ArgumentError) as caught:
        Words(game.rules, NAMES, language=own).event(game.spectator.events()[0])
    assert sentence in str(caught.value)


@pytest.mark.parametrize("event", [None, masko.Announced(0), fifty.Dealt(0, 0), skyjo.Take()])
def test_events_are_those_of_the_game(words: Words, event: Any) -> None:
    with pytest.raises(TypeError, match="event must be one of skyjo"):
        words.event(event)
    with pytest.raises(TypeError, match="event must be one of skyjo"):
        list(words.tell([event]))


@pytest.mark.parametrize("action", [None, "draw", masko.Draw(), skyjo.Closed(0)])
def test_actions_are_those_of_the_game(words: Words, action: Any) -> None:
    with pytest.raises(TypeError, match="action must be one of skyjo"):
        words.action(action, 0)


@pytest.mark.parametrize("seat", [2, 7, -1])
def test_a_seat_without_a_name_is_refused(words: Words, seat: int) -> None:
    with pytest.raises(ArgumentError, match=f"seat is {seat}; there are 2 names"):
        words.event(skyjo.Closed(seat))


@pytest.mark.parametrize("reason", [None, "wrong_phase"])
def test_a_reason_is_that_of_an_error(words: Words, reason: Any) -> None:
    with pytest.raises(TypeError, match="reason"):
        words.reason(reason)


@pytest.mark.parametrize("form", [{}, {"error": 1}, {"message": "no"}])
def test_a_form_that_is_none_of_an_error_is_refused(words: Words, form: Any) -> None:
    with pytest.raises(ArgumentError, match='lacks "error"'):
        words.error(form)


@pytest.mark.parametrize("error", [None, "no", 7, KeyError("x")])
def test_what_is_neither_error_nor_form_is_refused(words: Words, error: Any) -> None:
    with pytest.raises(TypeError, match="error"):
        words.error(error)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"error": "too_loud"}, "too loud"),
        ({"error": "too_loud", "message": "not so loud"}, "not so loud"),
        ({"error": "illegal_action", "reason": "of_later", "message": "not yet"}, "not yet"),
        ({"error": "illegal_action", "reason": ["x"]}, "illegal action"),
        ({"error": "table_refusal", "reason": "of_later"}, "table refusal"),
    ],
)
def test_an_unknown_form_is_told_by_its_message_or_kind(
    words: Words, form: dict[str, Any], told: str
) -> None:
    assert words.error(form) == told


def test_a_form_that_lacks_what_its_sentence_tells_is_told_by_its_message() -> None:
    own: Any = deepcopy(catalogue("en"))
    own["any"]["errors"]["stale_action"] = "meant for {what} {expected}"
    words = Words(skyjo.Rules(), NAMES, language=own)
    assert words.error({"error": "stale_action", "message": "too late"}) == "too late"
