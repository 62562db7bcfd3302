"""The house: all tables, by the code in their address; opened, kept, brought back, forgotten."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from masko_sdk import MaskoError
from masko_sdk.games import GAMES
from masko_sdk.table import Table

from .live import Line, LiveTable, Turns
from .store import Store, StoreError

_LOG = logging.getLogger(__name__)
_CODE_BYTES = 10  # 80 bits: nobody finds a table by trying
_SAVING_SHARE = 0.05
_GATHER_SECONDS, _RETRY_SECONDS = 0.2, 1.0
_CLOSING_SECONDS = 5.0


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
        self._turns = Turns()
        self._changed: dict[str, None] = {}  # in the order of their first change
        self._is_in_trouble = False
        self._something_changed = asyncio.Event()
        self._names = 0
        self._lines_from: Counter[str] = Counter()
        self._opened_from: dict[str, list[float]] = {}

    # Tables.

    def open(self, asked: Mapping[str, Any], address: str) -> str:
        """A new table; returns its code.

        Raises:
            Refused: too many tables, or something else than a game with its options was asked for; or no table can
                be kept at the moment.
        """
        self._check_room()
        self._count_opened(address)
        rules, seats, options = read_wishes(asked)
        options |= {"rate": self.limits.rate, "burst": self.limits.burst}
        code = secrets.token_hex(_CODE_BYTES)
        try:
            live = LiveTable(
                lambda _: Table(rules, seats, **options),
                lambda: self._note_change(code),
                self._turns,
            )
        except (MaskoError, TypeError) as error:
            raise Refused("bad_wishes", 422, str(error)) from None
        with self._no_trouble():
            self.store.put(code, live.table.save())
        self.tables[code] = live
        return code

    def _check_room(self) -> None:
        with self._no_trouble():
            count = self.store.count()
        if count >= self.limits.tables:
            raise Refused("house_full", 503)

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
        """The table of a code: from memory, or from disk, or None.

        Raises:
            Refused: the disk can't be read at the moment.
        """
        live = self.tables.get(code)
        if live is not None:
            return live
        with self._no_trouble():
            saved = self.store.get(code)
        if saved is None:
            return None
        try:
            live = LiveTable(
                lambda now: Table.restore(saved, now, max_bytes=None, max_actions=None),
                lambda: self._note_change(code),
                self._turns,
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
            Refused: no such table, or too many sockets; or the disk can't be read at the moment.
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
        """Save what has changed, one table after the other, in a bounded share of the time; for ever.

        What can't be saved now is tried again later.
        """
        while True:
            await self._something_changed.wait()
            # What follows at once is saved with it; and where the disk is in trouble, it is given time.
            await asyncio.sleep(_RETRY_SECONDS if self._is_in_trouble else _GATHER_SECONDS)
            self._something_changed.clear()
            for code in list(self._changed):
                began = time.perf_counter()
                self._save(code)
                await asyncio.sleep((time.perf_counter() - began) / _SAVING_SHARE)
            if self._changed:
                self._something_changed.set()

    async def tidy(self) -> None:
        """Put tables without visitors to sleep, and forget old ones; for ever."""
        while True:
            self._purge()
            before = asyncio.get_running_loop().time() - self.limits.asleep_after
            for code, live in list(self.tables.items()):
                # What is yet to be saved is left to `keep`, which waits between attempts.
                if not live.lines and live.left_at < before and code not in self._changed:
                    del self.tables[code]
            await asyncio.sleep(60)

    def _purge(self) -> None:
        try:
            self.store.purge(self.limits.keep_days)
        except StoreError as error:
            _LOG.warning("Old tables can't be forgotten now: %s", error)

    def _save(self, code: str) -> bool:
        """Save a table if it has changed; whether that went well."""
        if code not in self._changed:
            return True
        try:
            self.store.put(code, self.tables[code].table.save())
        except StoreError as error:
            self._note_trouble(error)
            return False
        del self._changed[code]
        if self._is_in_trouble:
            self._is_in_trouble = False
            _LOG.warning("Tables are saved again")
        return True

    def _note_trouble(self, error: StoreError) -> None:
        """Tell it once, not with each of the attempts that follow."""
        if not self._is_in_trouble:
            self._is_in_trouble = True
            _LOG.error("Tables can't be saved now, and will be later: %s", error)

    @contextmanager
    def _no_trouble(self) -> Iterator[None]:
        """Refuse what needs the disk while it can't be used."""
        try:
            yield
        except StoreError as error:
            self._note_trouble(error)
            raise Refused("no_disk", 503) from None

    def close(self) -> None:
        """Stop all clocks and save all, as far as the disk takes it; what it does not take is told in the log."""
        for live in self.tables.values():
            live.stop()
        self.store.wait_at_most(_CLOSING_SECONDS)
        for code in list(self._changed):
            if not self._save(code):
                self.store.wait_at_most(0)  # the others have waited too
        if self._changed:
            _LOG.error("The last changes of %d tables are lost", len(self._changed))
        else:
            _LOG.info("All tables are saved. Goodbye.")
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
