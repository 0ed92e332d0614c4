"""The shape of the project: who may name what, and what it needs."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PACKAGES = ("decks", "simulate", "analysis", "reports", "evenhand")
TEXT = {".css", ".j2", ".js", ".lark", ".md", ".py", ".toml", ".txt"}
HEAVY = {"matplotlib", "numba", "pandas", "polars", "pyarrow", "scipy"}
LOCKS = ("requirements.lock", "requirements-dev.lock")


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), filename=str(path))


def imported_modules(module: ast.Module) -> Iterator[str]:
    """Absolute names of all modules that a file imports, wherever in the file it does."""
    for node in ast.walk(module):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(name), level=0, names=names):
                yield name
                yield from (f"{name}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def imported_packages(module: ast.Module) -> set[str]:
    return {name.partition(".")[0] for name in imported_modules(module)}


def imports(path: Path) -> set[str]:
    return imported_packages(tree(path))


def random_numbers(module: ast.Module) -> Iterator[str]:
    """Uses of any generator but the engine's own."""
    yield from (
        name
        for name in imported_modules(module)
        if name.split(".")[0] in {"random", "secrets"} or name.startswith("numpy.random")
    )
    for node in ast.walk(module):
        match node:
            case ast.Attribute(attr="random", value=ast.Name(id="np" | "numpy")):
                yield "np.random"


def stars(module: ast.Module) -> list[ast.ImportFrom]:
    return [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
    ]


PROVING = "simulate/proving/"  # draws what games are tested with, and no game itself


def game_names() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "simulate/games").glob("*/__init__.py"))


def names_of(games: list[str]) -> re.Pattern[str]:
    """A pattern for the games' names in any spelling: my_game, My Game, MyGame, my-game."""
    return re.compile(
        r"(?<![a-z])(?:" + "|".join(game.replace("_", "[ _-]?") for game in games) + r")(?![a-z])",
        re.IGNORECASE,
    )


def nameless_files() -> list[Path]:
    """Files that serve every game and may name none."""
    inside = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    of_games = {(ROOT / top / name) for top in ("decks", "simulate/games") for name in game_names()}
    return sorted(
        path
        for path in inside
        if path.suffix in TEXT
        and of_games.isdisjoint(path.parents)
        and path != ROOT / "simulate/registry.py"
    )


def project_files() -> list[Path]:
    """Every text file that a checkout holds, and nothing that a tool left behind."""
    folders = (*PACKAGES, "tests", "benchmarks", "docs", ".github", ".ci")
    inside = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    files = (path for path in (*inside, *ROOT.glob("*")) if path.is_file())
    return sorted(
        path
        for path in files
        if path.suffix in TEXT | {".csv", ".lock", ".yml"} or path.name in {"Makefile", "run"}
    )


def declaration() -> dict:
    return tomllib.loads(text(ROOT / "pyproject.toml"))["project"]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_one_room_imports_numba() -> None:
    compilers = {"numba", "llvmlite"}
    found = {path.parent for path in python_files(*PACKAGES) if compilers & imports(path)}
    assert found == {ROOT / "simulate/compiling/backend"}


def test_only_declared_packages_are_imported() -> None:
    project = declaration()
    extras = [line for extra in project["optional-dependencies"].values() for line in extra]
    declared = {Requirement(line).name for line in project["dependencies"] + extras}
    used = set().union(*(imports(path) for path in python_files(*PACKAGES)))
    assert used - declared - set(PACKAGES) - sys.stdlib_module_names == set()


def test_nothing_is_imported_by_star() -> None:
    assert [relative(path) for path in python_files(*PACKAGES, "tests") if stars(tree(path))] == []


def test_the_engine_has_the_only_random_numbers() -> None:
    found = {relative(path): list(random_numbers(tree(path))) for path in python_files("simulate")}
    playing = {path: uses for path, uses in found.items() if not path.startswith(PROVING)}
    assert {path: uses for path, uses in playing.items() if uses} == {}


@pytest.mark.parametrize(
    "source", ["np.random.rand()", "import random", "from numpy.random import default_rng"]
)
def test_other_random_numbers_are_seen(source: str) -> None:
    assert list(random_numbers(ast.parse(source)))


def test_no_game_is_named_outside_its_folders() -> None:
    games = game_names()
    assert games, "simulate/games holds no game"
    wrong = {
        relative(path): found.group()
        for path in nameless_files()
        if (found := names_of(games).search(text(path)))
    }
    assert wrong == {}


@pytest.mark.parametrize("words", ["my_game", "My Game", "MyGame()", "my-game", "MY_GAME_SIZE"])
def test_a_name_is_seen_in_any_spelling(words: str) -> None:
    assert names_of(["other", "my_game"]).search(words)


def prints(module: ast.Module) -> Iterator[str]:
    """Ways past the one door to the terminal."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id="print" | "echo" | "secho" as name)):
                yield name
            case ast.Call(func=ast.Attribute(attr="print" | "echo" | "secho" as name)):
                yield name
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" as stream),
                attr="write" | "writelines" | "buffer" as name,
            ):
                yield f"{stream}.{name}"
            case ast.keyword(arg="file", value=ast.Attribute(value=ast.Name(id="sys"))):
                yield "file=sys"
            case ast.ImportFrom(module="rich.console"):
                yield "rich.console"
            case ast.Attribute(value=ast.Name(id="traceback"), attr="print_exc"):
                yield "print_exc"


def test_everything_is_printed_through_one_door() -> None:
    door = ROOT / "evenhand/terminal.py"
    assert set(prints(tree(door))) >= {"print", "stdout.write", "rich.console"}
    found = {relative(path): list(prints(tree(path))) for path in python_files(*PACKAGES)}
    assert {path: ways for path, ways in found.items() if ways} == {
        relative(door): found[relative(door)]
    }


@pytest.mark.parametrize(
    "source",
    [
        "print(x)", "typer.echo(x)", "console().print(x)", "sys.stdout.write(x)",
        "sys.stderr.buffer.write(x)", "write = sys.stdout.write", "traceback.f(file=sys.stderr)",
        "from rich.console import Console", "traceback.print_exc()",
    ],
)  # fmt: skip
def test_ways_past_the_door_are_seen(source: str) -> None:
    assert list(prints(ast.parse(source)))


def test_no_file_names_a_place_on_one_machine() -> None:
    place = re.compile(r"(?<![\w.*$})\]/-])/(?:home|root|work|Users)/\w")
    found = {relative(path): place.search(text(path)) for path in project_files()}
    assert [path for path, hit in found.items() if hit] == []


HELP = """
import contextlib, io, json, sys
sys.argv = ["evenhand", "--help"]
from evenhand.__main__ import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(json.dumps(sorted(sys.modules)))
"""
IMPORT = "import evenhand.cli, json, sys; print(json.dumps(sorted(sys.modules)))"


@pytest.mark.parametrize("program", [IMPORT, HELP], ids=["import", "help"])
def test_the_command_line_starts_light(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    modules = json.loads(done.stdout)
    assert "evenhand.cli" in modules
    assert HEAVY & {name.partition(".")[0] for name in modules} == set()
    # Typer and its help page make about 320: many more means that a command's
    # own imports have moved to the top of a file.
    assert len(modules) < 800


SIMULATE = """
import json, sys
from evenhand.__main__ import main
from evenhand.simulate.registry import game_names
flags = ["--games", "2", "--set", "turn_cap=2", "--out", sys.argv[1], "--jobs", "1", "--quiet"]
assert main(["run", "--no-report", game_names()[0], *flags]) == 0
print(json.dumps(sorted(sys.modules)))
"""


def test_playing_loads_nothing_that_only_reports_need(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATE, str(tmp_path / "run")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert "polars" in loaded
    # Numba itself looks at scipy's version.
    unwanted = {"jinja2", "matplotlib", "pandas", "rich", "scipy.special", "scipy.stats"}
    assert loaded & unwanted == set()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name: str) -> None:
    assert "://" not in text(ROOT / name)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_meets_what_the_project_asks_for(name: str) -> None:
    asked = [Requirement(line) for line in declaration()["dependencies"]]
    locked = re.findall(r"^([\w.-]+)==([^\s;]+)", text(ROOT / name), flags=re.MULTILINE)
    for requirement in asked:
        versions = [version for package, version in locked if package == requirement.name]
        assert versions, f"{requirement.name} is not in {name}: run make lock"
        assert all(requirement.specifier.contains(version) for version in versions)
