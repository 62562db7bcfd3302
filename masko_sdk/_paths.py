"""Paths that a caller gives, and files that are there only when they are whole."""

from __future__ import annotations

import errno
import io
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from masko_sdk.errors import ArgumentError, _short

__all__ = ["check_writable", "checked_path", "naming", "written"]

_READ_AND_WRITE = 0o666  # what a new file may have; the umask takes from it


def checked_path(path: str | os.PathLike[str]) -> Path:
    """The path, if a system could have it.

    Raises:
        TypeError: no path.
        ArgumentError: it holds a NUL or what no file name can be written with.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a path is a str or PathLike, not {type(path).__name__}")
    try:
        named = Path(path)
        if b"\0" not in os.fsencode(named):
            return named
    except UnicodeEncodeError:
        pass
    raise ArgumentError(f"the path {_short(path)} can be that of no file")


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of the old one when it is whole and leaves nothing when it fails.

    A symbolic link stays, and what it leads to is written; what is there and is no regular file, such as a pipe or a
    device, is written straight to. The mode of a file that is there stays.

    Raises:
        TypeError, ArgumentError: no path.
        OSError: it can't be written; the error names `path`, not what stands in for it meanwhile.
    """
    given = checked_path(path)
    mode = _mode_there(given)
    if mode is None or stat.S_ISREG(mode):
        with _replacement(given, mode) as file:
            yield file
    else:
        with _opened(given, given, "w") as file:
            yield file


def check_writable(path: str | os.PathLike[str]) -> None:
    """See that `written` can begin, and leave all as it is.

    Raises:
        TypeError, ArgumentError: no path.
        OSError: nothing can be written there.
    """
    given = checked_path(path)
    mode = _mode_there(given)
    if mode is None or stat.S_ISREG(mode):
        with suppress(_OnlyTried), _replacement(given, mode):
            raise _OnlyTried


class _OnlyTried(Exception):
    """The replacement is not wanted."""


def _mode_there(given: Path) -> int | None:
    """The mode of what is to be written; None where nothing is.

    Raises:
        OSError: a folder, or what may not be written.
    """
    try:
        mode = os.stat(given).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise _os_error(errno.EISDIR, given)
    if not os.access(given, os.W_OK):  # to replace it would need the folder's leave alone
        raise _os_error(errno.EACCES, given)
    return mode


@contextmanager
def _replacement(given: Path, mode: int | None) -> Iterator[BinaryIO]:
    """A new file beside the old one, under a name that nobody else has, until it is whole."""
    with naming(given):  # a relative path leads nowhere when the folder we are in is gone
        target = Path(os.path.realpath(given))
    part = target.with_name(f".masko-{secrets.token_hex(8)}.part")
    usual = _READ_AND_WRITE if mode is None else stat.S_IMODE(mode)
    opened = _opened(part, given, "x", usual)
    try:
        with opened as file:
            yield file
        with naming(given):
            if mode is not None:
                part.chmod(usual)  # what the umask took away
            part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _opened(path: Path, given: Path, how: str, permissions: int = _READ_AND_WRITE) -> BinaryIO:
    return cast(BinaryIO, io.BufferedWriter(_Named(path, given, how, permissions)))


class _Named(io.FileIO):
    """A file whose errors name the path that the caller gave."""

    def __init__(self, path: Path, given: Path, how: str, permissions: int) -> None:
        self._given = given
        with naming(given):
            super().__init__(
                path, how, opener=lambda name, flags: os.open(name, flags, permissions)
            )

    def write(self, data: Any, /) -> int:
        with naming(self._given):
            return super().write(data)

    def close(self) -> None:
        with naming(self._given):
            super().close()


@contextmanager
def naming(given: Path) -> Iterator[None]:
    """Errors of the system that come up here name this path, whatever file they are of."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise _os_error(error.errno, given) from None


def _os_error(number: int, given: Path) -> OSError:
    """The error of this number: OSError makes the class that goes with it."""
    return OSError(number, os.strerror(number), str(given))
