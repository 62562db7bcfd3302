"""``masko rules``: the games, how they are played, their options and their actions.

The text is told in the words of a language; the JSON holds the docstrings.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
from typing import Any

from masko_sdk._codec import tables_of
from masko_sdk._value import json_form
from masko_sdk.catalogues import sentences_of
from masko_sdk.cli.arguments import game_of, option_text
from masko_sdk.cli.screen import Screen
from masko_sdk.games import GAMES
from masko_sdk.rules import presets
from masko_sdk.words import Words

__all__ = ["describe", "rules"]

_ATTRIBUTE = re.compile(r"^(\w+): (.*)$")
_INDENT = 4


def rules(arguments: argparse.Namespace) -> int:
    """Run the command."""
    if arguments.game is None:
        forms = [_brief_form(name) for name in GAMES]
        if arguments.json:
            return _write_json(forms)
        return _list_games(Screen.standard(), forms, arguments.language)
    module = game_of(arguments.game)
    form = describe(arguments.game)
    if arguments.json:
        return _write_json(form)
    screen = Screen.standard()
    _Page(screen, Words(module.Rules(), (), screen.paint, arguments.language), form).show()
    return 0


def _write_json(form: Any) -> int:
    json.dump(form, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
    return 0


# What there is to tell.


def _brief_form(name: str) -> dict[str, Any]:
    module = GAMES[name]
    about = module.Rules()._tables.about
    low, high = map(int, about["players"].split(" "))
    return {
        "game": name,
        "about": _first_line(module),
        "players": {"least": low, "most": high},
        "cards": int(about["deck"]),
        "revision": int(about["revision"]),
        "page": _page(name, "en"),
    }


def describe(name: str) -> dict[str, Any]:
    """All that `masko rules GAME` tells, as JSON values."""
    module = GAMES[name]
    defaults = module.Rules()
    tables = defaults._tables
    meanings = _attributes(module.Rules)
    options = [
        {
            "name": option.name,
            "default": json_form(getattr(defaults, option.name)),
            "allowed": option.allowed,
            "meaning": _plain(meanings.get(option.name, "")),
        }
        for option in tables.options
    ]
    actions = [
        {"form": " ".join([kind, *fields]), "about": _first_line(tables.action_classes[kind])}
        for kind, fields in tables.action_fields.items()
    ]
    parameters = [{"name": p.name, "parameters": _bounds(p.parameters)} for p in tables.policies]
    return {
        **_brief_form(name),
        "hand": int(tables.about["hand"]),
        "presets": {
            name: _first_line(getattr(module.Rules, name)) for name in presets(module.Rules)
        },
        "options": options,
        "actions": actions,
        "policies": parameters,
    }


def _bounds(parameters: dict[str, tuple[int, int, int]]) -> dict[str, dict[str, int]]:
    return {
        name: {"least": low, "most": high, "default": default}
        for name, (low, high, default) in parameters.items()
    }


def _first_line(thing: Any) -> str:
    """The first paragraph of a docstring."""
    return _plain((inspect.getdoc(thing) or "").split("\n\n")[0])


def _plain(text: str) -> str:
    """A text on one line, without the marks of code in docstrings."""
    return " ".join(text.replace("`", "").split())


def _attributes(cls: type) -> dict[str, str]:
    """What the section "Attributes" of a docstring tells of each name."""
    _, _, section = (inspect.getdoc(cls) or "").partition("Attributes:\n")
    told: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if not line.startswith(" ") and line.strip():
            break  # the next section
        found = (
            _ATTRIBUTE.match(line.strip()) if line.startswith("    ") and line[4:5] != " " else None
        )
        if found:
            name = found[1]
            told[name] = found[2]
        elif name:
            told[name] = f"{told[name]} {line.strip()}".strip()
    return told


# Telling it.


def _list_games(screen: Screen, forms: list[dict[str, Any]], language: str) -> int:
    words = sentences_of("any", language)
    heads = [str(words.find("cli", kind)) for kind in ("game", "players", "cards", "page")]
    rows = [heads]
    for form in forms:
        players = str(words.find("cli", "from_to")).format(**form["players"])
        rows.append([form["game"], players, str(form["cards"]), _page(form["game"], language)])
    screen.table(rows, left=4)
    screen.line()
    screen.line(str(words.find("cli", "rules_more")))
    return 0


class _Page:
    """All that is told of one game, in one language."""

    def __init__(self, screen: Screen, words: Words, form: dict[str, Any]) -> None:
        self._screen = screen
        self._words = words
        self._form = form

    def show(self) -> None:
        """Write it."""
        self._head()
        self._how_to_play()
        self._options()
        self._actions()
        self._policies()

    def _say(self, kind: str, **parameters: str) -> str:
        return self._words.say("cli", kind, **parameters)

    def _bold(self, text: str) -> str:
        return self._screen.paint("bold", text)

    def _head(self) -> None:
        form, words = self._form, self._words
        head, tagline = self._bold(words.title), words.say("about", "tagline")
        self._screen.line(words.say("forms", "heading", head=head, text=f"{tagline}."))
        numbers = {name: str(form[name]) for name in ("cards", "hand", "revision")}
        numbers |= {name: str(bound) for name, bound in form["players"].items()}
        self._screen.line(self._say("dealt", **numbers))
        page = _page(form["game"], words.language)
        self._screen.line(self._say("page_of", page=page, revision=numbers["revision"]))

    def _how_to_play(self) -> None:
        self._screen.heading(self._say("how_to_play"))
        for _, text in self._words.rules():
            self._screen.line(text, 2)
        powers = list(self._words.powers())
        if powers:
            self._screen.heading(self._say("powers"))
        for card, text in powers:
            self._screen.line(f"{self._bold(self._words.card_name(card))}  {text}", 2)

    def _options(self) -> None:
        screen, words = self._screen, self._words
        screen.heading(self._say("options"))
        for option in tables_of(self._form["game"]).options:
            default = option_text(self._default(option.name))
            screen.line(f"{self._bold(option.name)} = {default}", 2)
            label, more = (words.say(part, option.name) for part in ("options", "option_help"))
            screen.line(f"{label}. {more}", _INDENT)
            screen.line(screen.paint("dim", words.allowed(option)), _INDENT)
        for name in self._form["presets"]:
            screen.line(f"{self._bold('--preset ' + name)}  {words.say('presets', name)}", 2)

    def _default(self, name: str) -> Any:
        return next(form["default"] for form in self._form["options"] if form["name"] == name)

    def _actions(self) -> None:
        """How each is typed, and what it is called; its fields stand for themselves."""
        self._screen.heading(self._say("actions"))
        for kind, names in tables_of(self._form["game"]).action_fields.items():
            fields = {name: name.upper() for name in names}
            typed = " ".join([kind, *fields.values()])
            text = self._words.say("actions", kind, **fields)
            self._screen.line(f"{self._bold(typed)}  {text}", 2)

    def _policies(self) -> None:
        self._screen.heading(self._say("policies"))
        for policy in self._form["policies"]:
            bounds = [
                self._say("parameter", name=name, **{key: str(n) for key, n in of.items()})
                for name, of in policy["parameters"].items()
            ]
            text = self._words.say("policies", policy["name"])
            told = ", ".join([text, *bounds])
            self._screen.line(f"{self._bold(policy['name'])}  {told}", 2)


def _page(game: str, language: str) -> str:
    folder = "docs" if language == "en" else f"docs/{language}"
    return f"{folder}/games/{game}.md"
