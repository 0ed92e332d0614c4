import numpy as np

from simulate.engine.compile import rule
from simulate.games.starcrossed.hidden import hide
__all__=["score","evaluate","hide"]


@rule
def score(state, table, options, weights, action):
    return np.int64(0)


@rule
def evaluate(state, table, options, weights, seat):
    return np.int64(state.players[seat].life - state.players[1 - seat].life)
