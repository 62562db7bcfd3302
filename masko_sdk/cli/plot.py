"""Pictures of results, with matplotlib: the extra ``plot``."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from masko_sdk._paths import check_writable, written
from masko_sdk.bots import policy_name
from masko_sdk.cli.arguments import UsageError, policy_text
from masko_sdk.cli.output import counted
from masko_sdk.cli.results import entrant_names, setting_text
from masko_sdk.odds import Odds
from masko_sdk.study import Comparison, Sweep
from masko_sdk.summary import Estimate, Summary
from masko_sdk.words import Words

__all__ = ["Plotter", "plotter"]

_COLOURS = ("#3b6ea5", "#d97b29", "#4a9150", "#b8434e", "#7d62a8", "#8a6a4f", "#c673a3", "#5f9ea0")
_GREY = "#8a8a8a"
_MOST_TICKS = 12
_LEAST_BAR, _CHARACTER = 0.85, 0.09  # inches
_Z = 2.5758293035489004  # 99 %
_STYLE: Any = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}
_SUFFIXES = (".png", ".svg", ".pdf")


def plotter(path: str | None) -> Plotter | None:
    """What draws to a file; None when no picture was asked for.

    Raises:
        UsageError: the file has no known suffix, or matplotlib is not installed.
        OSError: nothing can be written there.
    """
    if path is None:
        return None
    if Path(path).suffix.lower() not in _SUFFIXES:
        raise UsageError(f"--plot {path!r} must end in {', '.join(_SUFFIXES)}")
    check_writable(path)
    try:
        import matplotlib
    except ImportError:
        raise UsageError('--plot needs matplotlib: pip install "masko-sdk[plot]"') from None
    matplotlib.use("agg")
    return Plotter(Path(path))


class Plotter:
    """Draws one picture to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def _axes(
        self, columns: int, size: tuple[float, float], title: str, **more: Any
    ) -> Iterator[Any]:
        """Axes side by side; the file is there only when the picture is whole."""
        import matplotlib.pyplot as plt

        with plt.rc_context(_STYLE):
            figure, axes = plt.subplots(1, columns, figsize=size, squeeze=False, **more)
            figure.suptitle(title, fontsize=12)
            try:
                yield axes[0]
                with written(self._path) as file:
                    figure.savefig(file, dpi=150, format=self._path.suffix[1:].lower())
            finally:
                plt.close(figure)

    def simulation(self, job: Any, result: Summary, totals: Sequence[Counter[int]]) -> None:
        """How totals are distributed, and the share of wins of each seat."""
        title = f"{_title(job.rules)}: {counted(result.games, 'game')}"
        names = [f"{s} {policy_text(policy)}" for s, policy in enumerate(job.policies)]
        seats = [str(seat) for seat in range(job.players)]
        with self._axes(2, (11, 4.5), title, width_ratios=(1.6, 1)) as (left, right):
            _distributions(left, names, totals)
            left.set(xlabel="points at the end of a game", ylabel="games, %")
            _bars(right, seats, result.win_shares, 100)
            _even(right, 100 / job.players)
            right.set(xlabel="seat", ylabel="wins, %")

    def odds(self, player: Any, found: Odds) -> None:
        """Points, chance of the lowest and share of wins after each action, the best on top."""
        game = player._game
        words = Words(game.rules, [other.name for other in game.players])
        ranked = found.ranked
        names = [words.action(odds.action, found.seat) for odds in ranked]
        parts: list[tuple[str, list[Estimate], int]] = [
            ("points of the round", [odds.points for odds in ranked], 1),
            ("chance of the lowest, %", [odds.lowest for odds in ranked], 100),
        ]
        wins = [odds.win for odds in ranked if odds.win is not None]
        if wins:
            parts.append(("wins, %", wins, 100))
        decision = f"{words.title}: the odds of {player.name} at ply {found.ply}"
        title = f"{decision}, {counted(found.worlds, 'world')}, 99 % intervals"
        size = (3.2 + 3.4 * len(parts), 1.5 + 0.34 * len(names))
        with self._axes(len(parts), size, title, sharey=True) as axes:
            for place, (what, estimates, factor) in zip(axes, parts, strict=True):
                _dots(place, names, estimates, factor, found)
                place.set_xlabel(what)
            axes[0].set_ylim(len(names) - 0.4, -0.6)

    def comparison(self, result: Comparison) -> None:
        """Share of wins and points a round of each entrant."""
        title = f"{_title(result.rules)}, {result.players} players: {counted(result.deals, 'deal')}, seats rotated"
        names = entrant_names(result)
        with self._axes(2, (3.5 + 2 * _room(names), 4.5), title) as (left, right):
            shares = [showing.win_share for showing in result.entrants]
            _bars(left, names, shares, 100)
            _even(left, 100 / len(names))
            left.set(ylabel="wins, %")
            scores = [showing.round_score for showing in result.entrants]
            _bars(right, names, scores, 1)
            right.set(ylabel="points a round")

    def sweep(self, result: Sweep) -> None:
        """Share of wins and points a round along the longest name of the grid; a line for each of the others."""
        first = result.cells[0].result
        deals = sorted({cell.result.deals for cell in result.cells})
        up_to = "up to " if len(deals) > 1 else ""
        many = f"{up_to}{counted(deals[-1], 'deal')} in each cell"
        title = f"{_title(first.rules)}, {first.players} players: {many}"
        axis, lines = _lines(result)
        alone = len(first.policies) == 1
        with self._axes(2, (11.5, 4.5), f"{title}, 99 % intervals") as (left, right):
            for number, (label, settings, shown) in enumerate(lines):
                shares = [c.rounds if alone else c.entrants[0].win_share for c in shown]
                scores = [c.entrants[0].round_score for c in shown]
                aside = number - (len(lines) - 1) / 2
                _curve(left, settings, shares, 1 if alone else 100, label, (number, aside))
                _curve(right, settings, scores, 1, label, (number, aside))
            if not alone:
                _even(left, 100 / len(first.policies))
            policy = policy_name(first.policies[0])
            what = "rounds a game" if alone else f"wins of the first policy ({policy}), %"
            left.set(xlabel=axis, ylabel=what)
            right.set(xlabel=axis, ylabel=f"points a round ({policy})")
            if len(lines) > 1:
                right.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)


def _title(rules: Any) -> str:
    return Words(rules, ()).title


def _half(estimate: Estimate, factor: int) -> float:
    """Half of an interval; not a number, which is not drawn, where the error is not known."""
    return _Z * estimate.error * factor if math.isfinite(estimate.error) else math.nan


def _distributions(place: Any, names: Sequence[str], totals: Sequence[Counter[int]]) -> None:
    """Steps, all with the same bins: at most some sixty."""
    low = min((min(count) for count in totals if count), default=0)
    high = max((max(count) for count in totals if count), default=0)
    width = max(1, -(-(high - low + 1) // 60))
    edges = list(range(low, high + width + 1, width))
    for number, (name, count) in enumerate(zip(names, totals, strict=True)):
        games = sum(count.values()) or 1
        heights = [0.0] * (len(edges) - 1)
        for points, n in count.items():
            heights[(points - low) // width] += 100 * n / games
        colour = _COLOURS[number % len(_COLOURS)]
        place.stairs(heights, edges, color=colour, label=name, linewidth=1.6)
    place.legend()
    place.set_ylim(bottom=0)


def _bars(place: Any, names: Sequence[str], estimates: Sequence[Estimate], factor: int) -> None:
    colours = [_COLOURS[i % len(_COLOURS)] for i in range(len(names))]
    heights = [estimate.mean * factor for estimate in estimates]
    halves = [_half(estimate, factor) for estimate in estimates]
    place.bar(
        range(len(names)),
        heights,
        yerr=halves,
        color=colours,
        capsize=5,
        width=0.62,
        ecolor="#333333",
    )
    place.set_xticks(range(len(names)), [_broken(name) for name in names])
    place.set_ylim(bottom=min(0, *heights))
    place.grid(axis="x", visible=False)


def _room(names: Sequence[str]) -> float:
    """Inches that these take below bars side by side."""
    longest = max(len(line) for name in names for line in _broken(name).split("\n"))
    return len(names) * max(_LEAST_BAR, _CHARACTER * (longest + 1))


def _broken(name: str) -> str:
    """A name over several lines."""
    return name.replace(" ", "\n").replace(":", "\n")


def _even(place: Any, height: float) -> None:
    """Where all would be if nobody were better."""
    place.axhline(height, color=_GREY, linestyle="--", linewidth=1)
    place.annotate(
        "even",
        (1.01, height),
        xycoords=("axes fraction", "data"),
        annotation_clip=False,
        ha="left",
        va="center",
        color=_GREY,
        fontsize=9,
    )


def _dots(
    place: Any, names: Sequence[str], estimates: Sequence[Estimate], factor: int, found: Odds
) -> None:
    for row, (odds, estimate) in enumerate(zip(found.ranked, estimates, strict=True)):
        colour = _COLOURS[1] if odds.action is found.best else _COLOURS[0]
        place.errorbar(
            estimate.mean * factor,
            row,
            xerr=_half(estimate, factor),
            fmt="o",
            color=colour,
            capsize=4,
        )
    place.set_yticks(range(len(names)), names)


def _lines(result: Sweep) -> tuple[str, list[tuple[str, list[Any], list[Comparison]]]]:
    """The name with the most values, and of each line along it its label, the settings, and what came of them."""
    axis = max(result.grid, key=lambda name: len(result.grid[name]))
    others = [name for name in result.grid if name != axis]
    lines: dict[str, tuple[str, list[Any], list[Comparison]]] = {}
    for cell in result.cells:
        if cell.result.deals:
            label = ", ".join(f"{name} {setting_text(cell.settings[name])}" for name in others)
            _, settings, shown = lines.setdefault(label, (label, [], []))
            settings.append(cell.settings[axis])
            shown.append(cell.result)
    return axis, list(lines.values())


def _curve(
    place: Any,
    settings: Sequence[Any],
    estimates: Sequence[Estimate],
    factor: int,
    label: str,
    line: tuple[int, float],
) -> None:
    """A line with its intervals, a little aside of the others; settings that are no numbers stand side by side."""
    number, aside = line
    numeric = all(type(setting) in (int, float) for setting in settings)
    where = list(settings) if numeric else list(range(len(settings)))
    step = min((b - a for a, b in pairwise(sorted(where))), default=1)
    means = [estimate.mean * factor for estimate in estimates]
    place.errorbar(
        [at + 0.06 * step * aside for at in where],
        means,
        yerr=[_half(estimate, factor) for estimate in estimates],
        fmt="o-" if numeric else "o",
        color=_COLOURS[number % len(_COLOURS)],
        capsize=3,
        markersize=5,
        label=label,
    )
    if not numeric:
        place.set_xticks(where, [setting_text(setting) for setting in settings])
    elif len(where) <= _MOST_TICKS:
        place.set_xticks(where)
