"""Options of the games that have been renamed are still understood by their old names."""

import pytest

from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game

RENAMED = [
    ("blackpoker", "first_player_draws", "first_draw"),
    ("divine_cross", "main_actions_cap", "actions_cap"),
    ("divinity", "draws_if_empty", "draws_empty_hand"),
    ("divinity", "max_copies", "copy_limit"),
    ("divinity", "max_rituals", "ritual_limit"),
    ("divino", "max_copies", "copy_limit"),
    ("divino", "max_shrines_total", "shrine_limit"),
]


@pytest.mark.parametrize(("game", "old", "new"), RENAMED)
def test_an_old_name_sets_the_option(game: str, old: str, new: str) -> None:
    options = load_game(game).options
    usual = option_values(options, {})[new]
    assert isinstance(usual, int)
    assert option_values(options, {old: str(usual + 1)})[new] == usual + 1
