"""Which mood decks keep Fifty Fifty close? How far the winner is ahead, and how often the last round decides."""

from __future__ import annotations

from typing import Any

import numpy as np
from _study import COLOURS, Row, mean_of, run, share_of, told, whiskers

from masko_sdk import batch, fifty

PLAYERS = 4
DECKS = {
    "default (reconstructed)": fifty.Rules().mood_deck,
    "tightrope": fifty.Rules.tightrope().mood_deck,
    "all 2 and 2": ((2, 2),) * 10,
    "all 4 and 4": ((4, 4),) * 10,
    "all 7 and 7": ((7, 7),) * 10,
    "1 and 7, 7 and 1": ((1, 7), (7, 1)) * 5,
    "only furious: 0 and 4": ((0, 4),) * 10,
}


def decided_late(result: batch.Result) -> list[bool]:
    """For each game, whether nobody who led before the last round has won."""
    scores = result.round_scores.reshape(len(result.totals), -1, PLAYERS)
    before = scores[:, :-1].sum(axis=1)
    led = before == before.min(axis=1, keepdims=True)
    return (~(led & result.winners).any(axis=1)).tolist()


def ask(n: int, seed: int) -> list[Row]:
    rows = []
    for name, deck in DECKS.items():
        rules = fifty.Rules(mood_deck=deck)
        result = batch.simulate(rules, PLAYERS, n, seed, policies="prudent", round_scores=True)
        totals = np.sort(result.totals, axis=1)
        ahead = (totals[:, 1] - totals[:, 0]).astype(float).tolist()
        rows.append(mean_of(ahead, what="ahead", deck=name))
        rows.append(share_of(decided_late(result), what="late", deck=name))
    return rows


def answer(rows: list[Row]) -> str:
    late = {found["deck"]: found for found in rows if found["what"] == "late"}
    best, worst = (pick(late, key=lambda deck: late[deck]["mean"]) for pick in (max, min))
    usual = "default (reconstructed)"
    return (
        f"The deck “{best}” keeps it open longest: the last round overtakes all who led in "
        f"{told(late[best], 1, 100, ' %')} of games; the default in {told(late[usual], 1, 100, ' %')}, "
        f"“{worst}” in {told(late[worst], 1, 100, ' %')}."
    )


def draw(axes: Any, rows: list[Row]) -> None:
    late = [found for found in rows if found["what"] == "late"]
    ahead = [found for found in rows if found["what"] == "ahead"]
    names = [found["deck"] for found in late]
    places = range(len(names))
    axes.barh(
        places,
        [100 * found["mean"] for found in late],
        xerr=whiskers(late, 100),
        color=COLOURS[0],
        capsize=3,
        height=0.6,
    )
    axes.set_yticks(
        places,
        [f"{name}\nwinner ahead by {a['mean']:.1f}" for name, a in zip(names, ahead, strict=True)],
    )
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set(xlabel="games in which the last round overtakes all who led, %")
    axes.set_title("Which mood decks keep Fifty Fifty close?", loc="left")


if __name__ == "__main__":
    run("moods", 40_000, 1, ask, answer, draw)
