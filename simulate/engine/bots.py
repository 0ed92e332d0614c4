"""The bots: four ways to answer any question of any game.

A bot sees the options of one question and the state, and answers with an option's
number. What a game knows about playing well stands in its ``score`` (rules of thumb
for one option) and ``evaluate`` (how good a whole state is); a bot is a policy over
these plus a set of weights, which a designer may change in a file.
"""

from enum import IntEnum

import numpy as np

from decks.records import record
from simulate.engine.compile import rule
from simulate.engine.hooks import apply, evaluate, hide, score
from simulate.engine.menu import MENU, MENU_SLOTS, open_menu
from simulate.engine.rng import Purpose, below
from simulate.engine.sets import has
from simulate.engine.state import is_over

__all__ = ["Policy", "bot_record", "choose", "make_mind"]

DREAM_STEPS = 64  # most questions a look-ahead answers before it judges the state
LOWEST = -(2**62)


class Policy(IntEnum):
    """How a bot chooses."""

    RANDOM = 0
    HEURISTIC = 1  # best score, plus noise where the bot has some
    LOOKAHEAD = 2  # best state after its own turn, played out on re-dealt hidden cards


def bot_record(weights: np.dtype) -> np.dtype:
    """Make the record of a bot of the game with these weights."""
    return record(
        ("policy", np.int8),  # Policy
        ("noise", np.int32),  # a random 0..noise-1 is added to each score
        ("worlds", np.int16),  # re-deals that a look-ahead averages over
        ("doubt", np.int32),  # it looks into options no further than this behind the best score
        ("sure", np.int64),  # set of Questions that it answers by score alone
        ("weights", weights),
    )


def make_mind(state_record: np.dtype) -> np.record:
    """Make the scratch space bots think in, once for all games of a worker."""
    mind = record(
        ("menus", MENU, (2,)),  # the question asked, a question imagined
        ("states", state_record, (2,)),  # what is believed, what comes of it
        ("scores", np.int64, (MENU_SLOTS,)),  # of the options last scored, without noise
        ("values", np.int64, (MENU_SLOTS,)),  # running total of each option
    )
    return np.zeros(1, mind)[0]


@rule
def choose(state, table, options, bot, mind):
    """Answer the question asked; gives the number of an option of the first menu."""
    menu = mind.menus[0]
    if menu.n == 1:
        return 0
    if bot.policy == Policy.RANDOM:
        return below(state.rng, menu.n, Purpose.BOT, state.seat)
    if bot.policy == Policy.HEURISTIC or has(bot.sure, state.question):
        return best_by_score(state, table, options, bot, menu, mind.scores)
    return best_by_lookahead(state, table, options, bot, mind)


@rule
def best_by_score(state, table, options, bot, menu, scores):
    """Give the option with the highest score, the first one of equals."""
    best = 0
    best_score = LOWEST
    for i in range(menu.n):
        value = np.int64(score(state, table, options, bot.weights, menu.actions[i]))
        scores[i] = value
        if bot.noise > 0:
            value += below(state.rng, bot.noise, Purpose.BOT, state.seat)
        if value > best_score:
            best = i
            best_score = value
    return best


@rule
def best_by_lookahead(state, table, options, bot, mind):
    """Give the option, of those in doubt, after which the own turn ends in the best state."""
    menu, values = mind.menus[0], mind.values
    best = best_by_score(state, table, options, bot, menu, mind.scores)
    if not list_doubts(mind, menu.n, bot, best):
        return best
    for world in range(bot.worlds):
        imagine(state, table, options, mind, bot.worlds, world)
        for i in range(menu.n):
            if values[i] != LOWEST:
                values[i] += outcome(state, table, options, bot, mind, menu.actions[i])
    for i in range(menu.n):
        if values[i] > values[best]:
            best = i
    return best


@rule
def list_doubts(mind, n, bot, favourite):
    """Begin the values of the options worth a look; says whether there is any choice."""
    scores, values = mind.scores, mind.values
    n_doubts = 0
    for i in range(n):
        values[i] = LOWEST
        if scores[i] >= scores[favourite] - bot.doubt:
            values[i] = 0
            n_doubts += 1
    return n_doubts > 1


@rule
def imagine(state, table, options, mind, worlds, world):
    """Copy the state and deal anew what the seat cannot see, coming luck included."""
    mind.states[0] = state
    belief = mind.states[0]
    belief.rng.world = 1 + state.decisions * worlds + world
    hide(belief, table, options, state.seat)


@rule
def outcome(state, table, options, bot, mind, action):
    """Value one option: take it, play by rules of thumb to the end of the turn, look."""
    mind.states[1] = mind.states[0]
    future = mind.states[1]
    menu = mind.menus[1]
    apply(future, table, options, action)
    for _ in range(DREAM_STEPS):
        if future.turn == state.turn:
            open_menu(future, table, options, menu)
        if is_over(future) or future.turn != state.turn:
            break
        best = best_by_score(future, table, options, bot, menu, mind.scores) if menu.n > 1 else 0
        apply(future, table, options, menu.actions[best])
    return np.int64(evaluate(future, table, options, bot.weights, state.seat))
