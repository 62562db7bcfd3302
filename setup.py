"""The compiled parts; everything else is said in pyproject.toml."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension, setup

# The root, not bindings/: there, the folders cython/ and cffi/ could pass for the packages.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from bindings import sources


def cython_extension() -> Extension:
    """masko_sdk._backend._cython, the fast backend of CPython."""
    from Cython.Build import cythonize

    module = Extension(
        "masko_sdk._backend._cython",
        ["bindings/cython/_cython.pyx"],
        **sources.extension_arguments(),
    )
    (extension,) = cythonize(
        [module],
        include_path=["bindings/cython"],
        build_dir="build/cython",
        compiler_directives={"language_level": "3", "autotestdict": False},
    )
    # Only now: cythonize copies the sources that it is given into build_dir, and coverage,
    # sanitizers and debuggers would point at the copies.
    extension.sources += sources.C_SOURCES
    return extension


def compiled_parts() -> dict[str, Any]:
    """What this Python can build: on PyPy only cffi, which comes with it."""
    parts: dict[str, Any] = {}
    if sys.implementation.name == "cpython":
        parts["ext_modules"] = [cython_extension()]
    if importlib.util.find_spec("_cffi_backend"):
        parts["cffi_modules"] = ["bindings/cffi/build.py:ffibuilder"]
    return parts


setup(**compiled_parts())
