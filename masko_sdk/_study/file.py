"""The file of a study: a line that tells what is studied, then a line for each finished chunk, appended.

Each line is a JSON object whose last field, `check`, is the CRC-32 of all that stands before it in the line.
A last line that was cut off by an interruption is dropped; anything else that is wrong is refused, and nothing is
overwritten.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

from masko_sdk._paths import checked_path, naming
from masko_sdk.errors import StudyError, _short

__all__ = ["FORMAT", "VERSION", "StudyFile"]

FORMAT = "masko_sdk study"
VERSION = 1


_CHECK = b',"check":"%08x"}'
_CHECK_LENGTH = len(_CHECK % 0)


def _body(form: Any) -> bytes:
    """An object without its end."""
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode()[:-1]


def _line(form: Any) -> bytes:
    body = _body(form)
    return body + _CHECK % zlib.crc32(body) + b"\n"


def _form(line: bytes) -> Any:
    """The inverse of `_line`, without the line's end.

    Raises:
        ValueError: it is no such line, or not as it was written.
    """
    body, check = line[:-_CHECK_LENGTH], line[-_CHECK_LENGTH:]
    if check != _CHECK % zlib.crc32(body):
        raise ValueError
    return json.loads(body + b"}")


_BEGIN = _body({"format": FORMAT})


class StudyFile:
    """A study's file, open to go on with.

    Attributes:
        header: what is studied.
        lines: the finished chunks that were found.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = checked_path(path)
        if self._path.exists() and not (self._path.is_file() or self._path.is_dir()):
            raise StudyError(f"{self._path} is no regular file, as a study needs one")
        self._file: BinaryIO = self._path.open("a+b")
        try:
            self._lock()
            self.header, self.lines = self._read()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        """One process at a time, where the system knows how; the lock ends with the process."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StudyError(f"{self._path} is in use by another process") from None

    def _read(self) -> tuple[dict[str, Any] | None, list[Any]]:
        self._file.seek(0)
        whole, _, rest = self._file.read().rpartition(b"\n")
        if not whole:
            if not rest.startswith(_BEGIN[: len(rest)]):
                raise StudyError(f"{self._path} is no study")
            self._file.truncate(0)
            return None, []
        forms = [self._parse(number, line) for number, line in enumerate(whole.split(b"\n"), 1)]
        header = forms[0]
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise StudyError(f"{self._path} is no study")
        if header.get("version") != VERSION:
            found = _short(header.get("version"))
            raise StudyError(f"{self._path} has version {found}; this library reads {VERSION}")
        if rest:
            self._file.truncate(len(whole) + 1)
        return header, forms[1:]

    def _parse(self, number: int, line: bytes) -> Any:
        try:
            return _form(line)
        except (ValueError, RecursionError):
            is_other = number == 1 and not line.startswith(_BEGIN)
            what = "is no study" if is_other else f"is damaged in line {number}"
            raise StudyError(f"{self._path} {what}") from None

    def pin(self, header: Mapping[str, Any]) -> None:
        """Write what is studied, or see that it is what the file was begun with.

        Raises:
            StudyError: the file is of another study; it names what differs.
        """
        wanted = json.loads(_body({"format": FORMAT, "version": VERSION, **header}) + b"}")
        if self.header is None:
            self._append(wanted)
            self.header = wanted
            return
        names = [*wanted, *(name for name in self.header if name not in wanted)]
        for name in names:
            asked, found = wanted.get(name), self.header.get(name)
            if asked != found:
                raise StudyError(
                    f"{self._path} is of another study: {name} is {_short(found)} there, and {_short(asked)} here"
                )

    def add(self, cell: int, start: int, n: int, sums: Sequence[int]) -> None:
        """Append a finished chunk."""
        self._append({"cell": cell, "deal": start, "deals": n, "sums": list(sums)})

    def damaged(self, number: int) -> StudyError:
        """That chunk `number` is not what it must be."""
        return StudyError(f"{self._path} is damaged in line {number + 2}")

    def _append(self, form: Any) -> None:
        with naming(self._path):
            self._file.write(_line(form))
            self._file.flush()

    def close(self) -> None:
        """Let go of the file, once it is on the disk."""
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()
