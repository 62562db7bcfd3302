"""When to announce MASKO? The best reply to others who play their best reply, for each number of players."""

from __future__ import annotations

from typing import Any

from _study import Row, curve, estimated, run, told

from masko_sdk import batch, bots, masko

RULES = masko.Rules(race="random")
PLAYERS = (2, 3, 4, 6, 8)
POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
MOST_REPLIES = 6


def replies(players: int, others: int, n: int, seed: int) -> list[Row]:
    """The share of wins of one who announces at so many points, among others who do at `others`; 1 is even."""
    rest = [bots.prudent(announce_at=others)] * (players - 1)
    grid = {"announce_at": list(POINTS)}
    found = batch.sweep(RULES, [bots.prudent(), *rest], grid, n, seed, players=players)
    shares = [
        (cell.settings["announce_at"], cell.result.entrants[0].win_share) for cell in found.cells
    ]
    return [
        estimated(share, players, players=players, others=others, at=at) for at, share in shares
    ]


def best(rows: list[Row]) -> Row:
    return max(rows, key=lambda found: found["mean"])


def ask(n: int, seed: int) -> list[Row]:
    """Replies to replies, until the best reply is what the others do, or a look that was had comes again."""
    rows = []
    for players in PLAYERS:
        others, looked = 5, {}
        while others not in looked and len(looked) < MOST_REPLIES:
            looked[others] = replies(players, others, n, seed)
            others = best(looked[others])["at"]
        rows += looked.get(others, list(looked.values())[-1])
    return rows


def span(rows: list[Row]) -> list[Row]:
    """Those around the best one whose intervals reach its own: these games can't tell which is better."""
    place = rows.index(best(rows))
    near = [row["high"] >= rows[place]["low"] for row in rows]
    first = place - near[place::-1].index(False) + 1 if False in near[: place + 1] else 0
    last = place + near[place:].index(False) if False in near[place:] else len(rows)
    return rows[first:last]


def of(rows: list[Row], players: int) -> list[Row]:
    return [found for found in rows if found["players"] == players]


def answer(rows: list[Row]) -> str:
    parts = []
    for players in PLAYERS:
        near = [row["at"] for row in span(of(rows, players))]
        parts.append(f"at {near[0]} to {near[-1]} points with {players}")
    late = {row["at"]: row for row in of(rows, 4)}[10]
    return (
        f"Announce {', '.join(parts)} players; within each span these games can't tell which is better. "
        f"Whoever announces at 10 among four wins {told(late, 2)} of an even share."
    )


def draw(axes: Any, rows: list[Row]) -> None:
    for number, players in enumerate(PLAYERS):
        own = of(rows, players)
        label = f"{players} players, others at {own[0]['others']}"
        curve(axes, own, "at", number, label, aside=0.08 * (number - 2))
    axes.axhline(1, color="#555555", linewidth=1)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="announces at so many points", ylabel="share of wins, 1 is even")
    axes.set_title("When to announce MASKO?", loc="left")
    axes.legend()


if __name__ == "__main__":
    run("announce", 1_000, 1, ask, answer, draw)
