"""``masko words``: a language's catalogue, with all that tells it, as JSON for front ends."""

from __future__ import annotations

import argparse
import json
from typing import Any

from masko_sdk.catalogues import export
from masko_sdk.cli.output import output

__all__ = ["words"]


def words(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = export(arguments.language)
    with output(arguments.out) as out:
        out.write(_text(form, out.encoding))
    return 0


def _text(form: dict[str, Any], encoding: str) -> str:
    """JSON that no encoding can break."""
    is_utf_8 = encoding.lower().replace("_", "-") == "utf-8"
    return json.dumps(form, ensure_ascii=not is_utf_8, indent=1) + "\n"
