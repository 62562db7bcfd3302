"""All that is said at random tables is as the schema tells, and what is changed is not.

The full volume (1,000 games of each game):

    pip install jsonschema-rs       # a hundred times as fast
    MASKO_SDK_CAMPAIGN=1 python -m pytest tests/wire/test_schema.py -s --timeout 0
"""

import copy
import json
import random
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from masko_sdk import HOST, ArgumentError, Game, MaskoError, bots, wire
from masko_sdk._value import camel_case
from masko_sdk.games import GAMES
from masko_sdk.table.messages import FIELDS, check_message
from masko_sdk.table.refusals import Refusal, TableRefusal
from tests.support.seeds import CAMPAIGN, run_seed
from tests.wire.talk import Talk

pytestmark = pytest.mark.slow

PARTS = 20 if CAMPAIGN else 1
GAMES_A_PART = 50 if CAMPAIGN else 2

FREE = ("message", "name", "token", "id")
"""Fields that hold any text."""


@cache
def validator(game_name, form):
    """Of one form; that of a union tries each of its members."""
    schema = wire.schema(game_name)
    return Draft202012Validator({"$ref": f"#/$defs/{form}", "$defs": schema["$defs"]})


@cache
def quick_check(game_name, form):
    """Whether a value is of a form; in a campaign by the quicker library."""
    if not CAMPAIGN:
        return validator(game_name, form).is_valid
    quick = pytest.importorskip("jsonschema_rs")
    return quick.Draft202012Validator(validator(game_name, form).schema).is_valid


def form_of(whose, message):
    """The definition of one type of messages."""
    return whose.removesuffix("Message") + camel_case(message["type"])


def faults(game_name, form, value):
    return [error.message for error in validator(game_name, form).iter_errors(value)]


@pytest.mark.parametrize("game_name", GAMES)
def test_schema_is_one(game_name):
    schema = wire.schema(game_name)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    for name in schema["$defs"]:
        assert f'"#/$defs/{name}"' in text or name in ("CatchUp", "MaskoError"), f"{name} is unused"


def test_there_is_no_schema_of_another_game():
    for describe in (wire.schema, wire.typescript):
        with pytest.raises(ArgumentError, match="whist"):
            describe("whist")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_name", GAMES)
def test_every_message_of_random_games_is_as_the_schema_tells(game_name, part):
    count = 0
    for number in range(GAMES_A_PART):
        for whose, message in Talk(game_name, f"{run_seed()} {game_name} {part} {number}").run():
            count += 1
            assert quick_check(game_name, form_of(whose, message))(message), message
            if count % 100 == 0:
                assert not faults(game_name, whose, message), message
    print(f"{game_name}: {GAMES_A_PART} games, {count} messages")
    assert count > 100 * GAMES_A_PART


@pytest.mark.parametrize("game_name", GAMES)
def test_catch_up_and_errors_without_a_table_are_as_the_schema_tells(game_name):
    game = Game(GAMES[game_name].Rules(), 3, seed=run_seed())
    bots.play(game, "random", max_plies=30)
    for player in game.players:
        assert not faults(game_name, "CatchUp", player.catch_up(-1).to_json())
    for action in game.rules.actions[::7]:
        for who in (*range(3), HOST):
            if action not in game.legal_actions(who):
                with pytest.raises(MaskoError) as refused:
                    game.play(who, action)
                form = wire.error_form(refused.value)
                assert not faults(game_name, "MaskoError", form)


# Tight.


def places(value, path=()):
    """Every place in a JSON value, but the whole."""
    parts = value.items() if isinstance(value, dict) else ()
    for key, part in enumerate(value) if isinstance(value, list) else parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def changed(rng, message):
    """A message with one thing that no form allows, and where."""
    message = copy.deepcopy(message)
    path = rng.choice(list(places(message)))
    inside = message
    for key in path[:-1]:
        inside = inside[key]
    there = inside[path[-1]]
    wrong = [{"a": 1}, 1.5, [[["a"]]]]
    if isinstance(there, dict):
        wrong.append({**there, "unheard_of": 1})
    if path[-1] not in FREE:
        wrong.append("unheard of")
    inside[path[-1]] = rng.choice(wrong)
    return message, path


@pytest.mark.parametrize("game_name", GAMES)
def test_message_with_anything_wrong_is_not_as_the_schema_tells(game_name):
    rng = random.Random(f"{run_seed()} {game_name}")
    said = list(Talk(game_name, f"{run_seed()} {game_name} tight").run())
    for _ in range(400):
        whose, message = rng.choice(said)
        form = form_of(whose, message)
        wrong, path = changed(rng, message)
        assert faults(game_name, form, wrong), (wrong, path)


@pytest.mark.parametrize("game_name", GAMES)
def test_message_without_one_of_its_fields_is_not_as_the_schema_tells(game_name):
    said = list(Talk(game_name, f"{run_seed()} {game_name} lack").run())
    by_type = {form_of(*pair): pair[1] for pair in said}
    assert len(by_type) > 10
    for form, message in by_type.items():
        optional = {"held"} if form.startswith("Table") else {"id", "window", "reaction", "seat"}
        optional |= {"since", "line", "ply"} if form.startswith("Client") else set()
        for field in set(message) - optional:
            lacking = {name: value for name, value in message.items() if name != field}
            assert faults(game_name, form, lacking), (form, field)


# Checks of the table.


VALUES = [None, True, False, 0, -1, -2, 2**53, 2**53 + 1, "", "a", "x" * 256, "x" * 257, [], {}]


@pytest.mark.parametrize("kind", FIELDS)
def test_table_lets_in_what_the_schema_tells(kind):
    """But for actions, of which the rules are the judge."""
    action = {"type": "draw"}
    for field in (*FIELDS[kind], "id", "v", "other"):
        for value in [*VALUES, 1]:
            form = {"type": kind, "v": 1}
            form |= {"name": "A", "token": "t", "action": action, "offer": 1, "accept": True}
            form = {key: form[key] for key in form if key in FIELDS[kind] or key in ("type", "v")}
            form[field] = value
            if field == "action":
                continue
            told = not faults("masko", form_of("Client", form), form)
            try:
                check_message(form)
                let_in = True
            except TableRefusal:
                let_in = False
            assert told == let_in, form


def test_every_reason_is_told():
    assert set(wire.schema("masko")["$defs"]["Refusal"]["enum"]) == {r.value for r in Refusal}
