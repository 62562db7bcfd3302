"""Paths that a caller gives."""

from __future__ import annotations

import os
from pathlib import Path

from masko_sdk.errors import ArgumentError, _short

__all__ = ["checked_path"]


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
