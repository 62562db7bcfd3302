"""What the core is compiled from, and how: the one list, for both bindings and the C tests."""

import os
import shlex
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

C_SOURCES = [
    "csrc/core.c",
    "csrc/registry.c",
    "csrc/rng.c",
    "csrc/deck.c",
    "csrc/decks.c",
    "csrc/batch.c",
    "csrc/vector.c",
    "csrc/odds.c",
    "csrc/score.c",
    "csrc/text.c",
    "csrc/games/masko.c",
    "csrc/games/skyjo.c",
    "csrc/games/mojo.c",
    "csrc/games/fifty.c",
    # Each names what it needs of the processor, and is empty where there is no such processor.
    "csrc/simd/path.c",
    "csrc/simd/lanes_sse2.c",
    "csrc/simd/lanes_avx2.c",
    "csrc/simd/lanes_avx512.c",
    "csrc/simd/score_avx2.c",
    "csrc/simd/masko_v3.c",
    "csrc/simd/skyjo_v3.c",
    "csrc/simd/mojo_v3.c",
    "csrc/simd/fifty_v3.c",
]

INCLUDE_DIRS = ["csrc/include", "csrc"]

# A file included by a source is compiled with it: a change in any of these rebuilds the extensions.
C_HEADERS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("**/*.h", "**/*.inc")
    for path in (ROOT / "csrc").glob(pattern)
)

# -g0, since the flags of the Python that builds carry -g and make the files five times as large.
# Hidden, so that two extensions, each with its copy of the core, can't see each other's symbols.
COMPILE_ARGS = (
    ["/O2", "/std:c11", "/W3"]
    if sys.platform == "win32"
    else ["-O3", "-g0", "-std=c11", "-fvisibility=hidden", "-Wall", "-Wextra"]
)


def extension_arguments() -> dict[str, Any]:
    """The arguments of an Extension that compiles the core, but for its sources.

    MASKO_SDK_CFLAGS and MASKO_SDK_LDFLAGS come last, so that they win.
    """
    return {
        "include_dirs": list(INCLUDE_DIRS),
        "depends": list(C_HEADERS),
        "extra_compile_args": COMPILE_ARGS + _flags("MASKO_SDK_CFLAGS"),
        "extra_link_args": _flags("MASKO_SDK_LDFLAGS"),
    }


def _flags(name: str) -> list[str]:
    return shlex.split(os.environ.get(name, ""))
