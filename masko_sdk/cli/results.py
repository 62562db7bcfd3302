"""Statistics of many games, as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from masko_sdk._value import json_form
from masko_sdk.bots import AnyPolicy, policy_name
from masko_sdk.cli.arguments import option_text, policy_text
from masko_sdk.cli.draw import NAME_WIDTH
from masko_sdk.cli.output import counted
from masko_sdk.cli.screen import Screen, clip
from masko_sdk.odds import Odds
from masko_sdk.study import Comparison, Difference, Showing, Sweep
from masko_sdk.summary import Estimate, Summary
from masko_sdk.words import Words

__all__ = [
    "comparison_table",
    "odds_table",
    "rate_line",
    "setting_text",
    "summary_table",
    "sweep_table",
]

_POLICY_WIDTH = 24
_ACTION_WIDTH = 36


def summary_table(
    screen: Screen, words: Words, result: Summary, policies: Sequence[AnyPolicy]
) -> None:
    """Per seat: policy, points a round and share of wins, each with its 99 % interval."""
    rows = [_heads(words, "seat", "policy", "points_a_round", "points_a_game", "wins")]
    for seat, policy in enumerate(policies):
        rows.append(
            [
                screen.paint(f"seat{seat}", clip(words.names[seat], NAME_WIDTH)),
                clip(policy_text(policy), _POLICY_WIDTH),
                _told(words, result.round_scores[seat], 2, result.games),
                words.number(result.totals[seat].mean, 1),
                _share(words, result.win_shares[seat], result.games),
            ]
        )
    screen.table(rows, left=2)
    actions = result.plies / result.games if result.games else 0
    numbers = {
        "games": words.number(result.games),
        "rounds": words.number(result.rounds.mean, 2),
        "actions": words.number(actions),
        "longest": words.number(result.longest),
        "stopped": words.number(result.truncated),
    }
    kind = "summary_stopped" if result.truncated else "summary"
    screen.line(words.say("cli", kind, **numbers), 2)


def _heads(words: Words, *kinds: str) -> list[str]:
    return [words.say("cli", kind) for kind in kinds]


def odds_table(screen: Screen, words: Words, found: Odds) -> None:
    """Per action, the best first: points of the round, chance of the lowest and share of wins, with 99 % intervals."""
    to_end = found.horizon == "game"
    ending = ("total", "wins") if to_end else ()
    rows = [_heads(words, "action", "points", "lowest", *ending, "behind")]
    is_share = found.by in ("lowest", "win")
    for odds in found.ranked:
        text = clip(words.action(odds.action, found.seat), _ACTION_WIDTH)
        is_best = odds.action is found.best
        row = [
            screen.paint("bold", text) if is_best else text,
            _told(words, odds.points, 2, found.worlds),
            _share(words, odds.lowest, found.worlds),
        ]
        if odds.win is not None:
            row += [words.number(odds.total.mean, 1), _share(words, odds.win, found.worlds)]
        behind = (
            _share(words, odds.behind, found.worlds)
            if is_share
            else _told(words, odds.behind, 2, found.worlds)
        )
        rows.append([*row, "" if is_best else behind])
    screen.table(rows)
    screen.line(" ".join(filter(None, (_verdict(words, found), _stopped(words, found)))), 2)


def _verdict(words: Words, found: Odds) -> str:
    best = words.action(found.best, found.seat)
    by = words.say("cli", f"by_{found.by}")
    if found.confidence is None:
        return words.say("cli", "best", by=by, action=best)
    level = f"{100 * found.confidence:g}".replace(".", words.say("forms", "decimal"))
    kind = "best_settled" if found.settled else "best_open"
    return words.say("cli", kind, by=by, action=best, level=level)


def _stopped(words: Words, found: Odds) -> str:
    stopped = sum(odds.truncated for odds in found.actions)
    return words.say("cli", "odds_stopped", stopped=words.number(stopped)) if stopped else ""


def comparison_table(screen: Screen, result: Comparison) -> None:
    """Per entrant its figures, then those of each pair, each with its 99 % interval."""
    names = entrant_names(result)
    rows = [["policy", "points a round (99 %)", "points a game", "wins (99 %)"]]
    for seat, (name, showing) in enumerate(zip(names, result.entrants, strict=True)):
        rows.append([screen.paint(f"seat{seat}", name), *_showing(showing, result.deals)])
    screen.table(rows)
    screen.line()
    rows = [["difference", "points a round (99 %)", "points a game", "wins (99 %)", ""]]
    for pair in result.differences:
        low, high = pair.win_share.interval()
        clear = "" if low <= 0 <= high or result.deals < 2 else "clear"
        title = f"{names[pair.first]} less {names[pair.second]}"
        rows.append([title, *_showing(pair, result.deals, sign="+"), clear])
    screen.table(rows)
    rotations = result.games // result.deals if result.deals else 0
    begin = f"{counted(result.deals, 'deal')}, each played {counted(rotations, 'time')}"
    screen.line(_counts(result, begin), 2)


def sweep_table(screen: Screen, result: Sweep) -> None:
    """Per cell with games and entrant: points a round and share of wins; the seats' shares when there is one policy."""
    alone = len(result.cells[0].result.policies) == 1
    head = ["policy"] * (not alone) + ["points a round (99 %)", "rounds a game"]
    rows = [[*result.grid, *head, "wins by seat, %" if alone else "wins (99 %)"]]
    played = [cell for cell in result.cells if cell.result.deals]
    for cell in played:
        settings = [setting_text(value) for value in cell.settings.values()]
        names = entrant_names(cell.result, short=True)
        for seat, (name, showing) in enumerate(zip(names, cell.result.entrants, strict=True)):
            points, _, wins = _showing(showing, cell.result.deals)
            if alone:
                wins = "  ".join(f"{100 * at.win_share.mean:.1f}" for at in cell.result.seats)
            policy = [] if alone else [screen.paint(f"seat{seat}", name)]
            rounds = f"{cell.result.rounds.mean:.2f}"
            rows.append(
                [*(settings if seat == 0 else [""] * len(settings)), *policy, points, rounds, wins]
            )
    screen.table(rows, left=len(result.grid) + (not alone))
    rotations = len(result.cells[0].result.policies)
    deals = max((cell.result.deals for cell in played), default=0)
    screen.line(
        f"{counted(len(played), 'cell')} of up to {counted(deals, 'deal')}, "
        f"each played {counted(rotations, 'time')}.",
        2,
    )


def setting_text(setting: object) -> str:
    """A value of a grid, in short."""
    return clip(setting if isinstance(setting, str) else option_text(json_form(setting)), 20)


def entrant_names(result: Comparison, *, short: bool = False) -> list[str]:
    """The policies as they are typed, numbered where two are alike."""
    texts = [policy_name(policy) if short else policy_text(policy) for policy in result.policies]
    return [
        clip(f"{text} ({number})" if texts.count(text) > 1 else text, _POLICY_WIDTH)
        for number, text in enumerate(texts, 1)
    ]


def _showing(showing: Showing | Difference, deals: int, sign: str = "") -> list[str]:
    return [
        _interval(showing.round_score, 2, deals, sign=sign),
        f"{showing.total.mean:{sign}.1f}",
        _interval(showing.win_share, 1, deals, 100, sign=sign) + " %",
    ]


def _counts(result: Comparison, begin: str) -> str:
    actions = result.plies / result.games if result.games else 0
    stopped = f"; {counted(result.truncated, 'game')} stopped early" if result.truncated else ""
    return f"{begin}: {result.rounds.mean:.2f} rounds and {actions:.0f} actions a game{stopped}."


def _interval(estimate: Estimate, digits: int, count: int, factor: int = 1, sign: str = "") -> str:
    mean = f"{estimate.mean * factor:{sign}.{digits}f}"
    half = _half(estimate, count)
    return mean if half is None else f"{mean} +- {half * factor:.{digits}f}"


def _told(words: Words, estimate: Estimate, digits: int, count: int, factor: int = 1) -> str:
    """An interval as a language writes its numbers."""
    mean, half = words.number(estimate.mean * factor, digits), _half(estimate, count)
    return mean if half is None else f"{mean} +- {words.number(half * factor, digits)}"


def _half(estimate: Estimate, count: int) -> float | None:
    """Half of the 99 % interval; None where one value alone tells nothing of it."""
    if count < 2 or not isfinite(estimate.error):
        return None
    low, high = estimate.interval()
    return (high - low) / 2


def _share(words: Words, estimate: Estimate, count: int) -> str:
    return f"{_told(words, estimate, 1, count, 100)} %"


def rate_line(words: Words, result: Summary, seconds: float) -> str:
    """How fast it went."""
    games, actions = result.games / max(seconds, 1e-9), result.plies / max(seconds, 1e-9)
    numbers = {"games": words.number(games), "actions": words.number(actions)}
    return words.say("cli", "rate", seconds=words.number(seconds, 2), **numbers)
