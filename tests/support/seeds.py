"""Seeds and volumes of the shared suites.

The seed changes by commit and is printed; MASKO_SDK_SEED=number overrides it.
MASKO_SDK_CAMPAIGN=1 asks for the full volumes.
"""

import os
import subprocess
from pathlib import Path

__all__ = ["CAMPAIGN", "run_seed"]

ROOT = Path(__file__).resolve().parents[2]
FIXED = 2024

CAMPAIGN = os.environ.get("MASKO_SDK_CAMPAIGN") == "1"


def run_seed() -> int:
    """The seed of this run: given, else that of the commit, else a fixed one."""
    given = os.environ.get("MASKO_SDK_SEED")
    return int(given) if given else _commit_seed()


def _commit_seed() -> int:
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return int(done.stdout.strip()[:12], 16)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return FIXED
