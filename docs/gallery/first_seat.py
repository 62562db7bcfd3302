"""What is the first seat worth? All seats play alike; how much oftener than the others does seat 0 win?"""

from __future__ import annotations

from typing import Any

from _study import Row, curve, estimated, run, told

from masko_sdk import batch, fifty, masko, mojo, skyjo

GAMES = {
    "Masko": (masko.Rules(race="random"), (2, 3, 4, 6, 8)),
    "Skyjo": (skyjo.Rules(), (2, 3, 4, 6, 8)),
    "Mojo": (mojo.Rules(), (2, 3, 4, 6, 8)),
    "Fifty Fifty": (fifty.Rules(), (3, 4, 5)),
}


def ask(n: int, seed: int) -> list[Row]:
    """The share of wins of seat 0 above an even one, in hundredths of it."""
    rows = []
    for game, (rules, counts) in GAMES.items():
        for players in counts:
            share = batch.summary(rules, players, n, seed, policies="prudent").win_shares[0]
            rows.append(estimated(share, 100 * players, -100, game=game, players=players))
    return rows


def answer(rows: list[Row]) -> str:
    four = {found["game"]: found for found in rows if found["players"] == 4}
    parts = [f"{game} {told(found, unit=' %')}" for game, found in four.items()]
    return (
        "By how much seat 0, which begins the first round, wins more often than an even share, "
        f"with four prudent bots: {', '.join(parts)}."
    )


def draw(axes: Any, rows: list[Row]) -> None:
    for number, game in enumerate(GAMES):
        own = [found for found in rows if found["game"] == game]
        curve(axes, own, "players", number, game, aside=0.09 * (number - 1.5))
    axes.axhline(0, color="#555555", linewidth=1)
    axes.set(xlabel="players", ylabel="wins of seat 0 above an even share, %")
    axes.set_title("What is the first seat worth?", loc="left")
    axes.legend()


if __name__ == "__main__":
    run("first_seat", 40_000, 1, ask, answer, draw)
