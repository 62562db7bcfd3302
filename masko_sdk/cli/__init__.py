"""The command line ``masko``: see a game, play one, simulate many, read a record, look up the rules.

It holds no rules: it asks games what is legal and who is due, and tells their events in words.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 (an impossible record), 2 (wrong arguments), 130 (Ctrl-C)."""
    from masko_sdk.cli.commands import run

    return run(argv)
