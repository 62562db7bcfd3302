"""The modules of the package."""

from __future__ import annotations

import pkgutil

import masko_sdk


def module_names() -> list[str]:
    """The package and all its modules but for the compiled ones' adaptors."""
    names = [info.name for info in pkgutil.walk_packages(masko_sdk.__path__, "masko_sdk.")]
    left_out = ("._backend", "__main__")
    return ["masko_sdk", *(n for n in names if not any(part in n for part in left_out))]
