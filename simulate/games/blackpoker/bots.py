"""Playing BlackPoker."""

import numpy as np

from simulate.engine.compile import rule

__all__ = ["evaluate", "hide", "score"]


@rule
def score(state, table, options, weights, action):
    """Value one option by rules of thumb."""
    return np.int64(0)


@rule
def evaluate(state, table, options, weights, seat):
    """Value a position."""
    return np.int64(0)


@rule
def hide(state, table, options, seat):
    """Deal anew what a seat cannot see."""
