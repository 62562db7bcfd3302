"""Forged records: refused by a `RecordError` and at once, or they replay to a game of their own."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Game, Record, RecordError
from masko_sdk.games import GAMES
from tests.hostile.calls import table_of
from tests.support.seeds import CAMPAIGN, run_seed

LIMIT = (
    8.0  # seconds of this process, sanitizers and busy machines included: it only tells blow-ups
)
REPLACEMENTS = [b"", b"\0", b'"', b"0", b"9", b"-", b"[", b"}", b",", b"\\", b"\xff", b"e", b" "]
FORGED = 3_000 if CAMPAIGN else 300

games = pytest.mark.parametrize("game", GAMES)


def record_of(game: str, plies: int = 6) -> Record:
    return table_of(game, Path("unused"), plies).game.record


def read(text: str | bytes) -> str:
    """What becomes of a text; anything but a game or a `RecordError` comes through."""
    start = time.process_time()
    game, refusal = replayed(text)
    assert time.process_time() - start < LIMIT
    if game is None:
        assert len(refusal) < 1_000
        return "refused"
    assert Record.loads(game.record.dumps()).replay() == game
    return "replayed"


def replayed(text: str | bytes) -> tuple[Game[Any, Any, Any] | None, str]:
    try:
        return Record.loads(text).replay(), ""
    except RecordError as error:
        return None, str(error)


def refused(text: str | bytes) -> None:
    assert read(text) == "refused"


# Texts.


@games
def test_every_truncation_is_refused(game: str) -> None:
    text = record_of(game, 3).dumps().rstrip().encode()
    for length in range(len(text)):
        refused(text[:length])


@games
def test_every_byte_of_a_record_may_be_another_one(game: str) -> None:
    text = record_of(game, 2).dumps().encode()
    rng = random.Random(f"bytes {run_seed()}")
    harmless = 0
    for at in range(len(text)):
        for byte in rng.sample(REPLACEMENTS, len(REPLACEMENTS) if CAMPAIGN else 3):
            harmless += read(text[:at] + byte + text[at + 1 :]) == "replayed"
    assert harmless  # a name or a blank may be another one


@games
def test_bits_flipped_anywhere(game: str) -> None:
    text = record_of(game).dumps().encode()
    rng = random.Random(f"bits {run_seed()}")
    for _ in range(FORGED):
        forged = bytearray(text)
        for _ in range(rng.choice([1, 1, 2, 5])):
            forged[rng.randrange(len(forged))] ^= 1 << rng.randrange(8)
        read(bytes(forged))


@pytest.mark.parametrize("length", [0, 1, 2])
def test_all_shortest_texts_are_refused(length: int) -> None:
    step = 1 if CAMPAIGN or length < 2 else 37
    for number in range(0, 256**length, step):
        refused(number.to_bytes(length, "little"))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 9,
        "[" * 1_000_000,
        '{"a":' * 1_000_000,
        "[" * 100_000 + "]" * 100_000,
        '"' * 100_001,
        '"\\' * 10_001,  # enough to see whether time grows with the square
        '"' + '\\"' * 10_001,
        '{"a": "' + '\\"' * 10_001,
        "\\" * 1_000_000,
        "1" * 1_000_000,
        "-" + "1" * 5_000,
        "1e999999999",
        "NaN",
        "-Infinity",
        "null",
        "true",
        "0",
        '""',
        "[]",
        "{}",
        '"\ud800"',
        '"\\ud800"',
        "\ufeff{}",
        b"\xff\xfe{\0}\0",
        b"\xef\xbb\xbf{}",
        b"\xed\xa0\x80",
        b"\0" * 1_000_000,
        " " * 1_000_000,
    ],
    ids=range(28),
)
def test_texts_that_are_no_record(text: str | bytes) -> None:
    refused(text)


def test_seventeen_megabytes_are_refused() -> None:
    for text in ("x" * 17 * 2**20, b"x" * 17 * 2**20, " " * 17 * 2**20, "é" * 9 * 2**20):
        refused(text)


def test_the_limit_of_bytes_counts_bytes() -> None:
    text = record_of("masko").dumps()
    size = len(text.encode())
    assert Record.loads(text, max_bytes=size)
    for form in (text, text.encode()):
        with pytest.raises(RecordError, match="larger"):
            Record.loads(form, max_bytes=size - 1)


@pytest.mark.slow
def test_a_million_and_one_actions_are_refused() -> None:
    form = record_of("masko").to_json()
    form["actions"] = [[0, "draw"]] * (10**6 + 1)
    with pytest.raises(RecordError, match="more than 1000000 actions"):
        Record.loads(json.dumps(form, separators=(",", ":")))


def test_limits_are_arguments() -> None:
    text = record_of("masko").dumps()
    for limit in ({"max_bytes": 10}, {"max_actions": 5}, {"max_depth": 1}):
        with pytest.raises(RecordError):
            Record.loads(text, **limit)


# Fields.

LONG = 10**19
VALUES: list[Any] = [None, True, 0, -1, 1.5, LONG, -LONG, "", "x", "x" * 10_000, "\ud800", [], {}]
VALUES += [[None], [[[]]], {"x": {}}, [[0, "draw"]], ["a"] * 50, {"int": 1}, "host", "masko", 8]


def paths(form: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of every value in a form."""
    yield path
    if isinstance(form, (dict, list)):
        for key, value in form.items() if isinstance(form, dict) else enumerate(form):
            yield from paths(value, (*path, key))


def replaced(form: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(form) if isinstance(form, dict) else list(form)
    copy[path[0]] = replaced(form[path[0]], path[1:], value)
    return copy


@games
def test_every_field_of_a_record_may_hold_anything(game: str) -> None:
    form = record_of(game, 3).to_json()
    form.pop("decks", None)
    for path in list(paths(form)):
        if path[:1] == ("tags",):
            continue
        for value in VALUES:
            read(json.dumps(replaced(form, path, value)))


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "version 2": lambda form: form.update(version=2),
    "version 1.0": lambda form: form.update(version=1.0),
    "version True": lambda form: form.update(version=True),
    "revision above": lambda form: form.update(revision=form["revision"] + 1),
    "revision below": lambda form: form.update(revision=form["revision"] - 1),
    "revision as a float": lambda form: form.update(revision=float(form["revision"])),
    "another format": lambda form: form.update(format="masko_sdk save"),
    "no game": lambda form: form.pop("game"),
    "unknown game": lambda form: form.update(game="poker"),
    "private game": lambda form: form.update(game="__init__"),
    "unknown field": lambda form: form.update(winner=0),
    "underscore field": lambda form: form.update(__class__="x"),
    "unknown option": lambda form: form["rules"].update(cheat=True),
    "10**9 players": lambda form: form.update(players=10**9),
    "many players": lambda form: form.update(players=["x"] * 100_000),
    "no players": lambda form: form.update(players=[]),
    "players as text": lambda form: form.update(players="abcd"),
    "long name": lambda form: form["players"].__setitem__(0, "x" * 65),
    "empty name": lambda form: form["players"].__setitem__(0, ""),
    "control name": lambda form: form["players"].__setitem__(0, "a\nb"),
    "surrogate name": lambda form: form["players"].__setitem__(0, "\ud800"),
    "far first player": lambda form: form.update(first_player=99),
    "first player -1": lambda form: form.update(first_player=-1),
    "no seed": lambda form: form.update(seed=None),
    "seed as an int": lambda form: form.update(seed=1),
    "seed -1": lambda form: form.update(seed={"int": -1, "game": 0}),
    "seed 2**64": lambda form: form.update(seed={"int": hex(2**64), "game": 0}),
    "seed of floats": lambda form: form.update(seed={"int": 1.0, "game": 0}),
    "seed of game 2**32": lambda form: form.update(seed={"int": 1, "game": 2**32}),
    "seed of game -1": lambda form: form.update(seed={"int": 1, "game": -1}),
    "seed of game True": lambda form: form.update(seed={"int": 1, "game": True}),
    "seed without a game": lambda form: form.update(seed={"int": 1}),
    "seed of both": lambda form: form.update(seed={"int": 1, "key": "00" * 32, "game": 0}),
    "short key": lambda form: form.update(seed={"key": "00" * 31, "game": 0}),
    "long key": lambda form: form.update(seed={"key": "00" * 33, "game": 0}),
    "key of blanks": lambda form: form.update(seed={"key": " " * 64, "game": 0}),
    "key no hex": lambda form: form.update(seed={"key": "zz" * 32, "game": 0}),
    "key as a list": lambda form: form.update(seed={"key": [0] * 32, "game": 0}),
    "action of another game": lambda form: form["actions"].append([0, "dance 3"]),
    "action without a seat": lambda form: form["actions"].append(["pass"]),
    "seat -1": lambda form: form["actions"].append([-1, form["actions"][0][1]]),
    "seat 9": lambda form: form["actions"].append([9, form["actions"][0][1]]),
    "seat True": lambda form: form["actions"].append([True, form["actions"][0][1]]),
    "host plays": lambda form: form["actions"].append(["host", form["actions"][0][1]]),
    "notes as text": lambda form: form["actions"][0].append("x"),
    "four parts": lambda form: form["actions"].append([0, "pass", {}, {}]),
    "spaces in an action": lambda form: form["actions"][0].__setitem__(1, "  x"),
    "no actions": lambda form: form.update(actions=None),
    "decks as text": lambda form: form.update(decks="x"),
    "deck of nothing": lambda form: form.update(decks=[[]]),
    "deck of None": lambda form: form.update(decks=[None]),
    "table as a list": lambda form: form.update(table=[]),
    "tags as a list": lambda form: form.update(tags=[]),
}


@games
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_field_is_refused(game: str, forgery: str) -> None:
    form = json.loads(record_of(game).dumps())
    FORGERIES[forgery](form)
    refused(json.dumps(form))


@games
def test_the_same_key_twice_is_refused(game: str) -> None:
    text = record_of(game).dumps()
    refused(text.replace('"version": 1', '"version": 1, "version": 1', 1))
    refused(text.replace('"game": 0', '"game": 0, "game": 0', 1))


@games
def test_moved_doubled_and_missing_actions(game: str) -> None:
    """Refused by ply, or another game: never one that can't be."""
    form = json.loads(record_of(game, 8).dumps())
    actions = form["actions"]
    rng = random.Random(f"actions {run_seed()}")
    for _ in range(FORGED // 3):
        forged = list(actions)
        kind = rng.randrange(4)
        at, other = rng.randrange(len(forged)), rng.randrange(len(forged))
        if kind == 0:
            forged[at], forged[other] = forged[other], forged[at]
        elif kind == 1:
            forged.insert(at, forged[other])
        elif kind == 2:
            del forged[at]
        else:
            forged[at] = [forged[at][0], str(rng.choice(GAMES[game].Rules().actions))]
        read(json.dumps({**form, "actions": forged}))


@games
def test_an_impossible_action_is_named_by_its_ply(game: str) -> None:
    form = json.loads(record_of(game, 5).dumps())
    form["actions"].insert(3, ["host", form["actions"][0][1]])
    for replay in (lambda r: r.replay(), lambda r: list(r.steps())):
        with pytest.raises(RecordError, match="action 4 "):
            replay(Record.loads(json.dumps(form)))


# Files.


def test_a_file_descriptor_is_no_path(tmp_path: Path) -> None:
    """And it stays open: it is somebody else's."""
    path = tmp_path / "x.json"
    path.write_text(record_of("masko").dumps(), encoding="utf-8")
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with pytest.raises(TypeError):
            Record.load(descriptor)  # type: ignore[arg-type]
        assert os.fstat(descriptor)
    finally:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2**36)
    with pytest.raises(RecordError, match="larger"):
        Record.load(path)


@pytest.mark.parametrize("name", ["missing", "", "."])
def test_a_file_that_can_not_be_read_is_an_os_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"."):
        Record.load(tmp_path / name)


def test_a_failed_save_leaves_the_old_record(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    record = record_of("masko")
    record.save(path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="tag 'who'"):
        replace(record, tags={"who": "\ud800"}).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_pickles_of_games_go_through_the_loader() -> None:
    game: Game[Any, Any, Any] = record_of("masko").replay()
    make, (text,) = game.__reduce__()
    assert make(text) == game
    with pytest.raises(RecordError):
        make(text.replace("masko", "poker"))
