"""What a seat's objects reach, and what no output of the library holds."""

from __future__ import annotations

import copy
import json
import pickle
import random
import struct
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

import pytest

from masko_sdk import ArgumentError, CatchUp, Game, Player, RuleViolation, Seed
from masko_sdk._codec import tables_of
from masko_sdk._value import Value, json_form
from masko_sdk.games import GAMES
from masko_sdk.player import Referee, Spectator
from tests.support.adapters import Position, adapter_of
from tests.support.options import draw_game
from tests.support.play import Mixture

GAME_COUNT = 6
PLIES = 40
RUN = 8  # bytes of a key in a row that nobody may see


def played(name: str, number: int, seed: Seed | int = 7) -> Game[Any, Any, Any]:
    """A game somewhere in its midst."""
    rng = random.Random(f"static {name} {number}")
    drawn = draw_game(rng, name)
    game: Game[Any, Any, Any] = Game(
        drawn.rules(), drawn.players, seed=seed, first_player=drawn.first_player
    )
    mixture = Mixture(rng, adapter_of(name))
    for _ in range(rng.randrange(PLIES)):
        if not game.is_over:
            game.play(*mixture.choose(game))
    return game


def watchers(game: Game[Any, Any, Any]) -> list[Any]:
    return [*game.players, game.spectator]


games = pytest.mark.parametrize("name", GAMES)
numbers = pytest.mark.parametrize("number", range(GAME_COUNT))


# What a seat's objects reach.


def members(thing: Any) -> Iterator[Any]:
    """What can be got at from a thing without a leading underscore and without calling."""
    if isinstance(thing, dict):
        yield from [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple, set, frozenset)):
        yield from thing
    if isinstance(thing, (int, str, bytes, float, type(None), Enum, Callable)):  # type: ignore[arg-type]
        return
    for name in dir(thing):
        if not name.startswith("_"):
            yield getattr(thing, name)
    yield from getattr(thing, "__dict__", {}).values()


def reached(start: Any) -> Iterator[Any]:
    waiting, met = [start], set()
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, Enum) or id(thing) in met:
            continue
        met.add(id(thing))
        yield thing
        waiting += members(thing)


@games
@numbers
def test_public_attributes_of_a_watcher_reach_plain_values_alone(name: str, number: int) -> None:
    game = played(name, number)
    for watcher in watchers(game):
        kept = list(reached(watcher))  # kept, so that no id is used twice
        for thing in kept:
            assert not isinstance(thing, (Game, Referee, Seed)), thing
            assert thing is watcher or not isinstance(thing, (Player, Spectator)), thing
            plain = isinstance(thing, (Value, CatchUp, int, str, tuple, dict, type(None)))
            assert plain or thing is watcher or callable(thing), type(thing)


@games
@numbers
def test_what_the_methods_of_a_watcher_return_reaches_plain_values_alone(
    name: str, number: int
) -> None:
    game = played(name, number)
    for watcher in watchers(game):
        answers = [watcher.view, watcher.events(), watcher.events(game.ply)]
        if isinstance(watcher, Player):
            answers += [watcher.catch_up(), watcher.memory, watcher.legal_actions]
        for answer in answers:
            kept = list(reached(answer))
            assert not any(isinstance(t, (Game, Referee, Seed, Player)) for t in kept)


@games
def test_a_watcher_has_no_dictionary_and_is_no_container(name: str) -> None:
    for watcher in watchers(played(name, 0)):
        with pytest.raises(TypeError):
            vars(watcher)
        with pytest.raises(TypeError):
            iter(watcher)
        with pytest.raises(TypeError):
            len(watcher)
        with pytest.raises(TypeError):
            watcher[0]


@games
def test_a_watcher_stays_who_it_is(name: str) -> None:
    game = played(name, 0)
    for watcher in [*watchers(game), game.referee]:
        for attribute in (a for a in dir(watcher) if not a.startswith("_")):
            with pytest.raises(AttributeError):
                setattr(watcher, attribute, 1)
            with pytest.raises(AttributeError):
                delattr(watcher, attribute)


@games
@pytest.mark.parametrize(
    "copied",
    [
        copy.copy,
        copy.deepcopy,
        pickle.dumps,
        lambda w: copy.deepcopy([w]),
        lambda w: w.__getstate__(),
    ],
    ids=["copy", "deepcopy", "pickle", "deepcopy in a list", "state"],
)
def test_a_watcher_refuses_to_be_copied(name: str, copied: Callable[[Any], Any]) -> None:
    game = played(name, 0)
    for watcher in [*watchers(game), game.referee]:
        with pytest.raises(TypeError, match="send JSON"):
            copied(watcher)


@games
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_watcher_refuses_every_protocol_of_pickle(name: str, protocol: int) -> None:
    for watcher in watchers(played(name, 0)):
        with pytest.raises(TypeError):
            pickle.dumps(watcher, protocol)


@games
@numbers
def test_a_world_of_a_seat_tells_nothing_of_the_seed_or_the_past(name: str, number: int) -> None:
    game = played(name, number, Seed(bytes(range(32))))
    for player in game.players:
        world = player.sample_world(3)
        assert world.seed.key != game.seed.key
        assert world.referee.events() == ()
        assert world.ply == game.ply


# The referee.


@games
@numbers
def test_the_referees_view_is_no_json_without_secrets(name: str, number: int) -> None:
    view = played(name, number).referee.view
    for refused in (
        view.to_json,
        lambda: json_form(view),
        lambda: view.to_json(secrets=False),
        lambda: json_form({"view": view}),
        lambda: json_form((view,)),
    ):
        with pytest.raises(ArgumentError):
            refused()
    with pytest.raises(TypeError):
        json.dumps(view)
    assert view.to_json(secrets=True)


# The seed.


KEY = random.Random("key of the static checks").randbytes(32)


def runs_of(key: bytes) -> list[bytes]:
    return [key[i : i + RUN] for i in range(len(key) - RUN + 1)]


def numbers_in(thing: Any) -> Iterator[int]:
    if isinstance(thing, bool) or thing is None:
        return
    if isinstance(thing, int):
        yield thing
    elif isinstance(thing, str):
        yield from (int(word) for word in thing.split() if word.lstrip("-").isdigit())
    elif isinstance(thing, (list, tuple)):
        for item in thing:
            yield from numbers_in(item)
    elif isinstance(thing, dict):
        for item in thing.values():
            yield from numbers_in(item)


def holds_key(text: str, numbers_: Iterable[int], key: bytes) -> bool:
    """Whether a run of the key is there: as hex, as text, as bytes of numbers or of words."""
    listed = list(numbers_)
    bytes_ = bytes(number & 0xFF for number in listed)
    words = b"".join(struct.pack("<q", max(min(n, 2**63 - 1), -(2**63))) for n in listed)
    narrow = b"".join(struct.pack("<i", n) for n in listed if -(2**31) <= n < 2**31)
    lowered = text.lower()
    return any(
        run.hex() in lowered
        or run[::-1].hex() in lowered
        or str(int.from_bytes(run, "little")) in text
        or str(int.from_bytes(run, "big")) in text
        or any(run in part for part in (bytes_, words, narrow, text.encode()))
        for run in runs_of(key)
    )


def outputs(game: Game[Any, Any, Any], watcher: Any) -> list[Any]:
    """Everything that a seat or an onlooker is handed, as JSON values and text."""
    told: list[Any] = [repr(game), repr(watcher), str(watcher), repr(game.players)]
    told += [watcher.view.to_json(), repr(watcher.view), json_form(game.outcome)]
    told += [event.to_json() for event in watcher.events()]
    told += [repr(event) for event in watcher.events()]
    told += [round_.to_json() for round_ in game.rounds]
    if isinstance(watcher, Player):
        told += [repr(watcher.catch_up()), [str(a) for a in watcher.legal_actions]]
        told += [[[repr(k), json_form(v)] for k, v in watcher.memory.items()]]
        told += list(refusals(game, watcher))
    return told


def refusals(game: Game[Any, Any, Any], player: Any) -> Iterator[str]:
    for action in game.rules.actions[:: max(1, len(game.rules.actions) // 50)]:
        for named in ({}, {"ply": game.ply + 5}, {"window": 99}):
            if action in player.legal_actions and not named:
                continue
            try:
                player.play(action, **named)
            except RuleViolation as error:
                yield str(error) + repr(error) + repr(error.args)


@games
@numbers
def test_no_output_of_a_seat_holds_eight_bytes_of_the_key(name: str, number: int) -> None:
    game = played(name, number, Seed(KEY))
    for watcher in watchers(game):
        told = outputs(game, watcher)
        text = "\n".join(map(str, told))
        assert not holds_key(text, numbers_in(told), KEY)


def test_the_search_for_a_key_finds_one_in_every_form() -> None:
    part = KEY[11 : 11 + RUN]
    assert holds_key(f"seed {part.hex().upper()}", [], KEY)
    assert holds_key(f"{int.from_bytes(part, 'little')}", [], KEY)
    assert holds_key("", [1, *part, 2], KEY)
    assert holds_key("", [int.from_bytes(part, "little", signed=True)], KEY)
    assert holds_key("", struct.unpack("<2i", part), KEY)
    assert not holds_key(part[:-1].hex(), part[:-1], KEY)


@games
def test_the_key_is_in_the_record_and_nowhere_in_a_repr(name: str) -> None:
    game = played(name, 0, Seed(KEY))
    assert KEY.hex() in game.record.dumps()
    for shown in (game, game.seed, game.record):
        assert not holds_key(repr(shown), [], KEY)


# Texts of errors.


@games
@numbers
def test_a_refusal_names_no_card(name: str, number: int) -> None:
    """Its text is the action, and a reason or the number of a ply, a window or a seat."""
    game = played(name, number)
    reasons = [reason.replace("_", " ") for reason in tables_of(name).choices["reason"]]
    before = Position(game.clone()).secret
    for player in game.players:
        for action in game.rules.actions:
            if action in player.legal_actions:
                continue
            with pytest.raises(RuleViolation) as caught:
                player.play(action)
            tail = str(caught.value).removeprefix(f"{action}: ")
            assert tail in [*reasons, "the game is over", f"seat {player.seat} is not due"]
    assert Position(game).secret == before


@games
def test_reasons_name_no_card(name: str) -> None:
    tables = tables_of(name)
    words = {word for reason in tables.choices["reason"] for word in reason.split("_")}
    assert not words & set(tables.card_names)
