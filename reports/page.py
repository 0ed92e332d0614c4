"""Pages are made of templates, which escape everything that a designer wrote.

A page that stands alone brings its script and its style, and a policy that lets a browser run
these and nothing else: whatever a name in it may be, it is never code.
"""

import os
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from evenhand.decks.invisible_characters import show_unseen
from evenhand.simulate.runs.places import MOVE, is_link, refuse_in_the_way

__all__ = [
    "fill_page",
    "fill_template",
    "is_written",
    "name_hash",
    "read_all",
    "read_template",
    "refuse_other",
]

PROGRAM = "evenhand"
BEGINNING = 1_500  # bytes of a page that hold what wrote it

POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def fill_page(name: str, scripts: Sequence[str], styles: Sequence[str], **parts: Any) -> str:
    """Return a page that stands alone, with its policy.

    Parameters
    ----------
    scripts, styles : sequence of str
        The files that its one script and its one style are put together from.
    """
    script, style = read_all(scripts), read_all(styles)
    policy = Markup(POLICY.format(style=name_hash(style), script=name_hash(script)))
    own = {"script": Markup(script), "style": Markup(style), "policy": policy}
    return fill_template(name, **own, **parts)


def read_all(files: Sequence[str]) -> str:
    """Return the script or style that files are put together to."""
    return "".join(map(read_template, files))


def is_written(page: Path, by: str = PROGRAM) -> bool:
    """Return whether a file is a page or figure that we wrote, or one of our commands alone."""
    if is_link(page) or not page.is_file():
        return False
    mark = f'<meta name="generator" content="{by}' if page.suffix == ".html" else by
    with page.open("rb") as file:
        return mark.encode() in file.read(BEGINNING)


def refuse_other(page: Path, hint: str = MOVE) -> None:
    """Refuse to write a page or figure, whose place we chose, over what is none of ours.

    Raises
    ------
    UsageError
        If that is there, or a link.
    """
    if os.path.lexists(page) and not is_written(page):
        refuse_in_the_way(page, hint)


def name_hash(text: str) -> str:
    """Name a script or a style as a policy does."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def fill_template(name: str, **parts: Any) -> str:
    """Return a page, with what nobody sees in what it quotes as escapes."""
    page = environment().get_template(name).render(**parts)
    return "\n".join(map(show_unseen, page.split("\n")))


def read_template(name: str) -> str:
    """Return the text of a template as it is, unfilled."""
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), name)[0]


@cache
def environment() -> Environment:
    """Return the templates."""
    environment = Environment(
        loader=PackageLoader("evenhand.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment
