"""``masko rules``: the games, their options and their actions, from the core's tables and the docstrings."""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
from typing import Any

from masko_sdk._value import json_form
from masko_sdk.cli.arguments import game_of, option_text
from masko_sdk.cli.screen import Screen
from masko_sdk.games import GAMES
from masko_sdk.rules import presets

__all__ = ["describe", "rules"]

_PAGE = "docs/games/{game}.md"  # in the project's source and on its pages
_ATTRIBUTE = re.compile(r"^(\w+): (.*)$")
_INDENT = 4


def rules(arguments: argparse.Namespace) -> int:
    """Run the command."""
    if arguments.game is None:
        forms = [_brief_form(name) for name in GAMES]
        if arguments.json:
            return _write_json(forms)
        return _list_games(Screen.standard(), forms)
    game_of(arguments.game)
    form = describe(arguments.game)
    return _write_json(form) if arguments.json else _show(Screen.standard(), form)


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
        "page": _PAGE.format(game=name),
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


def _list_games(screen: Screen, forms: list[dict[str, Any]]) -> int:
    rows = [["game", "players", "cards", "rules page"]]
    for form in forms:
        players = f"{form['players']['least']} to {form['players']['most']}"
        rows.append([form["game"], players, str(form["cards"]), form["page"]])
    screen.table(rows, left=4)
    screen.line()
    screen.line("masko rules GAME tells the options and actions of one.")
    return 0


def _show(screen: Screen, form: dict[str, Any]) -> int:
    least, most = form["players"]["least"], form["players"]["most"]
    screen.line(screen.paint("bold", form["about"]))
    screen.line(f"{least} to {most} players, {form['cards']} cards, {form['hand']} dealt to each.")
    screen.line(f"Rules page: {form['page']} (revision {form['revision']}).")
    screen.heading("Options: --option NAME=VALUE")
    for option in form["options"]:
        screen.line(f"{screen.paint('bold', option['name'])} = {option_text(option['default'])}", 2)
        screen.line(f"{option['meaning']}", _INDENT)
        screen.line(screen.paint("dim", f"allowed: {option['allowed']}"), _INDENT)
    for name, meaning in form["presets"].items():
        screen.line(f"{screen.paint('bold', '--preset ' + name)}: {meaning}", 2)
    screen.heading("Actions")
    for action in form["actions"]:
        screen.line(screen.paint("bold", action["form"]), 2)
        screen.line(action["about"], _INDENT)
    screen.heading("Policies of bots")
    for policy in form["policies"]:
        bounds = [
            f"{name} {of['least']}..{of['most']} (default {of['default']})"
            for name, of in policy["parameters"].items()
        ]
        screen.line(f"{screen.paint('bold', policy['name'])}  {', '.join(bounds)}", 2)
    return 0
