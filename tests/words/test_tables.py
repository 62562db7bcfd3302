"""What a live table says of errors and races can be told in every language, from keys and parameters alone."""

from __future__ import annotations

from typing import Any

import pytest

from masko_sdk.games import GAMES
from masko_sdk.words import LANGUAGES, Words
from tests.table.storm import Form, Storm


class Told(Storm):
    """A storm of which each refusal and each race is told to its hearer."""

    def __init__(self, seed: str, game_name: str) -> None:
        super().__init__(seed, game_name)
        names = [f"seat {seat}" for seat in range(8)]
        rules = GAMES[game_name].Rules()
        self.words = {code: Words(rules, names, language=code) for code in LANGUAGES}
        self.reasons: set[str] = set()

    def check(self, to: str, form: Form, text: str, said: Any) -> None:
        super().check(to, form, text, said)
        if form["type"] == "refused":
            self.tell_error(form["error"])
        if form["type"] == "claim":
            told = {w.say("outcomes", form["outcome"]) for w in self.words.values()}
            assert len(told) == len(LANGUAGES)

    def tell_error(self, error: Form) -> None:
        told = {code: words.error(error) for code, words in self.words.items()}
        assert "{" not in "".join(told.values())
        assert len(set(told.values())) == len(LANGUAGES), told
        if error["error"] == "table_refusal":
            assert told["en"] == error["message"]
        self.reasons.add(error.get("reason", error["error"]))


@pytest.mark.parametrize("game_name", GAMES)
def test_every_refusal_and_race_of_a_storm_is_told_in_every_language(game_name: str) -> None:
    storm = Told(f"told {game_name}", game_name)
    storm.run(steps=250)
    assert len(storm.reasons) >= 5
