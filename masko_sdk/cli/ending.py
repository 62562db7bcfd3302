"""A closed terminal and a request to end, as exceptions: what is half done is cleaned up as after Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Ended", "ending"]

_BY_SIGNAL = 128  # the exit code of a process that signal number n has ended is this and n


class Ended(BaseException):
    """The process is asked to end by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = _BY_SIGNAL + number


@contextmanager
def ending() -> Iterator[None]:
    """While this is open, SIGTERM and SIGHUP raise `Ended`, unless they are ignored or somebody else answers them."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended(number)

    usual = []
    if threading.current_thread() is threading.main_thread():
        names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        numbers = [getattr(signal, name) for name in names]
        usual = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)
