"""Compiles and runs every program of this folder with the core: gcc with sanitizers, and clang."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_backend

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(Path(__file__).parent.glob("*.c"))
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
COMPILERS = {
    "gcc": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "clang": ["-O2"],
}


def core_sources() -> list[Path]:
    """The sources that the build compiles; without the build's list, all there are."""
    listing = ROOT / "bindings" / "sources.py"
    if not listing.exists():
        return sorted((ROOT / "csrc").rglob("*.c"))
    spec = importlib.util.spec_from_file_location("masko_sdk_sources", listing)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [ROOT / path for path in module.C_SOURCES]


@pytest.fixture(scope="session", params=sorted(COMPILERS))
def core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """The compiler, its flags and the core's objects: compiled once for all programs."""
    compiler = request.param
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    flags = [*WARNINGS, *COMPILERS[compiler]]
    folder = tmp_path_factory.mktemp(f"core-{compiler}")
    objects = []
    for source in core_sources():
        objects.append(folder / ("-".join(source.relative_to(ROOT).parts) + ".o"))
        run([compiler, *flags, "-c", str(source), "-o", str(objects[-1])])
    return compiler, flags, objects


def run(command: list[str], timeout: float = 300) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    report = "\n".join([" ".join(command), done.stdout, done.stderr])
    assert done.returncode == 0, report


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_finds_no_fault(program: Path, core, tmp_path: Path, monkeypatch):
    compiler, flags, objects = core
    executable = tmp_path / program.stem
    run([compiler, *flags, str(program), *map(str, objects), "-o", str(executable)])
    # What the tests themselves run under must not get into the program, which has its own.
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    monkeypatch.delenv("ASAN_OPTIONS", raising=False)
    run([str(executable)])
