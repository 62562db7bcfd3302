"""What long commands share: the form and place of their output, a bar, and an answer to Ctrl-C."""

from __future__ import annotations

import argparse
import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import TextIO

from masko_sdk._paths import written
from masko_sdk.cli.ending import ending
from masko_sdk.summary import Estimate

__all__ = ["INTERRUPTED", "Interrupt", "Progress", "counted", "csv_cells", "form_of", "output"]

INTERRUPTED = 130
_BAR = 30
_BAR_SECONDS = 0.1


def counted(number: int, what: str) -> str:
    """So many of `what`, a word in the singular: ``1 game``, ``1,000 games``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


class Interrupt:
    """Remembers a Ctrl-C, so that it is answered between two chunks; a second one is not waited for."""

    def __init__(self) -> None:
        self.came = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """While this is open, Ctrl-C is noted."""
        before = signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


class Progress:
    """A bar on a terminal, none elsewhere."""

    def __init__(self, out: TextIO, *, quiet: bool, what: str = "game") -> None:
        self._out = out
        self._shown = out.isatty() and not quiet
        self._what = what
        self._next = 0.0

    def __call__(self, done: int, n: int) -> None:
        """So many of n are done."""
        if self._shown and perf_counter() >= self._next:
            self._next = perf_counter() + _BAR_SECONDS
            full = _BAR * done // n
            bar = "#" * full + "-" * (_BAR - full)
            self._out.write(
                f"\r[{bar}] {100 * done // n:3} %  {done:,} of {counted(n, self._what)}"
            )
            self._out.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


def form_of(arguments: argparse.Namespace) -> str:
    """``"json"``, ``"csv"`` or ``"text"``: as was asked, or as the name of the file tells."""
    if arguments.json or arguments.csv:
        return "json" if arguments.json else "csv"
    suffix = Path(arguments.out or "").suffix.lower()
    return suffix[1:] if suffix in (".json", ".csv") else "text"


def csv_cells(estimate: Estimate | None) -> tuple[float | str, float | str]:
    """A mean and its error as fields; what is not known, as the error of one value, is an empty one."""
    if estimate is None:
        return "", ""
    return estimate.mean, estimate.error if isfinite(estimate.error) else ""


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that is there only when it is whole.

    Raises:
        OSError: nothing can be written there.
        Ended: the process is asked to end by a signal.
    """
    if path is None or path == "-":
        yield sys.stdout
        return
    with (
        ending(),
        written(path) as file,
        io.TextIOWrapper(file, encoding="utf-8", newline="") as text,
    ):
        yield text
