"""The pages docs/api/*.md about games of one's own, to be read on the site and without it.

    make reference

writes them anew from signatures and docstrings. Which names are on which page, and under
which heading, is in `reference_plan`.
"""

import ast
import enum
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from evenhand import abilities, game
from tests.evenhand.reference_plan import PAGES, SELDOM, SELDOM_NEEDED, Page

__all__ = ["FOLDER", "imported", "write_pages"]

FOLDER = Path(__file__).parents[2] / "docs/api"
SECTION = re.compile(r"^(\w+)\n-{3,}\n", re.MULTILINE)
MODULE = re.compile(r"`evenhand\.([\w.]+)`")
SECTION_WORDS = {"Raises": "raises ", "Yields": "yields ", "Returns": "returns "}


def write_pages() -> dict[str, str]:
    """Return the pages by their files' names."""
    names = imported()
    return {page.file: write_page(page, names) for page in PAGES}


@cache
def homes() -> dict[str, str]:
    """Return the module that each name comes from, as they are imported."""
    return {
        one.asname or one.name: str(node.module).removeprefix("evenhand.")
        for module in (game, abilities)
        for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evenhand.")
        for one in node.names
    }


def find(name: str) -> Any:
    """Return what a name of `evenhand.game` or `evenhand.abilities` stands for."""
    return getattr(game if name in game.__all__ else abilities, name)


def imported() -> dict[str, list[str]]:
    """Return the names by their modules, those seldom needed apart; constants come last."""
    found: dict[str, list[str]] = {}
    for name, module in sorted(homes().items(), key=lambda pair: (pair[0].isupper(), pair[0])):
        found.setdefault(SELDOM_NEEDED if name in SELDOM else module, []).append(name)
    return found


def write_page(page: Page, names: dict[str, list[str]]) -> str:
    """Return a page: a heading for each group, and an entry for each name of its modules."""
    parts = [f"# {page.title}", page.text, "Written from the docstrings by `make reference`."]
    for group, modules in page.groups.items():
        entries = [entry for module in modules for name in names[module] for entry in tell(name)]
        parts += [f"## {group}", *map(introduce, modules), "\n".join(entries)]
    return "\n\n".join(part for part in parts if part) + "\n"


def introduce(module: str) -> str:
    """Return what a module's docstring says behind its first line, which the heading says."""
    text = inspect.getdoc(sys.modules.get(f"evenhand.{module}")) or ""
    rest = text.partition("\n\n")[2]
    return "" if "===" in rest else "\n\n".join(map(paragraphs, rest.split("\n\n")))


def tell(name: str) -> Iterator[str]:
    """Yield the entries of a name; those of its hooks, if it is a module of hooks."""
    thing = find(name)
    if isinstance(thing, ModuleType):
        yield f"- **`{name}`**: {paragraphs(split(thing)[0])}"
        for one in thing.__all__:
            yield entry(f"{one}{sign(getattr(thing, one))}", getattr(thing, one))
    elif is_described(thing):
        yield entry(f"{name}{sign(thing)}", thing)
        for one, value in methods(thing):
            yield f"  - `.{one}{sign(value)}`: {get_first_line(value)}"
    else:
        written = written_as(name)
        yield f"- **`{name}`**: {value_of(thing)}{said_beside(written)}"
        yield from fields_beside(written)


def written_as(name: str) -> str:
    """Return the lines that give a constant its value; "" if its module has it from another."""
    source = inspect.getsource(sys.modules[f"evenhand.{homes()[name]}"])
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(one, ast.Name) and one.id == name for one in targets):
            return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
    return ""


def is_described(thing: Any) -> bool:
    """Return whether a docstring of evenhand's own tells what it is."""
    return callable(thing) and str(getattr(thing, "__module__", "")).startswith("evenhand.")


def entry(signature: str, thing: Any) -> str:
    """Return what a function or class is, and below it its parameters."""
    text, sections = split(thing)
    if inspect.isclass(thing) and issubclass(thing, enum.Enum):
        text = f"{text} {listed(one.name for one in thing)}"
    lines = [f"- **`{signature}`**: {paragraphs(text)}"]
    if inspect.isclass(thing) and not sections:
        bases = [base for base in thing.__mro__[::-1] if is_described(base)]
        lines += dict.fromkeys(
            line for base in bases for line in fields_beside(inspect.getsource(base))
        )
    for section, body in sections.items():
        lines += [f"  - {SECTION_WORDS.get(section, '')}{item}" for item in items(body)]
    return "\n".join(lines)


def said_beside(source: str) -> str:
    """Return the comment on the first line of a constant."""
    return "".join(f" {paragraphs(said)}" for said in re.findall(r"^\S.*?  # (.+)", source)[:1])


def fields_beside(source: str) -> Iterator[str]:
    """Yield fields, of a record or a class, and members with the comments on their lines."""
    for line in re.findall(r"^ +.*  # .+$", source, re.MULTILINE):
        if found := re.match(r' {4}(?:\("(\w+)",|(\w+)(?:: | = )).*?  # (?!noqa|type)(.+)', line):
            yield f"  - `{found[1] or found[2]}`: {paragraphs(found[3])}"


def split(thing: Any) -> tuple[str, dict[str, str]]:
    """Return a docstring's text, and its sections by their headings."""
    text, *rest = SECTION.split(inspect.getdoc(thing) or "")
    return text, dict(zip(rest[::2], rest[1::2], strict=True))


def items(body: str) -> Iterator[str]:
    """Yield what a section has: names, their type, and what is said of them."""
    for block in re.split(r"\n(?=\S)", body.strip()):
        head, _, text = block.partition("\n")
        names, _, kind = head.partition(" : ")
        said = paragraphs(inspect.cleandoc(text))
        yield f"`{names}`{f' ({kind})' if kind else ''}{f': {said}' if said else ''}"


def paragraphs(text: str) -> str:
    """Return a docstring's text as one paragraph of Markdown."""
    return " ".join(MODULE.sub(link, text.replace("``", "`")).split())


def link(found: re.Match[str]) -> str:
    """Return what leads to a module's group; a name in a module stands for itself."""
    for page in PAGES:
        for group, modules in page.groups.items():
            if found[1].removesuffix(".hooks") in modules:
                anchor = re.sub(r"[^\w -]", "", group.lower()).replace(" ", "-")
                return f"[{group}]({page.file}#{anchor})"
    return f"`{found[1].rpartition('.')[2]}`"


def get_first_line(thing: Any) -> str:
    """Return the first line of a docstring."""
    return paragraphs((inspect.getdoc(thing) or "").partition("\n\n")[0])


def methods(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield what an object of a class can be asked; fields of a view, evenhand alone asks."""
    if inspect.isclass(thing) and not hasattr(thing, "masks"):
        for name, value in vars(thing).items():
            called = getattr(value, "__func__", value)
            if not name.startswith("_") and inspect.isfunction(called):
                yield name, called


def sign(thing: Any) -> str:
    """Return the parameters of what is called."""
    if inspect.isclass(thing) and (
        issubclass(thing, enum.Enum) or getattr(thing, "_is_protocol", 0)
    ):
        return ""
    parts, after_star = [], False
    for one in inspect.signature(thing).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not after_star:
            parts.append("*")
        after_star |= one.kind in (one.KEYWORD_ONLY, one.VAR_POSITIONAL)
        parts.append(parameter(one))
    return f"({', '.join(part for part in parts if part not in ('self', 'cls'))})"


def parameter(one: inspect.Parameter) -> str:
    """Return a parameter, with the value it has if it is not given."""
    star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    if one.default is one.empty:
        return star + one.name
    plain = one.default is None or isinstance(one.default, int | str) or one.default == ()
    return f"{one.name}={one.default!r}" if plain else f"{one.name}=..."


def value_of(thing: Any) -> str:
    """Return what a constant is."""
    if isinstance(thing, np.dtype):
        return f"the record of {listed(thing.names or ())}."
    if isinstance(thing, int | str):
        return f"`{thing!r}`"
    if isinstance(thing, tuple | frozenset):
        return listed(sorted(map(str, thing)))
    return f"a `{type(thing).__name__}`."


def listed(words: Any) -> str:
    """Return words as code, with commas."""
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    for file, text in write_pages().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
