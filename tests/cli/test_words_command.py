"""``masko words``: the catalogues as front ends load them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from masko_sdk.catalogues import LANGUAGES, export
from masko_sdk.games import GAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_writes_a_catalogue_with_the_fields_of_all_games(
    inside: Any, language: str, tmp_path: Path
) -> None:
    ran = inside("words", language)
    assert (ran.code, ran.err) == (0, "")
    form = json.loads(ran.out)
    assert form == json.loads(json.dumps(export(language)))
    assert (form["version"], form["language"]) == (1, language)
    assert set(form["games"]) == set(GAMES)
    assert form["languages"] == {"en": "English", "fr": "français"}
    assert inside("words", language, "--out", "words.json").out == ""
    assert json.loads((tmp_path / "words.json").read_text("utf-8")) == form


def test_words_tells_what_a_form_of_options_needs(inside: Any) -> None:
    game = json.loads(inside("words").out)["games"]["mojo"]
    options = {option["name"]: option for option in game["options"]}
    assert game["players"] == [2, 8]
    assert options["target"] == {
        "name": "target", "type": "int", "least": 1, "most": 10000, "default": 50, "choices": None
    }  # fmt: skip
    assert options["target_reached"]["choices"] == [">", ">="]
    assert game["presets"]["published"]["target_reached"] == ">="


def test_words_survive_a_terminal_without_their_letters(process: Any, env: Any) -> None:
    ran = process("words", "fr", env=env(PYTHONUTF8="0", PYTHONIOENCODING="ascii"))
    assert json.loads(ran.out) == json.loads(json.dumps(export("fr")))


def test_a_language_that_there_is_not_is_one_line_and_code_2(inside: Any) -> None:
    ran = inside("words", "xx")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "masko: language is 'xx'; it must be one of en, fr\n"
