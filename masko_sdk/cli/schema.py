"""``masko schema``: the wire format of a game."""

from __future__ import annotations

import argparse
import json

from masko_sdk import wire
from masko_sdk.cli.arguments import game_of
from masko_sdk.cli.output import output

__all__ = ["schema"]


def schema(arguments: argparse.Namespace) -> int:
    """Run the command."""
    game = arguments.game
    game_of(game)
    with output(arguments.out) as out:
        if arguments.typescript:
            out.write(wire.typescript(game))
        else:
            json.dump(wire.schema(game), out, indent=2)
            out.write("\n")
    return 0
