"""The page docs/game-names.md: every name of `evenhand.game`, to be read without the site.

    python -m tests.evenhand.names_page

writes it anew.
"""

import ast
import enum
import inspect
from pathlib import Path
from typing import Any

from evenhand import game

__all__ = ["PAGE", "write_page"]

PAGE = Path(__file__).parents[2] / "docs/game-names.md"
HEAD = """# Every name of `evenhand.game`

What each is called with, and what it is, in a line. The [reference](api/rules.md) of the site says
more. This page is written by `python -m tests.evenhand.names_page`.
"""


def write_page() -> str:
    """Return the page."""
    parts = [HEAD]
    for module, names in imported().items():
        parts += [
            f"## `{module.removeprefix('evenhand.')}`",
            "",
            "| name | what it is |",
            "|---|---|",
        ]
        parts += [f"| `{sign(name)}` | {tell(name)} |" for name in names]
        parts.append("")
    return "\n".join(parts)


def imported() -> dict[str, list[str]]:
    """Return the names by the modules that they come from, as they are imported."""
    tree = ast.parse(Path(str(game.__file__)).read_text(encoding="utf-8"))
    return {
        str(node.module): [one.asname or one.name for one in node.names]
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
    }


def sign(name: str) -> str:
    """Return a name with its parameters, if it is called."""
    thing = getattr(game, name)
    called = getattr(thing, "py_func", thing)
    if not callable(called) or (inspect.isclass(called) and issubclass(called, enum.Enum)):
        return name
    try:
        found = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):
        return name
    return f"{name}({', '.join(map(parameter, found))})"


def parameter(one: inspect.Parameter) -> str:
    """Return a parameter, with the value it has if it is not given."""
    star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    plain = one.default is None or isinstance(one.default, int | str)
    default = f"={one.default!r}" if plain and one.default is not one.empty else ""
    return f"{star}{one.name}{default}"


def tell(name: str) -> str:
    """Return what a name is, in a line."""
    thing: Any = getattr(game, name)
    if inspect.isclass(thing) and issubclass(thing, enum.Enum):
        members = ", ".join(one.name for one in thing)
        return f"{first_line(thing)} {members}"
    if inspect.isclass(thing) or callable(thing) or inspect.ismodule(thing):
        return first_line(thing)
    if isinstance(thing, int | str):
        return f"{thing!r}"
    return f"a {type(thing).__name__.lower()}"


def first_line(thing: Any) -> str:
    """Return the first line of a docstring, fit for a table."""
    text = (inspect.getdoc(thing) or "").partition("\n\n")[0]
    return " ".join(text.split()).replace("|", r"\|")


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
