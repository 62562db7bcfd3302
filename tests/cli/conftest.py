"""Ways to run the command line: as a process, and within this one."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
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


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, command: list[str], env: dict[str, str], folder: Path) -> None:
        import pty

        self._main, side = pty.openpty()
        self.process = subprocess.Popen(
            command,
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=folder,
            env=env,
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(side)
        self.seen = b""

    def type(self, text: str | bytes) -> None:
        os.write(self._main, text.encode() if isinstance(text, str) else text)

    def read(self, until: str) -> str:
        """What comes up to a text."""
        start, limit = len(self.seen), time.monotonic() + 20
        while until.encode() not in self.seen[start:]:
            ready, _, _ = select.select([self._main], [], [], max(0, limit - time.monotonic()))
            assert ready, self.seen[start:]
            try:
                piece = os.read(self._main, 4096)
            except OSError:  # Linux: the other side is closed
                piece = b""
            assert piece, self.seen[start:]
            self.seen += piece
        return self.seen[start:].decode()

    def end(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self._main)
        return code


def take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal(
    command: list[str], env: Callable[..., dict[str, str]], tmp_path: Path
) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, shell: str = 'exec "$@"', **changes: str) -> Terminal:
        run = ["sh", "-c", shell, "sh", *command, *arguments]
        opened.append(Terminal(run, env(**changes), tmp_path))
        return opened[-1]

    yield start
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
