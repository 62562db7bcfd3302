"""What is sent is what views, memories, legal lists and events tell, for all games and seats."""

import json
import random

import pytest

from masko_sdk import Game
from masko_sdk.games import GAMES
from masko_sdk.table.texts import Showing
from tests.support.adapters import adapter_of
from tests.support.play import Mixture
from tests.support.seeds import run_seed


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("players", [3, 5])
def test_text_is_that_of_the_json_forms(game_name, players):
    rng = random.Random(f"{run_seed()} {game_name} {players}")
    game = Game(GAMES[game_name].Rules(), players, seed=rng.getrandbits(64))
    showing = Showing(game)
    mixture = Mixture(rng, adapter_of(game_name))
    for _ in range(80):
        check(game, showing)
        if game.is_over:
            break
        game.play(*mixture.choose(game))


def check(game, showing):
    for player in game.players:
        caught = player.catch_up(since=game.ply - 1).to_json()
        shown = json.loads("{" + showing.part(player.seat) + "}")
        assert shown == {name: caught[name] for name in ("view", "memory", "legal_actions")}
        assert json.loads(showing.news(player.seat)) == caught["events"]
        assert json.loads(showing.events(player.seat, -1)) == [
            event.to_json() for event in player.events()
        ]
        assert json.loads(showing.rounds()) == caught["rounds"]
    onlooker = game.spectator
    view = json.loads("{" + showing.onlooker_part() + "}")["view"]
    assert view == onlooker.view.to_json()
    assert json.loads(showing.news(None)) == [
        event.to_json() for event in onlooker.events(game.ply - 1)
    ]
