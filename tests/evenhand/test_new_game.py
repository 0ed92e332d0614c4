"""A game of one's own: what is written, what is refused, and games that cannot be loaded."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.simulate import registry
from evenhand.simulate.registry import game_names
from tests.own_games import PATH
from tests.planted.planting import plant

Captured = pytest.CaptureFixture[str]
NAME = "sea_duel"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", NAME]) == 0
    out = capsys.readouterr().out
    assert f"Made    {NAME}:" in out and f"evenhand test-game {NAME}" in out
    return tmp_path / NAME


def test_the_files_have_the_name_and_say_what_to_change(made: Path) -> None:
    files = [file for file in made.rglob("*") if file.is_file()]
    assert len(files) >= 25
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "my_game" not in text and "My Game" not in text and "@" not in file.name
        if file.suffix not in (".csv", ".yml") and "golden" not in file.parts:
            head = "\n".join(text.splitlines()[:12])
            assert "To change" in head or file.name == "requirements.txt", file


def test_the_package_names_the_game_and_ci_installs_both(made: Path) -> None:
    project = tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"] == {"evenhand.games": {NAME: f"{NAME}:GAME"}}
    lines = (made / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "--editable ." and any(line.startswith("evenhand") for line in lines)
    assert "requirements.txt" in (made / ".github/workflows/test.yml").read_text(encoding="utf-8")
    assert f"test-game {NAME}" in (made / "Makefile").read_text(encoding="utf-8")


def test_authors_import_nothing_but_one_module(made: Path) -> None:
    for file in (made / NAME).glob("*.py"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(("from evenhand", "import evenhand")):
                assert line.startswith("from evenhand.game import"), file


def test_what_is_written_is_in_order(made: Path) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"),
               "--ignore", "D,I", str(made)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Sea Duel", "did you mean 'sea_duel'?"),
        ("9lives", "did you mean 'lives'?"),
        ("class", "no word of Python's"),
        (game_names()[0], "there is a game"),
        ("tests", "in its folder 'tests'"),
        ("evenhand", "there is a Python package 'evenhand'"),
        ("numpy", "there is a Python package 'numpy'"),
        ("json", "there is a Python package 'json'"),
    ],
)
def test_a_name_that_cannot_be(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", name]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("error:") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_already(made: Path, capsys: Captured) -> None:
    before = sorted(made.rglob("*"))
    assert main(["new-game", NAME]) == 2
    assert f"{NAME} exists already" in capsys.readouterr().err
    assert sorted(made.rglob("*")) == before


def install(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a game of one file, as far as Python can see, beside those of the tests."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[evenhand.games]\n{name} = {name}:GAME\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "entry_points", importlib.metadata.entry_points)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("broken_import", "import not_there\n", ":1: ModuleNotFoundError"),
        ("broken_syntax", "GAME = (\n", "SyntaxError"),
        ("broken_line", "x = 1\nGAME = x / 0\n", ":2: ZeroDivisionError"),
        ("broken_kind", "GAME = 5\n", "is no Game, but of the type int"),
        ("broken_entry", "PLAY = 5\n", "AttributeError"),
    ],
)
def test_a_broken_game_is_named_and_left_out(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:  # fmt: skip
    install(tmp_path, name, text, monkeypatch)
    assert main(["games", "--json"]) == 0
    shown = capsys.readouterr()
    listed = {game["name"] for game in json.loads(shown.out)["games"]}
    assert name not in listed and len(listed) >= 5
    assert f"the game '{name}'" in shown.err and said in shown.err
    assert main(["games", name]) == 2
    error = capsys.readouterr().err
    assert said in error and "bug in evenhand" not in error
    assert main(["test-game", name]) == 1
    assert said in capsys.readouterr().out
    assert main(["games", game_names()[0] if game_names()[0] != name else "divino"]) == 0


def test_programs_of_the_tests_find_no_game_of_somebody_elses(
    tmp_path: Path, evenhand_in: Callable[..., Any]
) -> None:
    plant(tmp_path, "theirs")
    (tmp_path / "theirs/rules.py").write_text("broken(", encoding="utf-8")
    done = evenhand_in("games", "--json", PYTHONPATH=os.pathsep.join([PATH, str(tmp_path)]))
    names = {game["name"] for game in json.loads(done.stdout)["games"]}
    assert done.stderr == "" and "last_light" in names
    without = os.pathsep.join([*PATH.split(os.pathsep)[:2], str(tmp_path)])
    assert "theirs" in evenhand_in("games", "--json", PYTHONPATH=without).stderr


def test_checks_are_told_as_data(capsys: Captured) -> None:
    flags = ["--only", "declaration", "--only", "scenarios", "--json"]
    assert main(["test-game", "last_light", *flags]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["passed"] and [one["check"] for one in told["checks"]] == [
        "declaration",
        "scenarios",
    ]
    assert told["checks"][0]["command"] == "evenhand test-game last_light --only declaration"


def test_a_check_that_there_is_not(capsys: Captured) -> None:
    assert main(["test-game", "last_light", "--only", "bonds"]) == 2
    assert "did you mean 'bounds'?" in capsys.readouterr().err


def test_checks_may_be_named_with_commas(capsys: Captured) -> None:
    assert main(["test-game", "last_light", "--only", "declaration,clauses"]) == 0
    assert "nothing found in 2 checks" in capsys.readouterr().out


# The page about it


def read_block(language: str) -> str:
    """Return the block of a language from the page's chapter about changes."""
    page = (ROOT / "docs/your-own-game.md").read_text(encoding="utf-8")
    chapter = page.partition("## Change it")[2].partition("## ")[0]
    (found,) = re.findall(
        rf"^ +```{language}\n(.*?)^ +```", chapter, flags=re.MULTILINE | re.DOTALL
    )
    return dedent(found)


def find_by(check: str, name: str, folder: Path) -> str:
    """Make checks in a program of its own, rules interpreted; return what it says."""
    path = os.pathsep.join([str(ROOT), str(folder)])
    command = [sys.executable, "-m", "evenhand", "test-game", name, "--only", check]
    env = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_the_change_that_the_page_makes(tmp_path: Path) -> None:
    folder = plant(tmp_path / "duel", "duel")
    book, rules = folder / "duel/RULES.md", folder / "duel/rules.py"

    def check(names: str) -> str:
        return find_by(names, "duel", folder)

    assert "nothing found" in check("scenarios,clauses")
    with book.open("a", encoding="utf-8") as file:
        file.write(f"\n| clause | rule |\n|---|---|\n{read_block('text')}")
    assert "no scenario in tests/scenarios/duel proves A8" in check("clauses")
    (folder / "tests/scenarios/duel/spoils.toml").write_text(read_block("toml"), encoding="utf-8")
    assert "spoils.toml (A8)" in check("scenarios")
    old = rules.read_text(encoding="utf-8")
    new, n = re.subn(r"@rule\ndef put_out.*?\n\n", lambda _: read_block("python") + "\n", old,
                     flags=re.DOTALL)  # fmt: skip
    assert n == 1
    rules.write_text(new, encoding="utf-8")
    assert "nothing found in 4 checks" in check("declaration,bounds,scenarios,clauses")
