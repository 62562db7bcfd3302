"""Compile the page: ``python -m examples.web.build``, with `tsc` (npm install --global typescript) on the path.

The result, ``static/js``, is kept in the repository, so that the page runs without Node; ``--check`` tells whether it
is what the sources give. The types of the messages are made from the core's tables, and are no file of the project.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from masko_sdk import wire
from masko_sdk.games import GAMES

_HERE = Path(__file__).parent
_CLIENT = _HERE.parent / "client"
_BUILT = _HERE / "static" / "js"


def compile_page(folder: Path, tsc: str = "tsc") -> dict[str, str]:
    """The compiled files, by their path in ``static/js``, made in an empty folder.

    Raises:
        RuntimeError: the sources have errors, which it tells.
    """
    shutil.copytree(_HERE / "page", folder / "page")
    (folder / "client").mkdir()
    for source in _CLIENT.glob("*.ts"):
        shutil.copy(source, folder / "client")
    for game in GAMES:
        (folder / "client" / f"{game}.ts").write_text(wire.typescript(game), "utf-8")
    shutil.copy(_HERE / "tsconfig.json", folder)
    done = subprocess.run([tsc, "-p", "."], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    built = folder / "js"
    return {
        path.relative_to(built).as_posix(): path.read_text("utf-8")
        for path in sorted(built.rglob("*.js"))
        if path.stat().st_size
    }


def kept() -> dict[str, str]:
    """The compiled files that the repository holds."""
    return {
        path.relative_to(_BUILT).as_posix(): path.read_text("utf-8")
        for path in sorted(_BUILT.rglob("*.js"))
    }


def main() -> int:
    """Compile and keep, or compile and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, tell what differs")
    parser.add_argument("--tsc", default="tsc", help="the compiler")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = compile_page(Path(folder), told.tsc)
    if told.check:
        old = kept()
        differing = [name for name in {*files, *old} if files.get(name) != old.get(name)]
        print("\n".join(f"{name} is not what its source gives" for name in sorted(differing)))
        return bool(differing)
    shutil.rmtree(_BUILT, ignore_errors=True)
    for name, text in files.items():
        path = _BUILT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
