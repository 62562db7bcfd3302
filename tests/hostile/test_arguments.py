"""Wrong arguments of every public callable: a typed error, at once, and nothing has changed (C11)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import ArgumentError, MaskoError
from masko_sdk.games import GAMES
from tests.hostile.calls import Call, Table, calls_of, table_of
from tests.hostile.further_calls import batch_calls_of, front_calls_of
from tests.hostile.values import Own, hostile_values

LIMIT = (
    8.0  # seconds of this process, sanitizers and busy machines included: it only tells blow-ups
)
LONGEST_TEXT = 2_000
HALF_MADE = "half-made"


def timed(run: Callable[..., Any], arguments: dict[str, Any]) -> tuple[Exception | None, float]:
    start = time.process_time()
    try:
        run(**arguments)
    except Exception as error:
        return error, time.process_time() - start
    return None, time.process_time() - start


def fault_of(call: Call, name: str, error: Exception | None) -> str | None:
    """What is wrong with an error, if anything."""
    if error is None or isinstance(error, Own):
        return None
    if name.startswith(HALF_MADE) and isinstance(error, AttributeError):
        return None
    if not isinstance(error, (MaskoError, TypeError, *call.further)):
        return f"{name}: {type(error).__name__}: {str(error)[:200]}"
    try:
        text = str(error)
    except Own:
        return None
    except Exception as second:
        return (
            f"{name}: the text of {type(error).__name__} raises {type(second).__name__}: {second}"
        )
    if isinstance(error, MaskoError) and len(text) > LONGEST_TEXT:
        return f"{name}: a text of {len(text)} characters"
    return None


def all_calls_of(table: Table) -> list[Call]:
    return calls_of(table) + batch_calls_of(table) + front_calls_of(table)


def faults(table: Table, index: int, argument: str) -> Iterator[str]:
    before, record = table.game.clone(), table.game.record
    fresh, call = table, all_calls_of(table)[index]
    for name, value in hostile_values().items():
        if name in call.skip:
            continue
        error, seconds = timed(call.run, {**call.arguments, argument: value})
        if seconds > LIMIT:
            _, seconds = timed(call.run, {**call.arguments, argument: value})
        if seconds > LIMIT:
            yield f"{name}: {seconds:.1f} s"
        fault = fault_of(call, name, error)
        if fault:
            yield fault
        if error is not None and (fresh.game != before or fresh.game.record != record):
            yield f"{name}: refused, and the game has changed"
        if fresh.game.ply != before.ply:  # it was right after all
            fresh = Table(table.name, before.clone(), table.folder)
            call = all_calls_of(fresh)[index]


def cases() -> Iterator[Any]:
    for game in GAMES:
        table = table_of(game, Path("unused"))
        calls = all_calls_of(table)
        of_the_core = len(calls) - len(front_calls_of(table))
        for index, call in enumerate(calls):
            marks = () if index < of_the_core else pytest.mark.one_backend
            for argument in call.arguments:
                name = f"{game}-{call.name}-{argument}"
                yield pytest.param(game, index, argument, id=name, marks=marks)


@pytest.mark.parametrize(("game", "index", "argument"), list(cases()))
def test_a_wrong_argument_is_refused_by_a_typed_error(
    game: str, index: int, argument: str, tmp_path: Path
) -> None:
    assert list(faults(table_of(game, tmp_path), index, argument)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_arguments_of_the_table_are_right(game: str, tmp_path: Path) -> None:
    for index in range(len(all_calls_of(table_of(game, tmp_path)))):
        call = all_calls_of(table_of(game, tmp_path))[index]
        if not call.name.startswith(("action ", "Rules.from_json ")):
            call.run(**call.arguments)


@pytest.mark.parametrize("game", GAMES)
def test_a_surplus_argument_is_refused(game: str, tmp_path: Path) -> None:
    for call in all_calls_of(table_of(game, tmp_path)):
        with pytest.raises((TypeError, ArgumentError)):
            call.run(**call.arguments, surplus=1)
