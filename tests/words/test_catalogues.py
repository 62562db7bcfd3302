"""Catalogues are complete in every language, and a language is one file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import masko_sdk
from masko_sdk import ArgumentError
from masko_sdk.catalogues import LANGUAGES, Sentences, catalogue
from masko_sdk.games import GAMES
from tests.words.completeness import faults

OTHERS = [language for language in LANGUAGES if language != "en"]


def sentences(language: str) -> list[str]:
    return [
        sentence
        for sections in catalogue(language).values()
        for section in sections.values()
        for sentence in section.values()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_words_for_all_that_there_is_and_no_others(language: str) -> None:
    assert faults(catalogue(language)) == []


@pytest.mark.parametrize(
    ("game", "section", "key"),
    [
        ("masko", "events", "looked"),
        ("masko", "choices", "attempts=none"),
        ("skyjo", "reasons", "already_open"),
        ("mojo", "folds", None),
        ("fifty", "seat", "masks"),
        ("any", "refusals", "bad_token"),
        ("any", "front", "join"),
        ("any", "errors", "game_over"),
    ],
)
def test_what_is_missing_or_left_over_is_found(game: str, section: str, key: str | None) -> None:
    wrong: Any = deepcopy(catalogue("fr"))
    if key is None:
        wrong[game][section]["gained+"] = "{all}"
    else:
        del wrong[game][section][key]
    assert faults(wrong)


def test_a_parameter_that_is_forgotten_or_invented_is_found() -> None:
    for sentence in ("Le joueur pioche {card}.", "{seat} pioche {card} en {place}."):
        wrong: Any = deepcopy(catalogue("fr"))
        wrong["masko"]["events"]["drew"] = sentence
        assert faults(wrong)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_front_ends_show_the_rules_in_the_same_order(game: str, language: str) -> None:
    for section in ("rules", "powers", "options"):
        own = Sentences(game, catalogue(language)).kinds(section)
        assert own == Sentences(game, catalogue("en")).kinds(section)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """Sentences of three words and more are never the same in two languages."""
    same = set(sentences(language)) & set(sentences("en"))
    assert [
        text for text in same if len(re.findall(r"[^\W\d]{2,}", re.sub(r"{.*?}", "", text))) > 2
    ] == []


def test_french_is_set_as_the_french_set_it() -> None:
    """A narrow no-break space before high punctuation, and apostrophes that are none of a typewriter."""
    keys = re.compile(
        r"[Tt]apez \?|, \? pour|\[\?\]|^\?$"
    )  # a question mark that is a key or a hidden card
    for sentence in sentences("fr"):
        text = keys.sub("", sentence)
        assert not set(text) & set("'\"")
        assert [text[at.start() - 1] for at in re.finditer("[:;!?]", text)].count("\u202f") == len(
            re.findall("[:;!?]", text)
        ), sentence


def test_names_that_begin_with_a_vowel_need_no_elision() -> None:
    """Before a name or a card stands no word that would lose its vowel."""
    elided = r"\b(de|le|la|que|à la|au|du) {(seat|owner|target|starter|winners|names?|maskoman|turn|due|user)}"
    assert [s for s in sentences("fr") if re.search(elided, s)] == []


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ArgumentError, match=r"'xx'; it must be one of en, fr"):
        catalogue("xx")


def pseudo(language: str) -> dict[str, Any]:
    """A language of brackets: the English one, each sentence between them."""
    return {
        game: {
            section: {key: f"<{text}>" if text else "" for key, text in kinds.items()}
            for section, kinds in sections.items()
        }
        for game, sections in catalogue(language).items()
    }


def test_a_language_is_one_file(tmp_path: Path) -> None:
    package = Path(masko_sdk.__file__).parent
    copy = tmp_path / "masko_sdk"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    made = pseudo("en")
    assert faults(made) == []
    (copy / "languages" / "xx.json").write_text(json.dumps(made), "utf-8")
    program = (
        "from masko_sdk import Game, skyjo\n"
        "from masko_sdk.words import LANGUAGES, Words\n"
        "game = Game(skyjo.Rules(), ['Ana', 'Bo'], seed=1)\n"
        "print(LANGUAGES, Words(game.rules, ['Ana', 'Bo'], language='xx').event(game.spectator.events()[0]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.startswith("('en', 'fr', 'xx') <Round 1 is dealt")
