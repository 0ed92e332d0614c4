"""Rendering of pages from templates, which escape all text written by designers.

A standalone page contains its script and its style, and a content security policy that permits
only these: names in the page are never executed.
"""

import json
import os
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from evenhand.decks.invisible_characters import show_unseen
from evenhand.simulate.runs.places import MOVE, is_link, refuse_in_the_way

__all__ = [
    "CHECK_PAGE",
    "REPORT_PAGE",
    "fill_page",
    "fill_template",
    "is_written",
    "make_table_data",
    "name_hash",
    "read_all",
    "read_template",
    "refuse_other",
    "render_page",
]

# Both in a run's folder; they link to each other.
REPORT_PAGE = "report.html"
CHECK_PAGE = "check.html"
SCRIPTS = ("script.js", "table_tools.js", "cards.js")
STYLES = ("palette.css", "style.css", "print.css")
CHECK_STYLES = (*STYLES, "check.css")
STYLES_OF = {"check": CHECK_STYLES, "training": (*STYLES, "training.css")}  # by kind of page
DIGITS = 5  # of the rates in the embedded data
PROGRAM = "evenhand"
BEGINNING = 1_500  # bytes of a page that contain its generator

POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def render_page(**parts: Any) -> str:
    """Render a report from its kind, run, figures, headline, findings, sections and data.

    A ``lead`` says in a sentence what is behind the headline, and ``next_step`` which command goes
    on from there, and what for.
    """
    styles = STYLES_OF.get(parts["kind"], STYLES)
    return fill_page(
        "report.html.j2", SCRIPTS, styles, **{"lead": None, "next_step": None, **parts}
    )


def make_table_data(frame: pd.DataFrame) -> dict[str, Any]:
    """Return a table of a report's data as its columns and its rows."""
    text = frame.to_json(orient="split", index=False, double_precision=DIGITS)
    return json.loads(text)


def fill_page(name: str, scripts: Sequence[str], styles: Sequence[str], **parts: Any) -> str:
    """Render a standalone page with its policy.

    Parameters
    ----------
    name : str
        Template of the page.
    scripts, styles : sequence of str
        Files that are concatenated to the script and the style of the page.
    **parts
        Variables of the template.
    """
    script, style = read_all(scripts), read_all(styles)
    policy = Markup(POLICY.format(style=name_hash(style), script=name_hash(script)))
    assets = {"script": Markup(script), "style": Markup(style), "policy": policy}
    return fill_template(name, **assets, **parts)


def read_all(files: Sequence[str]) -> str:
    """Return the concatenated text of a page's script or style files."""
    return "".join(map(read_template, files))


def is_written(page: Path, by: str = PROGRAM) -> bool:
    """Return whether a file is a page or figure written by evenhand, or by the command `by`."""
    if is_link(page) or not page.is_file():
        return False
    mark = f'<meta name="generator" content="{by}' if page.suffix == ".html" else by
    with page.open("rb") as file:
        return mark.encode() in file.read(BEGINNING)


def refuse_other(page: Path, hint: str = MOVE) -> None:
    """Refuse to overwrite with a page a file that evenhand did not write.

    For pages and figures whose path is chosen by the program, not by the user.

    Raises
    ------
    UsageError
        If such a file or a link exists at the path.
    """
    if os.path.lexists(page) and not is_written(page):
        refuse_in_the_way(page, hint)


def name_hash(text: str) -> str:
    """Return the hash of a page's script or style, for its content security policy."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def fill_template(name: str, **parts: Any) -> str:
    """Render a page's template; invisible characters in the result are shown as escapes."""
    page = environment().get_template(name).render(**parts)
    return "\n".join(map(show_unseen, page.split("\n")))


def read_template(name: str) -> str:
    """Return the source text of a page's template."""
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), name)[0]


@cache
def environment() -> Environment:
    """Return the Jinja environment of the pages' templates."""
    environment = Environment(
        loader=PackageLoader("evenhand.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment
