"""The records of the game.

::

              left lane      right lane
    places    0    1    2    3    4    5      of each player

Sets of cards are words of `evenhand.game`; a *copy* is a deck slot of its owner.
"""

import numpy as np

from evenhand.game import CardPool, fill_pool_record, record, state_record
from locm.words import DECK_SLOTS, PLACES, SEATS

__all__ = ["STATE", "pack_pool"]

PLACE = record(
    ("copy_id", np.int8),  # NOTHING: nobody is there, and all else is 0
    ("attack", np.int16),
    ("defense", np.int16),
    ("keywords", np.int64),  # set of Keyword
    ("awake", np.int8),  # has been there since before its player's turn
    ("attacked", np.int8),  # in its player's last turn, or in this one
)

PLAYER = record(
    ("health", np.int16),
    ("rune", np.int16),  # the next one to break, as health; 0 when all are broken
    ("mana", np.int16),
    ("growing_mana", np.int16),  # mana of a turn, without the bonus
    ("bonus_mana", np.int16),
    ("due", np.int16),  # cards to be drawn at the next draw, besides the usual one
    ("hand", np.int64),  # set of copies
    ("gone", np.int64),  # set of copies: creatures that died, items used, decks that ended
    ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
    ("n_deck", np.int8),
    ("places", PLACE, (PLACES,)),
)

STATE = state_record(
    SEATS,
    DECK_SLOTS,
    ("active", np.int8),  # whose turn it is
    ("players", PLAYER, (SEATS,)),
)


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,)."""
    return fill_pool_record(pool.records, pool.abilities, pool.steps)
