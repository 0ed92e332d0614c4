"""How the site is built, by `make docs`: the pages of docs/, and the names in docstrings.

The source folder is the repository's top, so that a link on a page is the same link on the
site, in an editor and on a repository's web page.
"""

import os
import tomllib
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

os.environ["NUMBA_DISABLE_JIT"] = "1"  # rules stay the functions that were written

_project = tomllib.loads(
    (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]

project = _project["name"]
version = release = _project["version"]
copyright = _project["authors"][0]["name"]

root_doc = "docs/index"
include_patterns = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/README.md",
    "docs/**",
    "simulate/games/*/RULES.md",
]
exclude_patterns = [".*", "evenhand", "out", "runs", "tests", "docs/images"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
default_role = "py:obj"

myst_heading_anchors = 4
myst_links_external_new_tab = True

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"  # docstrings say it, with shape and unit
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]
add_module_names = False  # the heading above names the module

suppress_warnings = ["ref.python"]  # a word in single quotes may be several names, or none

html_theme = "furo"
html_title = f"evenhand {version}"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_extra_path = ["index.html"]  # leads from the site's top to the page docs/index


def setup(app: Sphinx) -> None:
    """Know the language of abilities, as the guides name it, by its name."""
    app.add_lexer("ability", TextLexer)
    app.add_lexer("phrase", TextLexer)
