"""What a study is to play, from the arguments of a call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from masko_sdk._batch import child_seed
from masko_sdk._checks import check_count
from masko_sdk._match import Match, make_match
from masko_sdk._study.file import StudyFile
from masko_sdk._study.work import Form, Study
from masko_sdk._value import json_form
from masko_sdk.bots import (
    AnyPolicy,
    Builtin,
    check_max_plies,
    parameters_of,
    policy_form,
    policy_name,
    seat_policies,
)
from masko_sdk.errors import ArgumentError, StudyError, _short
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed, make_seed

__all__ = ["CHUNK", "Plan", "make_plan"]

CHUNK = 256  # deals

_FAIR_RACE = (
    "race was set to random: in its default order, clockwise, claims favour some of the seats"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study is to play, checked but for its seed.

    Attributes:
        kind: ``"compare"`` or ``"sweep"``.
        rules: the rules that the grid starts from.
        policies: the entrants.
        players: seats.
        n: deals of each cell.
        chunk: deals of a line of the file.
        max_plies: where a game is stopped.
        grid: the values of each name.
        notes: what was done that was not asked for.
    """

    kind: str
    rules: Any
    policies: tuple[AnyPolicy, ...]
    players: int
    n: int
    chunk: int
    max_plies: int | None
    grid: Mapping[str, tuple[Any, ...]]
    notes: tuple[str, ...]

    @property
    def settings(self) -> list[dict[str, Any]]:
        """What each cell sets."""
        return [dict(zip(self.grid, items, strict=True)) for items in product(*self.grid.values())]

    def header(self, seed: Seed) -> dict[str, Any]:
        """What the file pins."""
        grid = [[name, [json_form(item) for item in items]] for name, items in self.grid.items()]
        return {
            "kind": self.kind,
            "game": self.rules.game,
            "revision": self.rules._tables.revision,
            "rules": self.rules.to_json(),
            "policies": [policy_form(policy) for policy in self.policies],
            "players": self.players,
            "max_plies": self.max_plies,
            "grid": grid,
            "n": self.n,
            "chunk": self.chunk,
            "seed": seed.to_json(),
        }

    def matches(self, seed: Seed) -> list[Match]:
        """What each cell plays: the one of a comparison under the seed itself."""
        return [
            make_match(
                *_set(self.rules, self.policies, setting),
                self.players,
                self.n,
                seed if self.kind == "compare" else child_seed(seed, cell),
                self.max_plies,
            )
            for cell, setting in enumerate(self.settings)
        ]

    def study(self, seed: Any, file: str | os.PathLike[str] | None) -> Study:
        """The study under a seed, gone on with if its file is there."""
        base = make_seed(seed)
        matches = self.matches(base)  # judged before a file is touched
        if file is None:
            form = Form(self.n, self.chunk, base, self.notes, None)
            return Study(self.settings, matches, self.grid, form)
        opened = StudyFile(file)
        try:
            if seed is None and opened.header is not None:
                base = _seed_of(opened.header)
                matches = self.matches(base)
            opened.pin(self.header(base))
        except BaseException:
            opened.close()
            raise
        return Study(
            self.settings, matches, self.grid, Form(self.n, self.chunk, base, self.notes, opened)
        )


def _seed_of(header: Mapping[str, Any]) -> Seed:
    try:
        return Seed.from_json(header.get("seed"))
    except ValueError:
        raise StudyError("the seed of the study can't be read") from None


def make_plan(
    kind: str,
    rules: Any,
    policies: Any,
    n: Any,
    *,
    grid: Mapping[str, Sequence[Any]] | None = None,
    players: int | None = None,
    max_plies: int | None = None,
    fair: bool = True,
    chunk: int = CHUNK,
) -> Plan:
    """Check the arguments of a study.

    Raises:
        TypeError, ArgumentError: one is wrong.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
    entrants = _entrants(policies)
    if kind == "compare" and len(entrants) < 2:
        raise ArgumentError("there is nothing to compare: give two policies or more")
    values = _grid_values({} if grid is None else grid, kind)
    if not isinstance(fair, bool):
        raise TypeError(f"fair must be a bool, not {type(fair).__name__}")
    rules, notes = _fair(rules, fair and "race" not in values)
    return Plan(
        kind,
        rules,
        entrants,
        _seats(rules, players, len(entrants)),
        check_count(n, "n", 1),
        check_count(chunk, "chunk", 1),
        None if max_plies is None else check_max_plies(max_plies),
        values,
        notes,
    )


def _entrants(policies: Any) -> tuple[AnyPolicy, ...]:
    given = policies if isinstance(policies, Sequence) else [policies]
    given = [policies] if isinstance(policies, str) else given
    found = tuple(seat_policies(given, len(given)))
    if not found:
        raise ArgumentError("policies must not be empty")
    return found


def _seats(rules: Any, players: int | None, entrants: int) -> int:
    """As many seats as entrants, or the next multiple that the game allows."""
    if players is not None:
        return players
    low, high = map(int, rules._tables.about["players"].split(" "))
    fitting = [seats for seats in range(low, high + 1) if seats % entrants == 0]
    return fitting[0] if fitting else entrants


def _grid_values(grid: Mapping[str, Sequence[Any]], kind: str) -> dict[str, tuple[Any, ...]]:
    if not isinstance(grid, Mapping):
        raise TypeError(f"grid must be a mapping, not {type(grid).__name__}")
    if kind == "sweep" and not grid:
        raise ArgumentError("grid names nothing to vary")
    values = {}
    for name, items in grid.items():
        if not isinstance(name, str):
            raise TypeError(f"grid must name what varies by str, not {type(name).__name__}")
        if isinstance(items, (str, bytes)) or not isinstance(items, Sequence):
            raise TypeError(f"{name} of the grid must be a sequence of values")
        if not items:
            raise ArgumentError(f"{name} of the grid has no values")
        values[name] = tuple(items)
    return values


def _fair(rules: Any, wanted: bool) -> tuple[Any, tuple[str, ...]]:
    """Rules in which no seat is favoured by the order of claims (M17), and a note when they were changed."""
    if wanted and getattr(rules, "race", "random") != "random":
        return replace(rules, race="random"), (_FAIR_RACE,)
    return rules, ()


def _set(
    rules: Any, policies: tuple[AnyPolicy, ...], settings: Mapping[str, Any]
) -> tuple[Any, tuple[AnyPolicy, ...]]:
    """Rules and policies of a cell.

    Raises:
        ArgumentError: a name is neither an option of the rules nor a parameter of the first policy.
        RulesError: an option can't have that value.
    """
    options = rules.to_json()
    first = policies[0]
    parameters = dict(first.parameters) if isinstance(first, Builtin) else {}
    known = parameters_of(rules, first.name) if isinstance(first, Builtin) else {}
    for setting, item in settings.items():
        name, dot, part = setting.partition(".")
        if name in options and not dot:
            options[name] = json_form(item) if isinstance(item, (Mapping, tuple)) else item
        elif name in options and isinstance(options[name], dict) and part in options[name]:
            options[name] = {**options[name], part: item}
        elif setting in known:
            parameters[setting] = item
        else:
            raise ArgumentError(
                f"{_short(setting)} is no option of {rules.game} and no parameter of {policy_name(first)}"
            )
    if isinstance(first, Builtin):
        first = Builtin(first.name, parameters)
    return type(rules).from_options(options), (first, *policies[1:])
