"""What a study that was stopped tells: what was played, and of the rest that it was not."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import batch, masko
from masko_sdk.cli.output import Interrupt
from masko_sdk.summary import Estimate

SWEEP = ["sweep", "--vary", "target=20,30", "--vary", "announce_at=4,8", "--seed", "1"]
UNKNOWN = {"mean": None, "error": None}


class Pressed(Interrupt):
    """Ctrl-C comes at once: one chunk is played."""

    def __init__(self) -> None:
        super().__init__()
        self.came = True


@pytest.fixture
def stopped(inside: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command line, where each study is stopped after its first chunk."""
    monkeypatch.setattr("masko_sdk.cli.study.Interrupt", Pressed)
    return inside


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("policies", ["prudent", "prudent,random"])
def test_cells_without_a_game_are_in_no_table(stopped: Any, policies: str) -> None:
    arguments = [*SWEEP, "--policies", policies, "--deals", "10"]
    ran = stopped(*arguments, "--csv")
    told = "masko: stopped after 10 of 40 deals; 3 of 4 cells have no figures\n"
    assert (ran.code, ran.err) == (130, told)
    found = rows(ran.out)
    assert len(found) == len(policies.split(","))
    assert {(row["target"], row["announce_at"], row["deals"]) for row in found} == {
        ("20", "4", "10")
    }
    ran = stopped(*arguments)
    assert (ran.code, ran.err) == (130, told)
    assert "1 cell of up to 10 deals" in ran.out
    assert not [line for line in ran.out.splitlines() if line.split()[:1] == ["30"]]
    assert "0.00 +- 0.00" not in ran.out


def test_cells_without_a_game_have_no_figures_as_json(stopped: Any) -> None:
    form = json.loads(stopped(*SWEEP, "--policies", "prudent,random", "--deals", "9", "--json").out)
    first, *others = (cell["result"] for cell in form["cells"])
    assert first["deals"] == 9
    assert first["entrants"][0]["total"]["mean"] > 0
    assert len(others) == 3
    for result in others:
        assert (result["deals"], result["games"], result["rounds"]) == (0, 0, UNKNOWN)
        for part in ("entrants", "seats", "differences"):
            for showing in result[part]:
                figures = [showing[name] for name in ("round_score", "total", "win_share")]
                assert figures == [UNKNOWN] * 3
        assert (result["differences"][0]["first"], result["differences"][0]["second"]) == (0, 1)


def test_a_stopped_comparison_tells_what_was_played(stopped: Any) -> None:
    arguments = ["compare", "--seed", "1", "--deals", "1000"]
    ran = stopped(*arguments, "--csv")
    assert ran.code == 130
    assert "cells" not in ran.err
    (deals,) = {int(row["deals"]) for row in rows(ran.out)}
    assert 0 < deals < 1000
    assert ran.err == f"masko: stopped after {deals} of 1,000 deals\n"
    found = batch.compare(masko.Rules(), ["prudent", "random"], deals, 1)
    assert float(rows(ran.out)[0]["total"]) == found.entrants[0].total.mean


def test_a_finished_sweep_tells_of_no_missing_cell(inside: Any) -> None:
    ran = inside(*SWEEP, "--deals", "2")
    assert (ran.code, ran.err) == (0, "")


def test_a_picture_of_a_stopped_sweep_is_of_what_was_played(stopped: Any) -> None:
    pytest.importorskip("matplotlib")
    ran = stopped(*SWEEP, "--deals", "10", "--plot", "a.png")
    assert ran.code == 130
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


def test_an_error_that_is_not_known_is_an_empty_field_and_no_interval(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")

    def unknown(*sums: Any, **more: Any) -> Estimate:
        return Estimate(3.0, math.inf)

    for name in ("estimate", "ratio"):
        monkeypatch.setattr(f"masko_sdk._match.{name}", unknown)
    arguments = ["compare", "--seed", "1", "--deals", "2"]
    row = rows(inside(*arguments, "--csv").out)[0]
    for name in ("round_score", "total", "win_share"):
        assert (float(row[name]), row[f"{name}_error"]) == (3, "")
    ran = inside(*arguments, "--plot", "a.png")
    assert (ran.code, ran.err) == (0, "")
    assert "3.00" in ran.out
    for sign in ("+-", "inf", "nan", "clear"):
        assert sign not in ran.out
