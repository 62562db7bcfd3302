"""How the docstrings of the package become pages.

Single backticks name something: a link where the name is found, else code.
"""

from __future__ import annotations

import types
from enum import Enum
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util.nodes import make_refnode


def resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """What a name that Sphinx did not find stands for: any one name of the package that ends so."""
    if node.get("refdomain") != "py" or node["reftype"] not in ("obj", "exc", "class"):
        return None
    target = node["reftarget"]
    if node["reftype"] == "exc" and ", " in target:
        return _each(app, env, node, target.split(", "))
    found = _link(app, env, node, target, content)
    return found or (content if node["reftype"] == "obj" else None)


def _link(
    app: Sphinx,
    env: BuildEnvironment,
    node: addnodes.pending_xref,
    target: str,
    content: nodes.Node,
) -> nodes.Node | None:
    python = env.domains.python_domain
    names = [
        (name, entry)
        for name, entry in python.objects.items()
        if (name == target or name.endswith("." + target)) and not entry.aliased
    ]
    names = _nearest(names, node.get("py:module") or "")
    if len(names) != 1:
        return None
    name, entry = names[0]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, content, name)


def _nearest(names: list[Any], module: str) -> list[Any]:
    """Of several, the one of the same module; of none there, the one of no game."""
    here = [entry for entry in names if module and entry[0].startswith(module + ".")]
    return here or [e for e in names if not e[0].startswith("masko_sdk.games.")] or names


def _each(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, targets: list[str]
) -> nodes.Node:
    """Several exceptions in one entry."""
    all_of_them = nodes.inline()
    for index, target in enumerate(targets):
        if index:
            all_of_them += nodes.Text(", ")
        name = nodes.strong(target, target)
        all_of_them += _link(app, env, node, target, name) or name
    return all_of_them


def skip(
    app: Sphinx, what: str, name: str, member: Any, skipped: bool, options: Any
) -> bool | None:
    """Fields are told of by the docstring of their class, so of its members only what it does is shown."""
    shown = (types.FunctionType, types.MethodType, property, classmethod, staticmethod, Enum)
    return True if what in ("class", "exception") and not isinstance(member, shown) else None


_MADE_BY_THE_LIBRARY = {"Bot", "Observer", "Player", "Referee", "Result", "Spectator"}


def shape_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, given: str, returned: str
) -> tuple[str, str] | None:
    """Nobody calls the classes whose objects the library hands out; a default that is made anew is `...`.

    As dataclasses write it, it is no Python, and Sphinx would show the whole signature as it is.
    """
    if what == "class" and name.rpartition(".")[2] in _MADE_BY_THE_LIBRARY:
        return "", ""
    return (given.replace("<factory>", "..."), returned) if given else None


def _whole_docstring(self: GoogleDocstring) -> tuple[str, list[str]]:
    """Napoleon's reading of a property's docstring, without a type before its first colon."""
    lines = self._dedent(self._consume_to_end())
    return "", GoogleDocstring(lines, self._config).lines()


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("missing-reference", resolve)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-signature", shape_signature)
    GoogleDocstring._consume_inline_attribute = _whole_docstring  # type: ignore[method-assign]
    return {"parallel_read_safe": True, "parallel_write_safe": True}
