"""``python -m examples.web``: open tables in the browser."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import uvicorn

from .house import House, Limits
from .server import make_app
from .store import Store


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m examples.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port (8000)")
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
        "--tables", type=int, default=limits.tables, help="how many tables there may be"
    )
    parser.add_argument(
        "--keep-days", type=int, default=limits.keep_days, help="unused ones are kept so long"
    )
    return parser.parse_args()


def main() -> None:
    """Serve until interrupted; then save all and say goodbye."""
    told = arguments()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    limits = Limits(tables=told.tables, keep_days=told.keep_days)
    house = House(Store(told.database), limits)
    logging.info("Tables at http://%s:%d", told.host, told.port)
    uvicorn.run(
        make_app(house, origins=told.origin),
        host=told.host,
        port=told.port,
        log_level="warning",
        access_log=False,  # the address of a table lets its reader in
        proxy_headers=told.behind_proxy,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=limits.message_bytes,
        ws_max_queue=limits.waiting_messages,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
