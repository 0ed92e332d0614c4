"""Playing Divinity: what an option is worth, what a position is worth."""

import numpy as np

from simulate.engine.compile import rule
from simulate.engine.seats import enemy_of
from simulate.engine.state import is_over
from simulate.games.divinity.hidden import hide
from simulate.games.divinity.rules import standing

__all__ = ["evaluate", "hide", "score"]

WON = 1_000_000


@rule
def score(state, table, options, weights, action):
    """Value one option by rules of thumb."""
    return np.int64(0)


@rule
def evaluate(state, table, options, weights, seat):
    """Value a position for a seat."""
    if is_over(state):
        return np.int64(0) if state.winner < 0 else np.int64(WON if state.winner == seat else -WON)
    return standing(state, table, options, seat) - standing(state, table, options, enemy_of(seat))
