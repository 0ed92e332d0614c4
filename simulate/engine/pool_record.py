"""The record of the card pool, which all games of a run share."""

import numpy as np

from evenhand.decks.language.rows import ABILITY, STEP
from evenhand.decks.problems import UsageError
from evenhand.decks.records import record

__all__ = ["fill_pool_record", "pool_record"]

CARD_SLOTS = 2_000
ABILITY_SLOTS = 8_000
STEP_SLOTS = 16_000


def pool_record(card: np.dtype) -> np.dtype:
    """Make the record type of the card pool.

    Its arrays have a fixed capacity, so that another pool needs no compilation, and rules
    pass a pool as one pointer.
    """
    return record(
        ("cards", card, (CARD_SLOTS,)),
        ("abilities", ABILITY, (ABILITY_SLOTS,)),
        ("steps", STEP, (STEP_SLOTS,)),
    )


def fill_pool_record(cards: np.ndarray, abilities: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Make the pool array, shape (1,), of cards, abilities and steps.

    Raises
    ------
    UsageError
        If the pool exceeds the capacity.
    """
    packed = np.zeros(1, pool_record(cards.dtype))
    for name, rows in (("cards", cards), ("abilities", abilities), ("steps", steps)):
        if len(rows) > len(packed[name][0]):
            raise UsageError(f"a pool has at most {len(packed[name][0])} {name}, not {len(rows)}")
        packed[name][0, : len(rows)] = rows
    return packed
