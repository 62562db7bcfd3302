"""How time and memory grow with the number of games: each n in a process of its own, on one thread.

    python benchmarks/growth.py [--most 7]

Time is that of the call on the processor; memory is the peak of its process, Python and NumPy included.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

from masko_sdk import batch, skyjo

SUMMARY, STREAM = "summary", "stream"


def play(form: str, n: int) -> None:
    rules = skyjo.Rules()
    if form == SUMMARY:
        batch.summary(rules, 2, n, seed=1, policies="random")
        return
    for part in batch.stream(rules, 2, n, seed=1, policies="random"):
        part.totals.mean()


def measured(form: str, n: int) -> tuple[float, int]:
    """Seconds and peak KiB of a process that plays n games."""
    command = [sys.executable, __file__, "--play", form, str(n)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, peak = done.stdout.split()
    return float(seconds), int(peak)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=7, help="the largest power of ten (default: 7)")
    parser.add_argument("--play", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play:
        before = time.process_time()
        play(arguments.play[0], int(arguments.play[1]))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(time.process_time() - before, peak)
        return
    print(f"{'Skyjo, 2 players, random':30}{'seconds':>10}{'ns/game':>10}{'peak MiB':>10}")
    for form in (SUMMARY, STREAM):
        for power in range(4, arguments.most + 1):
            seconds, peak = measured(form, 10**power)
            each = seconds / 10**power * 1e9
            print(
                f"{form + f', 10^{power} games':30}{seconds:>10.3f}{each:>10.0f}{peak / 1024:>10.1f}"
            )


if __name__ == "__main__":
    main()
