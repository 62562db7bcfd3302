"""Mistakes that a type checker must find: one a line, marked E."""

from masko_sdk import Game, masko, skyjo

game = Game(masko.Rules(), players=2)
player = game.players[0]
player.play(skyjo.Flip(slot=0))  # E
player.play("draw")  # E
masko.Rules(chain="sometimes")  # E
masko.Keep(slot="2")  # E
player.view.ply = 3  # E
print(player.view.grid)  # E
Game("masko", players=2)  # E
