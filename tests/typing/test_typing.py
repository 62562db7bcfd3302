"""The types that ship are those that a user's checker sees."""

import re
import runpy
import sys
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")
HERE = Path(__file__).parent
pytestmark = [pytest.mark.one_backend, pytest.mark.slow]


def check(name: str, tmp_path: Path) -> tuple[list[int], str]:
    """Lines of errors that mypy --strict finds in a file, and all that it said."""
    # A cache of its own, and no configuration: a user has neither of ours.
    arguments = [
        "--strict",
        "--config-file=",
        f"--cache-dir={tmp_path}",
        "--python-executable",
        sys.executable,
    ]
    said, _, _ = api.run([*arguments, str(HERE / name)])
    return sorted({int(line) for line in re.findall(rf"{name}:(\d+): error", said)}), said


def test_a_users_file_passes_mypy_strict(tmp_path):
    lines, said = check("user.py", tmp_path)
    assert lines == [], said
    assert "Success" in said, said


def test_each_planted_mistake_is_found(tmp_path):
    text = (HERE / "wrong.py").read_text(encoding="utf-8")
    marked = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# E")]
    lines, said = check("wrong.py", tmp_path)
    assert lines == marked, said


def test_the_users_file_runs():
    runpy.run_path(str(HERE / "user.py"), run_name="__main__")
