"""Makes golden games that are not there yet: python -m tests.golden.make

A golden game changes only with a new rules revision, and the changelog says why.
Delete its two files then, and make them anew.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from masko_sdk import Game, bots, fifty, masko, mojo, skyjo
from tests.golden.telling import tell
from tests.support.adapters import Position, adapter_of
from tests.support.play import Mixture

HERE = Path(__file__).parent

GAMES: dict[str, tuple[Any, int, int, int, bool]] = {
    # name: rules, players, seed, most plies, whether sensible bots play
    "masko_two": (masko.Rules(target=30), 2, 1, 400, True),
    "masko_four": (masko.Rules(target=40), 4, 2, 250, True),
    "masko_mixture": (masko.Rules(), 3, 3, 200, False),
    "masko_chain": (
        masko.Rules(chain="anyone", attempts=None, race="random", reveal_choice="user"),
        5,
        4,
        200,
        False,
    ),
    "masko_eight": (
        masko.Rules(next_starter="highest", attempts=2, may_return_taken=False),
        8,
        5,
        200,
        False,
    ),
    "skyjo_text": (skyjo.Rules(target=30), 2, 1, 200, True),
    "skyjo_published": (skyjo.Rules.published(), 4, 2, 250, True),
    "skyjo_mixture": (
        skyjo.Rules(tie_start="random", double_only_positive=False),
        3,
        3,
        150,
        False,
    ),
    "mojo_text": (mojo.Rules(), 3, 1, 200, True),
    "mojo_two": (mojo.Rules.published(), 2, 2, 150, True),
    "mojo_two_discards": (mojo.Rules(discards=2), 4, 3, 200, False),
    "fifty_text": (fifty.Rules(), 3, 1, 200, True),
    "fifty_tightrope": (fifty.Rules.tightrope(), 4, 2, 200, False),
}


def play(name: str) -> Game[Any, Any, Any]:
    """The game of a name."""
    rules, players, seed, most, sensible = GAMES[name]
    game: Game[Any, Any, Any] = Game(rules, players, seed=seed, first_player=seed % players)
    if sensible:
        bots.play(game, "prudent", most)
        return game
    mixture = Mixture(random.Random(seed), adapter_of(rules.game))
    while not game.is_over and game.ply < most:
        game.play(*mixture.choose(game, Position(game)))
    return game


def main() -> None:
    for name in GAMES:
        path = HERE / f"{name}.json"
        if not path.exists():
            record = play(name).record
            record.save(path)
            path.with_suffix(".txt").write_text(tell(record), encoding="utf-8")


if __name__ == "__main__":
    main()
