"""Statistics of many games, as a small table."""

from __future__ import annotations

from collections.abc import Sequence

from masko_sdk.bots import Builtin
from masko_sdk.cli.arguments import policy_text
from masko_sdk.cli.draw import NAME_WIDTH
from masko_sdk.cli.screen import Screen, clip
from masko_sdk.cli.tell import Words
from masko_sdk.summary import Estimate, Summary

__all__ = ["rate_line", "summary_table"]

_POLICY_WIDTH = 24


def summary_table(
    screen: Screen, words: Words, result: Summary, policies: Sequence[Builtin]
) -> None:
    """Per seat: policy, points a round and share of wins, each with its 99 % interval."""
    rows = [["seat", "policy", "points a round (99 %)", "points a game", "wins (99 %)"]]
    for seat, policy in enumerate(policies):
        rows.append(
            [
                screen.paint(f"seat{seat}", clip(words.names[seat], NAME_WIDTH)),
                clip(policy_text(policy), _POLICY_WIDTH),
                _interval(result.round_scores[seat], 2),
                f"{result.totals[seat].mean:.1f}",
                _interval(result.win_shares[seat], 1, 100) + " %",
            ]
        )
    screen.table(rows, left=2)
    actions = result.plies / result.games if result.games else 0
    rounds = f"{result.rounds.mean:.2f} rounds and {actions:.0f} actions a game"
    stopped = f"; {result.truncated:,} stopped early" if result.truncated else ""
    screen.line(
        f"{result.games:,} games: {rounds}, the longest {result.longest:,} actions{stopped}.", 2
    )


def _interval(estimate: Estimate, digits: int, factor: int = 1) -> str:
    low, high = estimate.interval()
    half = (high - low) / 2
    return f"{estimate.mean * factor:.{digits}f} +- {half * factor:.{digits}f}"


def rate_line(result: Summary, seconds: float) -> str:
    """How fast it went."""
    games, actions = result.games / max(seconds, 1e-9), result.plies / max(seconds, 1e-9)
    return f"  In {seconds:.2f} s: {games:,.0f} games/s, {actions:,.0f} actions/s."
