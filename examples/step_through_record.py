"""A saved game, action by action, as one seat may know it: told in words, and drawn as text or as SVG.

Shows records: `Record.load`, `steps`, and that the game of each step is a whole game that can be asked.

    masko play --save game.json
    python examples/step_through_record.py game.json --seat 0
    python examples/step_through_record.py game.json --seat 0 --pictures folder
"""

from __future__ import annotations

import argparse
from pathlib import Path

from masko_sdk import HOST, Record, pictures
from masko_sdk.words import Words


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--language", default="en")
    parser.add_argument("--pictures", type=Path, help="a folder for an SVG of each ply")
    given = parser.parse_args(arguments)
    record = Record.load(given.file)
    words = Words(record.rules, record.players, language=given.language)
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    for step in record.steps():
        player = step.game.players[given.seat]
        who = "host" if step.actor is HOST else record.players[step.actor]
        print(f"\n{step.ply}. {who}")
        for _, sentence in words.tell(player.events(since=step.ply - 1)):
            print(f"   {sentence}")
        if given.pictures:
            svg = pictures.svg_of(player, language=given.language)
            (given.pictures / f"{step.ply:04}.svg").write_text(svg, encoding="utf-8")
        else:
            print(pictures.text_of(player, language=given.language))


if __name__ == "__main__":
    main()
