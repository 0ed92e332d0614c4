"""DIVINO's scenarios hold, and prove every clause of its rules.

The game is not among those of the registry yet, so they stand beside this file.
"""

from pathlib import Path

import pytest

from simulate import registry
from simulate.games.divino import GAME
from simulate.scenario import clauses_of, load_scenario, play_scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "divino", GAME.package)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_holds(file):
    assert play_scenario(load_scenario(file)) == []


def test_every_clause_is_proved():
    proved = {one for file in FILES for one in load_scenario(file).clauses}
    assert set(clauses_of(GAME)) - proved == set()
