"""The server where the disk or the command line is not as it should be."""

import asyncio
import json
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import pytest

pytest.importorskip("starlette.testclient", reason="no Starlette: the extra browser")
pytest.importorskip("uvicorn", reason="no uvicorn: the extra web")

from examples.web import cards
from examples.web.house import House, Limits
from examples.web.store import Store, StoreError
from masko_sdk import masko
from masko_sdk.table import Table
from tests.web.program import ROOT

pytestmark = pytest.mark.one_backend


def opened(client):
    answer = client.post("/tables", json={"game": "masko", "seats": 2})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def sit_down(client, code):
    with client.websocket_connect(f"/socket/{code}") as line:
        line.send_text(json.dumps({"type": "join", "id": 1, "name": "Ana"}))
        while json.loads(line.receive_text())["type"] != "joined":
            pass


def within(seconds, holds):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def lines(caplog):
    return [one.getMessage() for one in caplog.records if one.name.startswith("examples")]


@pytest.fixture
def other_program(tmp_path):
    """A second program that has locked the file."""
    database = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    yield database
    database.close()


# A disk that can't be used for a while.


def test_what_could_not_be_saved_is_saved_later(open_house, other_program, caplog):
    caplog.set_level(logging.INFO)
    with open_house() as client:
        code, store = opened(client), client.app.state.house.store
        other_program.execute("begin immediate")
        sit_down(client, code)
        within(5, lambda: any("locked" in line for line in lines(caplog)))
        time.sleep(3)  # for further attempts
        other_program.execute("rollback")
        within(10, lambda: Table.restore(store.get(code), 0).names[0] == "Ana")
        told = lines(caplog)
        assert told == [
            "Tables can't be saved now, and will be later: database is locked",
            "Tables are saved again",
        ]
        assert not any(code in line for line in told)


def test_while_the_file_is_locked_nobody_waits_for_long(open_house, other_program):
    with open_house() as client:
        code = opened(client)
        other_program.execute("begin immediate")
        sit_down(client, code)
        longest, end = 0.0, time.monotonic() + 3
        while time.monotonic() < end:
            began = time.perf_counter()
            assert client.get(f"/tables/{code}").status_code == 200
            longest = max(longest, time.perf_counter() - began)
        other_program.execute("rollback")
    assert longest < 1


def test_no_table_is_opened_that_can_not_be_kept(open_house, other_program):
    with open_house() as client:
        other_program.execute("begin immediate")
        answer = client.post("/tables", json={"game": "masko", "seats": 2})
        assert (answer.status_code, answer.json()["error"]) == (503, "no_disk")
        assert client.app.state.house.tables == {}
        other_program.execute("rollback")
        opened(client)


def test_a_disk_that_can_not_be_read_is_told(open_house, monkeypatch):
    with open_house() as client:

        def fail(code):
            raise StoreError("disk I/O error")

        monkeypatch.setattr(client.app.state.house.store, "get", fail)
        answer = client.get("/tables/0123")
        assert (answer.status_code, answer.json()["error"]) == (503, "no_disk")


def test_a_table_that_can_not_be_saved_stays_in_memory(open_house, other_program, monkeypatch):
    with open_house(asleep_after=0.0) as client:
        house = client.app.state.house
        code = opened(client)
        other_program.execute("begin immediate")
        sit_down(client, code)
        with pytest.raises(TimeoutError):
            client.portal.call(for_a_moment, house.tidy)
        assert code in house.tables
        other_program.execute("rollback")
    with open_house() as client:
        assert client.app.state.house.store.get(code).count('"Ana"')


async def for_a_moment(endless):
    await asyncio.wait_for(endless(), 0.5)


def test_changes_that_are_lost_at_the_end_are_counted(tmp_path, other_program, caplog):
    house = House(Store(tmp_path / "tables.sqlite3"), Limits())

    class Live:
        table = Table.restore(saved_table(), 0)

        def stop(self):
            """Nothing runs."""

    house.tables["a"] = house.tables["b"] = Live()
    house._note_change("a"), house._note_change("b")
    house.store.wait_at_most = lambda seconds: None
    other_program.execute("begin immediate")
    house.close()
    assert lines(caplog)[-1] == "The last changes of 2 tables are lost"


def saved_table():
    return Table(masko.Rules(), 2).save()


# What anybody may ask for.


@pytest.mark.parametrize(
    "path",
    [
        "skyjo/99",
        "skyjo/-3",
        "skyjo/13",
        "skyjo/٣",
        "skyjo/07",
        "mojo/50",
        "mojo/-1",
        "mojo/mojo_5_1",
        "mojo/mood_1_1",
        "fifty/0",
        "fifty/51",
        "fifty/mood_21_1",
        "fifty/mojo_10_1",
        "masko/11",
        "masko/" + "x" * 500,
    ],
)
def test_cards_that_there_are_not_are_not_found_and_not_remembered(client, path):
    before = cards._document.cache_info().currsize
    assert client.get(f"/cards/en/{path}.svg").status_code == 404
    assert cards._document.cache_info().currsize == before


@pytest.mark.parametrize(
    "path",
    [
        "skyjo/-2",
        "skyjo/12",
        "mojo/0",
        "mojo/mojo_10_-1",
        "fifty/50",
        "fifty/mood_x_0",
        "masko/spy",
    ],
)
def test_all_other_cards_are_found(client, path):
    assert client.get(f"/cards/en/{path}.svg").text.startswith("<svg")


@pytest.mark.parametrize("origin", ["http://[", "null", "", "testserver", "//", "http://[::1"])
def test_an_origin_that_is_no_address_is_a_foreign_one(client, origin):
    answer = client.post("/tables", json={"game": "masko"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "bad_origin")


# The command line.


def run(*arguments, folder):
    done = subprocess.run(
        [sys.executable, "-m", "examples.web", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--port", "99999"], "99999"),
        (["--port", "0"], "'0'"),
        (["--tables", "-5"], "-5"),
        (["--keep-days", "-3"], "-3"),
        (["--keep-days", "9" * 5000], "999"),
        (["--database", "missing/tables.sqlite3"], "missing/tables.sqlite3"),
        (["--database", "junk"], "not a database"),
        (["--database", "."], "unable to open"),
        (["--host", "no such host"], "no such host"),
    ],
)
def test_what_can_not_be_is_told_in_one_line(tmp_path, arguments, named):
    (tmp_path / "junk").write_bytes(b"junk" * 1000)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    code, told = run("--port", port, *arguments, folder=tmp_path)
    assert code == 2
    assert named in told.splitlines()[-1]
    assert "Traceback" not in told
    assert len([line for line in told.splitlines() if line.startswith("python -m")]) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_at_the_end_it_says_goodbye(program, how):
    program.open(game="masko")
    program.stop(how)
    assert program.log.splitlines()[-1] == "INFO All tables are saved. Goodbye."
    assert "Traceback" not in program.log
