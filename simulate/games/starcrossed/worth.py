import numpy as np

from simulate.engine.compile import rule


@rule
def step_worth(state, table, options, weights, seat, copy, step):
    return np.int64(0)


@rule
def place_worth(state, table, options, weights, seat, step, place, n):
    return np.int64(0)
