"""The wire format's types, its JSON Schema as files, and a table's refusals, all asked of the package."""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from game_tables import code, prose, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from masko_sdk import wire
from masko_sdk.catalogues import sentences_of
from masko_sdk.games import GAMES
from masko_sdk.table import Refusal

_FOLDER = "schema"


class WireTypes(SphinxDirective):
    """The types of one game's messages, and a link to its JSON Schema."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A link, and the types as TypeScript."""
        game = self.arguments[0]
        types = wire.typescript(game)
        depth = self.env.docname.count("/")
        href = f"{'../' * depth}{_FOLDER}/{game}.json"
        link = nodes.raw("", f'<p><a href="{href}">JSON Schema, as a file</a></p>', format="html")
        return [link, nodes.literal_block(types, types, language="typescript")]


class Refusals(SphinxDirective):
    """Why a table refuses a message."""

    def run(self) -> list[nodes.Node]:
        """One row a reason."""
        rows = []
        for refusal in Refusal:
            sentence = sentences_of("any").find("refusals", refusal.value) or ""
            rows.append([[code(refusal.value)], prose(sentence)])
        return [table(["Value", "What it means"], rows)]


def write_schemas(app: Sphinx, exception: Exception | None) -> None:
    """One file a game, beside the pages."""
    if exception is None and app.builder.format == "html":
        folder = Path(app.outdir) / _FOLDER
        folder.mkdir(exist_ok=True)
        for game in GAMES:
            text = json.dumps(wire.schema(game), indent=1)
            (folder / f"{game}.json").write_text(text, "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("wire-types", WireTypes)
    app.add_directive("refusals", Refusals)
    app.connect("build-finished", write_schemas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
