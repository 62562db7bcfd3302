"""What does doubling in Skyjo cost a hasty closer? One seat closes early, the other three are prudent."""

from __future__ import annotations

from typing import Any

from _study import Row, curve, mean_of, run, told

from masko_sdk import Game, bots, skyjo

RULES = skyjo.Rules(target=1)  # one round, mostly: the first that gives somebody a point
PLAYERS = 4
MARGINS = (-12, -9, -6, -3, 0, 3, 6, 9, 12, 15)


def cost(record: skyjo.Round, seat: int) -> int:
    """What doubling added to the seat's points: nothing, unless they are not those of its grid."""
    return record.scores[seat] - sum(record.hands[seat].values())


def ask(n: int, seed: int) -> list[Row]:
    """For each margin by which the seat may be behind and still closes."""
    rows = []
    for margin in MARGINS:
        hasty = bots.prudent(close_margin=margin)
        costs, points = [], []
        for number in range(n):
            seat = number % PLAYERS
            game = Game(RULES, PLAYERS, seed=seed + number)
            bots.play(game, [hasty if p == seat else bots.prudent() for p in range(PLAYERS)])
            record = game.rounds[0]
            points.append(float(record.scores[seat]))
            if record.closer == seat:
                costs.append(float(cost(record, seat)))
        if costs:
            rows.append(mean_of(costs, what="doubling", margin=margin, rounds=len(costs)))
        rows.append(mean_of(points, what="points", margin=margin, rounds=n))
    return rows


def answer(rows: list[Row]) -> str:
    doubling = {found["margin"]: found for found in rows if found["what"] == "doubling"}
    points = {found["margin"]: found for found in rows if found["what"] == "points"}
    low, high = MARGINS[1], MARGINS[-1]
    return (
        f"Doubling costs a closer who may be {high} points behind {told(doubling[high])} points "
        "in each round that it closes, "
        f"and one who waits until it is {-low} ahead {told(doubling[low])}; "
        f"over all rounds the hasty one scores {told(points[high])} points, the patient one {told(points[low])}."
    )


def draw(axes: Any, rows: list[Row]) -> None:
    shown = {
        "doubling": "added by doubling, in rounds it closes",
        "points": "all its points, in every round",
    }
    for number, (what, label) in enumerate(shown.items()):
        own = [found for found in rows if found["what"] == what]
        curve(axes, own, "margin", number, label)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="closes when at most so many points behind the lowest", ylabel="points a round")
    axes.set_title("What does doubling in Skyjo cost a hasty closer?", loc="left")
    axes.legend()


if __name__ == "__main__":
    run("hasty", 4_000, 1, ask, answer, draw)
