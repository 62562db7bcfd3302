"""``python -m examples.web``: open tables in the browser."""

from __future__ import annotations

import argparse
import contextlib
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from .house import House, Limits
from .server import make_app
from .store import Store, StoreError

_WRONG = 2  # the exit code of wrong arguments
_MOST_TABLES, _MOST_DAYS = 1_000_000, 36_500


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says; wrong arguments end the program, with exit code 2."""
    parser = argparse.ArgumentParser(prog="python -m examples.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=_number(1, 65_535), default=8000, help="the port (8000)")
    parser.add_argument(
        "--database",
        type=Path,
        default=Path("web_tables.sqlite3"),
        help="the SQLite file that keeps the tables; it holds seeds, so keep it to yourself",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        help="a further origin that pages may come from, such as https://cards.example.org",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe the X-Forwarded headers of a proxy on this machine",
    )
    limits = Limits()
    parser.add_argument(
        "--tables",
        type=_number(1, _MOST_TABLES),
        default=limits.tables,
        help="how many tables there may be",
    )
    parser.add_argument(
        "--keep-days",
        type=_number(1, _MOST_DAYS),
        default=limits.keep_days,
        help="unused ones are kept so long",
    )
    return parser.parse_args(argv)


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:20]) <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from {low} to {high}")
        return int(text)

    return read


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until interrupted; then save all and say goodbye; returns an exit code."""
    told = arguments(argv)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    limits = Limits(tables=told.tables, keep_days=told.keep_days)
    try:
        listening = _listen(told.host, told.port)
    except (OSError, UnicodeError) as error:  # the second: a name that can be none of a host
        why = getattr(error, "strerror", None) or error
        return _fail(f"can't listen at {told.host}, port {told.port}: {why}")
    try:
        house = House(Store(told.database), limits)
    except StoreError as error:
        listening.close()
        return _fail(f"can't keep tables in {told.database}: {error}")
    logging.info("Tables at http://%s:%d", told.host, told.port)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again when all is done
        _serve(house, told, listening)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address, family=family, backlog=2048)


def _fail(problem: str) -> int:
    print(f"python -m examples.web: {' '.join(problem.split())}", file=sys.stderr)
    return _WRONG


def _serve(house: House, told: argparse.Namespace, listening: socket.socket) -> None:
    config = uvicorn.Config(
        make_app(house, origins=told.origin),
        log_level="warning",
        access_log=False,  # the address of a table lets its reader in
        proxy_headers=told.behind_proxy,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=house.limits.message_bytes,
        ws_max_queue=house.limits.waiting_messages,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    sys.exit(main())
