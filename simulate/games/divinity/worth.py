"""What a bot thinks one step of an ability is worth, and what it does to one card."""

import numpy as np

from simulate.engine.compile import rule

__all__ = ["place_worth", "step_worth"]


@rule
def step_worth(state, table, options, weights, seat, copy, step):
    """Value one step of an ability."""
    return np.int64(0)


@rule
def place_worth(state, table, options, weights, seat, step, place, n):
    """Value what a step does to one card, from the view of ``seat``."""
    return np.int64(0)
