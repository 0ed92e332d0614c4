"""Which games a report leads to."""

import pandas as pd
import pytest

from evenhand.reports.evidence import list_named_cards
from evenhand.reports.games_behind import MOST_ASKED, Want, cover
from evenhand.simulate.replay.cells import KINDS, Cell

DECKS = {(Cell("deck", (f"deck {n}",)), "typical"): [1] for n in range(20)}
NAMED, OTHER = (Cell("card", ("Ace",)), "telling"), (Cell("card", ("Bee",)), "telling")


@pytest.mark.parametrize(("first", "pages"), [([], [1, 3, 4]), ([NAMED], [1, 2, 3])])
def test_cards_that_the_findings_name_come_first(first: list[Want], pages: list[int]) -> None:
    also = {(Cell("card", (card,)), kind): row
            for card, row in (("Cat", [3]), ("Dog", [4])) for kind in KINDS}  # fmt: skip
    wanted = {**DECKS, NAMED: [2], OTHER: [3], **also}
    assert cover(wanted, dict.fromkeys(range(1, 5), MOST_ASKED), first) == pages


def test_named_cards_are_the_ends_of_what_stands_out() -> None:
    effects = pd.DataFrame(
        {"card": ["Ace", "Bee", "Cat", "Dog"], "effect": [0.3, 0.2, -0.1, -0.4],
         "effect_q": [0.5, 0.01, 0.01, 0.5]}
    )  # fmt: skip
    lifts = pd.DataFrame({"deck": ["", "a"], "card": ["Elk", "Fox"], "oh_lift": [0.2, 0.3],
                          "oh_lift_q": [0.01, 0.01]})  # fmt: skip
    assert list_named_cards(effects, lifts) == ["Bee", "Cat"]
    assert list_named_cards(effects.head(0), lifts) == ["Elk"]
    assert list_named_cards(effects.head(1), lifts) == []
