"""Ways to run the command line: as a process, and within this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from masko_sdk.cli import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


LANGUAGE_NAMES = ("MASKO_SDK_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def environment(**changes: str) -> dict[str, str]:
    left_out = ("NO_COLOR", "COLUMNS", "PYTHONIOENCODING", *LANGUAGE_NAMES)
    usual = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**usual, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm", **changes}


@pytest.fixture
def command() -> list[str]:
    """The command line as a process starts it."""
    return [sys.executable, "-m", "masko_sdk"]


@pytest.fixture
def env() -> Callable[..., dict[str, str]]:
    return environment


@pytest.fixture
def process(command: list[str], tmp_path: Path) -> Callable[..., Ran]:
    """Runs it as a process in an empty directory."""

    def run(*arguments: str, typed: str = "", env: Mapping[str, str] | None = None) -> Ran:
        done = subprocess.run(
            [*command, *arguments],
            input=typed.encode(),
            capture_output=True,
            cwd=tmp_path,
            env=dict(env or environment()),
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def inside(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Runs it within this process, in an empty directory."""
    monkeypatch.chdir(tmp_path)
    for name in LANGUAGE_NAMES:
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
