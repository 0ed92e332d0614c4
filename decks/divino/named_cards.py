"""The cards that a card of DIVINO names: starting cards, and the Deity of a Shrine."""

from typing import cast

import numpy as np

from evenhand.decks.divino.card import DivinoCard
from evenhand.decks.divino.cells import STARTING_CARDS
from evenhand.decks.pool import CardPool
from evenhand.decks.records import NOTHING

__all__ = ["deity_rows", "starting_rows"]


def starting_rows(pool: CardPool) -> np.ndarray:
    """Return the rows of the starting cards that each card names, NOTHING where fewer.

    Returns
    -------
    int array, shape (n_cards, STARTING_CARDS)
    """
    rows = np.full((len(pool.cards), STARTING_CARDS), NOTHING, dtype=np.int16)
    for row, card in enumerate(cast("tuple[DivinoCard, ...]", pool.cards)):
        for number, name in enumerate(card.starting):
            rows[row, number] = pool.row_of(name)
    return rows


def deity_rows(pool: CardPool) -> np.ndarray:
    """Return the row of the Deity that each Shrine names, else NOTHING; shape (n_cards,)."""
    cards = cast("tuple[DivinoCard, ...]", pool.cards)
    found = [pool.row_of(card.deity) if card.deity else NOTHING for card in cards]
    return np.array(found, dtype=np.int16)
