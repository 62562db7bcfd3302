"""A table behind a TCP port: a line is a message of `masko_sdk.table`, in JSON, both ways.

Shows how to embed the table in an event loop: one lock-free owner, a clock that sleeps until the table's next
deadline, and slow readers cut off instead of waited for. It needs the standard library alone.

    python examples/asyncio_server.py masko --seats 3 --bots 1     # prints its port
    python examples/asyncio_server.py --join 7000 --name Ana       # a client that plays anything legal
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import time

from masko_sdk import fifty, masko, mojo, skyjo
from masko_sdk.table import Table

GAMES = {"masko": masko, "skyjo": skyjo, "mojo": mojo, "fifty": fifty}
LONGEST_LINE = 1 << 20
MOST_WAITING = 1 << 22  # bytes that a slow reader may have in its buffer


class Server:
    """One table, and the lines to it."""

    def __init__(self, table):
        self.table = table
        self.writers = {}
        self.names = map(str, itertools.count())
        self.woken = asyncio.Event()

    def now(self):
        return time.monotonic_ns() // 1_000_000

    def send(self, outs):
        """Never waits: the table must not stand still for one slow reader."""
        for out in outs:
            writer = self.writers.get(out.to)
            if writer is None:
                continue
            writer.write(out.text.encode() + b"\n")
            if writer.transport.get_write_buffer_size() > MOST_WAITING:
                writer.transport.abort()
        self.woken.set()  # the next deadline may be another one now

    async def run_clock(self):
        while True:
            deadline = self.table.next_deadline
            wait = None if deadline is None else max(0, deadline - self.now()) / 1000
            self.woken.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.woken.wait()
            if deadline is not None and deadline <= self.now():
                self.send(self.table.advance(self.now()))

    async def serve_line(self, reader, writer):
        """One connection, from its first message to its last."""
        name = next(self.names)
        self.writers[name] = writer
        try:
            while text := await reader.readline():
                self.send(self.table.receive(self.now(), name, text))
        except (ConnectionError, ValueError):
            pass  # gone, or a line that is too long
        finally:
            del self.writers[name]
            writer.close()
            self.send(self.table.lost(self.now(), name))

    async def start(self, port=0):
        """Listen; the caller keeps the server that is returned, and the task of the clock."""
        listening = await asyncio.start_server(
            self.serve_line, "127.0.0.1", port, limit=LONGEST_LINE
        )
        return listening, asyncio.create_task(self.run_clock())


async def join(port, name, starts=False, seed=None, minded=None):
    """A client that plays anything legal, until the game is over; returns the outcome."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE)
    chance, ids = random.Random(seed), itertools.count(1)

    def say(**message):
        writer.write(json.dumps({"id": next(ids), **message}).encode() + b"\n")

    say(type="join", name=name)
    try:
        while line := await reader.readline():
            message = json.loads(line)
            if minded is not None:
                minded(message)
            taken = message["type"] == "lobby" and all(s["name"] for s in message["seats"])
            if starts and taken and message["phase"] == "lobby":
                starts = False
                say(type="start")
            if message["type"] in ("state", "update") and message["legal_actions"]:
                window = message["window"]
                meant = {"window": window["number"]} if window else {"ply": message["ply"]}
                say(type="play", action=chance.choice(message["legal_actions"]), **meant)
            if message["type"] == "over":
                return message["outcome"]
    finally:
        writer.close()


async def serve(given):
    bots = dict.fromkeys(range(given.seats - given.bots, given.seats), "prudent")
    server = Server(Table(GAMES[given.game].Rules(), given.seats, bots=bots, bot_ms=200))
    listening, clock = await server.start(given.port)
    print("port", listening.sockets[0].getsockname()[1], flush=True)
    async with listening:
        await clock


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=GAMES, default="masko")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", type=int, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--join", type=int, metavar="PORT")
    parser.add_argument("--name", default="Ana")
    given = parser.parse_args(arguments)
    with contextlib.suppress(KeyboardInterrupt):
        if given.join:
            print(asyncio.run(join(given.join, given.name, starts=True)))
        else:
            asyncio.run(serve(given))


if __name__ == "__main__":
    main()
