"""Answers by rules of thumb: the option with the best score."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import score
from evenhand.simulate.engine.rng import Purpose, below

__all__ = ["LOWEST", "best_by_score"]

LOWEST = -(2**62)


@rule
def best_by_score(state, pool, options, bot, menu, scores):
    """Return the option with the highest score, the first one of equals."""
    best = 0
    best_score = LOWEST
    for i in range(menu.n):
        value = np.int64(score(state, pool, options, bot.weights, menu.actions[i]))
        scores[i] = value
        if bot.noise > 0:
            value += below(state.rng, bot.noise, Purpose.BOT, state.seat)
        if value > best_score:
            best = i
            best_score = value
    return best
