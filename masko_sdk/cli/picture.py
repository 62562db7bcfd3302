"""``masko picture``: the table of a record as SVG or text, as an observer may know it."""

from __future__ import annotations

import argparse
from typing import Any

from masko_sdk import pictures
from masko_sdk.cli.arguments import UsageError
from masko_sdk.cli.output import counted, output
from masko_sdk.cli.replay import observer_of, read_record

__all__ = ["picture"]


def picture(arguments: argparse.Namespace) -> int:
    """Run the command."""
    record = read_record(arguments.file)
    last = len(record.moves)
    ply = last if arguments.ply is None else arguments.ply
    if ply > last:
        raise UsageError(f"there is no ply {ply}; the record has {counted(last, 'action')}")
    observer = observer_of(record.replay().at(ply), arguments)
    draw = _text if arguments.text else _svg
    with output(arguments.out) as out:
        out.write(draw(observer, arguments) + "\n")
    return 0


def _svg(observer: Any, arguments: argparse.Namespace) -> str:
    return pictures.svg_of(
        observer,
        language=arguments.language,
        theme=pictures.DARK if arguments.dark else pictures.LIGHT,
        layout=arguments.layout,
        secrets=True,  # whoever has the record has them all
    )


def _text(observer: Any, arguments: argparse.Namespace) -> str:
    return pictures.text_of(observer, language=arguments.language, secrets=True)
