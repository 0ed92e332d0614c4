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
    paths = sorted(Path(str(files(game.package))).rglob("*.py"))
    trees = {file: ast.parse(file.read_text("utf-8")) for file in paths}
    everywhere = {name for tree in trees.values() for name in dictionaries_of(tree)}
    for file, tree in trees.items():
        seen = dictionaries_of(tree) | (everywhere & imported_into(tree))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and is_rule(function):
                for line, what in [*find_not_taken(function), *find_read(function, seen)]:
                    told = f"in {function.name}: compiled rules do not take {what}"
                    yield Problem(str(file), line, None, told)


def dictionaries_of(tree: ast.Module) -> set[str]:
    """Name the dictionaries that stand in a file outside of functions."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(
            node.value, ast.Dict | ast.DictComp
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(one.id for one in targets if isinstance(one, ast.Name))
    return found


def imported_into(tree: ast.Module) -> set[str]:
    """Name what a file imports from others under its own name."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {one.name for node in imports for one in node.names if one.asname is None}


def find_read(function: ast.FunctionDef, dictionaries: set[str]) -> Iterator[tuple[int, str]]:
    """Go through (line, what) of dictionaries from outside that a rule reads, each once."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    told = {one.arg for one in function.args.args}
    told |= {node.id for node in names if isinstance(node.ctx, ast.Store)}  # its own
    for node in names:
        if node.id in dictionaries - told:
            told.add(node.id)
            what = f"the dictionary {node.id}: a tuple, indexed by a small number, does the same"
            yield node.lineno, what


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
