"""Textual's driver, which goes on after bytes that are no text."""

from __future__ import annotations

from typing import Any

from textual.driver import Driver

__all__ = ["lenient"]


def lenient(platform: type[Driver]) -> type[Driver]:
    """A platform's driver that drops what it can't decode, such as ``0xE9`` from a terminal set to Latin-1.

    What was read together with such a byte is lost with it. A driver without a thread of that kind is left as it is.
    """
    if not hasattr(platform, "run_input_thread"):
        return platform
    base: Any = platform

    class Lenient(base):  # type: ignore[misc]
        def run_input_thread(self) -> None:
            """Wait for input, again after each byte that is no UTF-8."""
            while True:
                try:
                    super().run_input_thread()
                    return
                except UnicodeDecodeError:
                    continue

    return Lenient
