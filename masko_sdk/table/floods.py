"""A token bucket: how many messages a connection may send."""

from __future__ import annotations

from typing import Any

from masko_sdk.table.checks import LATEST, items, maybe, number

__all__ = ["Bucket"]


class Bucket:
    """Holds up to `burst` messages and gains `rate` a second; once empty, it is shut until half full.

    Counted in thousandths, so that a millisecond is a whole number of them.
    """

    __slots__ = ("_at", "_burst", "_level", "_rate", "shut_until")

    def __init__(self, rate: int, burst: int, now: int) -> None:
        self._rate = rate
        self._burst = burst * 1000
        self._level = self._burst
        self._at = now
        self.shut_until: int | None = None

    def is_shut(self, now: int) -> bool:
        """Whether everything is dropped now."""
        return self.shut_until is not None and now < self.shut_until

    def take(self, now: int) -> bool:
        """Whether one more message is let in."""
        if self.shut_until is not None:
            if now < self.shut_until:
                return False
            self.shut_until = None
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level >= 1000:
            self._level -= 1000
            return True
        half = max(1000, self._burst // 2)
        self.shut_until = now - (self._level - half) // self._rate
        return False

    def charge(self, messages: int) -> None:
        """Count what was let in as so many more; the bucket may owe some then."""
        self._level -= 1000 * messages

    def to_json(self) -> list[Any]:
        """What `from_json` takes, beside rate and burst."""
        return [self._level, self._at, self.shut_until]

    @classmethod
    def from_json(cls, form: Any, rate: int, burst: int, now: int) -> Bucket:
        """The inverse of `to_json`.

        Raises:
            RecordError: `form` is none of a bucket at this time.
        """
        bucket = cls(rate, burst, 0)
        level, at, shut_until = items("a bucket", form)
        bucket._level = number("a bucket's level", level, -LATEST, bucket._burst)
        bucket._at = number("a bucket's time", at, 0, now)
        bucket.shut_until = maybe("a bucket's end", shut_until, number, 0, 2 * LATEST)
        return bucket
