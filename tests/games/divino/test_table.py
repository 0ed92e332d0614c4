"""What a table of DIVINO cannot hold is refused, in words."""

import pytest

from evenhand.decks.pool import make_pool
from evenhand.decks.problems import UsageError
from evenhand.decks.sheet import Row, Sheet
from evenhand.simulate.games.divino import GAME

HIT = "deal 1 damage to {} chosen combat {}"
ROW = {"name": "Volley", "type": "Instant", "plane": "Roth", "energy": "1"}


def table_with(*steps):
    rows = [Row(2, {**ROW, "abilities": f"Spell: {'; '.join(steps)}."})]
    return GAME.pack_pool(make_pool(GAME.schema, Sheet("cards", 1, (*ROW, "abilities"), rows, [])))


@pytest.mark.parametrize("steps", [3 * [HIT.format("a", "card")], [HIT.format(5, "cards")]])
def test_more_targets_than_an_item_on_the_stack_holds(steps):
    with pytest.raises(UsageError, match=r"'Volley' has too many targets \(at most 2 times 4"):
        table_with(*steps)


def test_as_many_targets_as_it_holds():
    assert len(table_with(*(2 * [HIT.format(4, "cards")]))) == 1
