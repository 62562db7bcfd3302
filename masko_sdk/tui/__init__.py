"""A table in the terminal: ``masko play --tui``, drawn with Textual (the extra ``tui``).

It holds no rules: the legal actions decide what can be chosen, and the views what is drawn.
Importing this package does not import Textual; only what draws does.
"""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["is_installed"]


def is_installed() -> bool:
    """Whether the extra ``tui`` is there."""
    return find_spec("textual") is not None
