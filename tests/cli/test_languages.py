"""Every screen of the command line that tells a game tells it in the language that is asked for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Game, bots, masko
from masko_sdk.catalogues import LANGUAGES, catalogue
from masko_sdk.games import GAMES
from masko_sdk.rules import presets


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A game of Masko, stopped in the middle."""
    game = Game(masko.Rules(), ["Ana", "Bo"], seed=3)
    bots.play(game, "prudent", 40)
    game.record.save(tmp_path / "saved.json")
    return "saved.json"


SCREENS = [
    ["demo", "--games", "20"],
    ["demo", "skyjo", "--games", "20"],
    ["demo", "fifty", "--games", "20"],
    ["simulate", "mojo", "--games", "20", "--seed", "1"],
    ["simulate", "mojo", "--games", "20", "--seed", "1", "--max-plies", "9"],
    ["odds", "saved.json", "-n", "40", "--seed", "1"],
    ["odds", "saved.json", "-n", "40", "--seed", "1", "--confidence", "0.99", "--horizon", "game"],
    ["replay", "saved.json"],
    ["replay", "saved.json", "--seat", "1"],
    ["replay", "saved.json", "--onlooker"],
    ["rules"],
    *(["rules", game] for game in GAMES),
]


def words_of(language: str) -> set[str]:
    """The words of more than three letters that only this language has."""
    own, others = set(), set()
    for other in LANGUAGES:
        for sections in catalogue(other).values():
            for sentences in sections.values():
                for sentence in sentences.values():
                    found = re.findall(r"[^\W\d_]{4,}", re.sub(r"{.*?}", "", sentence).lower())
                    (own if other == language else others).update(found)
    return own - others


def typed_words() -> set[str]:
    """Words of the programming interface, which are typed as they are in every language."""
    names = {"rules", "games", "docs", "masko", "option", "preset", "true", "none", "null"}
    for module in GAMES.values():
        tables = module.Rules()._tables
        names.update(option.name for option in tables.options)
        names.update(*tables.choices.values(), presets(module.Rules))
        names.update(*tables.action_fields.values(), tables.action_fields)
        for policy in tables.policies:
            names.update({policy.name, *policy.parameters})
    return {word for name in names for word in name.lower().split("_")}


@pytest.mark.parametrize("arguments", SCREENS, ids=" ".join)
def test_a_screen_is_in_one_language(inside: Any, record: str, arguments: list[str]) -> None:
    for language in LANGUAGES:
        ran = inside(*arguments, "--language", language)
        assert (ran.code, ran.err) == (0, "")
        assert "{" not in ran.out.replace('{"ninja"', "")
        assert max(map(len, ran.out.splitlines())) <= 100
        said = set(re.findall(r"[^\W\d_]{4,}", ran.out.lower()))
        assert len(said & words_of(language)) >= 4
        for other in set(LANGUAGES) - {language}:
            assert said & words_of(other) <= typed_words()


@pytest.mark.parametrize(
    ("env_of_person", "begin"),
    [
        ({}, "Fifty Fifty with"),
        ({"LANG": "fr_FR.UTF-8"}, "Fifty Fifty avec"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "Fifty Fifty with"),
        ({"LANGUAGE": "de:fr:en", "LANG": "C"}, "Fifty Fifty avec"),
        ({"LANG": "fr_CA", "MASKO_SDK_LANGUAGE": "en"}, "Fifty Fifty with"),
        ({"MASKO_SDK_LANGUAGE": "fr"}, "Fifty Fifty avec"),
    ],
)
def test_play_speaks_the_language_of_the_person(
    process: Any, env: Any, env_of_person: dict[str, str], begin: str
) -> None:
    arguments = ["play", "fifty", "--players", "Ana,bot:random,bot:random"]
    ran = process(*arguments, typed="q\n", env=env(**env_of_person))
    assert ran.code == 0
    assert ran.out.startswith(begin)


def test_other_commands_speak_english_unless_told_otherwise(process: Any, env: Any) -> None:
    assert process("rules", env=env(LANG="fr_FR.UTF-8")).out.startswith("  game ")
    assert process("rules", env=env(MASKO_SDK_LANGUAGE="fr")).out.startswith("  jeu ")


def test_a_language_that_there_is_not_is_one_line(inside: Any, monkeypatch: Any) -> None:
    ran = inside("rules", "--language", "xx")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("masko rules: argument --language: 'xx': there are en, fr")
    monkeypatch.setenv("MASKO_SDK_LANGUAGE", "yy")
    assert "'yy': there are en, fr" in inside("rules").err


def test_a_refusal_at_the_table_is_in_the_language(process: Any, env: Any) -> None:
    ran = process(
        *("play", "masko", "--players", "Ana,bot:random", "--language", "fr"),
        typed="draw\nq\n",
        env=env(),
    )
    assert f"Pas maintenant\u202f: {catalogue('fr')['masko']['reasons']['wrong_phase']}." in ran.out
