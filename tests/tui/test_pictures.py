"""The pictures of the drawn table in the documentation show what it draws now."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.tui.support import text_of

pytestmark = pytest.mark.one_backend

GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery"


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    made = dict(runpy.run_path(str(GALLERY / "terminal.py"))["pictures"]())
    assert set(made) == {path.name for path in GALLERY.glob("terminal_*.svg")}
    for name, svg in made.items():
        kept = (GALLERY / name).read_text(encoding="utf-8")
        assert text_of(kept) == text_of(svg), f"{name}: run python docs/gallery/terminal.py"
        assert "Ana" in text_of(kept)
        assert "http" not in kept.replace("http://www.w3.org/2000/svg", "")
