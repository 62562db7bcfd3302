"""How does automatic MASKO depend on the number of players? The share of rounds that the last card ends."""

from __future__ import annotations

from typing import Any

from _study import Row, curve, run, share_of, told

from masko_sdk import Game, bots, masko

RULES = masko.Rules(
    target=1, race="random"
)  # the first round that gives somebody a point is the last
POLICIES = {"usual (9)": bots.prudent(), "careful (5)": bots.prudent(announce_at=5)}


def ended_so(policy: bots.Builtin, players: int, n: int, seed: int) -> list[bool]:
    """For each of n first rounds, whether no announcement ended it."""
    ended = []
    for number in range(n):
        game = Game(RULES, players, seed=seed + number)
        bots.play(game, policy)
        ended.append(not game.rounds[0].announced)
    return ended


def ask(n: int, seed: int) -> list[Row]:
    return [
        share_of(ended_so(policy, players, n, seed), policy=name, players=players)
        for name, policy in POLICIES.items()
        for players in range(2, 9)
    ]


def answer(rows: list[Row]) -> str:
    usual = {found["players"]: found for found in rows if found["policy"] == "usual (9)"}
    parts = [f"{told(usual[players], 1, 100, ' %')} with {players}" for players in (2, 4, 8)]
    return (
        "Rounds that the last card of the draw pile ends, among bots that announce at 9 points or fewer: "
        f"{', '.join(parts)} players."
    )


def draw(axes: Any, rows: list[Row]) -> None:
    for number, name in enumerate(POLICIES):
        own = [found for found in rows if found["policy"] == name]
        curve(axes, own, "players", number, name, scale=100)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="players", ylabel="rounds with automatic MASKO, %")
    axes.set_title("How often does the last card end a round of Masko?", loc="left")
    axes.legend(title="bots announce at")


if __name__ == "__main__":
    run("automatic", 4_000, 1, ask, answer, draw)
