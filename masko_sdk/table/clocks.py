"""When a seat must have decided, and who decides for it then."""

from __future__ import annotations

from masko_sdk.table.seats import Chair
from masko_sdk.table.settings import Settings

__all__ = ["turn_end", "window_end"]


def turn_end(chair: Chair, since: int, settings: Settings) -> int | None:
    """When a seat that is due outside a window since then is played for; None: it has all the time it likes."""
    if chair.bot is not None:
        return since + settings.bot_ms
    if not chair.taken:
        return since
    ends = []
    if settings.turn_ms is not None:
        turn = min(settings.turn_ms, settings.grace_ms) if chair.away else settings.turn_ms
        ends.append(since + turn)
    if chair.lost_at is not None:
        ends.append(max(since, chair.lost_at + settings.grace_ms))
    return min(ends, default=None)


def window_end(chair: Chair, opened: int, settings: Settings) -> int | None:
    """When a seat is played for in a window; None: the window's own time does."""
    if chair.bot is not None:
        return opened + settings.bot_ms
    if not chair.taken:
        return opened
    if chair.lost_at is not None:
        return max(opened, chair.lost_at + settings.grace_ms)
    return None


def why(chair: Chair) -> str:
    """Who decides for a seat at its end, as the record notes it."""
    if chair.bot is not None:
        return "bot"
    return "absent" if chair.address is None else "clock"
