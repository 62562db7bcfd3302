"""What the scripts of the gallery share: intervals, a figure, and the file that the page is made from.

Each script answers one question: `ask` plays, `answer` says it in a sentence, `draw` shows it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from masko_sdk.summary import Estimate

FOLDER = Path(__file__).parent
COLOURS = ("#3b6ea5", "#d97b29", "#4a9150", "#b8434e", "#7d62a8", "#8a6a4f", "#c673a3")
MARKERS = "osD^vPX"  # no line is told by its colour alone
Z = 2.5758293035489004  # 99 %
STYLE = {
    "font.size": 10,
    "font.family": "sans-serif",
    "svg.fonttype": "none",
    "svg.hashsalt": "masko_sdk",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


Row = dict[str, Any]
"""A result: what was set, the mean, and the ends of its 99 % interval."""


def mean_of(values: Sequence[float], **settings: Any) -> Row:
    """A mean over independent games."""
    n = len(values)
    mean = sum(values) / n
    square = sum((value - mean) ** 2 for value in values)
    return estimated(Estimate(mean, sqrt(square / max(n - 1, 1) / n)), **settings)


def share_of(events: Sequence[bool], **settings: Any) -> Row:
    """How often something happens, with Wilson's interval, which also holds where it never does."""
    n, share = len(events), sum(events) / len(events)
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return {
        **settings,
        "mean": share,
        "low": max(0.0, middle - half),
        "high": min(1.0, middle + half),
    }


def estimated(estimate: Estimate, scale: float = 1, shift: float = 0, **settings: Any) -> Row:
    """An estimate of the library, scaled."""
    low, high = estimate.interval(Z)
    return {
        **settings,
        "mean": scale * estimate.mean + shift,
        "low": scale * low + shift,
        "high": scale * high + shift,
    }


def told(found: Row, digits: int = 1, scale: float = 1, unit: str = "") -> str:
    """``12.3 (12.1 to 12.5)``."""
    mean, low, high = (f"{scale * found[key]:.{digits}f}{unit}" for key in ("mean", "low", "high"))
    return f"{mean} ({low} to {high})"


def curve(axes: Any, rows: Sequence[Row], over: str, number: int, label: str, **more: Any) -> None:
    """Means along a setting, each with its interval; lines that meet are set apart by `aside`."""
    scale, aside = more.get("scale", 1), more.get("aside", 0)
    axes.errorbar(
        [row[over] + aside for row in rows],
        [scale * row["mean"] for row in rows],
        whiskers(rows, scale),
        color=COLOURS[number],
        marker=MARKERS[number],
        capsize=3,
        label=label,
    )


def whiskers(rows: Sequence[Row], scale: float = 1) -> list[list[float]]:
    """How far each interval reaches below and above its mean."""
    return [
        [max(0.0, scale * (row["mean"] - row["low"])) for row in rows],
        [max(0.0, scale * (row["high"] - row["mean"])) for row in rows],
    ]


def figure(path: Path, draw: Callable[[Any], None], size: tuple[float, float]) -> None:
    """A figure with one axes, as SVG whose bytes depend on what is drawn alone."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    with plt.rc_context(STYLE):
        canvas, axes = plt.subplots(figsize=size)
        draw(axes)
        canvas.savefig(path, metadata={"Date": None, "Creator": None})
        plt.close(canvas)


def run(
    name: str,
    n: int,
    seed: int,
    ask: Callable[[int, int], list[Row]],
    answer: Callable[[list[Row]], str],
    draw: Callable[[Any, list[Row]], None],
    size: tuple[float, float] = (7, 4.2),
) -> None:
    """The command of a script: play, and write the answer and the figure beside it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=n)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--kept", action="store_true", help="say and draw again what is kept")
    given = parser.parse_args()
    file = given.folder / f"{name}.json"
    kept = {"n": given.n, "seed": given.seed, "answer": "", "rows": []}
    if given.kept:
        kept = json.loads(file.read_text("utf-8"))
    rows = kept["rows"] = kept["rows"] or ask(given.n, given.seed)
    kept["answer"] = answer(rows)
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    figure(given.folder / f"{name}.svg", lambda axes: draw(axes, rows), size)
    print(kept["answer"])
