"""``masko words``: a language's catalogue, with all that tells it, as JSON for front ends."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from masko_sdk.catalogues import export

__all__ = ["words"]


def words(arguments: argparse.Namespace) -> int:
    """Run the command."""
    form = export(arguments.language)
    if arguments.out:
        Path(arguments.out).write_text(_text(form, "utf-8"), "utf-8")
    else:
        sys.stdout.write(_text(form, sys.stdout.encoding))
    return 0


def _text(form: dict[str, Any], encoding: str) -> str:
    """JSON that no encoding can break."""
    is_utf_8 = encoding.lower().replace("_", "-") == "utf-8"
    return json.dumps(form, ensure_ascii=not is_utf_8, indent=1) + "\n"
