"""Where the command line writes: colours on terminals alone, wrapped lines, tables, and a wipe."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from masko_sdk._columns import clip, width_of

__all__ = ["Keys", "Screen", "clip", "width_of"]

_CODES = {
    "bold": "1",
    "dim": "2",
    "card": "1",
    "known": "3",
    "hidden": "2",
    "warn": "33",
    "title": "1;4",
}
_SEAT_COLOURS = ("36", "33", "32", "35", "34", "31", "96", "93")
_RESET = "\x1b[0m"
_SHOW_CURSOR = "\x1b[?25h"
_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # home, clear, clear what has scrolled off
_BLANK_LINES = 60
_WIDEST, _NARROWEST = 100, 40


class Screen:
    """A stream to write on.

    Args:
        out: the stream.
        plain: no colours, whatever the stream is.
    """

    def __init__(self, out: TextIO, *, plain: bool = False, env: Mapping[str, str] = os.environ):
        self.out = out
        self.is_terminal = out.isatty() and env.get("TERM") != "dumb"
        self._colour = self.is_terminal and not plain and not env.get("NO_COLOR")
        columns = shutil.get_terminal_size((80, 24)).columns if self.is_terminal else 80
        self.width = min(max(columns - 1, _NARROWEST), _WIDEST)

    @classmethod
    def standard(cls, *, plain: bool = False) -> Screen:
        """Standard output, made so that no character can break it."""
        make_lenient(sys.stdout)
        return cls(sys.stdout, plain=plain)

    def paint(self, role: str, text: str) -> str:
        """A text as its role looks here."""
        if not self._colour or not text:
            return text
        code = _CODES.get(role) or _SEAT_COLOURS[int(role.removeprefix("seat")) % 8]
        return f"\x1b[{code}m{text}{_RESET}"

    def line(self, text: str = "", indent: int = 0) -> None:
        """A line, wrapped between words; what runs over is indented by two more."""
        self.out.write("\n".join(_wrap(text, self.width, indent)) + "\n")

    def unwrapped(self, text: str) -> None:
        """A line to copy from, at once."""
        self.out.write(text + "\n")
        self.out.flush()

    def heading(self, text: str) -> None:
        """A line that begins something new."""
        self.line()
        self.line(self.paint("bold", text))

    def table(self, rows: Sequence[Sequence[str]], left: int = 1, indent: int = 2) -> None:
        """Rows of cells, the first of them a head: `left` columns to the left, the others to the right."""
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        for number, row in enumerate(rows):
            cells = [
                _pad(cell, width, to_right=i >= left)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            text = " " * indent + "  ".join(cells).rstrip()
            self.out.write((self.paint("dim", text) if number == 0 else text) + "\n")

    def ask(self, prompt: str) -> None:
        """A prompt, with the cursor after it."""
        self.out.write(prompt)
        self.out.flush()

    def wipe(self) -> None:
        """Take away all that was shown."""
        self.out.write(_WIPE if self.is_terminal else "\n" * _BLANK_LINES)
        self.out.flush()

    def restore(self) -> None:
        """Leave the terminal as it was found: no colour, and a cursor."""
        if self.is_terminal:
            self.out.write(_RESET + _SHOW_CURSOR)
        self.out.flush()


class Keys:
    """A stream of typed lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.are_echoed = stream.isatty()

    def line(self) -> str:
        """The next line with its end, or the empty text when the input has ended."""
        return self._stream.readline()

    def forget(self) -> None:
        """Drop what was typed ahead on a terminal, so that a second Enter answers nothing that is yet to come."""
        if self.are_echoed:
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(self._stream.fileno(), termios.TCIFLUSH)


def make_lenient(stream: TextIO) -> None:
    """Have a stream replace what its encoding lacks."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


def _pad(text: str, width: int, *, to_right: bool) -> str:
    space = " " * (width - width_of(text))
    return space + text if to_right else text + space


def _wrap(text: str, width: int, indent: int) -> list[str]:
    margin = " " * indent
    if width_of(text) + indent <= width:
        return [(margin + text).rstrip()]
    lines, line = [], margin
    for word in text.split(" "):
        if width_of(line) + width_of(word) > width and line.strip():
            lines.append(line.rstrip())
            line = margin + "  "
        line += word + " "
    return [*lines, line.rstrip()]
