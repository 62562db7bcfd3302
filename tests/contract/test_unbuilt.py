"""Who starts Python in a source that is not built is told what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import masko_sdk

pytestmark = pytest.mark.one_backend


def imported_in(folder: Path) -> str:
    environment = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MASKO_SDK_BACKEND")
    }
    done = subprocess.run(
        [sys.executable, "-c", "import masko_sdk"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


@pytest.fixture
def unbuilt(tmp_path: Path) -> Path:
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(Path(masko_sdk.__file__).parent, tmp_path / "masko_sdk", ignore=left_out)
    return tmp_path


def test_in_the_source_the_error_says_how_to_build(unbuilt: Path) -> None:
    (unbuilt / "setup.py").touch()
    assert imported_in(unbuilt).endswith("another folder, or build here with: pip install -e .")


def test_elsewhere_it_does_not(unbuilt: Path) -> None:
    assert "pip install -e" not in imported_in(unbuilt)
