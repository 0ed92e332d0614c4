"""Sentence on cards whose replacement changed no game, so that their worth is unknown."""

import pandas as pd

from evenhand.reports.card_links import CardName
from evenhand.reports.wording import Sentence, enumerate_parts, make_sentence

__all__ = ["SAME", "write_unchanged_cards"]

MOST_NAMED = 6
SAME = (
    "With {cards} exchanged no deal changed: what was played instead plays the same, or the bot "
    "makes nothing of either. What such a card is worth is not known."
)


def write_unchanged_cards(table: pd.DataFrame) -> Sentence | None:
    """Write which cards of a table of exchanges changed no deal; None if there are none."""
    cards = dict.fromkeys(table.loc[table["changed"] == 0, "card"])
    if not cards:
        return None
    return make_sentence(
        SAME, cards=enumerate_parts([CardName(card) for card in cards], MOST_NAMED)
    )
