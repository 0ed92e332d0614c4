"""Find Python constructs in the source of rules that cannot be compiled."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from evenhand.decks.problems import Problem
from evenhand.simulate.game import Game

__all__ = ["find_uncompilable"]

RULE = "rule"  # the decorator
UNSUPPORTED: dict[type[ast.AST], str] = {
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
    """Yield a problem for each unsupported construct in the rules of a game."""
    paths = sorted(Path(str(files(game.package))).rglob("*.py"))
    trees = {file: ast.parse(file.read_text("utf-8")) for file in paths}
    everywhere = {name for tree in trees.values() for name in find_dictionaries(tree)}
    for file, tree in trees.items():
        visible = find_dictionaries(tree) | (everywhere & find_imports(tree))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and is_rule(function):
                for line, what in [
                    *find_unsupported(function),
                    *find_dictionary_reads(function, visible),
                ]:
                    message = f"in {function.name}: compiled rules do not take {what}"
                    yield Problem(str(file), line, None, message)


def find_dictionaries(tree: ast.Module) -> set[str]:
    """Return the names of dictionaries defined at module level."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(
            node.value, ast.Dict | ast.DictComp
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def find_imports(tree: ast.Module) -> set[str]:
    """Return the names that a file imports without renaming them."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names if alias.asname is None}


def find_dictionary_reads(
    function: ast.FunctionDef, dictionaries: set[str]
) -> Iterator[tuple[int, str]]:
    """Yield (line, description) of each module-level dictionary that a rule reads."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    skipped = {argument.arg for argument in function.args.args}
    skipped |= {node.id for node in names if isinstance(node.ctx, ast.Store)}  # local names
    for node in names:
        if node.id in dictionaries - skipped:
            skipped.add(node.id)
            what = f"the dictionary {node.id}: a tuple, indexed by a small number, does the same"
            yield node.lineno, what


def is_rule(function: ast.FunctionDef) -> bool:
    """Return whether a function is decorated with @rule."""
    return any(isinstance(name, ast.Name) and name.id == RULE for name in function.decorator_list)


def find_unsupported(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Yield (line, description) of each unsupported construct."""
    for node in (part for statement in function.body for part in ast.walk(statement)):
        if type(node) in UNSUPPORTED:
            yield getattr(node, "lineno", function.lineno), UNSUPPORTED[type(node)]
        elif isinstance(node, ast.Attribute) and ast.unparse(node) == "np.random":
            yield node.lineno, "np.random: `below`, `coin` and `shuffle` draw from the game"
