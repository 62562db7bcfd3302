"""Sphinx's settings: python -m sphinx -W -n docs build/html."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from docutils import nodes

import masko_sdk

project = "masko_sdk"
author = "The masko_sdk authors"
copyright = "the masko_sdk authors, MIT license"
version = release = masko_sdk.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "answers",
    "clauses",
    "command_line",
    "docstrings",
    "game_tables",
    "table_picture",
    "wire_tables",
]
exclude_patterns = ["_ext", "_static", "_build"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "py:obj"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_class_signature = "mixed"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
add_module_names = False
napoleon_use_ivar = True
napoleon_use_rtype = False

# Nothing is fetched when the site is built, so what lies outside of it is no link.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections|dataclasses|enum|numpy|os|pathlib|types|typing)\..*"),
    (r"py:.*", r"(np|NDArray|Any|PathLike|Path|Enum|StrEnum|IntEnum)(\..*)?"),
    (r"py:.*", r"(.*\.)?_.*"),
    (r"py:.*", r"(.*\.)?[VAET]"),
]

html_theme = "furo"
html_title = f"masko_sdk {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_theme_options = {"sidebar_hide_name": False}


def name_language(app, page, template, context, tree):
    """Have a page in the folder of a language say which one it is in, for those who hear it read."""
    if re.match("[a-z]{2}/", page):
        context["language"] = page[:2]


def trim_examples(app, tree):
    """Take the empty lines off the ends of examples: doctest wants one there, readers do not."""
    for block in tree.findall(nodes.literal_block):
        if block.rawsource == block.astext():
            block.rawsource = block.astext().strip("\n")
            block[:] = [nodes.Text(block.rawsource)]


def setup(app):
    """Tell Sphinx what becomes of pages."""
    app.connect("html-page-context", name_language)
    app.connect("doctree-read", trim_examples)
