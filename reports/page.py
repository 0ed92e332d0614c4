"""Pages are made of templates, which escape everything that a designer wrote."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from evenhand.decks.visible import show_unseen

__all__ = ["fill_template", "read_template"]


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
