"""Playing DIVINO: what an option is worth, what a position is worth."""

import numpy as np

from simulate.engine.compile import rule
from simulate.games.divino.hidden import hide
from simulate.games.divino.rules import standing

__all__ = ["evaluate", "hide", "score"]


@rule
def score(state, table, options, weights, action):
    """Value one option by rules of thumb."""
    return np.int64(0)


@rule
def evaluate(state, table, options, weights, seat):
    """Value a state for a seat."""
    return np.int64(standing(state, table, options, seat))
