"""Photographs of the web table: ``python docs/gallery/_web.py`` makes the PNGs beside it.

It needs the extra ``web``, Playwright, Pillow and Chromium; the site is built without them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SCENES = ("masko_race_phone", "masko_hold_desk_dark", "fifty_phone", "mojo_desk")
WIDEST = 760  # pixels
COLOURS = 48


def shrink(picture: Path, target: Path) -> None:
    """Few colours, and no wider than the page."""
    image = Image.open(picture).convert("RGB")
    if image.width > WIDEST:
        image = image.resize((WIDEST, image.height * WIDEST // image.width), Image.LANCZOS)
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        for scene in SCENES:
            command = [sys.executable, "-m", "examples.web.screenshots", place, "--only", scene]
            subprocess.run(command, cwd=ROOT, check=True)
            shrink(Path(place) / f"{scene}.png", FOLDER / f"web_{scene}.png")


if __name__ == "__main__":
    main()
