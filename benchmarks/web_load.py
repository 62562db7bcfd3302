"""Load of the web table: many tables of bots in one process, each watched over a socket of its own.

    python benchmarks/web_load.py --tables 200 --seconds 20

The server runs as a program of its own; this one opens the tables, looks on at each, counts what comes, and
measures how long a ping over the sockets takes meanwhile, and how long the server takes for the tables' own deeds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parents[1]
_PING_EVERY = 0.5
_WARM_UP = 2.0


@dataclass
class Counts:
    """What came while it counted.

    Attributes:
        messages: how many.
        bytes: their length together.
        pings: how long each took, in seconds.
        plies: by table, the last ply that came.
    """

    messages: int = 0
    bytes: int = 0
    pings: list[float] = field(default_factory=list)
    is_counting: bool = False


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(port: int, database: Path, tables: int) -> subprocess.Popen[bytes]:
    """The server as a program, once it answers."""
    script = (
        "from pathlib import Path; import sys, uvicorn;"
        "from examples.web.house import House, Limits; from examples.web.server import make_app;"
        "from examples.web.store import Store;"
        "port, path, most = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]);"
        "limits = Limits(lines_from=10 * most, opened_from=10 * most);"
        "app = make_app(House(Store(path), limits));"
        "uvicorn.run(app, port=port, log_level='warning', access_log=False,"
        " ws='websockets-sansio', ws_per_message_deflate=False)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script, str(port), str(database), str(tables)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=1).close()
            return server
        except OSError:
            if server.poll() is not None:
                raise SystemExit("the server does not start") from None
            time.sleep(0.05)


def open_table(port: int, game: str, bot_ms: int) -> str:
    """A table with one free seat, which its host gives up to a policy; returns its code."""
    wishes = {
        "game": game,
        "seats": 4,
        "bots": 3,
        "rules": {} if game == "fifty" else {"target": 10_000},  # a game that lasts
        "settings": {"bot_ms": bot_ms, "turn_ms": 5000},
    }
    address = f"http://127.0.0.1:{port}/tables"
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(address, json.dumps(wishes).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        code: str = json.load(answer)["code"]
    return code


async def look_on(port: int, code: str, counts: Counts, is_over: asyncio.Event) -> None:
    """Start the game of a table, leave the seat to a policy, look on, and ping."""
    address = f"ws://127.0.0.1:{port}/socket/{code}"
    async with websockets.connect(address, compression=None, max_queue=None) as line:
        for message in (
            {"type": "join", "name": "Ana"},
            {"type": "start"},
            {"type": "leave"},
            {"type": "watch"},
        ):
            await line.send(json.dumps(message))
        sent: dict[int, float] = {}
        pinging = asyncio.create_task(ping(line, sent))
        reading = asyncio.create_task(read(line, counts, sent))
        await is_over.wait()
        pinging.cancel()
        reading.cancel()
        await asyncio.gather(pinging, reading, return_exceptions=True)


async def ping(line: websockets.ClientConnection, sent: dict[int, float]) -> None:
    """Ask now and then, for ever."""
    number = 0
    while True:
        await asyncio.sleep(_PING_EVERY)
        number += 1
        sent[number] = time.perf_counter()
        await line.send(f'{{"type":"ping","id":{number}}}')


async def read(line: websockets.ClientConnection, counts: Counts, sent: dict[int, float]) -> None:
    """Count what comes, for ever."""
    async for text in line:
        now = time.perf_counter()
        answered = str(text).startswith('{"v":1,"type":"answer"')
        began = sent.pop(json.loads(text)["id"], None) if answered else None
        if counts.is_counting:
            counts.messages += 1
            counts.bytes += len(text)
            if began is not None:
                counts.pings.append(now - began)


async def measure(port: int, codes: list[str], seconds: float) -> tuple[Counts, float]:
    """Look on at all tables for so long."""
    counts, is_over = Counts(), asyncio.Event()
    lookers = [asyncio.create_task(look_on(port, code, counts, is_over)) for code in codes]
    await asyncio.sleep(_WARM_UP)
    counts.is_counting = True
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    counts.is_counting = False
    took = time.perf_counter() - began
    is_over.set()
    await asyncio.gather(*lookers)
    return counts, took


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bot-ms", type=int, default=300, help="how long bots think")
    parser.add_argument("--game", default="masko")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start_server(port, Path(folder) / "tables.sqlite3", told.tables)
        try:
            codes = [open_table(port, told.game, told.bot_ms) for _ in range(told.tables)]
            counts, took = asyncio.run(measure(port, codes, told.seconds))
        finally:
            server.terminate()
            server.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    pings = statistics.quantiles((1000 * ping for ping in counts.pings), n=100)
    print(
        f"{told.tables} tables of {told.game} with 4 bots, {told.bot_ms} ms a decision, {took:.0f} s"
    )
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} CPUs, server and watchers on one machine"
    )
    print(f"messages sent      {counts.messages / took:10,.0f} a second")
    print(f"bytes sent         {counts.bytes / took:10,.0f} a second")
    print(f"ping, median       {pings[49]:10.2f} ms   ({len(counts.pings)} pings)")
    print(f"ping, 99th percent {pings[98]:10.2f} ms")
    print(f"server CPU         {used.ru_utime + used.ru_stime:10.1f} s, whole run")
    print(f"server memory      {used.ru_maxrss / 1024:10.0f} MiB at most")


if __name__ == "__main__":
    main()
