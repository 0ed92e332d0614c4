"""The records of Last Light: whoever sits there has a lamp, a hand and a deck.

Sets of cards are words of `evenhand.simulate.engine.sets`; a *copy* is a deck slot of its owner.
"""

import numpy as np

from evenhand.game import CardPool, fill_pool_record, record, state_record
from last_light.words import DECK_SLOTS

__all__ = ["make_state", "pack_pool"]

PLAYER = record(
    ("flame", np.int16),
    ("hand", np.int64),  # set of copies
    ("spent", np.int64),  # set of copies that were played
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
)


def make_state(n_seats: int) -> np.dtype:
    """Make the record of a game for so many players."""
    return state_record(n_seats, DECK_SLOTS, ("players", PLAYER, (n_seats,)))


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    return fill_pool_record(pool.records, pool.abilities, pool.steps)
