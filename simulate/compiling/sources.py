"""The source files that go into compiled code.

Compiled code hangs on the files of its rules and on all that they import at their top: constants
are frozen into it. So it need not be compiled again when another game, or a file that only reads
and writes results, changes.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MODULES_BY_RECORD", "compiler_versions", "list_sources", "sources_hash"]

OURS = "evenhand."
PACKAGE = Path(__file__).parents[2]
COMPILER = "evenhand.simulate.compiling.backend"  # imported when it is needed, so by no rule's file
IMPORT = re.compile(r"^from (evenhand\.[\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
MODULES_BY_RECORD: dict["np.dtype[Any]", tuple[str, ...]] = {}  # of the rules that serve a state
FIRST_DEFINITION = re.compile(r"^(?:@|def |class )", re.MULTILINE)  # what follows imports nothing


@cache
def sources_hash(*modules: str) -> str:
    """Return a hash of the sources of compiled code, including the compiler's version.

    numba detects changes of the file of an entry point, but not of the files that it calls. A
    folder per hash of all sources is never stale.

    Parameters
    ----------
    *modules : str
        Modules of rules: only their sources count. All rules of evenhand and of games of other
        packages if none is given.
    """
    digest = hashlib.sha256(compiler_versions().encode())
    digest.update(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK')}".encode())
    for source in list_sources(*modules):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def compiler_versions() -> str:
    """Return the versions of what compiles: "numba 0.68.1, llvmlite 0.50.1"."""
    return ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite"))


def list_sources(*modules: str) -> list[Path]:
    """List the source files that go into the rules of some modules; all if none is given.

    A module of another package counts with its whole package and all rules of evenhand, whose
    names it finds in `evenhand.game`. A program's own file is not among them.
    """
    others = [name for name in modules if not name.startswith(OURS)]
    if modules and not others:
        return sorted(follow_imports([*modules, *list_modules(COMPILER)]))
    if not modules:
        others = [entry.module for entry in entry_points(group="evenhand.games")]
    packages = sorted({name.partition(".")[0] for name in others} - {"__main__"})
    return [*_list_own(), *(file for package in packages for file in _list_package(package))]


def follow_imports(modules: list[str]) -> set[Path]:
    """Return the files of modules of evenhand, and of those that they import at their top."""
    waiting, seen, found = list(modules), set(modules), set()
    while waiting:
        file = find_file(waiting.pop())
        if file is None:
            continue
        found.add(file)
        new = set(read_imports(file)) - seen
        seen |= new
        waiting += new
    return found


@cache
def read_imports(file: Path) -> tuple[str, ...]:
    """Return what `list_imports` lists in a file, which is read once in a process."""
    return tuple(list_imports(file.read_text("utf-8")))


def list_imports(source: str) -> Iterator[str]:
    """Yield the modules of evenhand that a source imports from at its top, or imports.

    A package from which only modules are imported is none of them.
    """
    definition = FIRST_DEFINITION.search(source)
    for match in IMPORT.finditer(source, 0, definition.start() if definition else len(source)):
        module, names = match.groups()
        for name in re.findall(r"\w+", names):
            inner = f"{module}.{name}"
            yield inner if find_file(inner) else module


def find_file(module: str) -> Path | None:
    """Return the file of a module of evenhand; None if there is none of this name."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.is_file():
            return file
    return None


def list_modules(package: str) -> list[str]:
    """List the modules of a package of evenhand, which has no packages inside."""
    place = PACKAGE.joinpath(*package.split(".")[1:])
    return [f"{package}.{file.stem}" for file in place.glob("*.py")]


def _list_own() -> Iterator[Path]:
    """Yield all source files of evenhand's compiled code."""
    for room in ("decks", "simulate"):
        yield from sorted((PACKAGE / room).rglob("*.py"))


def _list_package(name: str) -> Iterator[Path]:
    """Yield all source files of another package, or of a module without one."""
    spec = find_spec(name)
    if spec is None:
        return
    for folder in spec.submodule_search_locations or ():
        yield from sorted(Path(folder).rglob("*.py"))
    if spec.has_location and not spec.submodule_search_locations:
        yield Path(str(spec.origin))
