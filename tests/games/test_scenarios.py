"""The scenario files of every game hold, and prove every clause of its rules."""

from pathlib import Path

import pytest

from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import clauses_of, load_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_scenario_holds(file):
    scenario = load_scenario(file)
    assert play_scenario(scenario) == []
    assert scenario.game.name == file.parent.name


@pytest.mark.parametrize("name", game_names())
def test_every_clause_is_proved(name):
    game = load_game(name)
    proved = {one for file in (FOLDER / name).glob("*.toml") for one in load_scenario(file).clauses}
    assert clauses_of(game)
    assert set(clauses_of(game)) - proved == set()


def test_every_folder_is_that_of_a_game():
    assert {file.parent.name for file in FILES} == set(game_names())
