"""Tables on disk: one row each, in SQLite."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SCHEMA = """
create table if not exists tables (
    code text primary key,
    saved text not null,      -- what Table.save() gave: it holds the seed, and so all hidden cards
    changed integer not null  -- when, in seconds since 1970
) without rowid
"""
_DAY = 86_400
_OPENING_SECONDS = 5.0
_SECONDS = 0.1


class StoreError(Exception):
    """The file can't be read or written now: it is locked, damaged or for others, or the disk is full."""


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong with the file, told in SQLite's words, which hold nothing of what was to be kept."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(str(error)) from None


class Store:
    """The saved tables, by code.

    Args:
        path: the file; it is made readable for its owner alone.

    Each method raises `StoreError` when the file can't be read or written. While another program locks it, none waits
    longer than a tenth of a second, since nothing else happens in the meantime.

    Raises:
        StoreError: no such folder, no file of this kind, or it is locked.
    """

    def __init__(self, path: Path) -> None:
        with _told():
            if not path.exists():
                path.touch(mode=0o600)
            # It is made before the loop runs, perhaps in another thread; afterwards the loop's alone uses it.
            self._database = sqlite3.connect(
                path, _OPENING_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            self._run("pragma journal_mode = wal")
            # If the machine crashes the last moments may be lost; if the program does, nothing that was put.
            self._run("pragma synchronous = normal")
            self._run(_SCHEMA)
            self.wait_at_most(_SECONDS)
        except StoreError:
            self._database.close()
            raise

    def wait_at_most(self, seconds: float) -> None:
        """From now on, wait so long for another program that locks the file."""
        self._run(f"pragma busy_timeout = {int(seconds * 1000)}")

    def _run(self, query: str, values: tuple[object, ...] = ()) -> tuple[Any, ...] | None:
        """The first row of an answer, if there is one."""
        with _told():
            row: tuple[Any, ...] | None = self._database.execute(query, values).fetchone()
        return row

    def put(self, code: str, saved: str) -> None:
        """Keep a table; an older state of it is replaced."""
        row = (code, saved, int(time.time()))
        self._run("insert or replace into tables values (?, ?, ?)", row)

    def get(self, code: str) -> str | None:
        """What was kept of a table, or None."""
        row = self._run("select saved from tables where code = ?", (code,))
        return None if row is None else row[0]

    def remove(self, code: str) -> None:
        """Forget a table."""
        self._run("delete from tables where code = ?", (code,))

    def count(self) -> int:
        """How many are kept."""
        row = self._run("select count(*) from tables")
        return 0 if row is None else int(row[0])

    def purge(self, days: int) -> None:
        """Forget what has not changed for so many days."""
        before = int(time.time()) - days * _DAY
        self._run("delete from tables where changed < ?", (before,))

    def close(self) -> None:
        """Close the file."""
        self._database.close()
