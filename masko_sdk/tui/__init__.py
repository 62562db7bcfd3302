"""A table in the terminal: ``masko play --tui``, drawn with Textual (the extra ``tui``).

It holds no rules: the legal actions decide what can be chosen, and the views what is drawn.
Importing this package does not import Textual; only what draws does.
"""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["can_be_written", "is_installed"]

_SIGNS = "╔┏╭░▊●◆▲♥▶"  # an encoding that has these has all that is drawn


def is_installed() -> bool:
    """Whether the extra ``tui`` is there."""
    return find_spec("textual") is not None


def can_be_written(encoding: str) -> bool:
    """Whether an encoding, such as that of a terminal, has the signs of which the table is drawn."""
    try:
        return bool(_SIGNS.encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False
