"""How long changes by effects last: marks kept as the last turn of each."""

import numpy as np

from evenhand.decks.divino.words import Duration
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import FOREVER, truncate_lasting

__all__ = ["THIS_COMBAT", "UNTIL_TURN", "end_until", "last_turn_of", "until_turn_of"]

THIS_COMBAT = 0  # the mark of changes that end with the Combat Phase
UNTIL_TURN = 20_000  # .. of those "until your next turn", the seat added


@rule
def last_turn_of(state, duration, controller):
    """Return the mark of the moment at which a change ends."""
    match duration:
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case Duration.THIS_COMBAT:
            return np.int64(THIS_COMBAT)
        case Duration.YOUR_NEXT_TURN:
            return until_turn_of(controller)
        case _:
            return np.int64(FOREVER)


@rule
def until_turn_of(seat):
    """Return the mark of changes that end as a player's next turn begins."""
    return np.int64(UNTIL_TURN) + seat


@rule
def end_until(state, pool, mark):
    """End the changes that last until a turn that begins now."""
    kept = 0
    for number in range(state.n_lasting):
        if state.lasting[number].last_turn != mark:
            state.lasting[kept] = state.lasting[number]
            kept += 1
    truncate_lasting(state, pool, kept)
