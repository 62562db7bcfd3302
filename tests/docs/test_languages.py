"""A rule page in another language sets down what the English one does: clauses, examples, options and rulings."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from masko_sdk.catalogues import LANGUAGES
from masko_sdk.games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```(\w+|\{.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CITED = re.compile(r"\b[CFJMS][1-9]\d?\b")
ORIGINS = {
    "en": ("ruling", "text and ruling", "data", "published"),
    "fr": ("décision", "texte et décision", "données", "édition"),
}

pytestmark = [
    pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"]),
    pytest.mark.parametrize("name", ["common", *GAMES]),
]


def page(name: str, language: str) -> str:
    folder = DOCS if language == "en" else DOCS / language
    return (folder / "games" / f"{name}.md").read_text("utf-8")


def clauses(text: str, language: str) -> list[tuple[str, str]]:
    """Each clause in order, with where it is from, as the English pages call it."""
    own = {"": "", **dict(zip(ORIGINS[language], ORIGINS["en"], strict=True))}
    return [
        (clause, own[origin]) for clause, origin in re.findall(r"\{clause\}`(\w+) ?(.*?)`", text)
    ]


def without_docstrings(code: str) -> str:
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def examples(text: str) -> list[str]:
    """What is run, without docstrings, which are in the language of the page."""
    return [
        without_docstrings(code) if kind == "python" else code
        for kind, code in FENCE.findall(text)
        if kind in ("python", "pycon")
    ]


def prose(text: str) -> str:
    """The text without blocks, code and links."""
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", FENCE.sub("", text))


def test_clauses_are_the_same(name: str, language: str) -> None:
    own = clauses(page(name, language), language)
    assert own == clauses(page(name, "en"), "en")
    assert own


def test_examples_are_the_same(name: str, language: str) -> None:
    assert examples(page(name, language)) == examples(page(name, "en"))


def test_each_clause_and_ruling_cites_the_same_clauses(name: str, language: str) -> None:
    def cited(language: str) -> list[set[str]]:
        text = re.sub(r"\{clause\}`(\w+).*?`", r"\n\n\1", page(name, language))
        parts = [part for part in re.split(r"\n\n|\n- |\n\|", prose(text)) if CITED.search(part)]
        return [set(CITED.findall(part)) for part in parts]

    assert cited(language) == cited("en")


def test_as_many_rulings_are_told(name: str, language: str) -> None:
    counts = {code: page(name, code).count("\n- ") for code in ("en", language)}
    assert counts[language] == counts["en"] > 3


def test_options_are_told_by_the_same_names(name: str, language: str) -> None:
    def told(language: str) -> list[str]:
        blocks = [code for kind, code in FENCE.findall(page(name, language)) if "{options}" in kind]
        return [line for code in blocks for line in re.findall(r"^(\w+): .", code, re.MULTILINE)]

    assert told(language) == told("en")


def test_french_is_set_as_the_french_set_it(name: str, language: str) -> None:
    if language != "fr":
        pytest.skip("a rule of French typography")
    text = prose(page(name, language))
    assert "'" not in text
    assert not re.search(r" [:;!?»]|« |[^\u202f\W][;!?]", text)
