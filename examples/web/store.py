"""Tables on disk: one row each, in SQLite."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

_SCHEMA = """
create table if not exists tables (
    code text primary key,
    saved text not null,      -- what Table.save() gave: it holds the seed, and so all hidden cards
    changed integer not null  -- when, in seconds since 1970
) without rowid
"""
_DAY = 86_400


class Store:
    """The saved tables, by code.

    Args:
        path: the file; it is made readable for its owner alone.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.touch(mode=0o600)
        # It is made before the loop runs, perhaps in another thread; afterwards the loop's alone uses it.
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.execute("pragma journal_mode = wal")
        # If the machine crashes the last moments may be lost; if the program does, nothing that was put.
        self._database.execute("pragma synchronous = normal")
        self._database.execute(_SCHEMA)

    def put(self, code: str, saved: str) -> None:
        """Keep a table; an older state of it is replaced."""
        row = (code, saved, int(time.time()))
        self._database.execute("insert or replace into tables values (?, ?, ?)", row)

    def get(self, code: str) -> str | None:
        """What was kept of a table, or None."""
        query = "select saved from tables where code = ?"
        row = self._database.execute(query, (code,)).fetchone()
        return None if row is None else row[0]

    def remove(self, code: str) -> None:
        """Forget a table."""
        self._database.execute("delete from tables where code = ?", (code,))

    def count(self) -> int:
        """How many are kept."""
        number: int = self._database.execute("select count(*) from tables").fetchone()[0]
        return number

    def purge(self, days: int) -> None:
        """Forget what has not changed for so many days."""
        before = int(time.time()) - days * _DAY
        self._database.execute("delete from tables where changed < ?", (before,))

    def close(self) -> None:
        """Close the file."""
        self._database.close()
