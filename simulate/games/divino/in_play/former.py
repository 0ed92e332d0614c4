"""What "the former" was like: numbers of what a step has taken out of play, or off the stack.

What the step under way takes is noted in ``state.taken``, by Quantity, added up. When the step
is done it stands in ``state.given``, until another step has acted on something; with an item on
the stack stands what its cost gave up.
"""

import numpy as np

from evenhand.decks.divino.words import Quantity
from evenhand.simulate.compiling import rule
from evenhand.simulate.games.divino.enums import GIVEN
from evenhand.simulate.games.divino.in_play.nouns import trait_of

__all__ = ["forget_given", "forget_taken", "keep_given", "note_taken", "number_of_given"]

MOST = 30_000
FIRST = int(Quantity.ENERGY)


@rule
def forget_given(record):
    """Know nothing of what is gone: the state, or an item on the stack."""
    for quantity in range(FIRST, GIVEN):
        record.given[quantity] = 0


@rule
def forget_taken(state):
    """Begin a step, which has taken nothing yet."""
    for quantity in range(FIRST, GIVEN):
        state.taken[quantity] = 0


@rule
def note_taken(state, pool, where):
    """Note the numbers of what is about to go."""
    for quantity in range(FIRST, GIVEN):
        found = np.int64(state.taken[quantity]) + trait_of(state, pool, where, quantity)
        state.taken[quantity] = min(MOST, found)


@rule
def keep_given(source, into):
    """Keep in one record what another knows of what is gone."""
    for quantity in range(FIRST, GIVEN):
        into[quantity] = source[quantity]


@rule
def number_of_given(state, quantity):
    """Return a number of what is gone, 0 if it is none that is kept."""
    return np.int64(state.given[quantity] if quantity < GIVEN else 0)
