"""What is typed after a command, as rules, policies and chairs; and a parser that errs in one line."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from masko_sdk import ArgumentError, MaskoError
from masko_sdk.bots import AnyPolicy, Builtin, builtin_words, policy_name
from masko_sdk.catalogues import LANGUAGES
from masko_sdk.games import GAMES
from masko_sdk.rules import presets

__all__ = [
    "Chair",
    "Parser",
    "UsageError",
    "add_language",
    "add_rules",
    "chairs",
    "count",
    "game_of",
    "policies",
    "rules_of",
    "seconds",
    "seed_number",
    "share",
    "some_text",
    "varied",
]

_WORDS = {"true": True, "false": False, "none": None, "null": None, "yes": True, "no": False}
_NO_CHOICES = ("int", "bool", "moods")  # types of options whose values are no words
_LAST_SEED = 2**64 - 1
_ENGLISH = "en"
_LANGUAGE_NAME = "MASKO_SDK_LANGUAGE"
_LOCALE_NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_MOST_VALUES = 1000  # of a range
_BOT = "bot:"


class UsageError(Exception):
    """Wrong arguments: one sentence, exit code 2."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2."""
        line = " ".join(message.split())
        self.exit(2, f"{self.prog}: {line} (see {self.prog} --help)\n")


def add_rules(parser: argparse.ArgumentParser, *, default: str | None = "masko") -> None:
    """The arguments that name a game and its options."""
    names = ", ".join(GAMES)
    standard = f" (default: {default})" if default else ""
    parser.add_argument(
        "game", nargs="?", default=default, metavar="GAME", help=f"{names}{standard}"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, as often as needed; see: masko rules GAME",
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="start from a preset of the game, such as published"
    )


def add_language(parser: argparse.ArgumentParser, *, own: bool = False) -> None:
    """The argument that names a language; `own`: by default the one that the person has set for all programs."""
    usual = os.environ.get(_LANGUAGE_NAME) or (_own_language(os.environ) if own else _ENGLISH)
    standard = "the one of your system" if own else _ENGLISH
    parser.add_argument(
        "--language",
        type=_language,
        default=usual,
        metavar="CODE",
        help=f"{', '.join(LANGUAGES)} (default: {_LANGUAGE_NAME}, or {standard})",
    )


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"{_brief(text)}: there are {', '.join(LANGUAGES)}")
    return text


def _own_language(env: Mapping[str, str]) -> str:
    """The first of the languages that the first of these variables names, as POSIX has it."""
    wished = next((env[name] for name in _LOCALE_NAMES if env.get(name)), "")
    codes = (re.split("[_.@-]", locale)[0].lower() for locale in wished.split(":"))
    return next((code for code in codes if code in LANGUAGES), _ENGLISH)


def some_text(text: str) -> str:
    """A reader of texts: an empty one, such as that of a variable which is not set, is no answer."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty; leave it out, or give something")
    return text


def count(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        try:
            number = int(text.replace("_", ""))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{_brief(text)} is no whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{_brief(text)} is not from {low} to {high}")
        return number

    return read


seed_number = count(0, _LAST_SEED)


def seconds(low: float, high: float) -> Callable[[str], float]:
    """A reader of a time within bounds."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{_brief(text)} is no number of seconds") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{_brief(text)} is not from {low:g} to {high:g}")
        return number

    return read


def share(text: str) -> float:
    """A reader of shares, such as 0.99 or 99%."""
    try:
        number = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{_brief(text)} is no share") from None
    if not 0.5 <= number < 1:
        raise argparse.ArgumentTypeError(f"{_brief(text)} is not from 0.5 to less than 1")
    return number


# Games and their options.


def game_of(name: str) -> Any:
    """The module of a game.

    Raises:
        UsageError: there is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UsageError(f"{_brief(name)} is no game; there are {', '.join(GAMES)}") from None


def rules_of(arguments: argparse.Namespace) -> Any:
    """The rules that were asked for.

    Raises:
        UsageError: an unknown game, preset or option, or a value that an option can't have.
    """
    base = _preset(game_of(arguments.game), arguments.preset)
    if not arguments.option:
        return base
    given = base.to_json()
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {_brief(text)} is no NAME=VALUE")
        _set(given, base, name.strip(), value.strip())
    try:
        return type(base).from_options(given)
    except (MaskoError, TypeError) as error:
        raise UsageError(str(error)) from None


def _preset(module: Any, name: str | None) -> Any:
    if name is None:
        return module.Rules()
    known = presets(module.Rules)
    if name not in known:
        there = ", ".join(known) or "none"
        raise UsageError(f"{module.Rules.game} has no preset {_brief(name)}; there are: {there}")
    return getattr(module.Rules, name)()


def _set(given: dict[str, Any], base: Any, name: str, text: str) -> None:
    """Set an option, or a part of one: ``special_points.ninja``."""
    name, dot, part = name.partition(".")
    if name not in given or (dot and not isinstance(getattr(base, name), Mapping)):
        raise UsageError(
            f"{base.game} has no option {_brief(name + dot + part)}; it has {', '.join(given)}"
        )
    kind = next(option.type for option in base._tables.options if option.name == name)
    value = _value(text, kind)
    given[name] = {**given[name], part: value} if dot else value


def _value(text: str, kind: str) -> Any:
    """A value as it is typed: the word of a choice, or a JSON value, True, False or None."""
    if not kind.startswith(_NO_CHOICES):
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def varied(texts: list[str], rules: Any) -> dict[str, list[Any]]:
    """A grid as it is typed: ``announce_at=4,8``, ``target=50..200..50``, ``race=clockwise,random``.

    Raises:
        UsageError: a text that names nothing or has no values.
    """
    grid: dict[str, list[Any]] = {}
    kinds = {option.name: option.type for option in rules._tables.options}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name or name in grid:
            raise UsageError(f"--vary {_brief(text)} is no NAME=VALUES, or names what was named")
        kind = kinds.get(name.partition(".")[0], "int")
        grid[name] = [item for part in values.split(",") for item in _items(part.strip(), kind)]
    return grid


def _items(text: str, kind: str) -> list[Any]:
    """One value, or those of a range with both of its ends."""
    bounds = text.split("..")
    if len(bounds) not in (2, 3):
        return [_value(text, kind)]
    try:
        first, last, step = (*map(int, bounds), 1)[:3]
    except ValueError:
        raise UsageError(f"{_brief(text)} is no range of whole numbers") from None
    if step < 1 or not 0 <= last - first < _MOST_VALUES * step:
        raise UsageError(f"{_brief(text)} has no values, or more than {_MOST_VALUES}")
    return list(range(first, last + 1, step))


# Policies and chairs.


def policies(text: str, rules: Any) -> tuple[Builtin, ...]:
    """Policies as they are typed: ``prudent,random,prudent:announce_at=8:keep_below=5``.

    Raises:
        UsageError: the game has no such policy or parameter.
    """
    return tuple(_policy(part.strip(), rules) for part in text.split(","))


def policy_text(policy: AnyPolicy) -> str:
    """The inverse of reading one policy."""
    if not isinstance(policy, Builtin):
        return policy_name(policy)
    return ":".join([policy.name, *(f"{name}={n}" for name, n in policy.parameters.items())])


def _policy(text: str, rules: Any) -> Builtin:
    name, *parts = text.split(":")
    parameters = {}
    for part in parts:
        key, _, number = part.partition("=")
        try:
            parameters[key] = int(number)
        except ValueError:
            raise UsageError(f"{_brief(text)}: {_brief(part)} is no PARAMETER=NUMBER") from None
    policy = Builtin(name, parameters)
    try:
        builtin_words(rules._tables, policy)
    except ArgumentError as error:
        raise UsageError(str(error)) from None
    return policy


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a person, or a policy."""

    name: str
    bot: Builtin | None = None

    @property
    def kind(self) -> str:
        """``"person"`` or ``"bot:prudent"``, as a record keeps it."""
        return "person" if self.bot is None else _BOT + policy_text(self.bot)

    @classmethod
    def of_kind(cls, name: str, kind: object, rules: Any) -> Chair:
        """The inverse of `kind`.

        Raises:
            UsageError: it is none.
        """
        if isinstance(kind, str) and kind.startswith(_BOT):
            return cls(name, _policy(kind.removeprefix(_BOT), rules))
        if kind != "person":
            raise UsageError(f"a seat of the record is {_brief(kind)}, neither person nor bot")
        return cls(name)


def chairs(text: str, rules: Any) -> tuple[Chair, ...]:
    """Chairs as they are typed: ``Ana,Bo,bot:prudent,bot:random``.

    Raises:
        UsageError: a policy that is none, a person called ``bot``, or two persons of the same name.
    """
    seated: list[Chair] = []
    for part in (part.strip() for part in text.split(",")):
        taken = {chair.name.casefold() for chair in seated}
        if part.startswith(_BOT):
            policy = _policy(part.removeprefix(_BOT), rules)
            seated.append(Chair(_free_name(policy.name.capitalize(), taken), policy))
        elif part.casefold() == _BOT[:-1]:
            raise UsageError(
                f"a bot is named with its policy, such as bot:prudent, not {_brief(part)}"
            )
        elif part.casefold() in taken:
            raise UsageError(f"there are two players called {_brief(part)}")
        else:
            seated.append(Chair(part))
    return tuple(seated)


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} {number}"
    return free


def option_text(value: Any) -> str:
    """The JSON form of an option's value, as it is typed."""
    if value is None or isinstance(value, (bool, str)):
        return str(value)
    return json.dumps(value)


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
