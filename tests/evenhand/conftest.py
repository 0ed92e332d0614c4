"""The program as a user starts it, interpreted, because compiling takes longer than these games."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.experiments import question_store
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from tests.light_reports import leave_empty
from tests.own_games import PATH

ROOT = Path(__file__).parents[2]
TURN_CAP = "turn_cap=10"  # uncompiled games take long
Command = Callable[..., subprocess.CompletedProcess[str]]


def started(arguments: Sequence[str | Path], folder: Path, **environment: str) -> Any:
    """Run ``evenhand`` in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "evenhand", *map(str, arguments)],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": PATH,
            "NUMBA_DISABLE_JIT": "1",
            **environment,
        },
        capture_output=True,
        text=True,
    )


def called(arguments: Sequence[str | Path], folder: Path) -> Any:
    """Run ``evenhand`` in a folder, in this process, with compiled rules."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = main(list(map(str, arguments)))
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


TERMINAL = ("COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "NO_COLOR", "TERM")


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the terminal that the tests run in, or that their runner speaks of."""
    for name in TERMINAL:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module", autouse=True)
def own_unfinished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what tests leave unfinished out of the cache, where other programs may be at work."""
    cache = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question_store, "cache_folder", lambda: cache)
        yield


@pytest.fixture(scope="module", autouse=True)
def light_reports(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave figures empty, and lead to no games: the rest of a report takes a fifth of the time.

    `tests/reports` looks at figures, and at how games are chosen. A module of tests that needs
    pages of games says how many, in ``GAME_PAGES``.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evenhand.reports.figures.draw_figure", leave_empty)
        patch.setattr(
            "evenhand.reports.linked_games.MOST_PAGES", getattr(request.module, "GAME_PAGES", 0)
        )
        yield


@pytest.fixture
def empty_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave reports of runs empty, which take a third of a small one."""
    monkeypatch.setattr("evenhand.reports.report.render_report", lambda *_: "<html></html>")


@pytest.fixture
def evenhand_in(tmp_path: Path) -> Command:
    """Return a function that runs ``evenhand`` in the test's own folder.

    It is run in this process, but for what the environment is to say.
    """

    def run(*arguments: str | Path, **environment: str) -> Any:
        return (
            started(arguments, tmp_path, **environment)
            if environment
            else called(arguments, tmp_path)
        )

    return run


@pytest.fixture(scope="session")
def game() -> Game:
    """Return a game that has all there is, products too."""
    games = [load_game(name) for name in game_names()]
    return next(game for game in games if game.schema.sealed_modes)


@pytest.fixture(scope="session")
def two_decks(game: Game) -> str:
    return ",".join(list(sample_decks(game.schema))[:2])


@pytest.fixture(scope="session")
def small(game: Game, two_decks: str) -> list[str]:
    """Flags of a small run in three parts: a matchup and two mirrors, a pair of games each."""
    short = ["--set", TURN_CAP]
    return [game.name, "--games", "6", "--decks", two_decks, "--mirrors", *short]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, small: list[str]) -> dict[str, Any]:
    """Play a small run; what it printed as JSON, and its folder."""
    folder = tmp_path_factory.mktemp("played")
    done = called(["run", *small, "--json", "--jobs", "1"], folder)
    assert done.returncode == 0, done.stderr
    return {**json.loads(done.stdout), "folder": folder}


@pytest.fixture
def run_folder(played: dict[str, Any], tmp_path: Path) -> Path:
    """Return a copy of the small run's folder, to do with as a test likes."""
    copy = tmp_path / "a run"
    shutil.copytree(played["folder"] / played["out"], copy)
    return copy
