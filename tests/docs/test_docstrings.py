"""Docstrings: every public name has one, it tells of each parameter, field and error, and the reference shows it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import runpy
import textwrap
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import masko_sdk
from masko_sdk.games import GAMES
from tests.docs.modules import module_names

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"

# The modules that others import from; their parts are in further modules, which are not for them.
FACES = [
    "masko_sdk",
    *(f"masko_sdk.games.{game}" for game in GAMES),
    *(
        f"masko_sdk.{name}"
        for name in (
            *(
                "batch",
                "bots",
                "catalogues",
                "odds",
                "pictures",
                "player",
                "record",
                "seed",
                "study",
            ),
            *("summary", "table", "vector", "view", "wire", "words"),
        )
    ),
]
MADE_BY_THE_LIBRARY = {"Bot", "Observer", "Player", "Referee", "Result", "Spectator"}
DIRECTIVE = re.compile(
    r"^\.\. (auto\w+|py:data|currentmodule):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE
)


def public_names(modules: list[str]) -> Iterator[tuple[str, Any]]:
    """Each public name of each module, and each public member of a class of it."""
    for module in map(importlib.import_module, modules):
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                yield from members(f"{module.__name__}.{name}", thing)


def members(path, cls):
    """The methods and properties that a class defines itself."""
    kinds = (types.FunctionType, classmethod, staticmethod, property)
    for name, member in vars(cls).items():
        if not name.startswith("_") and isinstance(member, kinds):
            yield f"{path}.{name}", member


def own_docstring(thing):
    """What its author wrote: a dataclass without one gets its signature."""
    text = inspect.getdoc(thing) or ""
    return "" if inspect.isclass(thing) and text.startswith(f"{thing.__name__}(") else text


def test_every_public_name_has_a_docstring():
    """Functions, classes, methods and properties; data is told of where it is defined."""
    described = (type, types.FunctionType, classmethod, staticmethod, property)
    names = [
        (path, thing)
        for path, thing in public_names(module_names())
        if isinstance(thing, described) and "<locals>" not in getattr(thing, "__qualname__", "")
    ]
    assert len(names) > 300
    assert [path for path, thing in names if not own_docstring(thing)] == []


def test_every_field_of_rules_views_and_rounds_is_described():
    """In the section "Attributes", from which the tables of the pages are made."""
    for game in GAMES:
        module = getattr(masko_sdk, game)
        for cls in (module.Rules, module.View, module.Round):
            for name in cls.__dataclass_fields__:
                assert re.search(rf"^    {name}: ", inspect.getdoc(cls), re.MULTILINE), (cls, name)


# Parameters, fields and errors.


def called(thing: Any) -> Any:
    """The function behind a public name, the class itself, or None for data."""
    if isinstance(thing, (classmethod, staticmethod)):
        return thing.__func__
    if isinstance(thing, property):
        return thing.fget
    return thing if inspect.isclass(thing) or inspect.isfunction(thing) else None


@cache
def callables() -> dict[str, Any]:
    """Everything of the faces that has a docstring of its own, once each."""
    found: dict[int, tuple[str, Any]] = {}
    for path, thing in public_names(FACES):
        own = called(thing)
        if own is not None and own.__module__.startswith("masko_sdk"):
            found.setdefault(id(own), (path, own))
    return dict(found.values())


def parameters(own: Any) -> list[str]:
    """What is handed to a function, or what a dataclass holds."""
    if not inspect.isclass(own):
        names = list(inspect.signature(own).parameters)
    elif is_dataclass(own):
        names = [field.name for field in fields(own)]
    elif "__init__" in vars(own) and own.__name__ not in MADE_BY_THE_LIBRARY:
        names = list(inspect.signature(own.__init__).parameters)
    else:
        names = []
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def told_of(own: Any) -> str:
    """The docstrings in which a parameter may be told of: its own, of the classes above, and of those it names."""
    classes = own.__mro__ if inspect.isclass(own) else (own,)
    texts = [inspect.getdoc(part) or "" for part in classes if part is not object]
    module = inspect.getmodule(own)
    if inspect.isclass(own) and module.__name__.startswith("masko_sdk.games."):
        texts.append(module.__doc__ or "")
    for name in re.findall(r"(?:those of|as for) `([\w.]+)`", texts[0]):
        texts.append(told_of(_resolved(name, own)))
    return "\n".join(texts)


def _resolved(name: str, own: Any) -> Any:
    """What a docstring means by a name: of its class, of its module, or of the package."""
    module = vars(inspect.getmodule(own))
    outer = module[own.__qualname__.partition(".")[0]]
    scope = {**vars(masko_sdk), **module, **(vars(outer) if inspect.isclass(outer) else {})}
    named = eval(name, scope)
    return called(named) or named


def test_every_parameter_and_field_is_told_of() -> None:
    """By its name: in the docstring, in that of a base, or in one that the docstring refers to."""
    left_out = {
        path: missing
        for path, own in callables().items()
        if (missing := [n for n in parameters(own) if not re.search(rf"\b{n}\b", told_of(own))])
    }
    assert len(callables()) > 300
    assert left_out == {}


def raised(own: Any) -> set[str]:
    """The exceptions that the body itself raises by name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(own)))
    calls = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    names = [
        call.func.id
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    ]
    return {name for name in names if isinstance(_exception(own, name), type)}


def _exception(own: Any, name: str) -> Any:
    return vars(inspect.getmodule(own)).get(name, vars(__import__("builtins")).get(name))


def test_every_error_that_a_public_function_raises_is_told_of() -> None:
    functions = {path: own for path, own in callables().items() if inspect.isfunction(own)}
    left_out = {
        path: missing
        for path, own in functions.items()
        if (missing := sorted(name for name in raised(own) if name not in (own.__doc__ or "")))
    }
    assert left_out == {}


# The reference.


@cache
def shown() -> frozenset[int]:
    """What the pages of the reference show, by identity: some names are in several modules."""
    found: set[int] = set()
    for page in sorted(REFERENCE.glob("*.md")):
        current = "masko_sdk"
        for kind, target, options in DIRECTIVE.findall(page.read_text("utf-8")):
            if kind == "currentmodule":
                current = target
            elif kind == "automodule":
                found |= _of_module(importlib.import_module(target), options)
            else:
                found.add(id(_named(target, current)))
    return frozenset(found)


def _of_module(module: types.ModuleType, options: str) -> set[int]:
    if ":no-members:" in options:
        return set()
    left_out = re.findall(r"\w+", options.partition(":exclude-members:")[2])
    return {id(getattr(module, name)) for name in module.__all__ if name not in left_out}


def _named(target: str, current: str) -> Any:
    module, _, name = (target if "." in target else f"{current}.{target}").rpartition(".")
    return getattr(importlib.import_module(module), name)


def test_every_public_name_is_in_the_reference() -> None:
    """Modules and plain strings are told of in prose."""
    left_out = [
        f"{face}.{name}"
        for face in FACES
        for name in importlib.import_module(face).__all__
        for thing in [getattr(importlib.import_module(face), name)]
        if not isinstance(thing, (types.ModuleType, str)) and id(thing) not in shown()
    ]
    assert left_out == []


def test_signatures_are_shown_as_python_can_read_them() -> None:
    """Sphinx shows one that it can't read as it is: one line, with the full path of each type."""
    inspect_signature = pytest.importorskip(
        "sphinx.util.inspect", reason="no Sphinx: the extra docs"
    )
    shape = runpy.run_path(str(REFERENCE.parent / "_ext" / "docstrings.py"))["shape_signature"]
    classes = {
        thing
        for face in FACES
        for name in importlib.import_module(face).__all__
        for thing in [getattr(importlib.import_module(face), name)]
        if isinstance(thing, type) and is_dataclass(thing)
    }
    assert masko_sdk.Record in classes  # its tags are made anew
    for cls in classes:
        given = inspect_signature.stringify_signature(inspect.signature(cls), show_annotation=False)
        shown = shape(None, "class", cls.__name__, cls, None, given, "") or (given, "")
        ast.parse(f"def made{shown[0] or '()'}: ...")


def subclasses(cls: type) -> set[type]:
    found = set(cls.__subclasses__())
    return found.union(*(subclasses(part) for part in found))


def test_the_tree_of_errors_has_every_public_one() -> None:
    page = (REFERENCE / "errors.md").read_text("utf-8")
    told = re.findall(r"[├└]── (\w+)", page)
    faces = [importlib.import_module(face) for face in FACES]
    public = {id(getattr(face, name)) for face in faces for name in face.__all__}
    errors = [cls.__name__ for cls in subclasses(masko_sdk.MaskoError) if id(cls) in public]
    assert sorted(told) == sorted(errors)
