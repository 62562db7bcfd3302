"""The documentation: what it shows as code runs, and what it cites is there."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import masko_sdk
from tests.docs.modules import module_names

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", *DOCS.rglob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS

CLAUSES = {
    "common": [f"C{number}" for number in range(1, 13)],
    "masko": [f"M{number}" for number in range(1, 38)],
    "skyjo": [f"S{number}" for number in range(1, 14) if number != 6],  # there is no S6
    "mojo": [f"J{number}" for number in range(1, 17)],
    "fifty": [f"F{number}" for number in range(1, 12)],
}


# What is shown as code.


def blocks(page):
    """The Python blocks of a page in order: language, code, line."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        if found[1] in ("python", "pycon"):
            yield found[1], found[2], text.count("\n", 0, found.start(2))


def run_session(code, names, page, line):
    """A block of prompts and answers."""
    test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
    report = []
    test.globs = names
    result = doctest.DocTestRunner(optionflags=FLAGS).run(
        test, out=report.append, clear_globs=False
    )
    assert not result.failed, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_of_a_page_runs(page, tmp_path, monkeypatch):
    """All blocks of a page, in order, in one namespace."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for language, code, line in blocks(page):
        if language == "pycon":
            run_session(code, names, page, line)
        else:
            exec(compile("\n" * line + code, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_prompts_stand_in_pycon_blocks(page):
    """Else they would not be run."""
    text = page.read_text(encoding="utf-8")
    sessions = "".join(code for language, code, _ in blocks(page) if language == "pycon")
    assert text.count("\n>>> ") == ("\n" + sessions).count("\n>>> ")


@pytest.mark.parametrize("name", module_names())
def test_docstring_examples_run(name):
    """Prompts in docstrings."""
    assert not doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed


# What is cited.


@pytest.mark.parametrize("game", CLAUSES)
def test_page_sets_down_every_clause_once(game):
    """The ids of the rule text."""
    text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\{clause\}`(\w+)", text)) == sorted(CLAUSES[game])


@pytest.mark.parametrize("game", [game for game in CLAUSES if game != "common"])
def test_page_tells_of_every_option(game):
    """By name, with what the text says; the rest of the table is generated."""
    text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    said = re.search(rf"```\{{options\}} {game}\n(.*?)```", text, re.DOTALL)
    assert re.findall(r"^(\w+): .", said[1], re.MULTILINE) == list(
        getattr(masko_sdk, game).Rules().to_json()
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page):
    """Relative links between pages and into the tree."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
