"""Clauses of the rules: the role that sets one down, and links from wherever one is cited.

In a rule page, {clause}`M10 ruling` sets clause M10 down. Elsewhere a plain M10 becomes a link to it, in
docstrings too; one that is set down nowhere is a warning.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxRole

_CITED = re.compile(r"\b([CFJMS](?:[1-9]\d?))\b")
_LANGUAGE = re.compile("[a-z]{2}/")
_LEFT_ALONE = (
    nodes.FixedTextElement,
    nodes.Titular,
    nodes.literal,
    nodes.raw,
    nodes.reference,
    addnodes.desc_signature,
    addnodes.pending_xref,
)


def _label(clause: str, page: str) -> str:
    """Pages of another language, in a folder of its code, have and cite clauses of their own."""
    language = _LANGUAGE.match(page)
    return f"{language[0] if language else ''}clause-{clause.lower()}".replace("/", "-")


class Clause(SphinxRole):
    """A clause's number and where it is from, and the place that links lead to."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the number, and label it."""
        clause, _, origin = self.text.partition(" ")
        label = _label(clause, self.env.docname)
        number = nodes.literal(clause, clause, classes=["clause"], ids=[label])
        self.env.domains.standard_domain.anonlabels[label] = self.env.docname, label
        if not origin:
            return [number], []
        return [number, nodes.Text(" "), nodes.inline(origin, origin, classes=["origin"])], []


class LinkClauses(SphinxTransform):
    """Makes a link of each clause that is cited."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Replace texts that cite clauses."""
        for text in list(self.document.findall(nodes.Text)):
            if _CITED.search(text) and not _left_alone(text):
                text.parent.replace(text, self._linked(text))

    def _linked(self, text: str) -> list[nodes.Node]:
        parts = _CITED.split(text)  # text, clause, text, clause, ..., text
        return [
            self._link(part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts) if part
        ]

    def _link(self, clause: str) -> nodes.Node:
        return addnodes.pending_xref(
            "",
            nodes.inline(clause, clause),
            refdomain="std",
            reftype="ref",
            reftarget=_label(clause, self.env.docname),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )


def _left_alone(node: nodes.Node) -> bool:
    while node := node.parent:
        if isinstance(node, _LEFT_ALONE):
            return True
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_role("clause", Clause())
    app.add_transform(LinkClauses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
