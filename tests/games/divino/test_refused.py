"""What a card may say and the rules have no room for is refused, with the card's name."""

import pytest

from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.simulate.games.divino import GAME

THREE = "destroy a chosen relic; destroy a chosen Orb; destroy a chosen land"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Spell: draw 1 card. Spell: draw 2 cards.", "two 'Spell' abilities"),
        ("Spell: sacrifice a chosen enemy creature.", "sacrifices an enemy's card"),
        (f"Spell: {THREE}.", "too many targets"),
        ("Spell: destroy 5 chosen creatures.", "too many targets"),
    ],
)
def test_a_text_that_the_rules_cannot_hold_is_refused(tmp_path, text, said):
    file = tmp_path / "cards.csv"
    file.write_text(f'name,type,plane,energy,abilities\nOdd,Sorcery,Alial,1,"{text}"\n')
    with pytest.raises(UsageError, match=f"Odd.*{said}"):
        GAME.pack_pool(load_pool(GAME.schema, file))
