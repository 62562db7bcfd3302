"""Odds, compare, sweep, and pictures."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest

from masko_sdk import Game, Record, batch, bots, masko
from masko_sdk.games import GAMES

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Masko."""
    table = Game(masko.Rules(), ["Ana", "Bo", "Chloé"], seed=6)
    bots.play(table, "prudent", max_plies=90)
    bots.play(table, "random")
    table.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


WRONG = [
    ["odds"],
    ["odds", "nothing.json"],
    ["odds", "game.json", "--ply", "100000"],
    ["odds", "game.json", "--seat", "7"],
    ["odds", "game.json", "-n", "0"],
    ["odds", "game.json", "--confidence", "1"],
    ["odds", "game.json", "--confidence", "much"],
    ["odds", "game.json", "--by", "win"],
    ["odds", "game.json", "--policies", "clever"],
    ["odds", "game.json", "--policies", "prudent,random"],
    ["odds", "game.json", "--json", "--csv"],
    ["odds", "game.json", "--plot", "a.txt"],
    ["compare", "nothing"],
    ["compare", "--policies", "prudent"],
    ["compare", "--policies", "prudent,random", "--players", "3"],
    ["compare", "--deals", "0"],
    ["compare", "--file", "game.json"],
    ["compare", "--file", "no/such/folder/a.jsonl"],
    ["sweep"],
    ["sweep", "--vary", "target"],
    ["sweep", "--vary", "luck=1"],
    ["sweep", "--vary", "target=50", "--vary", "target=60"],
    ["sweep", "--vary", "target=0"],
    ["sweep", "--vary", "target=many"],
    ["sweep", "--vary", "target=9..1"],
    ["sweep", "--vary", "target=1..9..0"],
    ["sweep", "--vary", "target=1..a"],
    ["sweep", "--vary", "race=slow"],
    ["sweep", "--vary", "announce_at=1000"],
    ["simulate", "--plot", "a.txt"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: " ".join(arguments)[:40])
def test_wrong_arguments_get_one_line_and_code_2(
    inside: Any, record: Path, arguments: list[str]
) -> None:
    ran = inside(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert ran.err.startswith("masko")


def test_help(inside: Any) -> None:
    for command in ("odds", "compare", "sweep"):
        ran = inside(command, "--help")
        assert ran.code == 0
        assert len(ran.out.splitlines()) < 60


# Odds.


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_told_as_a_table_that_fits(inside: Any, tmp_path: Path, game: str) -> None:
    table = Game(GAMES[game].Rules(), ["Ana", "Bo", "Chloé"], seed=6)
    bots.play(table, "prudent", max_plies=20)
    table.record.save(tmp_path / "game.json")
    ran = inside("odds", "game.json", "-n", "50", "--seed", "1", "--horizon", "game")
    assert (ran.code, ran.err) == (0, "")
    for part in ("at ply 20", "points (99 %)", "wins (99 %)", "Best by wins", "knows: 50,"):
        assert part in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 100


def test_odds_as_json_are_those_of_the_library(inside: Any, record: Path) -> None:
    ran = inside("odds", "game.json", "--ply", "60", "-n", "80", "--seed", "3", "--json")
    form = json.loads(ran.out)
    table = Record.load(record).replay().at(60)
    player = table.players[form["odds"]["seat"]]
    assert form["odds"] == batch.odds(player, 80, 3).to_json()
    twice = inside(
        "odds", "game.json", "--ply", "60", "-n", "80", "--seed", "3", "--json", "--threads", "2"
    )
    assert twice.out == ran.out


def test_odds_as_csv_have_a_row_an_action(inside: Any, record: Path) -> None:
    ran = inside("odds", "game.json", "--ply", "60", "-n", "20", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    table = Record.load(record).replay().at(60)
    assert len(rows) in {len(player.legal_actions) for player in table.to_act}
    assert float(rows[0]["points_error"]) >= 0


def test_odds_are_of_the_last_decision_and_its_actor(inside: Any, record: Path) -> None:
    last = Record.load(record)
    form = json.loads(inside("odds", "game.json", "-n", "5", "--json").out)["odds"]
    assert form["ply"] == len(last.moves) - 1
    assert form["seat"] == last.moves[-1].actor


def test_odds_stop_when_settled(inside: Any, record: Path) -> None:
    arguments = ["odds", "game.json", "--ply", "60", "--confidence", "90%", "--seed", "1"]
    ran = inside(*arguments, "-n", "400")
    assert "settled at 90 %" in ran.out


# Compare and sweep.


def test_compare_tells_entrants_and_differences(inside: Any) -> None:
    ran = inside("compare", "--deals", "40", "--seed", "1", "--players", "4")
    assert (ran.code, ran.err) == (0, "")
    for part in ("prudent less random", "clear", "race was set to random", "80 games"):
        assert part in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_compare_as_json_is_that_of_the_library(inside: Any) -> None:
    ran = inside("compare", "mojo", "--deals", "40", "--seed", "1", "--json", "--threads", "2")
    found = batch.compare(GAMES["mojo"].Rules(), ["prudent", "random"], 40, 1)
    assert json.loads(ran.out) == found.to_json()


def test_sweep_tells_each_cell(inside: Any) -> None:
    arguments = ["sweep", "--vary", "announce_at=4..8..2", "--vary", "race=clockwise,random"]
    ran = inside(*arguments, "--deals", "20", "--seed", "1", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    found = [(row["announce_at"], row["race"]) for row in rows]
    assert found == [(a, r) for a in ("4", "6", "8") for r in ("clockwise", "random")]
    text = inside(*arguments, "--deals", "20", "--seed", "1").out
    assert "6 cells of up to 20 deals" in text
    assert "race was set" not in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["compare", "skyjo", "--deals", "1"], "1 deal, each played 2 times: 2.00 rounds"),
        (
            [
                "compare",
                "skyjo",
                "--deals",
                "1",
                "--policies",
                "prudent,prudent",
                "--max-plies",
                "9",
            ],
            "2 games stopped early.",
        ),
        (
            ["sweep", "skyjo", "--deals", "1", "--vary", "target=50", "--policies", "prudent"],
            "1 cell of up to 1 deal, each played 1 time. 1 game in all;",
        ),
    ],
)
def test_one_of_a_kind_is_told_in_the_singular(
    inside: Any, arguments: list[str], told: str
) -> None:
    ran = inside(*arguments, "--seed", "2")
    assert told in " ".join(ran.out.split())


@pytest.mark.parametrize("command", ["odds", "picture"])
def test_a_record_of_one_action_is_told_in_the_singular(
    inside: Any, tmp_path: Path, command: str
) -> None:
    table = Game(masko.Rules(), ["Ana", "Bo"], seed=6)
    table.to_act[0].play(masko.Look(seat=0, slot=0))
    table.record.save(tmp_path / "game.json")
    ran = inside(command, "game.json", "--ply", "2")
    assert ran.err == "masko: there is no ply 2; the record has 1 action\n"


def test_sweep_as_json_is_that_of_the_library(inside: Any) -> None:
    ran = inside(
        "sweep", "skyjo", "--vary", "target=20,40", "--deals", "20", "--seed", "1", "--json"
    )
    found = batch.sweep(GAMES["skyjo"].Rules(), "prudent", {"target": [20, 40]}, 20, 1)
    assert json.loads(ran.out) == found.to_json()


def test_a_file_is_gone_on_with_without_its_seed(inside: Any) -> None:
    arguments = ["compare", "--deals", "600", "--json", "--file", "a.jsonl"]
    first = inside(*arguments)
    lines = Path("a.jsonl").read_bytes().splitlines(keepends=True)
    Path("a.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert inside(*arguments).out == first.out
    assert Path("a.jsonl").read_bytes() == b"".join(lines)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_tells_what_is_finished(command: list[str], env: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    child = subprocess.Popen(
        [*command, "sweep", "--vary", "announce_at=4,8", "--deals", "1000000", "--file", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env(),
    )
    deadline = perf_counter() + 60
    while perf_counter() < deadline and not (path.exists() and path.read_bytes().count(b"\n") > 3):
        sleep(0.01)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"announce_at" in out
    assert b"stopped after" in err
    assert b"--file" in err


# Pictures.


def picture(path: str) -> bytes:
    return Path(path).read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "game.json", "--ply", "60", "-n", "20", "--horizon", "game"],
        ["compare", "--deals", "10"],
        ["sweep", "--vary", "announce_at=4,8", "--vary", "target=20,40", "--deals", "5"],
        ["sweep", "--vary", "race=clockwise,random", "--deals", "5"],
        ["simulate", "--games", "30"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_picture_is_drawn(inside: Any, record: Path, arguments: list[str]) -> None:
    pytest.importorskip("matplotlib")
    ran = inside(*arguments, "--seed", "1", "--plot", "a.png")
    assert (ran.code, ran.err) == (0, "")
    assert picture("a.png").startswith(PNG)
    assert sorted(p.name for p in Path().iterdir()) == ["a.png", "game.json"]


def test_the_names_below_bars_keep_apart(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure")
    save, boxes = figure.Figure.savefig, []

    def look(drawn: Any, *arguments: Any, **more: Any) -> None:
        save(drawn, *arguments, **more)
        drawn.canvas.draw()
        boxes.extend([one.get_window_extent() for one in a.get_xticklabels()] for a in drawn.axes)

    monkeypatch.setattr(figure.Figure, "savefig", look)
    policies = "prudent,random,prudent:announce_at=15,prudent:announce_at=1"
    ran = inside("compare", "--policies", policies, "--deals", "10", "--plot", "a.png")
    assert ran.code == 0, ran.err
    assert [len(row) for row in boxes] == [4, 4]
    for row in boxes:
        assert all(left.x1 < right.x0 for left, right in pairwise(row))


@pytest.mark.parametrize("command", ["simulate", "compare", "sweep"])
def test_a_picture_calls_a_game_by_its_name(inside: Any, command: str) -> None:
    pytest.importorskip("matplotlib")
    vary = ["--vary", "square=10,20"] if command == "sweep" else []
    few = ["--games", "9"] if command == "simulate" else ["--deals", "3"]
    ran = inside(command, "fifty", *vary, *few, "--plot", "a.svg")
    assert ran.code == 0, ran.err
    assert b"<!-- Fifty Fifty" in picture("a.svg")


def test_a_picture_needs_matplotlib(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = inside("compare", "--deals", "10", "--plot", "a.png")
    assert ran.code == 2
    assert "masko-sdk[plot]" in ran.err


# A cluster.


def test_a_cluster_without_dask_is_told(
    inside: Any, monkeypatch: pytest.MonkeyPatch, record: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in (
        ["simulate", "--games", "9", "--seed", "1"],
        ["odds", str(record), "--seed", "1"],
        ["compare", "--deals", "9", "--seed", "1"],
        ["sweep", "--vary", "target=20", "--deals", "9", "--seed", "1"],
    ):
        ran = inside(*command, "--cluster", "tcp://127.0.0.1:9", "--quiet")
        assert (ran.code, ran.out) == (2, "")
        assert "masko-sdk[cluster]" in ran.err


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_bytes_that_this_machine_gives(inside: Any, record: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        for command in (
            ["simulate", "masko", "--games", "200", "--csv"],
            ["odds", str(record), "-n", "50", "--json"],
            ["compare", "skyjo", "--deals", "20", "--json"],
        ):
            run = [*command, "--seed", "1", "--quiet"]
            there = inside(*run, "--cluster", cluster.scheduler_address)
            assert there.code == 0
            assert there.out == inside(*run).out
