"""What the author of a game imports: all in one module, and as it was promised."""

import ast
import inspect
import pydoc
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from evenhand import abilities, game
from tests.evenhand import reference_pages

SNAPSHOT = Path(__file__).with_name("game_api.txt")  # each name with its module
TOY = Path(__file__).parents[1] / "toys/last_light"


def describe(module: ModuleType, name: str) -> str:
    """Return a name with its parameters, if it is a function or has been one."""
    thing = getattr(module, name)
    called = getattr(thing, "py_func", thing)
    if not inspect.isfunction(called):
        return name
    return f"{name}({', '.join(inspect.signature(called).parameters)})"


def test_names_and_parameters_are_those_that_are_promised() -> None:
    found = [
        f"{module.__name__}.{describe(module, name)}"
        for module in (abilities, game)
        for name in sorted(module.__all__)
    ]
    assert found == SNAPSHOT.read_text(encoding="utf-8").splitlines()


def test_what_was_in_one_module_is_still_found_there() -> None:
    old = {*abilities.__all__, *(name for names in game.FORMERLY.values() for name in names)}
    assert len(old - set(game.__all__)) == 153
    for name in old - set(game.__all__):
        with pytest.warns(DeprecationWarning, match=rf"'{name}' is in 'evenhand\.[\w.]+' now"):
            assert getattr(game, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'fury'"):
        _ = game.fury


@pytest.mark.parametrize(("file", "text"), reference_pages.write_pages().items())
def test_a_page_of_the_reference_is_of_today(file: str, text: str) -> None:
    found = (reference_pages.FOLDER / file).read_text(encoding="utf-8")
    assert found == text, "make reference writes it anew"


def test_every_name_is_on_one_page_of_the_reference() -> None:
    pages = "".join(reference_pages.write_pages().values())
    entries = re.findall(r"^- \*\*`(\w+)", pages, re.MULTILINE)
    hooks = {*game.game_hooks.__all__, *abilities.ability_hooks.__all__}
    assert sorted(name for name in entries if name not in hooks) == sorted(
        name for name in (*game.__all__, *abilities.__all__) if name not in hooks
    )


@pytest.mark.parametrize("thing", [game.below, game.game_hooks.apply])
def test_help_tells_parameters_and_docstring(thing: Any) -> None:
    told = pydoc.plain(pydoc.render_doc(thing))
    assert f"\n{thing.__name__}({', '.join(inspect.signature(thing).parameters)})" in told
    assert str(inspect.getdoc(thing)).partition("\n")[0] in told


def test_what_the_guide_of_games_calls_is_there() -> None:
    page = (reference_pages.FOLDER.parent / "games-api.md").read_text(encoding="utf-8")
    written = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    own = {*re.findall(r"def (\w+)", written), "open_bids", "end_round", "range", "len", "help"}
    called = {*re.findall(r"(?<![.\w])(\w+)\(", written), *re.findall(r"[`=](\w+)\(", page)}
    there = {*game.__all__, *game.game_hooks.__all__}
    assert len(called) > 20
    assert called - own - there == set()


def test_the_smallest_game_needs_nothing_else_of_evenhand() -> None:
    used = {
        node.module
        for path in TOY.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evenhand")
    }
    assert used == {"evenhand.game"}
