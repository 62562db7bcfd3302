"""Tables of a game's options, actions, events, view fields and policies, made from the package itself.

A cell is the docstring of the class or of the field, so that nothing is mirrored by hand. With ``:language:`` it is
the catalogue's sentence instead, and ``:heads:`` are those of the columns.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from masko_sdk._options import Option
from masko_sdk.games import GAMES
from masko_sdk.words import Words

_CODE = re.compile(r"``(.+?)``|`(.+?)`")
_FIELD = re.compile(r"\{(\w+)\}")
_ATTRIBUTE = re.compile(r"^    (\w+): (.*)$")


# Docstrings.


def first_paragraph(thing: Any) -> str:
    """What a docstring says first, on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def attributes(cls: type) -> dict[str, str]:
    """What the section "Attributes" of a docstring says of each name."""
    _, _, section = (inspect.getdoc(cls) or "").partition("Attributes:\n")
    told: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if line.strip() and not line.startswith(" "):
            break  # the next section
        if found := _ATTRIBUTE.match(line):
            name = found[1]
            told[name] = found[2]
        elif name and line.strip():
            told[name] += " " + line.strip()
    return told


# Nodes.

BREAK = nodes.Text("")
"""In a cell, the beginning of a new paragraph."""


def prose(text: str) -> list[nodes.Node]:
    """A sentence of a docstring: what stands in backticks is code."""
    parts: list[nodes.Node] = []
    at = 0
    for found in _CODE.finditer(text):
        parts += [nodes.Text(text[at : found.start()]), code(found[1] or found[2])]
        at = found.end()
    return [*parts, nodes.Text(text[at:])]


def code(text: str) -> nodes.Node:
    """A piece of code."""
    return nodes.literal(text, text)


def listed(items: Iterable[Sequence[nodes.Node]]) -> list[nodes.Node]:
    """Items with commas between them."""
    every = list(items)
    return [
        part
        for index, item in enumerate(every)
        for part in ([nodes.Text(", "), *item] if index else item)
    ]


def table(
    heads: Sequence[str], rows: Sequence[Sequence[Sequence[nodes.Node]]], *classes: str
) -> nodes.Node:
    """A table; each cell is a list of nodes."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _ in heads]
    group += nodes.thead("", _row([[nodes.Text(head)] for head in heads]))
    body = nodes.tbody()
    body += [_row(row) for row in rows]
    group += body
    return nodes.table("", group, classes=["game-table", "colwidths-auto", *classes])


def _row(cells: Sequence[Sequence[nodes.Node]]) -> nodes.Node:
    row = nodes.row()
    for cell in cells:
        entry = nodes.entry()
        entry += [nodes.paragraph("", "", *part) for part in _paragraphs(cell)]
        row += entry
    return row


def _paragraphs(cell: Sequence[nodes.Node]) -> list[list[nodes.Node]]:
    parts: list[list[nodes.Node]] = [[]]
    for node in cell:
        if node is BREAK:
            parts.append([])
        else:
            parts[-1].append(node)
    return parts


# Directives.


class GameTable(SphinxDirective):
    """A table of the game that the argument names."""

    required_arguments = 1
    option_spec: ClassVar = {"language": directives.unchanged, "heads": directives.unchanged}

    @property
    def words(self) -> Words | None:
        """The sentences of the language that is asked for; without one, docstrings are shown."""
        language = self.options.get("language")
        return None if language is None else Words(self.module.Rules(), (), language=language)

    def heads(self, *usual: str) -> list[str]:
        """What stands above the columns."""
        given = self.options.get("heads")
        return list(usual) if given is None else [head.strip() for head in given.split("|")]

    def sentence(self, section: str, kind: str, thing: Any) -> list[nodes.Node]:
        """What a kind is called: its fields stand for themselves."""
        if self.words is None:
            return prose(first_paragraph(thing))
        found = self.words.sentences.find(section, kind) or ""
        return prose(_FIELD.sub(lambda field: field[1].upper(), found))

    @property
    def module(self) -> Any:
        """The game's module."""
        return GAMES[self.arguments[0]]

    @property
    def tables(self) -> Any:
        """What the core tells of the game."""
        return self.module.Rules()._tables


class Options(GameTable):
    """The options; each line of the content, ``name: ...``, is what the text says of one."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """One row an option."""
        said = self._said()
        rules = self.module.Rules()
        rows = [
            [
                [code(option.name)],
                prose(_default(getattr(rules, option.name), "" if self.words else " each")),
                self._meaning(option),
                prose(said.pop(option.name)),
            ]
            for option in self.tables.options
        ]
        if said:
            raise self.error(f"there is no option {', '.join(said)}")
        heads = self.heads("Option", "Default", "What it is, and its range", "What the text says")
        return [table(heads, rows, "options-table")]

    def _meaning(self, option: Option) -> list[nodes.Node]:
        words = self.words
        if words is None:
            meaning = attributes(self.module.Rules)[option.name]
            return [*_sentence(meaning), BREAK, *_sentence(_range(option.allowed))]
        label, more = (words.say(part, option.name) for part in ("options", "option_help"))
        return [
            *_sentence(label),
            nodes.Text(" "),
            *prose(more),
            BREAK,
            *_sentence(words.allowed(option)),
        ]

    def _said(self) -> dict[str, str]:
        told = dict(line.split(": ", 1) for line in self.content if line.strip())
        for option in self.tables.options:
            if option.name not in told:
                raise self.error(f"nothing is said of option {option.name}")
        return told


def _range(allowed: str) -> str:
    return "Range: " + re.sub(r"'(.*?)'", r'`"\1"`', allowed)


def _sentence(text: str) -> list[nodes.Node]:
    return prose(text[0].upper() + text[1:].rstrip(".") + ".")


def _default(value: Any, each: str) -> str:
    if isinstance(value, Mapping):
        points = sorted(set(value.values()))
        return f"`{points[0]}`{each}" if len(points) == 1 else f"`{dict(value)}`"
    if isinstance(value, tuple):
        return " ".join(f"{yellow}/{blue}" for yellow, blue in value)
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


class OptionRanges(GameTable):
    """The options without what the text says of them, for the reference."""

    def run(self) -> list[nodes.Node]:
        """One row an option."""
        rules = self.module.Rules()
        meanings = attributes(self.module.Rules)
        rows = [
            [
                [code(option.name)],
                prose(_default(getattr(rules, option.name), " each")),
                [*_sentence(meanings[option.name]), BREAK, *_sentence(_range(option.allowed))],
            ]
            for option in self.tables.options
        ]
        return [table(["Option", "Default", "What it is, and its range"], rows, "options-table")]


class Actions(GameTable):
    """The kinds of actions, in code order."""

    def run(self) -> list[nodes.Node]:
        """One row a kind."""
        rows = []
        for kind, cls in self.tables.action_classes.items():
            form = " ".join([kind, *self.tables.action_fields[kind]])
            rows.append([[code(cls.__name__)], [code(form)], self.sentence("actions", kind, cls)])
        return [table(self.heads("Action", "Text form", "What it does"), rows, "actions-table")]


class Events(GameTable):
    """The kinds of events; a field that not everybody is told is marked."""

    def run(self) -> list[nodes.Node]:
        """One row a kind."""
        from masko_sdk._value import camel_case

        rows = []
        for kind, *row in self.tables.events:
            cls = getattr(self.module, camel_case(kind))
            told = [_event_field(field) for field in row]
            rows.append([[code(cls.__name__)], listed(told), self.sentence("events", kind, cls)])
        return [table(self.heads("Event", "Fields", "What it tells"), rows)]


def _event_field(field: str) -> list[nodes.Node]:
    name, _, kind = field.partition(":")
    if not kind.endswith("!"):
        return [code(name)]
    return [code(name), nodes.Text(" "), nodes.inline("", "secret", classes=["origin"])]


class ViewFields(GameTable):
    """The fields of a view, and those that the referee's adds."""

    def run(self) -> list[nodes.Node]:
        """One row a field."""
        view, referee = self.module.View, self.module.RefereeView
        meanings = attributes(view)
        own = {field.name for field in fields(view)}
        rows = []
        for field in fields(referee):
            meaning = prose(meanings[field.name]) if field.name in own else _referee_only()
            rows.append([[code(field.name)], [code(str(field.type))], meaning])
        return [table(["Field", "Type", "What it is"], rows)]


def _referee_only() -> list[nodes.Node]:
    return [nodes.Text("in the referee's view alone")]


class Parts(GameTable):
    """The fields of one class of a game, such as its ``Round``."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """One row a field."""
        cls = getattr(self.module, self.arguments[1])
        meanings = attributes(cls)
        rows = [
            [[code(f.name)], [code(str(f.type))], prose(meanings.get(f.name, ""))]
            for f in fields(cls)
        ]
        return [table(["Field", "Type", "What it is"], rows)]


class Values(GameTable):
    """The values of one enum of a game, such as its ``Phase``: in a sentence, or in a language with what they mean."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """One paragraph, or a table."""
        section = f"{self.arguments[1].lower()}s"
        values = [value.value for value in getattr(self.module, self.arguments[1])]
        if self.words is not None:
            rows = [[[code(value)], self.sentence(section, value, None)] for value in values]
            return [table(self.heads("Value", "What it means"), rows)]
        paragraph = nodes.paragraph()
        paragraph += listed(
            [code(getattr(v, "wire", v.value))] for v in getattr(self.module, self.arguments[1])
        )
        paragraph += nodes.Text(".")
        return [paragraph]


class Policies(GameTable):
    """The policies of the core and their parameters."""

    def run(self) -> list[nodes.Node]:
        """One row a parameter."""
        rows = []
        for policy in self.tables.policies:
            for name, (low, high, default) in policy.parameters.items() or [("", ("", "", ""))]:
                cells = [[code(name)] if name else [nodes.Text("none")]]
                cells += [[nodes.Text(str(number))] for number in (low, high, default)]
                rows.append([[code(policy.name)], *cells])
        heads = ["Policy", "Parameter", "Lowest", "Highest", "Default"]
        return [table(heads, rows, "policies-table")]


class Observation(GameTable):
    """The fields of an observation of `VectorEnv`, with n for the number of players."""

    def run(self) -> list[nodes.Node]:
        """One row a field."""
        from masko_sdk._backend import LAYOUT
        from masko_sdk._codec import rows as rows_of

        rows = []
        for row in rows_of(self.tables.number, LAYOUT):
            name, one, each, pair, meaning = row.split(" ", 4)
            length = _polynomial(int(one), int(each), int(pair))
            rows.append([[code(name)], [nodes.Text(length)], prose(meaning)])
        return [table(["Field", "Numbers", "What they say"], rows)]


def _polynomial(one: int, each: int, pair: int) -> str:
    terms = [f"{factor} {power}".strip() for factor, power in ((each, "n"), (pair, "n²")) if factor]
    if one:
        terms.insert(0, str(one))
    text = " + ".join(terms).replace("+ -", "− ")
    return re.sub(r"\b1 n", "n", text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("options", Options)
    app.add_directive("option-ranges", OptionRanges)
    app.add_directive("actions", Actions)
    app.add_directive("events", Events)
    app.add_directive("view-fields", ViewFields)
    app.add_directive("parts", Parts)
    app.add_directive("values", Values)
    app.add_directive("policies", Policies)
    app.add_directive("observation", Observation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
