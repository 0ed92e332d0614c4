"""The numbers of a card in play as they are now."""

import numpy as np

from decks.divinity.words import Verb
from simulate.engine.compile import rule
from simulate.games.divinity.places import at, card_at
from simulate.games.divinity.powers import total

__all__ = ["atk_of", "hp_left", "hp_of", "suffered"]


@rule
def atk_of(state, table, where):
    """Give a Deity's ATK, at least 0 (R13)."""
    return max(
        np.int64(0), card_at(state, table, where).atk + total(state, table, Verb.GETS_ATK, where)
    )


@rule
def hp_of(state, table, where):
    """Give the HP of a Deity or Wall, damage not taken off."""
    return card_at(state, table, where).hp + total(state, table, Verb.GETS_HP, where)


@rule
def hp_left(state, table, where):
    """Give the HP of a Deity or Wall that are left."""
    return hp_of(state, table, where) - at(state, where).damage


@rule
def suffered(state, table, where, amount):
    """Give what a damage comes to for the Deity or Wall that takes it."""
    if amount <= 0:
        return np.int64(0)
    return max(np.int64(0), np.int64(amount) + total(state, table, Verb.TAKES, where))
