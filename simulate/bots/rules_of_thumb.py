"""Answers by rules of thumb: the option with the best score, or a lower one if a bot errs."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import score
from evenhand.simulate.engine.rng import Purpose, below

__all__ = ["LOWEST", "best_by_score"]

LOWEST = -(2**62)
EVEN = 1024  # share of the worse of two equal options; the unit of shares
MOST_HALVINGS = 20  # of that share; errors with odds below one in a million do not occur


@rule
def best_by_score(state, pool, options, bot, menu, scores):
    """Return the option with the highest score, the first of equals, unless the bot errs."""
    best = 0
    best_score = LOWEST
    for i in range(menu.n):
        value = np.int64(score(state, pool, options, bot.weights, menu.actions[i]))
        scores[i] = value
        if value > best_score:
            best = i
            best_score = value
    if bot.noise > 0:
        return err(state, bot, menu.n, scores, best)
    return best


@rule
def err(state, bot, n, scores, best):
    """Go from the best option to the next best, as long as the bot errs.

    So small errors are frequent and large ones rare, and options that are far behind do not
    matter, even if they are many.
    """
    taken = best
    for _ in range(n - 1):
        worse = find_next_best(n, scores, taken)
        if not mistakes(state, bot, scores[taken] - scores[worse]):
            break
        taken = worse
    return taken


@rule
def find_next_best(n, scores, taken):
    """Return the option after a given one in the order of scores, highest first."""
    found = NOTHING
    for i in range(n):
        is_after = scores[i] < scores[taken] or (scores[i] == scores[taken] and i > taken)
        if is_after and (found == NOTHING or scores[i] > scores[found]):
            found = i
    return found


@rule
def mistakes(state, bot, gap):
    """Return whether a bot confuses the worse of two options with the better one.

    For equal options, the odds are even; they are halved for each ``noise`` points of
    difference, with linear interpolation between halvings (a choice model after Luce 1959).
    """
    noise = np.int64(bot.noise)
    halvings = gap // noise
    if halvings >= MOST_HALVINGS:
        return False
    share = EVEN - (gap % noise) * EVEN // (2 * noise)
    others = np.int64(EVEN) << halvings
    return below(state.rng, others + share, Purpose.BOT, state.seat) < share
