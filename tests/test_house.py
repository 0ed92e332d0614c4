"""The house: every file stands in a room, and imports only what stands below it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INSTALLED = "evenhand"  # the package that the top-level folders are installed in

# From the ground up. A file is in the last room here that its path begins with, and imports
# from that room and from those before it.
ROOMS = (
    "decks/problems.py",
    "decks/records.py",
    "decks/invisible_characters.py",
    "decks/file_cache.py",
    "decks/text_file.py",
    "decks/toml_places.py",
    "decks/toml_file.py",
    "decks/spreadsheets",
    "decks/language",
    "decks",
    *(f"decks/{schema.parent.name}" for schema in sorted((ROOT / "decks").glob("*/schema.py"))),
    "simulate/__init__.py",
    "simulate/compiling",
    "simulate/engine",
    "simulate/engine/abilities",
    "simulate/view",
    "simulate/game.py",
    "simulate/games",
    "simulate/registry.py",
    "simulate/bots",
    "simulate/runs",
    "simulate/replay",
    "simulate/scenarios",
    "simulate/proving",
    "analysis/data",
    "analysis/statistics",
    "analysis/tables",
    "analysis/gate",
    "analysis",
    "reports",
    "evenhand/machine.py",
    "evenhand/terminal.py",
    "evenhand/progress.py",
    "evenhand/result_folders.py",
    "evenhand/abilities.py",
    "evenhand/game.py",
    "evenhand/loading.py",
    "evenhand/flags",
    "evenhand/inputs",
    "evenhand/stepping.py",
    "evenhand/pettingzoo.py",
    "evenhand/experiments",
    "evenhand/run_summary.py",
    "evenhand/gate",
    "evenhand/training",
    "evenhand/live",
    "evenhand/commands",
    "evenhand/answer.py",
    "evenhand/signatures.py",
    "evenhand/judging.py",
    "evenhand/questions.py",
    "evenhand/plots.py",
    "evenhand/__init__.py",
    "evenhand/cli.py",
    "evenhand/stopping.py",
    "evenhand/__main__.py",
)  # fmt: skip
FOLDERS = ("decks", "simulate", "analysis", "reports", "evenhand")


def own_files() -> dict[str, Path]:
    """All files by the names that they are imported by; links and empty files are passed over."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            is_linked = any((ROOT / above).is_symlink() for above in place.parents)
            if is_linked or not path.stat().st_size:
                continue
            parts = place.with_suffix("").parts
            name = ".".join(parts if folder == INSTALLED else (INSTALLED, *parts))
            found[name.removesuffix(".__init__")] = place
    return found


FILES = own_files()
pytestmark = pytest.mark.xdist_group("house")  # all is read once


def imported(module: ast.Module) -> Iterator[str]:
    """Names of the project's own files that one imports, for type checkers alone included."""
    for node in ast.walk(module):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in FILES)
            case ast.ImportFrom(module=str(name), level=0, names=names):
                inside = {f"{name}.{alias.name}" for alias in names} & FILES.keys()
                yield from inside or ({name} & FILES.keys())


def imports_of(name: str) -> set[str]:
    return set(imported(ast.parse((ROOT / FILES[name]).read_text(encoding="utf-8")))) - {name}


@cache
def all_imports() -> dict[str, set[str]]:
    return {name: imports_of(name) for name in FILES}


@cache
def room_of(place: Path) -> int:
    """The number of a file's room, from the ground up."""
    above = {place.as_posix(), *(folder.as_posix() for folder in place.parents)}
    return max(
        (room for room in range(len(ROOMS)) if ROOMS[room] in above),
        key=lambda room: len(ROOMS[room]),
    )


def test_every_room_holds_something() -> None:
    held = {room_of(place) for place in FILES.values()}
    assert [room for number, room in enumerate(ROOMS) if number not in held] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_import_runs_up(folder: str) -> None:
    up = [
        f"{FILES[name]} imports {FILES[other]}"
        for name, others in all_imports().items()
        for other in sorted(others)
        if FILES[name].parts[0] == folder and room_of(FILES[other]) > room_of(FILES[name])
    ]
    assert up == []


def circles(imports: dict[str, set[str]]) -> list[str]:
    """Names that are left when all that import nothing left have been taken away."""
    left = dict(imports)
    while ground := [name for name, others in left.items() if not others & left.keys()]:
        for name in ground:
            del left[name]
    return sorted(left)


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(all_imports()) == []


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "source",
    [
        "import evenhand.simulate.game",
        "from evenhand.simulate import game",
        "from evenhand.simulate.game import Game",
        "def late():\n    from evenhand.simulate.game import Game",
        "if TYPE_CHECKING:\n    from evenhand.simulate.game import Game",
    ],
)
def test_an_import_in_any_form_is_seen(source: str) -> None:
    assert set(imported(ast.parse(source))) == {"evenhand.simulate.game"}


@pytest.mark.parametrize("folder", [*FOLDERS, "tests", "benchmarks"])
def test_the_folders_are_imported_as_they_are_installed(folder: str) -> None:
    """In a checkout ``decks`` could be imported, too: a second copy of everything in it."""
    tops = "|".join(set(FOLDERS) - {INSTALLED})
    wrong = re.compile(rf"^ *(?:from (?:{tops})[. ]|import (?:.*, *)?(?:{tops})\b)", re.MULTILINE)
    files = sorted((ROOT / folder).rglob("*.py"))
    assert [path for path in files if wrong.search(path.read_text(encoding="utf-8"))] == []
