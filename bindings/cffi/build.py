"""Builds masko_sdk._backend._cffi_core (out of line, API mode) from the core's C sources.

setuptools runs this file with the project root as working directory.
"""

import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))
from bindings import sources  # noqa: E402

ffibuilder = FFI()
ffibuilder.cdef((HERE / "cdef.h").read_text(encoding="utf-8"))
ffibuilder.set_source(
    "masko_sdk._backend._cffi_core",
    '#include "masko_sdk.h"',
    sources=list(sources.C_SOURCES),
    **sources.extension_arguments(),
)
