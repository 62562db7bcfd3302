"""What is written can be read again: else it is refused before anything is written, by a typed error."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import (
    HOST,
    ArgumentError,
    Game,
    MaskoError,
    Record,
    RecordError,
    fifty,
    masko,
    skyjo,
    wire,
)
from masko_sdk.record import Move
from masko_sdk.seed import Seed, make_seed

KEY = bytes(32)


def small() -> Record:
    return Game(masko.Rules(), 2, seed=1).record


def nested(levels: int) -> Any:
    thing: Any = 0
    for _ in range(levels):
        thing = [thing]
    return thing


# Tags, notes and the table.

UNREADABLE: dict[str, Any] = {
    "nan": float("nan"),
    "infinity": float("-inf"),
    "21 digits": 10**20,
    "21 characters": -(10**19),
    "6,000 digits": 10**6000,
    "too deep": nested(7),
    "surrogate": "\ud800",
    "surrogate inside": [{"x": ["\udfff"]}],
    "surrogate as a key": {"\ud800": 1},
    "same key twice": {1: 1, "1": 2},
    "number as a key": {1: 1},
    "bytes": b"x",
    "set": {1},
    "object": object(),
}
READABLE = [None, True, 10**20 - 1, 1.5, "é\U0001f0cf", nested(6), {"x": [1, {}]}, [], "\0"]


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_tag_that_could_not_be_read_is_named_and_nothing_is_written(
    tmp_path: Path, what: str
) -> None:
    record = replace(small(), tags={"fine": 1, "odd": UNREADABLE[what]})
    with pytest.raises(RecordError, match="tag 'odd'"):
        record.dumps()
    with pytest.raises(RecordError, match="tag 'odd'"):
        record.save(tmp_path / "x.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["\ud800", 1, None])
def test_the_name_of_a_tag_is_text(name: Any) -> None:
    with pytest.raises(RecordError, match="tag "):
        replace(small(), tags={name: 1}).dumps()


@pytest.mark.parametrize("value", READABLE)
def test_a_tag_that_is_written_is_read_the_same(value: Any) -> None:
    record = replace(small(), tags={"x": value})
    assert Record.loads(record.dumps()).tags == {"x": value}


@pytest.mark.parametrize("what", UNREADABLE)
def test_notes_and_the_table_are_held_to_the_same(what: str) -> None:
    move = Move(0, masko.Look(seat=0, slot=0), {"x": UNREADABLE[what]})
    with pytest.raises(RecordError, match="notes of action 1 "):
        replace(small(), moves=(move,)).dumps()
    with pytest.raises(RecordError, match="table of the record"):
        replace(small(), table={"x": UNREADABLE[what]}).dumps()


def test_notes_may_be_as_deep_as_they_can_be_read() -> None:
    look = masko.Look(seat=0, slot=0)
    record = replace(small(), moves=(Move(0, look, {"x": nested(4)}),))
    assert Record.loads(record.dumps()) == record
    with pytest.raises(RecordError, match="deep"):
        replace(small(), moves=(Move(0, look, {"x": nested(5)}),)).dumps()


@pytest.mark.parametrize(
    "move",
    [
        Move(8, masko.Draw()),
        Move(-1, masko.Draw()),
        Move(True, masko.Draw()),
        Move("host", masko.Draw()),  # type: ignore[arg-type]
        Move(None, masko.Draw()),  # type: ignore[arg-type]
        Move(0, skyjo.Flip(slot=0)),
        Move(0, "draw"),
        Move(0, None),
        Move(HOST, masko.Keep(slot=99)),
    ],
)
def test_a_move_that_could_not_be_read_is_named(move: Move) -> None:
    with pytest.raises(RecordError, match="action 1 "):
        replace(small(), moves=(move,)).dumps()


@pytest.mark.parametrize("text", ["[1e999]", "[-1e999]", '{"x": 1E400}'])
def test_a_number_above_all_floats_is_refused_at_reading(text: str) -> None:
    with pytest.raises(ArgumentError, match="too large"):
        wire.parse(text)
    form = small().dumps().replace('"tags": {}', f'"tags": {{"x": {text}}}')
    assert text in form
    with pytest.raises(RecordError, match="too large"):
        Record.loads(form)


# Long games.


@pytest.fixture(scope="module")
def endless() -> Game[Any, Any, Any]:
    """Skyjo has no bound on plies (C10): a card is taken and put down again for ever."""
    game = Game(skyjo.Rules(), 2, seed=1)
    while game.turn is None:
        player = game.to_act[0]
        player.play(player.legal_actions[0])
    codes = []
    seat = game.turn.seat
    for who in (seat, 1 - seat):
        codes += [who << 16 | game._tables.code_of(skyjo.Take())]
        codes += [who << 16 | game._tables.code_of(skyjo.Replace(slot=0))]
    plies = codes * (10**6 // 4 + 1)
    done = game._core.replay(plies)
    assert done == len(plies) > 10**6
    return game


@pytest.mark.slow
def test_a_game_of_more_than_a_million_plies_can_be_pickled_and_read(
    endless: Game[Any, Any, Any], tmp_path: Path
) -> None:
    assert pickle.loads(pickle.dumps(endless)) == endless
    path = tmp_path / "long.json"
    endless.record.save(path)
    with pytest.raises(RecordError, match=r"larger than|more than"):
        Record.load(path)
    found = Record.load(path, max_bytes=None, max_actions=None)
    assert found.replay() == endless


def test_a_record_over_a_limit_is_read_without_it(tmp_path: Path) -> None:
    record = replace(small(), moves=(Move(0, masko.Look(seat=0, slot=0)),))
    path = tmp_path / "x.json"
    record.save(path)
    for limit in ({"max_bytes": 10}, {"max_actions": 0}):
        with pytest.raises(RecordError):
            Record.load(path, **limit)
    assert Record.load(path, max_bytes=None, max_actions=None) == record


@pytest.mark.parametrize("limit", ["max_bytes", "max_actions", "max_depth"])
def test_limits_are_whole_numbers_from_0(tmp_path: Path, limit: str) -> None:
    path = tmp_path / "x.json"
    small().save(path)
    for wrong in (-5, -1, 2**62, 2**70):
        with pytest.raises(ArgumentError, match="a limit is"):
            Record.load(path, **{limit: wrong})
    assert Record.load(path, **{limit: 2**61})
    with pytest.raises(TypeError):
        Record.load(path, **{limit: 1.5})


# Paths.


@pytest.mark.parametrize("path", ["a\0b", "\ud800\ud800"])
def test_a_path_that_no_file_has_is_an_argument_error(path: str) -> None:
    for do in (Record.load, small().save):
        with pytest.raises(ArgumentError, match="the path"):
            do(path)


@pytest.mark.parametrize("path", ["", "/", ".", ".."])
def test_a_folder_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(OSError, match=r"."):
        small().save(path)
    assert [found.name for found in tmp_path.rglob("*")] == ["here"]


@pytest.mark.parametrize("path", [5, None, b"x"])
def test_a_path_is_text(path: Any) -> None:
    for do in (Record.load, small().save):
        with pytest.raises(TypeError, match="a path"):
            do(path)


# Records and seeds made by hand.

WRONG: list[dict[str, Any]] = [
    {"seed": None},
    {"seed": 5},
    {"players": ["Ana", "Bo"]},
    {"players": "ab"},
    {"players": (1, 2)},
    {"players": ("\ud800", "Bo")},
    {"players": ("", "Bo")},
    {"first_player": "0"},
    {"first_player": True},
    {"first_player": 10**30},
    {"first_player": -1},
    {"decks": "x"},
    {"tags": None},
    {"tags": [1]},
    {"table": [1]},
    {"moves": None},
]


@pytest.mark.parametrize("parts", WRONG)
def test_a_record_of_wrong_parts_can_not_be_made(parts: dict[str, Any]) -> None:
    with pytest.raises((TypeError, MaskoError)) as caught:
        replace(small(), **parts)
    assert str(caught.value)


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        ((b"x",), ArgumentError),
        ((bytes(33),), ArgumentError),
        ((b"",), ArgumentError),
        ((bytearray(32),), TypeError),
        (("x" * 32,), TypeError),
        ((None,), TypeError),
        ((KEY, -1), ArgumentError),
        ((KEY, 2**32), ArgumentError),
        ((KEY, True), TypeError),
        ((KEY, None), TypeError),
        ((KEY, 0, "5"), TypeError),
        ((KEY, 0, True), TypeError),
        ((KEY, 0, -1), ArgumentError),
        ((KEY, 0, 2**64), ArgumentError),
        (
            (KEY, 0, 5),
            ArgumentError,
        ),  # the record would tell of the number alone, and be of another game
    ],
)
def test_a_seed_of_wrong_parts_can_not_be_made(seed: tuple[Any, ...], error: type) -> None:
    with pytest.raises(error):
        Seed(*seed)


def test_a_key_that_is_too_short_is_told_so() -> None:
    with pytest.raises(ArgumentError, match="a key has 32 bytes"):
        Seed(b"x")


@pytest.mark.parametrize("number", [0, 5, 2**53, 2**64 - 1])
def test_a_seed_goes_through_json(number: int) -> None:
    seed = make_seed(number)
    assert Seed(seed.key, 7, number) == Seed.from_json(
        json.loads(json.dumps(Seed(seed.key, 7, number).to_json()))
    )


# Names.


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Zo\udcc3\udca9", "is no valid text"),
        ("a\nb", "control character"),
        ("\u200b ", "shows nothing"),
    ],
)
def test_a_name_in_another_encoding_is_told_apart_from_a_control_character(
    name: str, told: str
) -> None:
    with pytest.raises(ArgumentError, match=told):
        Game(fifty.Rules(), [name, "Bo"])
