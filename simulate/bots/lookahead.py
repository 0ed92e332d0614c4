"""Look-ahead: each option in doubt is played to the end of the turn, and the state judged."""

import numpy as np

from evenhand.simulate.bots.imagination import imagine, is_exhausted, play_on
from evenhand.simulate.bots.rules_of_thumb import LOWEST
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import evaluate
from evenhand.simulate.engine.sets import has

__all__ = ["best_by_lookahead"]

DREAM_QUESTIONS = 64  # most questions a look-ahead answers before it judges the state


@rule
def best_by_lookahead(state, pool, options, bot, question, best, room):
    """Return the option, of those in doubt, after which the own turn ends in the best state."""
    n_worlds = np.int64(bot.determinizations)
    if has(bot.no_search, state.question) or is_exhausted(state, room, n_worlds):
        return best
    menu, values = question.menu, room.values
    if not list_contenders(question, bot, best, values):
        return best
    for world in range(n_worlds):
        imagine(state, pool, options, room, n_worlds, world)
        for i in range(menu.n):
            if values[i] != LOWEST:
                values[i] += outcome(state, pool, options, bot, room, menu.actions[i])
    for i in range(menu.n):
        if values[i] > values[best]:
            best = i
    return best


@rule
def list_contenders(question, bot, favourite, values):
    """Begin the values of the options worth a look; says whether there is any choice."""
    scores = question.scores
    n_contenders = 0
    for i in range(question.menu.n):
        values[i] = LOWEST
        if scores[i] >= scores[favourite] - bot.margin:
            values[i] = 0
            n_contenders += 1
    return n_contenders > 1


@rule
def outcome(state, pool, options, bot, room, action):
    """Value one option: take it, play by rules of thumb to the end of the turn, look."""
    future = play_on(state, pool, options, bot, room, action, np.int64(state.turn), DREAM_QUESTIONS)
    return np.int64(evaluate(future, pool, options, bot.weights, state.seat))
