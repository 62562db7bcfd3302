"""The help of the command line, asked of it when the site is built."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

_COMMAND = re.compile(r"^    (\w+)  +\S", re.MULTILINE)


def help_of(*command: str) -> str:
    """What ``masko command --help`` writes."""
    return subprocess.run(
        [sys.executable, "-m", "masko_sdk", *command, "--help"],
        env={**os.environ, "COLUMNS": "88", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


class CommandLine(SphinxDirective):
    """The help of ``masko`` and of each of its commands."""

    def run(self) -> list[nodes.Node]:
        """One section a command."""
        whole = help_of()
        _, _, after = whole.partition("COMMAND\n")
        commands = _COMMAND.findall(after.partition("\noptions:")[0])
        if not commands:
            raise self.error("masko --help names no commands")
        return [_text(whole), *(self._section(command) for command in commands)]

    def _section(self, command: str) -> nodes.Node:
        title = f"masko {command}"
        section = nodes.section("", nodes.title("", title), ids=[nodes.make_id(title)])
        section += _text(help_of(command))
        self.state.document.note_implicit_target(section, section)
        return section


def _text(text: str) -> nodes.Node:
    return nodes.literal_block(text, text, language="text")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("command-line", CommandLine)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
