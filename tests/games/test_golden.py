"""The recorded games are played as they were."""

import pytest

from simulate.registry import game_names, load_game
from tests.games.golden import FOLDER, golden_file, golden_text

MODES = [(name, mode) for name in game_names() for mode in load_game(name).schema.modes]


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_a_recorded_game_is_played_as_it_was(name, mode):
    game = load_game(name)
    recorded = golden_file(game, mode).read_text(encoding="utf-8")
    assert golden_text(game, mode) == recorded, "see the text of tests/games/golden.py"


def test_every_recorded_game_is_one_of_a_game_there_is():
    known = {golden_file(load_game(name), mode) for name, mode in MODES}
    assert set(FOLDER.rglob("*.txt")) == known
