"""What a study comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from masko_sdk._value import Value, json_form, value
from masko_sdk.bots import AnyPolicy, policy_form
from masko_sdk.seed import Seed
from masko_sdk.summary import Estimate

__all__ = ["Cell", "Comparison", "Difference", "Showing", "Sweep"]

_UNKNOWN = {"mean": None, "error": None}  # the JSON form of an estimate from no game
_FIGURES = ("round_score", "total", "win_share")


@value
class Showing(Value):
    """What an entrant or a seat comes to.

    Attributes:
        round_score: points a finished round (a ratio of means).
        total: points at the end of a game.
        win_share: share of wins, several winners sharing one; an entrant's is that of all its seats.
    """

    round_score: Estimate
    total: Estimate
    win_share: Estimate

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "round_score": self.round_score.to_json(),
            "total": self.total.to_json(),
            "win_share": self.win_share.to_json(),
        }


@value
class Difference(Value):
    """An entrant less another, deal by deal: its errors are smaller than those of the two would make them.

    Attributes:
        first: number of the entrant.
        second: number of the one that is taken off.
        round_score: difference of points a finished round.
        total: difference of points at the end of a game.
        win_share: difference of the shares of wins.
    """

    first: int
    second: int
    round_score: Estimate
    total: Estimate
    win_share: Estimate

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "first": self.first,
            "second": self.second,
            "round_score": self.round_score.to_json(),
            "total": self.total.to_json(),
            "win_share": self.win_share.to_json(),
        }


@value
class Comparison(Value):
    """Entrants over the same deals, each in each seat.

    Attributes:
        rules: what was played.
        players: seats at each table.
        policies: the entrants.
        seed: of the deals; deal i is that of game i.
        deals: how many were played.
        games: deals times rotations.
        truncated: games stopped by `max_plies`.
        plies: accepted actions in all.
        rounds: finished rounds of a game.
        entrants: what each entrant came to.
        seats: what each seat came to, whoever sat there.
        differences: of each pair of entrants.
        notes: what was done that was not asked for, in words.
    """

    rules: Any
    players: int
    policies: tuple[AnyPolicy, ...]
    seed: Seed
    deals: int
    games: int
    truncated: int
    plies: int
    rounds: Estimate
    entrants: tuple[Showing, ...]
    seats: tuple[Showing, ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values; without a deal, each mean and error is None."""
        return {
            "game": self.rules.game,
            "rules": self.rules.to_json(),
            "players": self.players,
            "policies": [policy_form(policy) for policy in self.policies],
            "seed": self.seed.to_json(),
            "deals": self.deals,
            "games": self.games,
            "truncated": self.truncated,
            "plies": self.plies,
            "rounds": self.rounds.to_json() if self.deals else _UNKNOWN.copy(),
            "entrants": self._parts(self.entrants),
            "seats": self._parts(self.seats),
            "differences": self._parts(self.differences),
            "notes": list(self.notes),
        }

    def _parts(self, parts: Sequence[Showing | Difference]) -> list[dict[str, Any]]:
        forms = [part.to_json() for part in parts]
        if not self.deals:
            for form in forms:
                form.update((name, _UNKNOWN.copy()) for name in _FIGURES)
        return forms


@value
class Cell(Value):
    """One place of a grid.

    Attributes:
        settings: what was set here, by name.
        result: what came of it.
    """

    settings: Mapping[str, Any]
    result: Comparison

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {"settings": json_form(self.settings), "result": self.result.to_json()}


@value
class Sweep(Value):
    """A grid of comparisons.

    Attributes:
        grid: the values of each name.
        seed: of the sweep; cell c has ``child_seed(seed, c)``.
        cells: the last name of the grid varies first.
        notes: what was done that was not asked for, in words.
    """

    grid: Mapping[str, tuple[Any, ...]]
    seed: Seed
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {
            "grid": json_form(self.grid),
            "seed": self.seed.to_json(),
            "cells": [cell.to_json() for cell in self.cells],
            "notes": list(self.notes),
        }
