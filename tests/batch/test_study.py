"""Studies: the same deals for all, cells of their own, and files that lose no game and repeat none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest

from masko_sdk import (
    ArgumentError,
    Game,
    RulesError,
    StudyError,
    batch,
    bots,
    fifty,
    masko,
    mojo,
    skyjo,
)
from masko_sdk._study.plan import make_plan
from masko_sdk.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
FAIR = masko.Rules(race="random")


def form(result: Any) -> str:
    return json.dumps(result.to_json())


# Duplicate deals.


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_are_those_of_the_games_themselves(game: str) -> None:
    """Counted again with NumPy, from games that `simulate` plays in each rotation."""
    rules = GAMES[game].Rules() if game != "masko" else FAIR
    seats = ["prudent", "random", "random"]
    rotations = [[seats[(s + r) % 3] for s in range(3)] for r in range(3)]
    policies = ["prudent", "random", bots.random()]
    found = batch.compare(rules, policies, 60, 3)
    results = [batch.simulate(rules, 3, 60, 3, row) for row in rotations]
    rounds = sum(r.round_count for r in results)
    shares = [r.winners / r.winners.sum(axis=1, keepdims=True) for r in results]
    for entrant in range(3):
        seat_of = [(entrant - r) % 3 for r in range(3)]
        points = sum(r.totals[:, s] for r, s in zip(results, seat_of, strict=True))
        wins = sum(share[:, s] for share, s in zip(shares, seat_of, strict=True)) / 3
        shown = found.entrants[entrant]
        assert shown.total.mean == pytest.approx(points.mean() / 3)
        assert shown.total.error == pytest.approx(points.std(ddof=1) / 3 / 60**0.5)
        assert shown.win_share.mean == pytest.approx(wins.mean())
        assert shown.win_share.error == pytest.approx(wins.std(ddof=1) / 60**0.5, abs=1e-12)
        ratio = points.sum() / rounds.sum()
        assert shown.round_score.mean == pytest.approx(ratio)
        rest = points - ratio * rounds
        error = (rest @ rest / 59 / 60) ** 0.5 / rounds.mean()
        assert shown.round_score.error == pytest.approx(error, abs=1e-12)
    for seat in range(3):
        totals = np.array([r.totals[:, seat] for r in results])
        assert found.seats[seat].total.mean == pytest.approx(totals.mean())
    assert found.games == 180
    assert found.plies == sum(int(r.plies.sum()) for r in results)


def test_differences_are_paired_by_deal() -> None:
    found = batch.compare(FAIR, ["prudent", bots.prudent(announce_at=9)], 200, 3, players=4)
    (pair,) = found.differences
    one, other = found.entrants
    for name in ("round_score", "total", "win_share"):
        a, c, less = (getattr(x, name) for x in (one, other, pair))
        assert less.mean == pytest.approx(a.mean - c.mean)
    # Shares of wins add up to 1 in each deal, so that their difference has twice the error.
    assert pair.win_share.error == pytest.approx(2 * one.win_share.error)
    assert one.win_share.mean + other.win_share.mean == pytest.approx(1)


def test_equal_entrants_come_to_the_same() -> None:
    """Rotation symmetry: with equal policies each rotation is the same game, so that nothing differs at all."""
    found = batch.compare(skyjo.Rules(), ["prudent"] * 3, 50, 3)
    for pair in found.differences:
        for less in (pair.round_score, pair.total, pair.win_share):
            assert (less.mean, less.error) == (0, 0)


def test_the_order_of_the_entrants_changes_no_figure() -> None:
    """Two entrants, named in the other order, play the same games in the other order."""
    one = batch.compare(mojo.Rules(), ["prudent", "random"], 80, 3)
    other = batch.compare(mojo.Rules(), ["random", "prudent"], 80, 3)
    assert one.entrants == other.entrants[::-1]
    assert one.seats == other.seats


def test_deals_are_shared_out_over_seats_that_are_multiples() -> None:
    assert batch.compare(FAIR, ["prudent", "random"], 5, 1).players == 2
    assert batch.compare(fifty.Rules(), ["prudent", "random"], 5, 1).players == 4
    assert batch.compare(FAIR, ["prudent", "random"], 5, 1, players=6).games == 10
    with pytest.raises(ArgumentError, match="3 players for 2 policies"):
        batch.compare(FAIR, ["prudent", "random"], 5, 1, players=3)


def test_a_study_of_masko_sets_a_fair_race_and_says_so() -> None:
    found = batch.compare(masko.Rules(), ["prudent", "random"], 5, 1)
    assert found.rules.race == "random"
    assert "race was set to random" in found.notes[0]
    assert batch.compare(FAIR, ["prudent", "random"], 5, 1).notes == ()
    kept = batch.compare(masko.Rules(), ["prudent", "random"], 5, 1, fair=False)
    assert (kept.rules.race, kept.notes) == ("clockwise", ())
    varied = batch.sweep(masko.Rules(), "prudent", {"race": ["clockwise", "random"]}, 5, 1)
    assert [cell.result.rules.race for cell in varied.cells] == ["clockwise", "random"]


# Grids.


def test_cell_c_is_the_comparison_under_child_seed_c() -> None:
    grid = {"target": [20, 40], "announce_at": [3, 6, 9]}
    swept = batch.sweep(FAIR, ["prudent", "random"], grid, 40, 7)
    assert len(swept.cells) == 6
    for number, cell in enumerate(swept.cells):
        rules = replace(FAIR, target=cell.settings["target"])
        first = bots.prudent(announce_at=cell.settings["announce_at"])
        alone = batch.compare(rules, [first, "random"], 40, batch.child_seed(7, number))
        assert cell.result == alone


def test_cells_do_not_depend_on_the_order_in_which_they_are_played() -> None:
    plan = make_plan("sweep", FAIR, "prudent", 30, grid={"announce_at": [3, 6, 9]})
    whole = plan.study(7, None)
    for _ in whole.play():
        pass
    apart = plan.study(7, None)
    for cell in (2, 0, 1):
        apart.sums[cell].merge(apart.matches[cell](10, 20))
        apart.sums[cell].merge(apart.matches[cell](0, 10))
    assert form(apart.sweep()) == form(whole.sweep())


def test_parts_of_options_and_policies_without_parameters() -> None:
    swept = batch.sweep(FAIR, "random", {"special_points.ninja": [0, 25]}, 10, 1, players=3)
    points = [cell.result.rules.special_points[masko.Card.NINJA] for cell in swept.cells]
    assert points == [0, 25]
    assert [cell.result.rules.special_points[masko.Card.SPY] for cell in swept.cells] == [10, 10]


def test_what_is_refused() -> None:
    for grid in ({}, {"luck": [1]}, {"target": []}, {"special_points.luck": [1]}):
        with pytest.raises(ArgumentError):
            batch.sweep(FAIR, "prudent", grid, 5, 1)
    with pytest.raises(RulesError):
        batch.sweep(FAIR, "prudent", {"target": [100, 0]}, 5, 1)
    with pytest.raises(ArgumentError):
        batch.sweep(FAIR, "prudent", {"announce_at": [1000]}, 5, 1)
    with pytest.raises(ArgumentError):
        batch.compare(FAIR, ["prudent"], 5, 1)
    with pytest.raises(ArgumentError):
        batch.compare(FAIR, ["prudent", "random"], 0, 1)
    for wrong in ("target", {"target": 5}, {"target": "50"}):
        with pytest.raises(TypeError):
            batch.sweep(FAIR, "prudent", wrong, 5, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        batch.compare(FAIR, [lambda player: None, "random"], 5, 1)  # type: ignore[list-item]
    with pytest.raises(TypeError):
        batch.compare(Game(FAIR, 2), ["prudent", "random"], 5, 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_chunks_change_nothing(threads: int) -> None:
    found = batch.compare(FAIR, ["prudent", "random"], 100, 5, threads=threads, chunk=7)
    assert found == batch.compare(FAIR, ["prudent", "random"], 100, 5)


# Files.


def run(path: Path, n: int = 100, seed: int | None = 5, **more: Any) -> Any:
    return batch.compare(FAIR, ["prudent", "random"], n, seed, chunk=10, file=path, **more)


class Stop(Exception):
    pass


def stop_at(limit: int) -> Callable[[int, int], None]:
    def progress(done: int, n: int) -> None:
        if done >= limit:
            raise Stop

    return progress


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    run(tmp_path / "whole.jsonl")
    return (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_an_interrupted_study_goes_on_without_losing_or_repeating_a_game(
    tmp_path: Path, whole: bytes, cut: int
) -> None:
    path = tmp_path / "study.jsonl"
    with pytest.raises(Stop):
        run(path, progress=stop_at(50))
    kept = path.read_bytes()
    assert whole.startswith(kept)
    assert kept.count(b"\n") == 6  # the finished chunk of 50 is kept too
    lines = whole.splitlines(keepends=True)
    path.write_bytes(kept + (lines[6][:cut] if cut >= 0 else lines[6]))
    told: list[int] = []
    found = run(path, progress=lambda done, n: told.append(done))
    assert told[0] == (60 if cut == -1 else 50)
    assert path.read_bytes() == whole
    assert found == batch.compare(FAIR, ["prudent", "random"], 100, 5)
    assert run(path) == found  # nothing is left to be played
    assert run(path, seed=None) == found


def test_every_cut_of_the_first_line_begins_anew(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "study.jsonl"
    for cut in (0, 1, 5, 30, 60, whole.index(b"\n")):
        path.write_bytes(whole[:cut])
        run(path)
        assert path.read_bytes() == whole


def test_a_file_of_another_study_is_refused_and_left_alone(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole.jsonl"
    for difference, match in (
        ({"seed": 6}, "seed is"),
        ({"n": 101}, "n is 100 there, and 101 here"),
        ({"players": 4}, "players is 2 there, and 4 here"),
        ({"max_plies": 9}, "max_plies"),
    ):
        with pytest.raises(StudyError, match=match):
            run(path, **difference)
    with pytest.raises(StudyError, match="kind"):
        batch.sweep(FAIR, "prudent", {"target": [50]}, 100, 5, chunk=10, file=path)
    other = replace(FAIR, target=50)
    with pytest.raises(StudyError, match="rules"):
        batch.compare(other, ["prudent", "random"], 100, 5, chunk=10, file=path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [b"a letter", b"a letter\n", b'{"format": "masko_sdk record"}\n', b"[]\n", b"\xff\xfe\n"],
)
def test_a_file_that_is_no_study_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(text)
    with pytest.raises(StudyError, match="is no study"):
        run(path)
    assert path.read_bytes() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_is_no_file_of_a_study(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(StudyError, match="no regular file"):
        run(path)


def test_a_damaged_line_is_named(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "study.jsonl"
    lines = whole.splitlines(keepends=True)
    for wrong in (b"?\n", b"{}\n", b"[]\n", lines[5], lines[3].replace(b"[10,", b"[11,")):
        path.write_bytes(b"".join([*lines[:3], wrong, *lines[4:]]))
        with pytest.raises(StudyError, match="damaged in line 4"):
            run(path)
    path.write_bytes(whole + lines[1])
    with pytest.raises(StudyError, match="damaged in line 12"):
        run(path)


def test_any_changed_digit_of_a_line_is_refused_by_its_number(tmp_path: Path, whole: bytes) -> None:
    """Sums of 0 read well, and come to no variance; others come to a wrong one."""
    path = tmp_path / "study.jsonl"
    lines = whole.splitlines(keepends=True)
    for number in (0, 3, len(lines) - 1):
        line = lines[number]
        digits = [at for at in range(len(line)) if line[at : at + 1].isdigit()]
        assert len(digits) > 20
        for at in digits:
            other = b"1" if line[at : at + 1] == b"0" else b"0"
            wrong = line[:at] + other + line[at + 1 :]
            path.write_bytes(b"".join([*lines[:number], wrong, *lines[number + 1 :]]))
            with pytest.raises(StudyError, match=f"damaged in line {number + 1}$"):
                run(path)


def test_lines_of_a_study_are_json_objects(whole: bytes) -> None:
    """Other tools may read them; the check is the CRC-32 of what stands before it."""
    for line in whole.splitlines():
        body, _, check = line.rpartition(b',"check":"')
        assert json.loads(line)["check"] == check[:8].decode() == f"{zlib.crc32(body):08x}"


@pytest.mark.parametrize("path", ["a\0", "\ud800"])
def test_a_path_that_no_file_has_is_an_argument_error(path: str) -> None:
    with pytest.raises(ArgumentError, match="the path"):
        run(path)
    with pytest.raises(ArgumentError, match="the path"):
        batch.sweep(FAIR, "prudent", {"target": [50]}, 100, 5, file=path)


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"

    def twice(done: int, n: int) -> None:
        with pytest.raises(StudyError, match="in use"):
            run(path)
        raise Stop

    with pytest.raises(Stop):
        run(path, progress=twice)
    run(path)


def test_wrong_arguments_make_no_file(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError):
        run(tmp_path / "study.jsonl", players=3)
    assert not list(tmp_path.iterdir())


# Processes that are stopped.

SCRIPT = """
import sys
from masko_sdk.study import sweep
from masko_sdk import masko
rules = masko.Rules(race="random")
try:
    grid = {"announce_at": [4, 8]}
    path, n = sys.argv[1], int(sys.argv[2])
    sweep(rules, ["prudent", "random"], grid, n, 5, players=4, chunk=100, file=path)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def start(path: Path, n: int) -> subprocess.Popen[bytes]:
    """A study in a process of its own, some chunks of it finished."""
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path), str(n)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    deadline = perf_counter() + 60
    while perf_counter() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 4):
        sleep(0.01)
    return child


def swept(path: Path, n: int) -> Any:
    grid = {"announce_at": [4, 8]}
    return batch.sweep(FAIR, ["prudent", "random"], grid, n, 5, players=4, chunk=100, file=path)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_study_goes_on_to_identical_bytes(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    child = start(path, 4000)
    child.kill()
    child.communicate()
    begun = path.read_bytes()
    assert 4 <= begun.count(b"\n") < 81
    found = swept(path, 4000)
    assert path.read_bytes().startswith(begun[: begun.rindex(b"\n") + 1])
    other = tmp_path / "other.jsonl"
    assert form(swept(other, 4000)) == form(found)
    assert other.read_bytes() == path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_is_answered_in_half_a_second_and_keeps_what_is_finished(tmp_path: Path) -> None:
    times = []
    for attempt in range(3):  # the machine may be busy
        path = tmp_path / f"{attempt}.jsonl"
        child = start(path, 10**6)
        before = perf_counter()
        child.send_signal(signal.SIGINT)
        assert child.stdout is not None
        assert child.stdout.readline() == b"stopped\n"
        times.append(perf_counter() - before)
        child.communicate()
        assert path.read_bytes().count(b"\n") >= 4
        if times[-1] < 0.5:
            break
    assert min(times) < 0.5
