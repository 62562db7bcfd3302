"""Each game is played to its end at the drawn table, by keys alone."""

from __future__ import annotations

import re

import pytest

from masko_sdk.bots import Builtin
from masko_sdk.games import GAMES
from masko_sdk.tui.choices import choices_of
from masko_sdk.words import Words
from tests.tui.support import ALONE, TWO, Sitting, at_table, new_game, short_game

pytestmark = pytest.mark.one_backend

TWO_DISCARDS = {"mojo": {"discards": 2}}


@pytest.mark.parametrize(
    ("game", "players"), [*((game, ALONE) for game in GAMES), ("masko", TWO), ("mojo", TWO)]
)
def test_a_game_is_played_to_its_end_by_keys(game: str, players: str) -> None:
    table, seated = short_game(game, players)

    async def test(at: Sitting) -> None:
        await at.play_on(lambda game: False)
        assert at.game.is_over
        await at.go_on()
        words = at.text
        assert "The game is over" in words
        for seat, total in enumerate(at.game.outcome.totals):
            assert any(
                seated[seat].name in line and str(total) in line for line in words.split("\n")
            )
        await at.press("enter")

    assert at_table(test, table, seated).app.return_value == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_round_is_shown_and_waits_for_enter(game: str) -> None:
    table, seated = new_game(game)

    async def test(at: Sitting) -> None:
        while not at.game.rounds:
            await at.press(at.advised().key)
        words = at.text
        assert "Round 1 is over" in words
        scores = at.game.rounds[0].scores
        row = next(line for line in words.split("\n") if "Round 1  " in line)
        assert re.findall(r"-?\d+", row.split("Round 1")[1]) == [str(score) for score in scores]
        ply = at.game.ply
        await at.press("1")
        assert at.game.ply == ply
        await at.press("enter")
        assert "Round 1 is over" not in at.text.split("\n")[0]
        assert at.app.screen is at.app.table

    at_table(test, table, seated)


@pytest.mark.parametrize("game", GAMES)
def test_keys_name_one_choice_each_and_no_command(game: str) -> None:
    seats = GAMES[game].Rules()._tables.about["players"].split(" ")[1]
    players = ",".join(["Ana", *["bot:random"] * (int(seats) - 1)])
    table, seated = new_game(game, players, seed=3, **TWO_DISCARDS.get(game, {}))
    words = Words(table.rules, [chair.name for chair in seated])
    while not table.is_over and table.ply < 600:
        player = table.to_act[0]
        choices = choices_of(player, words)
        keys = [choice.key for choice in choices if choice.key]
        assert len(set(keys)) == len(keys)
        assert not {"q", "?", "v"} & set(keys)
        assert len(keys) == len(choices) or len(keys) >= 40
        player.play(Builtin("random")(player))


def test_an_own_slot_has_its_number_as_key_whatever_else_can_be_chosen() -> None:
    seen = set()
    table, seated = new_game("masko", seed=3, target=10_000)
    words = Words(table.rules, [chair.name for chair in seated])
    while table.ply < 1000:
        player = table.to_act[0]
        for choice in choices_of(player, words):
            place = choice.place
            if place is not None and place[:2] == ("slot", player.seat) and place[2] < 10:
                assert choice.key == str(place[2])
                seen.add(choice.action.kind)
        player.play(Builtin("random")(player))
    assert {"look", "keep", "intercept", "pick"} <= seen
