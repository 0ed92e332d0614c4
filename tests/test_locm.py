"""The example game, Legends of Code and Magic: its scenarios, its games, and another engine."""

import ast
import csv
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate import registry
from evenhand.simulate.registry import load_game
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import clauses_of, load_scenario
from tests.amounts import how_much

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "locm"
SCENARIOS = sorted((FOLDER / "tests/scenarios/locm").glob("*.toml"))

PLAY = """
import numpy as np
from evenhand.stepping import Batch, set_table
from locm.words import EndReason
batch, luck = Batch(set_table("locm"), 12), np.random.default_rng(1)
batch.begin(range(12))
while not batch.is_over.all():
    batch.step(luck.integers(0, np.maximum(batch.n_options, 1)))
    assert not batch.table.game.view.is_unsound(batch.states).any()
print(*{EndReason(one).name for one in batch.states["end_reason"].tolist()})
"""
needs_gym_locm = pytest.mark.skipif(
    find_spec("gym_locm") is None, reason="gym-locm is not installed: pip install gym-locm"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where the package's entry point is found, as if it were installed."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = tmp_path_factory.mktemp("site")
    info = place / "evenhand_locm-1.0.dist-info"
    info.mkdir()
    (group, entries), *_ = project["entry-points"].items()
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{lines}", encoding="utf-8")
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        encoding="utf-8",
    )
    return [str(FOLDER), str(place)]


@pytest.fixture
def game(installed, monkeypatch):
    for path in installed:
        monkeypatch.syspath_prepend(path)
    monkeypatch.setattr(registry, "entry_points", importlib.metadata.entry_points)
    return load_game("locm")


def interpreted(arguments, paths=()):
    """Run a Python program of its own, rules interpreted."""
    path = os.pathsep.join(map(str, (ROOT, *paths, *filter(None, sys.path))))
    env = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_scenario_holds(game, file):
    assert play_scenario(load_scenario(file)) == []


def test_every_clause_is_proved(game):
    proved = {clause for file in SCENARIOS for clause in load_scenario(file).clauses}
    assert len(clauses_of(game)) == 18
    assert set(clauses_of(game)) - proved == set()


def test_it_imports_nothing_of_evenhand_but_what_is_stable():
    used = {
        node.module
        for path in (FOLDER / "locm").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evenhand")
    }
    assert used == {"evenhand.game"}


def test_the_cards_are_those_published(game):
    with (FOLDER / "locm" / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["number"]) for row in rows] == list(range(1, 161))
    kinds = Counter(row["kind"] for row in rows)
    assert kinds == {"Creature": 116, "Green": 24, "Red": 12, "Blue": 8}
    pool = load_pool(game.schema)
    (howler,) = (card for card in pool.cards if card.name == "Night Howler")
    assert (howler.cost, howler.attack, howler.defense, howler.own_health) == (6, 6, 5, -3)
    assert [word.name for word in howler.keywords] == ["BREAKTHROUGH", "DRAIN"]


def test_the_sample_decks_are_legal(game):
    pool = load_pool(game.schema)
    decks = [load_deck(game.schema, pool, path) for path in sample_decks(game.schema).values()]
    assert [len(deck.cards) for deck in decks] == [30] * 6


def test_every_state_of_random_games_is_sound(installed):
    done = interpreted(["-c", PLAY], installed)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= {"HEALTH", "EMPTY_DECK", "BOTH"}


@pytest.mark.slow
def test_its_own_checks_find_nothing(installed, tmp_path):
    path = os.pathsep.join(map(str, (ROOT, *installed, *filter(None, sys.path))))
    checks = "declaration,scenarios,clauses,golden"
    done = subprocess.run(
        [sys.executable, "-m", "evenhand", "test-game", "locm", "--only", checks],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "nothing found in 4 checks" in done.stdout


def test_bots_play_it(game, installed, tmp_path):
    out, decks = tmp_path / "run", list(sample_decks(game.schema))
    decks = ",".join(decks[: how_much(2, len(decks))])
    games = ["--games", how_much(4, 30), "--decks", decks]
    flags = [*games, "--bots", "heuristic", "--out", out, "--quiet"]
    done = interpreted(["-m", "evenhand", "run", "--no-report", "locm", *flags], installed)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(out)


@needs_gym_locm
def test_both_engines_agree_on_every_state():
    done = interpreted([FOLDER / "crosscheck.py", "--games", 20])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 games" in done.stdout
    assert "0 mismatches" in done.stdout


@needs_gym_locm
def test_another_rule_is_found_by_the_other_engine():
    done = interpreted([FOLDER / "crosscheck.py", "--games", 5, "--set", "hand_limit=7"])
    assert done.returncode == 1, done.stderr
    assert "hand: ours [" in done.stdout


@needs_gym_locm
def test_both_engines_are_timed():
    arguments = [ROOT / "benchmarks" / "locm.py", "--games", 3, "--repeats", 2]
    done = interpreted(arguments)
    assert done.returncode == 0, done.stderr
    assert "evenhand is " in done.stdout
