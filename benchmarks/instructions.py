"""Instructions of the core's work, counted and not timed: the same on a busy machine.

    python benchmarks/instructions.py [--check] [--write]

Each piece of work is run twice, of one size and of twice that size; the difference is what a unit costs.
`--check` ends with 1 if one costs more than `SLACK` times what `instructions.json` has; `--write` writes that file.
Counts depend on the compiler, which is why there is slack. Needs gcc and valgrind.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from masko_sdk.games import GAMES

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))
from bindings.sources import C_SOURCES, INCLUDE_DIRS  # noqa: E402

BOUNDS = HERE / "instructions.json"
SLACK = 1.15
PLAYERS = 4
PATHS = ("portable", "avx2")  # valgrind knows no AVX-512
SIZES = {"shuffle": 2048, "score": 20_000, "random": 600, "prudent": 12, "ask": 40}


def compile_all(folder: Path) -> Path:
    """The program, from the core's sources with the flags of a release."""
    program = folder / "instructions"
    objects = []
    for source in C_SOURCES:
        objects.append(folder / (source.replace("/", "-") + ".o"))
        command = ["gcc", "-O3", "-std=c11", *(f"-I{ROOT / d}" for d in INCLUDE_DIRS)]
        subprocess.run([*command, "-c", ROOT / source, "-o", objects[-1]], check=True)
    include = f"-I{ROOT / INCLUDE_DIRS[0]}"
    command = ["gcc", "-O2", "-std=c11", include, HERE / "instructions.c", *objects]
    subprocess.run([*command, "-o", program], check=True)
    return program


def counted(program: Path, work: str, game: str, path: int, n: int) -> tuple[int, int]:
    """Instructions, and units done."""
    rules = GAMES[game].Rules()
    tables = rules._tables
    spans = tables.policies[1].parameters.values()
    each = [span[2] for span in spans] + [0] * (8 - len(spans))
    words = [*rules._words, "with", *(each * PLAYERS)] if work == "prudent" else rules._words
    call = [program, work, tables.number, PLAYERS, path, n, *words]
    watch = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*watch, *map(str, call)], capture_output=True, text=True, check=True)
    line = next(line for line in done.stderr.splitlines() if "Collected" in line)
    return int(line.split(":")[1]), int(done.stdout)


def measure(program: Path) -> dict[str, float]:
    """Instructions a unit, by game, work and path."""
    found = {}
    for game in sorted(GAMES):
        for work, n in SIZES.items():
            if (game, work) == ("fifty", "score"):
                continue  # has no cards
            for path in range(1 if work == "ask" else len(PATHS)):
                once, units = counted(program, work, game, path, n)
                twice, more = counted(program, work, game, path, 2 * n)
                name = f"{game} {work} {PATHS[path]}"
                found[name] = round((twice - once) / (more - units), 2)
    return found


def tell(found: dict[str, float], bounds: dict[str, float]) -> list[str]:
    """A line for each, and what is above its bound."""
    above = []
    print(f"{'instructions a unit':30}{'now':>10}{'bound':>10}")
    for name, count in found.items():
        bound = bounds.get(name, 0) * SLACK
        print(f"{name:30}{count:>10.1f}{bound:>10.1f}")
        if count > bound:
            above.append(name)
    return above


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="end with 1 if one is above its bound")
    parser.add_argument("--write", action="store_true", help="make these the bounds")
    arguments = parser.parse_args()
    for tool in ("gcc", "valgrind"):
        if shutil.which(tool) is None:
            print(f"{tool} is not to be had here: nothing was counted")
            return 0
    with tempfile.TemporaryDirectory() as folder:
        found = measure(compile_all(Path(folder)))
    if arguments.write:
        BOUNDS.write_text(json.dumps(found, indent=1) + "\n")
    bounds: dict[str, Any] = json.loads(BOUNDS.read_text()) if BOUNDS.exists() else {}
    above = tell(found, bounds)
    if arguments.check and above:
        print(f"above their bounds: {', '.join(above)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
