"""A table among its sockets: its clock, and its turn among the tables that are due."""

import asyncio
import itertools

import pytest

pytest.importorskip("starlette", reason="no Starlette: the extra web")

from examples.web.live import Line, LiveTable, Turns
from masko_sdk import masko
from masko_sdk.table import Table

pytestmark = pytest.mark.one_backend


class FakeLoop:
    """A loop whose clock is set by hand, and which keeps what it is to call."""

    def __init__(self):
        self.clock = 100.0
        self.timers = []

    def time(self):
        return self.clock

    def call_soon(self, call):
        return self.call_at(self.clock, call)

    def call_at(self, when, call):
        self.timers.append(FakeTimer(when, call))
        return self.timers[-1]

    def go_on(self, seconds):
        """Let time pass, and call what is due."""
        self.clock += seconds
        while due := [timer for timer in self.timers if timer.when <= self.clock]:
            self.timers.remove(due[0])
            if not due[0].is_cancelled:
                due[0].call()


class FakeTimer:
    def __init__(self, when, call):
        self.when, self.call, self.is_cancelled = when, call, False

    def cancel(self):
        self.is_cancelled = True


def test_the_clock_of_a_table_stands_still_while_nobody_is_there(monkeypatch):
    loop = FakeLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    table = Table(masko.Rules(), 2, turn_ms=5000, grace_ms=1000)
    live = LiveTable(lambda _: table, lambda: None, Turns())
    line = Line("line 1", 100)
    live.enter(line)
    live.receive(line, '{"type":"join","name":"Ana"}')
    live.receive(line, '{"type":"start","fill":true}')
    loop.go_on(1)
    seen = live.table.game.ply  # the empty seat was played for
    live.leave(line)
    loop.go_on(7200)
    assert live.table.game.ply == seen
    live.enter(Line("line 2", 100))
    loop.go_on(0.9)
    assert live.table.game.ply == seen
    for _ in range(8):
        loop.go_on(1)
    assert (
        live.table.game.ply > seen
    )  # nobody came back to this seat: its grace is up, then its turn


def test_tables_that_are_due_at_once_go_on_in_turn_and_messages_are_read_in_between():
    said = []

    async def go_on():
        loop, turns = asyncio.get_running_loop(), Turns()

        def act(name, times):
            said.append(name)
            if times > 1:
                turns.ask(lambda: act(name, times - 1))

        for name in ("first", "second"):
            turns.ask(lambda name=name: act(name, 2))
        for number in range(4):
            loop.call_soon(said.append, f"message {number}")
            await asyncio.sleep(0)

    asyncio.run(go_on())
    assert [name for name in said if "message" not in name] == ["first", "second"] * 2
    places = [said.index(f"message {number}") for number in range(4)]
    assert all(later - sooner == 2 for sooner, later in itertools.pairwise(places))


def test_a_table_that_fails_in_its_turn_holds_up_no_other():
    went_on = []

    async def go_on():
        told = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        turns = Turns()
        turns.ask(lambda: 1 // 0)
        turns.ask(lambda: went_on.append("second"))
        await asyncio.sleep(0.01)
        assert [type(what["exception"]) for what in told] == [ZeroDivisionError]

    asyncio.run(go_on())
    assert went_on == ["second"]


def test_a_table_that_is_left_before_its_turn_stands_still(monkeypatch):
    loop = FakeLoop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    table = Table(masko.Rules(), 2, bots=dict.fromkeys(range(2), "prudent"), bot_ms=0)
    live = LiveTable(lambda _: table, lambda: None, Turns())
    line = Line("line 1", 100)
    live.enter(line)
    table.start(live.now())
    live.receive(line, "{}")  # it is due, and will ask for its turn
    loop.call_soon(lambda: live.leave(line))
    loop.go_on(0)
    assert table.game.ply == 0
    live.enter(line)
    loop.go_on(0)
    assert table.game.is_over
