"""The page that says which names are stable, and the code that has them, say the same."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest
import typer
from pydantic import BaseModel

import evenhand
from evenhand import __main__ as program
from evenhand import analysis, plots
from evenhand.cli import app
from evenhand.inputs.balance_file import Accept, AllowedChanges, BalanceFile, Check, Expect, Tune
from evenhand.simulate.runs import result_columns

PAGE = (Path(__file__).parents[2] / "docs/stability.md").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`]+)`")
ROW = re.compile(r"^\| (.*?) \| (.*) \|$", re.MULTILINE)


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no section '{title}'"
    return found[1]


def rows(title: str) -> dict[str, str]:
    return {first.replace("`", ""): rest for first, rest in ROW.findall(section(title))}


def test_commands() -> None:
    told = {name for line in rows("Commands").values() for name in CODE.findall(line)}
    assert told == {f"evenhand {name}" for name in typer.main.get_command(app).commands}


def test_exit_codes() -> None:
    documented = re.findall(r"^(\d+) +\S", program.__doc__ or "", re.MULTILINE)
    assert set(rows("Exit codes")) - {"code", "---"} == set(documented)


@pytest.mark.parametrize(
    ("table", "model"),
    [
        ("top", BalanceFile),
        ("[expect]", Expect),
        ("[expect.change]", AllowedChanges),
        ("[check]", Check),
        ("[tune]", Tune),
        ("[[accept]]", Accept),
    ],
)
def test_keys_of_balance_toml(table: str, model: type[BaseModel]) -> None:
    assert CODE.findall(rows("Files that you write")[table]) == list(model.model_fields)


def test_columns_of_result_files() -> None:
    told = {kind: CODE.findall(names) for kind, names in rows("Result files").items()}
    assert told["one for a game"] == [column.name for column in result_columns.COLUMNS]
    assert told["one for each seat"] == [column.name for column in result_columns.SEAT_COLUMNS]
    assert told["for each seat, in some runs"] == [result_columns.PLACEMENT, result_columns.CARDS]
    assert f"schema version {result_columns.SCHEMA_VERSION}." in section("Result files")


@pytest.mark.parametrize("module", [evenhand, analysis, plots], ids=lambda module: module.__name__)
def test_names_of_the_front_door(module: ModuleType) -> None:
    assert CODE.findall(rows("Python")[module.__name__]) == sorted(module.__all__)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(evenhand\.[\w.]+)`", PAGE))))
def test_a_name_with_a_dot_is_there(name: str) -> None:
    if name != "evenhand.games":  # the group of entry points
        assert resolve_name(name)


def imported(path: Path) -> Iterator[str]:
    """Return what a file imports from evenhand, name by name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evenhand."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_a_game_of_its_own_package_uses_stable_names_alone() -> None:
    toy = Path(__file__).parents[1] / "toys/last_light"
    stable = tuple(re.findall(r"`(evenhand[\w.]*)`", section("Games of your own")))
    used = {name for path in toy.glob("*.py") for name in imported(path)}
    assert used
    assert {name for name in used if not name.startswith(stable)} == set()
