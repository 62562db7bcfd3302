"""Tables drawn when the site is built, by the pictures of the library."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from masko_sdk import Game, bots, pictures
from masko_sdk.games import GAMES

_NAMES = ("Ana", "Bo", "Chloé", "Dmitri", "Élodie", "Farid", "Gwen", "Hugo")


class TablePicture(SphinxDirective):
    """A game of bots after so many actions, as a seat sees it: ``{table-picture} masko``."""

    required_arguments = 1
    option_spec = {  # noqa: RUF012
        "players": directives.nonnegative_int,
        "seed": directives.nonnegative_int,
        "plies": directives.nonnegative_int,
        "seat": directives.nonnegative_int,
        "layout": lambda text: directives.choice(text, ("wide", "phone")),
        "language": directives.unchanged,
        "dark": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The markup, as it is: for wide pages and for phones, unless one layout is asked for."""
        options = self.options
        rules = GAMES[self.arguments[0]].Rules()
        game = Game(rules, _NAMES[: options.get("players", 4)], seed=options.get("seed", 1))
        bots.play(game, "prudent", options.get("plies", 0))
        seen = game.players[options["seat"]] if "seat" in options else game.spectator
        if "layout" in options:
            return [self._drawn(seen, options["layout"])]
        return [self._drawn(seen, layout, f" {layout}-only") for layout in ("wide", "phone")]

    def _drawn(self, seen: Any, layout: Any, classes: str = "") -> nodes.Node:
        svg = pictures.svg_of(
            seen,
            layout=layout,
            language=self.options.get("language", "en"),
            theme=pictures.DARK if "dark" in self.options else pictures.LIGHT,
        )
        return nodes.raw("", f'<div class="table-picture{classes}">{svg}</div>', format="html")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("table-picture", TablePicture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
