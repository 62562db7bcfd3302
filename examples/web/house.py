"""The house: all tables, by the code in their address; opened, kept, brought back, forgotten."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from masko_sdk import MaskoError
from masko_sdk.games import GAMES
from masko_sdk.table import Table

from .live import Line, LiveTable
from .store import Store

_LOG = logging.getLogger(__name__)
_CODE_BYTES = 10  # 80 bits: nobody finds a table by trying
_SAVING_SHARE = 0.05


@dataclass(frozen=True)
class Limits:
    """What one visitor, and all together, may ask for.

    Attributes:
        tables: how many there may be, on disk and in memory.
        lines: sockets at one table.
        lines_from: sockets from one address.
        opened_from: tables that one address may open within an hour.
        rate: messages a second that a socket may send in the long run.
        burst: messages that it may send at once.
        message_bytes: the longest message of a socket; the table itself takes 4,096.
        body_bytes: the longest body of a request.
        waiting_messages: messages that may wait for a slow browser.
        keep_days: a table that has not changed for so long is forgotten.
        asleep_after: seconds after which a table without visitors leaves the memory, and stays on disk.
    """

    tables: int = 2000
    lines: int = 40
    lines_from: int = 40
    opened_from: int = 60
    rate: int = 20
    burst: int = 60
    message_bytes: int = 8192
    body_bytes: int = 16_384
    waiting_messages: int = 256
    keep_days: int = 30
    asleep_after: float = 300.0


class Refused(Exception):
    """What a visitor asked for is not to be had; the words are for them.

    Attributes:
        reason: a key for the page.
        status: the HTTP status that says it.
    """

    def __init__(self, reason: str, status: int, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason = reason
        self.status = status


class House:
    """The tables, and the task that keeps them on disk.

    Args:
        store: where they are kept.
        limits: what visitors may ask for.
    """

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.tables: dict[str, LiveTable] = {}
        self._changed: dict[str, None] = {}  # in the order of their first change
        self._something_changed = asyncio.Event()
        self._names = 0
        self._lines_from: Counter[str] = Counter()
        self._opened_from: dict[str, list[float]] = {}

    # Tables.

    def open(self, asked: Mapping[str, Any], address: str) -> str:
        """A new table; returns its code.

        Raises:
            Refused: too many tables, or something else than a game with its options was asked for.
        """
        self._count_opened(address)
        if self.store.count() >= self.limits.tables:
            raise Refused("house_full", 503)
        rules, seats, options = read_wishes(asked)
        options |= {"rate": self.limits.rate, "burst": self.limits.burst}
        code = secrets.token_hex(_CODE_BYTES)
        try:
            self.tables[code] = LiveTable(
                lambda _: Table(rules, seats, **options), lambda: self._note_change(code)
            )
        except (MaskoError, TypeError) as error:
            raise Refused("bad_wishes", 422, str(error)) from None
        self.store.put(code, self.tables[code].table.save())
        return code

    def _count_opened(self, address: str) -> None:
        hour_ago = time.monotonic() - 3600
        for other, times in list(self._opened_from.items()):
            self._opened_from[other] = [when for when in times if when > hour_ago]
            if not self._opened_from[other]:
                del self._opened_from[other]
        times = self._opened_from.setdefault(address, [])
        if len(times) >= self.limits.opened_from:
            raise Refused("too_many_opened", 429)
        times.append(time.monotonic())

    def find(self, code: str) -> LiveTable | None:
        """The table of a code: from memory, or from disk, or None."""
        live = self.tables.get(code)
        if live is not None:
            return live
        saved = self.store.get(code)
        if saved is None:
            return None
        try:
            live = LiveTable(
                lambda now: Table.restore(saved, now, max_bytes=None, max_actions=None),
                lambda: self._note_change(code),
            )
        except MaskoError as error:
            _LOG.warning("A table can't be restored: %s", error)
            return None
        self.tables[code] = live
        return live

    # Sockets.

    def enter(self, code: str, address: str) -> tuple[LiveTable, Line]:
        """Let a socket in.

        Raises:
            Refused: no such table, or too many sockets.
        """
        live = self.find(code)
        if live is None:
            raise Refused("no_table", 404)
        if len(live.lines) >= self.limits.lines:
            raise Refused("table_full", 429)
        if self._lines_from[address] >= self.limits.lines_from:
            raise Refused("too_many_lines", 429)
        self._names += 1
        line = Line(f"line {self._names}", self.limits.waiting_messages)
        self._lines_from[address] += 1
        live.enter(line)
        return live, line

    def leave(self, live: LiveTable, line: Line, address: str) -> None:
        """A socket is gone."""
        live.leave(line)
        self._lines_from[address] -= 1
        if not self._lines_from[address]:
            del self._lines_from[address]

    # Keeping.

    def _note_change(self, code: str) -> None:
        self._changed[code] = None
        self._something_changed.set()

    async def keep(self) -> None:
        """Save what has changed, one table after the other, in a bounded share of the time; for ever."""
        while True:
            await self._something_changed.wait()
            await asyncio.sleep(0.2)  # what follows at once is saved with it
            self._something_changed.clear()
            for code in list(self._changed):
                began = time.perf_counter()
                self._save(code)
                await asyncio.sleep((time.perf_counter() - began) / _SAVING_SHARE)

    async def tidy(self) -> None:
        """Put tables without visitors to sleep, and forget old ones; for ever."""
        while True:
            self.store.purge(self.limits.keep_days)
            before = asyncio.get_running_loop().time() - self.limits.asleep_after
            for code, live in list(self.tables.items()):
                if not live.lines and live.left_at < before:
                    self._save(code)
                    del self.tables[code]
            await asyncio.sleep(60)

    def _save(self, code: str) -> None:
        if code in self._changed:
            del self._changed[code]
            self.store.put(code, self.tables[code].table.save())

    def close(self) -> None:
        """Stop all clocks and save all."""
        for live in self.tables.values():
            live.stop()
        for code in list(self._changed):
            self._save(code)
        self.store.close()


# What a visitor may wish for.

_SETTINGS = {
    "window_ms": (1000, 60_000),
    "turn_ms": (5000, 3_600_000),
    "bot_ms": (0, 10_000),
}


def read_wishes(asked: Mapping[str, Any]) -> tuple[Any, int, dict[str, Any]]:
    """Rules, number of seats and further arguments of `Table`, from what a page asked for.

    Raises:
        Refused: a field is unknown or outside of what is allowed; the message names it.
    """
    unknown = set(asked) - {"game", "rules", "seats", "bots", "settings"}
    module = GAMES.get(asked["game"]) if isinstance(asked.get("game"), str) else None
    options = asked.get("rules", {})
    if unknown or module is None or not isinstance(options, dict):
        raise Refused("bad_wishes", 422, "game, rules, seats, bots, settings are what is known")
    try:
        rules = module.Rules.from_options(options)
    except (MaskoError, TypeError, ValueError) as error:
        raise Refused("bad_wishes", 422, str(error)) from None
    seats = _number("seats", asked.get("seats", 4), 2, 8)
    bots = _number("bots", asked.get("bots", 0), 0, seats)
    settings = {**_settings(asked.get("settings", {})), "arbitration": "reaction"}
    return rules, seats, {"bots": dict.fromkeys(range(seats - bots, seats), "prudent"), **settings}


def _settings(asked: Any) -> dict[str, Any]:
    if not isinstance(asked, dict) or set(asked) - {*_SETTINGS, "take_back"}:
        raise Refused("bad_wishes", 422, f"settings are {', '.join(_SETTINGS)}, take_back")
    take_back = asked.get("take_back", False)
    if not isinstance(take_back, bool):
        raise Refused("bad_wishes", 422, "take_back is true or false")
    settings: dict[str, Any] = {"take_back": take_back, "bot_ms": 900}
    for name, (low, high) in _SETTINGS.items():
        if name == "turn_ms" and asked.get(name, 0) is None:
            settings[name] = None
        elif name in asked:
            settings[name] = _number(name, asked[name], low, high)
    return settings


def _number(name: str, given: Any, low: int, high: int) -> int:
    if type(given) is not int or not low <= given <= high:
        raise Refused("bad_wishes", 422, f"{name} must be a whole number from {low} to {high}")
    return given
