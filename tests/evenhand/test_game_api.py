"""What the author of a game imports: all in one module, and as it was promised."""

import ast
import inspect
from pathlib import Path

from evenhand import game
from tests.evenhand import names_page

SNAPSHOT = Path(__file__).with_name("game_api.txt")
TOY = Path(__file__).parents[1] / "toys/last_light"


def describe(name: str) -> str:
    """Return a name with its parameters, if it is a function or has been one."""
    thing = getattr(game, name)
    called = getattr(thing, "py_func", thing)
    if not inspect.isfunction(called):
        return name
    return f"{name}({', '.join(inspect.signature(called).parameters)})"


def test_names_and_parameters_are_those_that_are_promised() -> None:
    found = [describe(name) for name in sorted(game.__all__)]
    assert found == SNAPSHOT.read_text(encoding="utf-8").splitlines()


def test_the_page_of_all_names_is_of_today() -> None:
    assert names_page.PAGE.read_text(encoding="utf-8") == names_page.write_page(), (
        "python -m tests.evenhand.names_page writes it anew"
    )


def test_the_smallest_game_needs_nothing_else_of_evenhand() -> None:
    used = {
        node.module
        for path in TOY.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evenhand")
    }
    assert used == {"evenhand.game"}
