"""What compiled rules do not take, found in their source before anything is compiled."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from evenhand.decks.problems import Problem
from evenhand.simulate.game import Game

__all__ = ["find_uncompilable"]

RULE = "rule"  # the decorator
NOT_TAKEN: dict[type[ast.AST], str] = {
    ast.Dict: "a dictionary: an array of the state, indexed by a small number, does the same",
    ast.DictComp: "a dictionary: an array of the state, indexed by a small number, does the same",
    ast.List: "a list: a tuple, a set of copies or an array of the state does the same",
    ast.ListComp: "a list: a loop that adds to a number or a set does the same",
    ast.Set: "a set of Python's: sets of small numbers are made by `add` and `remove`",
    ast.SetComp: "a set of Python's: sets of small numbers are made by `add` and `remove`",
    ast.GeneratorExp: "a generator: a loop does the same",
    ast.JoinedStr: "an f-string: words belong into view.py",
    ast.Try: "try: look first whether it can be done",
    ast.With: "with: nothing in rules is opened",
}


def find_uncompilable(game: Game) -> Iterator[Problem]:
    """Look through the rules of a game for what the compiler does not take."""
    for file in sorted(Path(str(files(game.package))).rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and is_rule(function):
                for line, what in find_not_taken(function):
                    told = f"in {function.name}: compiled rules do not take {what}"
                    yield Problem(str(file), line, None, told)


def is_rule(function: ast.FunctionDef) -> bool:
    """Return whether a function has @rule above it."""
    return any(isinstance(one, ast.Name) and one.id == RULE for one in function.decorator_list)


def find_not_taken(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Go through (line, what) of all that is not taken."""
    for node in (part for statement in function.body for part in ast.walk(statement)):
        if type(node) in NOT_TAKEN:
            yield getattr(node, "lineno", function.lineno), NOT_TAKEN[type(node)]
        elif isinstance(node, ast.Attribute) and ast.unparse(node) == "np.random":
            yield node.lineno, "np.random: `below`, `coin` and `shuffle` draw from the game"
