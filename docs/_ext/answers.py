"""An answer of the gallery: the figure and the sentence that its script wrote, and the script."""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Answer(SphinxDirective):
    """``{answer} announce``: from ``announce.json`` and ``announce.svg`` beside the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sentence, the figure, and how to make them again."""
        name = self.arguments[0]
        folder = Path(self.env.doc2path(self.env.docname)).parent
        for suffix in (".json", ".py", ".svg"):
            self.env.note_dependency(str(folder / f"{name}{suffix}"))
        kept = json.loads((folder / f"{name}.json").read_text("utf-8"))
        command = f"python docs/gallery/{name}.py --n {kept['n']} --seed {kept['seed']}"
        text = (
            f"**{kept['answer']}**\n\n"
            f"![{kept['answer']}]({name}.svg)\n\n"
            f"Made by `{command}`; brackets and whiskers are intervals of 99 %."
        )
        return self.parse_text_to_nodes(text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("answer", Answer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
