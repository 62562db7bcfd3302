"""One table with its sockets: brings messages and the time to a `Table`, and what it says to the sockets."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from masko_sdk.table import Out, Table


class Line:
    """What waits to be sent over one socket.

    Args:
        name: what the table calls the connection.
        most: so many messages may wait; a browser that reads more slowly is let go, and may come back.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name = name
        self.waiting: asyncio.Queue[str] = asyncio.Queue(most)
        self.is_full = asyncio.Event()

    def send(self, text: str) -> None:
        """Send it as soon as the socket takes it."""
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.is_full.set()


class Turns:
    """Tables that have something to do go on one at a time, and messages are read in between.

    So whoever says something waits for one table, and not for all that are due: bots that do not think are due always.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def ask(self, go_on: Callable[[], None]) -> None:
        """Have it called, once, when all that asked before have been."""
        self._waiting.append(go_on)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)


class LiveTable:
    """A table, its lines and its clock, which stands still while nobody is there.

    So a table that everybody has left costs nothing, and nobody is played for by a policy because all went to lunch.

    Args:
        open_table: makes the table, given the time.
        on_change: called after each change.
        turns: where it waits for its turn to go on.
    """

    def __init__(
        self, open_table: Callable[[int], Table], on_change: Callable[[], None], turns: Turns
    ) -> None:
        self._turns = turns
        self._is_waiting = False
        self._loop = asyncio.get_running_loop()
        self._stood_still = 0.0
        self._stopped_at: float | None = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._on_change = on_change
        self.lines: dict[str, Line] = {}
        self.table = open_table(self.now())
        self.left_at = self._loop.time()

    def now(self) -> int:
        """Milliseconds of this table's clock."""
        time = self._loop.time() if self._stopped_at is None else self._stopped_at
        return int((time - self._stood_still) * 1000)

    # Lines.

    def enter(self, line: Line) -> None:
        """Let a socket in; the clock goes on."""
        if self._stopped_at is not None:
            self._stood_still += self._loop.time() - self._stopped_at
            self._stopped_at = None
        self.lines[line.name] = line
        self._wait()

    def receive(self, line: Line, message: str | bytes) -> None:
        """Take in what a socket says."""
        self._deliver(self.table.receive(self.now(), line.name, message))

    def leave(self, line: Line) -> None:
        """A socket is gone; with the last one the clock stops."""
        del self.lines[line.name]
        self._deliver(self.table.lost(self.now(), line.name))
        if not self.lines:
            self.stop()
            self.left_at = self._loop.time()

    def stop(self) -> None:
        """Stop the clock."""
        if self._stopped_at is None:
            self._stopped_at = self._loop.time()
        self._forget_timer()

    # Time.

    def _wait(self) -> None:
        """Sleep until something is to happen of itself."""
        self._forget_timer()
        deadline = self.table.next_deadline
        if deadline is not None and self._stopped_at is None and not self._is_waiting:
            self._timer = self._loop.call_at(deadline / 1000 + self._stood_still, self._line_up)

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _line_up(self) -> None:
        self._is_waiting = True
        self._turns.ask(self._advance)

    def _advance(self) -> None:
        self._is_waiting = False
        if self._stopped_at is None:
            # The loop may be early by its resolution: then nothing happens, and the wait goes on.
            self._deliver(self.table.advance(self.now()))

    def _deliver(self, outs: Iterable[Out]) -> None:
        for out in outs:
            line = self.lines.get(str(out.to))
            if line is not None:
                line.send(out.text)
        self._on_change()
        self._wait()
