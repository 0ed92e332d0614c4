"""What the first sentence of a price says, situation by situation, and the next command."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.tables.prices import Fair, PriceCurve
from evenhand.commands import price as price_command
from evenhand.experiments.price_sentences import describe_worth
from evenhand.flags import PriceFlags
from evenhand.simulate.runs.given_command import command_context
from tests.reports.first_sentences import JARGON, join, to_words

ROWS = {  # by value: what the card is worth and the ends of the interval
    "a number is found": ((40, -0.05), (175, 0.002), (350, 0.06)),
    "none in range": ((40, 0.087), (175, 0.103), (350, 0.139)),
    "too few games": ((40, -0.01), (175, 0.01), (350, 0.01)),
    "the number hardly matters": ((40, 0.101), (175, 0.103), (350, 0.105)),
}
PRICES = {
    "a number is found": (
        Fair(172.4, 150.0, 190.0),
        "Lancer with hp 350 is worth +6.0 points (+5.0 to +7.0) against a plain card of its cost, "
        "in Tide. With hp 172 (150 to 190), it would be worth as much as a plain card of its cost.",
        "",
    ),
    "none in range": (
        Fair(np.nan, -np.inf, 40.0),
        "Lancer with hp 350 is worth +13.9 points (+12.9 to +14.9) against a plain card of its "
        "cost, in Tide. With hp less than 40, it would be worth as much as a plain card of its "
        "cost.",
        "price Lancer --game mine --values 10,20,30",
    ),
    "too few games": (
        Fair(np.nan, -np.inf, np.inf),
        "Lancer with hp 350 is worth +1.0 points (0.0 to +2.0) against a plain card of its cost, "
        "in Tide. With which hp it would be worth as much as a plain card of its cost cannot be "
        "told from hp 40 to 350.",
        "price Lancer --game mine --precision 0.5",
    ),
    "the number hardly matters": (
        Fair(np.nan, -np.inf, np.inf),
        "Lancer with hp 350 is worth +10.5 points (+9.5 to +11.5) against a plain card of its "
        "cost, in Tide. Its hp matters little: from 40 to 350 it is worth +10.1 to +10.5. What "
        "makes it so is another number, or its text.",
        "price Lancer damage --game mine",
    ),
}


@pytest.mark.parametrize("name", PRICES)
def test_the_first_sentence_of_a_price(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fair, says, command = PRICES[name]
    rows = [
        {"value": value, "worth": worth, "worth_low": worth - 0.01, "worth_high": worth + 0.01,
         "changed": 0.3}
        for value, worth in ROWS[name]
    ]  # fmt: skip
    curve = PriceCurve(pd.DataFrame(rows), True, fair)
    plan = SimpleNamespace(display_names={})
    pricing: Any = SimpleNamespace(
        card="Lancer", column="hp", now=350, was=350, decks=["Tide"], is_cost=False,
        exchanged=SimpleNamespace(plan=plan), others=["damage"], untried=["damage"],
    )  # fmt: skip
    monkeypatch.setattr(price_command, "list_values_beyond", lambda *_: [10, 20, 30])
    assert join(*describe_worth(pricing, curve)) == says
    with command_context(["price", "Lancer", "--game", "mine"]):
        words = price_command.choose_next(pricing, curve, PriceFlags(game="mine"))
    assert to_words(words) == command
    if words[1:3] == ("Lancer", "damage"):
        flags = PriceFlags(game="mine", bots=("learned",))
        words = price_command.choose_next(pricing, curve, flags)
        assert to_words(words) == f"{command} --bots learned"
        pricing.untried = []  # the last of its numbers
        assert price_command.choose_next(pricing, curve, flags) == ()
    assert not [word for word in JARGON if word in says]
