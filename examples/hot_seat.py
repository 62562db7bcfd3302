"""Hot seat: people share a terminal, at any of the games, and the screen is wiped between them.

Shows how little a front end is: draw a view, list the legal actions, play the chosen one, tell what happened.

    python examples/hot_seat.py masko Ana Bo
    python examples/hot_seat.py fifty --language fr Ana Bo Chloé
"""

from __future__ import annotations

import argparse

from masko_sdk import Game, fifty, masko, mojo, pictures, skyjo
from masko_sdk.words import LANGUAGES, Words

GAMES = {"masko": masko, "skyjo": skyjo, "mojo": mojo, "fifty": fifty}
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # home, clear, and forget what has scrolled off


def choose(words, player):
    """Ask until one of the legal actions is named by its number."""
    actions = player.legal_actions
    for number, action in enumerate(actions, 1):
        print(f"{number:3}  {words.action(action, player.seat)}")
    while True:
        typed = input(words.say("play", "ask", name=player.name))
        if typed.isdecimal() and 1 <= int(typed) <= len(actions):
            return actions[int(typed) - 1]


def turn(game, words, player, seen):
    """One decision of one player, who alone looks at the screen meanwhile."""
    input(f"{WIPE}{words.say('play', 'pass_screen', name=player.name)} ")
    print(WIPE)
    for _, sentence in words.tell(player.events(since=seen[player.seat])):
        print(sentence)
    print("\n" + pictures.text_of(player, language=words.language) + "\n")
    action = choose(words, player)
    for _, sentence in words.tell(player.play(action)):
        print(sentence)
    seen[player.seat] = game.ply
    input(words.say("play", "hide", name=player.name) + " ")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--seed", type=int, help="for tests; without it the cards are secret")
    given = parser.parse_args(arguments)
    game = Game(GAMES[given.game].Rules(), given.names, seed=given.seed)
    words = Words(game.rules, given.names, language=given.language)
    seen = [-1] * len(given.names)
    while not game.is_over:
        turn(game, words, game.to_act[0], seen)
    print(WIPE + pictures.text(game.spectator.view, names=given.names, language=given.language))
    print([given.names[seat] for seat in game.outcome.winners])


if __name__ == "__main__":
    main()
