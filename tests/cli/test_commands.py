"""Demo, simulate, replay, rules; wrong arguments; output that goes nowhere."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from masko_sdk import Game, Record, __version__, bots, wire
from masko_sdk.games import GAMES


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Masko."""
    game = Game(GAMES["masko"].Rules(), ["Ana", "Bo", "Chloé"], seed=6)
    bots.play(game, "prudent")
    game.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


# Wrong arguments.

WRONG = [
    [],
    ["nothing"],
    ["demo", "nothing"],
    ["demo", "--players", "1"],
    ["demo", "fifty", "--players", "2"],
    ["demo", "--players", "99"],
    ["demo", "--seed", "x"],
    ["demo", "--seed", "-1"],
    ["demo", "--games", "0"],
    ["demo", "--option", "target=0"],
    ["demo", "--option", "target=many"],
    ["demo", "--option", "target"],
    ["demo", "--option", "nothing=1"],
    ["demo", "--option", "special_points.ninja=100"],
    ["demo", "--option", "special_points.nothing=1"],
    ["demo", "--option", "race=slow"],
    ["demo", "--option", "target=" + "[" * 5000],
    ["demo", "--preset", "nothing"],
    ["play", "nothing"],
    ["play", "--players", "bot:prudent,bot:random"],
    ["play", "--players", "Ana,ana"],
    ["play", "--players", "Ana,bot:clever"],
    ["play", "--players", "Ana"],
    ["play", "--players", "Ana,B\x1bo"],
    ["play", "--players", "Ana,,Bo"],
    ["play", "--resume", "nothing.json"],
    ["play", "--resume", "a", "--seed", "1"],
    ["play", "--save", "no/such/folder/a.json"],
    ["simulate", "nothing"],
    ["simulate", "--policies", "clever"],
    ["simulate", "--policies", "prudent:clever=1"],
    ["simulate", "--policies", "prudent:announce_at"],
    ["simulate", "--policies", "prudent:announce_at=1000"],
    ["simulate", "--policies", "prudent,random", "--players", "3"],
    ["simulate", "--json", "--csv"],
    ["simulate", "--threads", "0"],
    ["simulate", "--out", "no/such/folder/a.csv"],
    ["replay"],
    ["replay", "nothing.json"],
    ["replay", "."],
    ["replay", "x", "--seat", "1", "--onlooker"],
    ["rules", "nothing"],
    ["schema"],
    ["schema", "nothing"],
    ["schema", "masko", "--out", "no/such/folder/a.json"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: " ".join(arguments)[:40])
def test_wrong_arguments_get_one_line_and_code_2(inside: Any, arguments: list[str]) -> None:
    ran = inside(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert ran.err.startswith("masko")
    assert "\x1b" not in ran.err


def test_the_text_of_a_wrong_option_names_field_value_and_range(inside: Any) -> None:
    assert (
        inside("demo", "--option", "target=0").err
        == "masko: target is 0; it must be from 1 to 10000\n"
    )


def test_help_and_version(inside: Any) -> None:
    assert inside("--version").out.startswith(f"masko_sdk {__version__}")
    assert inside("--help").code == 0
    for command in ("demo", "play", "simulate", "replay", "rules", "schema"):
        ran = inside(command, "--help")
        assert ran.code == 0
        assert len(ran.out.splitlines()) < 40


# Demo.


@pytest.mark.parametrize("game", GAMES)
def test_demo_tells_a_whole_game_and_evaluates_many(inside: Any, game: str) -> None:
    before = perf_counter()
    ran = inside("demo", game, "--games", "500")
    assert perf_counter() - before < 120
    assert (ran.code, ran.err) == (0, "")
    for part in ("Round 1 is dealt", "The game is over", "Result", "points a round", "Games/s"):
        assert part in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_demo_is_reproducible(inside: Any) -> None:
    first, second = (inside("demo", "--games", "10").out.partition("Seconds:")[0] for _ in range(2))
    assert first == second
    assert inside("demo", "--games", "10", "--seed", "1").out.partition("Seconds:")[0] != first


@pytest.mark.one_backend
def test_demo_runs_without_numpy_on_a_terminal_that_lacks_characters(
    process: Any, env: Any
) -> None:
    ran = process("demo", "--games", "10", env=env(PYTHONUTF8="0", PYTHONIOENCODING="ascii"))
    assert (ran.code, ran.err) == (0, "")
    assert "Chlo?" in ran.out


@pytest.mark.one_backend
def test_the_command_line_imports_nothing_but_the_standard_library(
    command: list[str], env: Any
) -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; from masko_sdk.cli import main; "
        "sys.exit(main(['simulate', '--games', '5', '--quiet']))"
    )
    done = subprocess.run(
        [command[0], "-c", code], env=env(), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.one_backend
@pytest.mark.parametrize(
    "arguments", [["demo"], ["simulate", "--csv", "--games", "100000", "--seed", "1"]]
)
def test_a_closed_pipe_ends_silently(command: list[str], env: Any, arguments: list[str]) -> None:
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) in (0, 141)  # 0: all was in the pipe before it closed


# Simulate.


def test_json_holds_the_summary_and_is_the_same_for_any_threads(inside: Any) -> None:
    common = ["simulate", "skyjo", "--games", "400", "--players", "3", "--seed", "9", "--json"]
    one, two = inside(*common), inside(*common, "--threads", "2")
    assert one.out == two.out
    form = json.loads(one.out)
    assert (form["game"], form["players"], form["summary"]["games"]) == ("skyjo", 3, 400)
    assert form["seed"] == {"int": 9, "game": 0}
    assert inside(*common[:-2], "10", "--json").out != one.out


def test_csv_has_a_row_a_game_as_the_game_itself_ends(inside: Any) -> None:
    common = ["simulate", "--games", "150", "--policies", "prudent,random,prudent:announce_at=4"]
    one = inside(*common, "--seed", "9", "--csv")
    assert inside(*common, "--seed", "9", "--csv", "--threads", "2").out == one.out
    rows = list(csv.DictReader(io.StringIO(one.out)))
    assert [int(row["game"]) for row in rows] == list(range(150))
    game = Game(GAMES["masko"].Rules(), 3, seed=9)
    outcome = bots.play(game, ["prudent", "random", bots.prudent(announce_at=4)])
    assert [int(rows[0][f"total_{seat}"]) for seat in range(3)] == list(outcome.totals)
    assert [int(rows[0][f"rank_{seat}"]) for seat in range(3)] == list(outcome.ranks)
    assert int(rows[0]["plies"]) == game.ply
    assert int(rows[0]["rounds"]) == len(game.rounds)
    assert rows[0]["truncated"] == "0"


def test_max_plies_truncates(inside: Any) -> None:
    ran = inside("simulate", "--games", "20", "--max-plies", "30", "--csv", "--seed", "1")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert {row["truncated"] for row in rows} == {"1"}
    assert {row["plies"] for row in rows} == {"30"}
    ran = inside("simulate", "--games", "20", "--max-plies", "30", "--seed", "1")
    assert "stopped early: 20." in " ".join(ran.out.split())


def test_the_suffix_of_a_file_tells_its_form(inside: Any, tmp_path: Path) -> None:
    for name in ("a.csv", "a.json", "a.txt"):
        ran = inside("simulate", "--games", "5", "--seed", "1", "--out", name)
        assert (ran.code, ran.out) == (0, "")
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 6
    assert json.loads((tmp_path / "a.json").read_text())["summary"]["games"] == 5
    assert "points a round" in (tmp_path / "a.txt").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.txt"]


@pytest.mark.one_backend
def test_ctrl_c_gives_what_is_finished(command: list[str], env: Any, tmp_path: Path) -> None:
    import os
    import signal

    if os.name != "posix":
        pytest.skip("signals of POSIX")
    with subprocess.Popen(
        [*command, "simulate", "--games", "100_000_000", "--seed", "1", "--csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env(),
    ) as running:
        assert running.stdout is not None
        head = running.stdout.readline()
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.startswith(b"masko: stopped after ")
    assert len(out.splitlines()[-1].split(b",")) == len(head.split(b","))
    assert out.endswith(b"\n")


# Replay.


def test_replay_tells_each_observer_what_is_theirs(inside: Any, record: Path) -> None:
    referee, onlooker = inside("replay", str(record)), inside("replay", str(record), "--onlooker")
    seat = inside("replay", str(record), "--seat", "1")
    assert {ran.code for ran in (referee, onlooker, seat)} == {0}
    assert "Ana draws a card" not in referee.out
    assert "Bo draws a card" not in seat.out
    assert "Ana draws a card" in seat.out
    assert "Bo draws a card" in onlooker.out
    assert "draws [" not in onlooker.out


def test_replay_as_json_is_what_the_observer_was_told(inside: Any, record: Path) -> None:
    form = json.loads(inside("replay", str(record), "--seat", "2", "--json").out)
    game = Record.load(record).replay()
    told = [event for step in form["steps"] for event in step["events"]]
    assert told == [event.to_json() for event in game.players[2].events()]
    assert form["observer"] == 2
    assert form["standing"]["winners"] == list(game.outcome.winners)
    assert "seed" not in form


def test_replay_of_an_impossible_record_is_one_line_and_code_1(inside: Any, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    for broken in (text.replace('"look 0 ', '"look 1 ', 1), "{}", "", text[:-30]):
        record.write_text(broken, encoding="utf-8")
        ran = inside("replay", str(record))
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)


def test_replay_of_a_seat_that_is_not_there(inside: Any, record: Path) -> None:
    ran = inside("replay", str(record), "--seat", "5")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


@pytest.mark.one_backend
def test_replay_reads_standard_input(process: Any, record: Path) -> None:
    ran = process("replay", "-", typed=record.read_text(encoding="utf-8"))
    assert ran.code == 0
    assert "The game is over" in ran.out


# Rules.


def test_rules_lists_the_games(inside: Any) -> None:
    out = inside("rules").out
    for game in GAMES:
        assert f"docs/games/{game}.md" in out


@pytest.mark.parametrize("game", GAMES)
def test_rules_tells_every_option_and_action_with_its_meaning(inside: Any, game: str) -> None:
    form = json.loads(inside("rules", game, "--json").out)
    assert [option["name"] for option in form["options"]] == list(GAMES[game].Rules().to_json())
    assert all(option["meaning"] and option["allowed"] for option in form["options"])
    assert all(action["about"] for action in form["actions"])
    text = inside("rules", game).out
    for option in form["options"]:
        assert f"{option['name']} = " in text


@pytest.mark.parametrize("game", GAMES)
def test_the_defaults_that_rules_tells_can_be_typed(inside: Any, game: str) -> None:
    from masko_sdk.cli.arguments import option_text

    form = json.loads(inside("rules", game, "--json").out)
    typed = [
        f"--option={option['name']}={option_text(option['default'])}" for option in form["options"]
    ]
    ran = inside("simulate", game, "--games", "3", "--seed", "1", "--json", *typed)
    plain = inside("simulate", game, "--games", "3", "--seed", "1", "--json")
    assert (ran.code, ran.out) == (0, plain.out)


def test_a_part_of_an_option_can_be_set(inside: Any) -> None:
    ran = inside("simulate", "--games", "1", "--json", "--option", "special_points.ninja=3")
    points = json.loads(ran.out)["rules"]["special_points"]
    assert (points["ninja"], points["spy"]) == (3, 10)


def test_a_preset_is_taken(inside: Any) -> None:
    ran = inside("simulate", "skyjo", "--games", "1", "--json", "--preset", "published")
    assert json.loads(ran.out)["rules"]["column_to"] == "discard"


# Schema.


@pytest.mark.parametrize("game", GAMES)
def test_schema_tells_the_wire_format_in_either_language(inside: Any, game: str) -> None:
    assert json.loads(inside("schema", game).out) == wire.schema(game)
    assert inside("schema", game, "--typescript").out == wire.typescript(game)


def test_schema_goes_to_a_file(inside: Any) -> None:
    assert inside("schema", "mojo", "--typescript", "--out", "mojo.ts").out == ""
    assert Path("mojo.ts").read_text("utf-8") == wire.typescript("mojo")


def test_a_closed_output_is_told_in_one_line(command: list[str], env: Any, tmp_path: Path) -> None:
    for streams, told in ((">&-", "masko: standard output is closed\n"), (">&- 2>&-", "")):
        shell = f'exec "$@" {streams}'
        done = subprocess.run(
            ["sh", "-c", shell, "sh", *command, "demo"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=env(),
            check=False,
        )
        assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize(
    ("streams", "arguments", "code"),
    [("2>&-", ["simulate", "--games", "3"], 0), ("<&-", ["play"], 0), ("2>&-", ["nothing"], 2)],
)
def test_other_closed_streams_end_nothing(
    command: list[str], env: Any, tmp_path: Path, streams: str, arguments: list[str], code: int
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *command, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=env(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, "")


def test_one_game_tells_no_interval(inside: Any) -> None:
    one, two = (inside("simulate", "--games", games).out for games in ("1", "2"))
    assert "+-" not in one
    assert "+-" in two


@pytest.mark.parametrize("players", ["Ana,bot", "Ana,bot,bot", "Ana,BOT"])
def test_a_bot_without_a_policy_is_refused_with_a_hint(inside: Any, players: str) -> None:
    ran = inside("play", "--players", players)
    assert ran.code == 2
    assert "bot:prudent" in ran.err
