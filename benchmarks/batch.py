"""Batches beside NumPy, a state-of-the-art shuffle and other engines, in one interleaved run.

    python benchmarks/batch.py [--quick] [--only shuffle,score,games,threads,vector,peers]

Only ratios within a run mean something; `spread` tells how busy the machine was.
The last thing printed is the README's table.
Needs gcc for the shuffle that is compared with. MASKO_SDK_PEERS names a Python in which OpenSpiel, RLCard or
other peers are installed.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from masko_sdk import Seed, batch, fifty, masko, mojo, skyjo
from masko_sdk import _backend as b
from masko_sdk._batch import Columns, make_job, simulate_chunks

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from measure import Contender, interleave, ratio, table  # noqa: E402

Row = tuple[str, str, str]
"""What, beside what, and how many times as fast."""

SEED = Seed(bytes(range(32)))
PATHS = range(b.backend.best_path() + 1)
DECKS = 4096
HANDS = 16_416  # no power of two, at which all rows of an array would share cache sets
CALLS = 20  # scores of so few hands are measured together


def describe() -> str:
    """Date, processor and versions."""
    model = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(": ")[1] if lines else model
    return (
        f"{datetime.date.today()}, {model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
        f"Python {platform.python_version()}, NumPy {np.__version__}, {compiler_version()}"
    )


def compiler_version() -> str:
    gcc = shutil.which("gcc")
    if gcc is None:
        return "no gcc"
    done = subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True)
    return f"gcc {done.stdout.strip()}"


def times(one: Contender, other: Contender) -> str:
    found = ratio(one, other)
    return f"{found:.2f}" if found < 10 else f"{found:,.0f}" if found >= 100 else f"{found:.1f}"


def setup_on(path: int, rules: Any, players: int = 4) -> b.Setup:
    return b.backend.Setup(rules._tables.number, rules._words, players, 0, SEED.key, 0, b"", path)


# Shuffles.


def batched_shuffle(folder: str) -> Callable[[int, Any], None] | None:
    """Brackett-Rozinsky and Lemire's, compiled here; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        print("  no C compiler: the batched Fisher-Yates shuffle is left out")
        return None
    library = Path(folder) / "batched_shuffle.so"
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([*command, HERE / "batched_shuffle.c", "-o", library], check=True)
    function = ctypes.CDLL(str(library)).batched_shuffle
    function.argtypes = [ctypes.c_uint64, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_void_p]
    function.restype = None
    return lambda seed, decks: function(seed, len(decks), decks.shape[1], decks.ctypes.data)


def measure_shuffles(repeats: int) -> list[Row]:
    rows = []
    for rules in (masko.Rules(), skyjo.Rules()):
        with tempfile.TemporaryDirectory() as folder:
            rows += measure_decks(rules, repeats, folder)
    return rows


def measure_decks(rules: Any, repeats: int, folder: str) -> list[Row]:
    size = setup_on(0, rules).deck_bytes()
    decks = np.empty((DECKS, size), np.int8)
    rows = np.tile(np.arange(size, dtype=np.uint8), (DECKS, 1))
    generator = np.random.default_rng(1)
    numpy = Contender("NumPy", lambda: generator.permuted(rows, axis=1, out=rows), DECKS)
    against = [numpy]
    lemire = batched_shuffle(folder)
    if lemire:
        against.append(Contender("batched F-Y", lambda: lemire(7, rows), DECKS))
    ours = []
    for path in PATHS:
        made = setup_on(path, rules)
        name = f"ChaCha20, {b.PATHS[path]}"
        ours.append(Contender(name, lambda s=made: s.shuffle(DECKS, decks), DECKS))
    interleave([*ours, *against], repeats)
    table(f"Shuffled decks of {size}, in cache", [*ours, *against], against, "deck")
    names = {"NumPy": "NumPy `permuted`", "batched F-Y": "batched Fisher-Yates, wyrand"}
    return [
        (f"shuffle of {size} cards, {b.PATHS[path]}", names[peer.name], times(one, peer))
        for peer in against
        for path, one in zip(PATHS, ours, strict=True)
    ]


# Scores.


Forms = dict[str, Callable[[], Any]]


def checked(hands: Any, lowest: int, highest: int) -> Any:
    """The hands with 0 in empty places, after a look at each card: what `score` does, too."""
    empty = hands == batch.EMPTY
    if not (((hands >= lowest) & (hands <= highest)) | empty).all():
        raise ValueError
    return np.where(empty, np.int8(0), hands)


def numpy_sums(points: Any, hands: Any, look: Callable[[Any], Any]) -> Forms:
    """Forms of the sum of each hand; `hands` has cards first."""
    rows = np.ascontiguousarray(hands.T)
    narrow = points.astype(np.int8)
    return {
        "take, sum": lambda: points.take(look(rows)).sum(axis=1, dtype=np.int16),
        "take, reduce": lambda: np.add.reduce(points.take(look(hands)), axis=0),
        "int8 take, reduce": lambda: np.add.reduce(
            narrow.take(look(hands)), axis=0, dtype=np.int16
        ),
    }


def numpy_grids(hands: Any, look: Callable[[Any], Any]) -> Forms:
    """Forms of the sum of each grid without equal columns; `hands` has cards first."""
    rows = np.ascontiguousarray(hands.T)

    def by_columns() -> Any:
        grid = look(hands).reshape(3, 4, -1)
        equal = (grid[0] == grid[1]) & (grid[0] == grid[2])
        sums = grid[0] + grid[1] + grid[2]
        sums[equal] = 0
        return sums.sum(axis=0, dtype=np.int16)

    def by_rows() -> Any:
        grid = look(rows).reshape(-1, 3, 4)
        equal = (grid[:, 0] == grid[:, 1]) & (grid[:, 0] == grid[:, 2])
        return np.where(equal, 0, grid.sum(axis=1, dtype=np.int16)).sum(axis=1, dtype=np.int16)

    return {"columns": by_columns, "rows": by_rows}


def many(call: Callable[[], Any]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(CALLS):
            call()

    return run


def contenders_of(rules: Any, hands: Any) -> list[Contender]:
    """On each path, by the protocol, so that Python's share is that of one call."""
    cards, n = hands.shape
    out = np.empty(n, np.int16)
    rows = np.ascontiguousarray(hands.T)
    found = []
    for path in PATHS[:2]:  # AVX-512 scores as AVX2 does
        made = setup_on(path, rules)
        for name, layout, given in (("columns", b.COLUMNS, hands), ("rows", b.ROWS, rows)):
            found.append(
                Contender(
                    f"{b.PATHS[path]}, {name}",
                    many(lambda s=made, g=given, y=layout: s.score(g, n, cards, out, y)),
                    CALLS * n,
                )
            )
    whole = many(lambda: batch.score(rules, hands, axis=0))
    return [*found, Contender("batch.score, axis=0", whole, CALLS * n)]


def best_of(title: str, forms: Forms, n: int, repeats: int) -> Contender:
    found = [Contender(f"{title} ({name})", many(run), CALLS * n) for name, run in forms.items()]
    interleave(found, max(3, repeats // 3))
    best = min(found, key=lambda contender: contender.typical)
    best.seconds.clear()
    return best


def measure_scores(repeats: int) -> list[Row]:
    measured = []
    rng = np.random.default_rng(1)
    points = np.array([0, *range(1, 11), *[10] * 7], np.int16)
    for cards in (4, 12):
        hands = rng.integers(1, 18, (cards, HANDS)).astype(np.int8)
        looks = [lambda h: h, lambda h: checked(h, 1, 17)]
        forms = [numpy_sums(points, hands, look) for look in looks]
        measured += measure_hands(f"{cards}-card sums", masko.Rules(), hands, forms, repeats)
    grids = rng.integers(-2, 13, (12, HANDS)).astype(np.int8)
    looks = [lambda h: h, lambda h: checked(h, -2, 12)]
    forms = [numpy_grids(grids, look) for look in looks]
    return measured + measure_hands("Skyjo grids", skyjo.Rules(), grids, forms, repeats)


def measure_hands(
    title: str, rules: Any, hands: Any, forms: list[Forms], repeats: int
) -> list[Row]:
    """Against the best form that trusts its hands, and the best that checks them as `score` does."""
    expected = batch.score(rules, hands, axis=0)
    for name, form in [item for some in forms for item in some.items()]:
        assert np.array_equal(form(), expected), name
    n = hands.shape[1]
    trusting = best_of("NumPy, trusting", forms[0], n, repeats)
    checking = best_of("NumPy, checking", forms[1], n, repeats)
    ours = contenders_of(rules, hands)
    interleave([*ours, trusting, checking], repeats)
    numpy = [trusting, checking]
    table(f"{title}, {n} hands, in cache", [*ours, *numpy], numpy, "hand")
    best = min(ours, key=lambda one: one.typical)
    return [
        (f"{title}, column layout", "NumPy that checks its cards, too", times(best, checking)),
        (f"{title}, column layout", "NumPy that trusts its cards", times(best, trusting)),
    ]


# Whole games.

TABLES = [
    (masko.Rules(), 4, "random", 20_000),
    (masko.Rules(race="random"), 4, "prudent", 400),
    (skyjo.Rules(), 2, "random", 5_000),
    (skyjo.Rules(), 2, "prudent", 200),
    (mojo.Rules(), 4, "random", 10_000),
    (mojo.Rules(), 4, "prudent", 1_000),
    (fifty.Rules(), 4, "random", 6_000),
    (fifty.Rules(), 4, "prudent", 1_500),
]


def games_on(path: int, rules: Any, players: int, policy: str, n: int) -> tuple[Contender, int]:
    job = make_job(rules, players, n, SEED, policy, 0, None)
    columns = Columns(0, n, players)
    made = setup_on(path, rules, players)

    def run() -> None:
        status = made.simulate(n, job.numbers, job.parameters, job.max_plies, columns.buffers)[0]
        assert status == b.OK

    run()
    steps = sum(columns.plies)
    name = f"{rules.game} {players} {policy}, {b.PATHS[path]}"
    return Contender(name, run, steps), sum(columns.rounds)


def measure_games(repeats: int) -> tuple[dict[str, Contender], dict[str, float]]:
    """Each game on each path, and its rounds a transition."""
    found: dict[str, Contender] = {}
    rounds: dict[str, float] = {}
    for rules, players, policy, n in TABLES:
        for path in PATHS:
            contender, finished = games_on(path, rules, players, policy, n)
            found[contender.name] = contender
            rounds[contender.name] = finished / (contender.units or 1)
    interleave([*found.values()], repeats)
    print("\nWhole games: millions of transitions and rounds a second")
    print(f"  {'':34}{'M/s':>9}{'rounds/s':>12}{'spread':>8}")
    for name, one in found.items():
        rate = 1 / one.typical
        print(f"  {name:34}{rate * 1e-6:>9.2f}{rate * rounds[name]:>12,.0f}{one.spread:>8.0%}")
    return found, rounds


# Threads.


def measure_threads(repeats: int) -> list[Row]:
    rules, n = skyjo.Rules(), 600_000
    job = make_job(rules, 2, n, SEED, "random", 0, None)

    def run(threads: int) -> None:
        for _ in simulate_chunks(job, n, threads):
            pass

    one, two = (
        Contender(
            f"{threads} thread{'s' * (threads > 1)}", lambda t=threads: run(t), n, time.perf_counter
        )
        for threads in (1, 2)
    )
    interleave([one, two], repeats)
    table("Threads: Skyjo, 2 players, random", [one, two], [one], "game")
    return [("two threads, random Skyjo", "one thread", times(two, one))]


# Vectors.


def measure_vectors() -> list[Row]:
    """Beside EnvPool, by the Python in which the peers are."""
    done = subprocess.run(
        [peers_python(), HERE / "vector.py", "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parent)},
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        print(f"VectorEnv: left out ({(done.stderr.strip() or 'no answer').splitlines()[-1]})")
        return []
    rows = []
    print("\nVectorEnv, 1,024 games, 4 players: millions of steps a second")
    for name, ns in found.items():
        print(f"  {name:8}{1e3 / ns['step']:>8.2f}")
        if "Blackjack" in ns:
            ratio = f"{ns['Blackjack'] / ns['step']:.1f}"
            rows.append((f"`VectorEnv` of {name}, 1,024 games", "EnvPool Blackjack", ratio))
    return rows


# Peers.


def peers_python() -> str:
    return os.environ.get("MASKO_SDK_PEERS", sys.executable)


def peers_here() -> dict[str, float | str]:
    done = subprocess.run([peers_python(), HERE / "peers.py"], capture_output=True, text=True)
    try:
        answer: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        answer = {"peers": (done.stderr.strip() or "no answer").splitlines()[-1]}
    return answer


def measure_peers(ours: dict[str, Contender], rounds: dict[str, float], repeats: int) -> list[Row]:
    """Runs of ours before and after those of the peers."""
    best = [one for name, one in ours.items() if name.endswith(b.PATHS[PATHS[-1]])]
    for one in best:
        one.seconds.clear()
    interleave(best, repeats)
    peers = peers_here()
    interleave(best, repeats)
    print("\nPeers, uniform random play: steps a second, and ours as their multiple")
    rows: list[Row] = []
    for name, rate in peers.items():
        if isinstance(rate, str):
            print(f"  {name}: left out ({rate})")
            continue
        print(f"  {name}: {rate:,.0f} a second")
        for one in best:
            unit = rounds[one.name] if "round" in name else 1.0
            if unit == 1.0 or one.name.startswith("skyjo 2 random"):
                many = unit / one.typical / rate
                print(f"    {one.name:32}{many:>9.0f} x")
                if "prudent" not in one.name or "RLCard" in name:
                    game, players, policy = one.name.split(",")[0].split(" ")
                    what = f"{game}, {players} players, `{policy}`"
                    rows.append((what, name, f"{many:,.0f}"))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few repeats")
    parser.add_argument("--only", default="shuffle,score,games,threads,vector,peers")
    arguments = parser.parse_args()
    repeats = 5 if arguments.quick else 21
    wanted = arguments.only.split(",")
    about = describe()
    print(about)
    rows: list[Row] = []
    if "shuffle" in wanted:
        rows += measure_shuffles(repeats)
    if "score" in wanted:
        rows += measure_scores(repeats)
    if "threads" in wanted:
        rows += measure_threads(repeats)
    if "vector" in wanted:
        rows += measure_vectors()
    if {"games", "peers"} & {*wanted}:
        games, rounds = measure_games(repeats)
        if "peers" in wanted:
            rows += measure_peers(games, rounds, max(3, repeats // 4))
    print(f"\n{about}\n\n| what, on one core | beside | times as fast |\n|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
