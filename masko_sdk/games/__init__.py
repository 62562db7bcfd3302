"""The games, by name: one line for each."""

from masko_sdk.games import masko

GAMES = {"masko": masko}
