"""The bots: four ways to answer any question of any game.

A bot sees the options of one question and the state, and answers with an option's
number. What a game knows about playing well stands in its ``score`` (rules of thumb
for one option) and ``evaluate`` (how good a whole state is); a bot is a policy over
these plus a set of weights, which a designer may change in a file.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import apply, evaluate, resample_hidden, score
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS, open_menu
from evenhand.simulate.engine.rng import Purpose, below
from evenhand.simulate.engine.sets import has
from evenhand.simulate.engine.state import is_over

__all__ = ["Policy", "bot_record", "choose", "make_search_buffers"]

DREAM_STEPS = 64  # most questions a look-ahead answers before it judges the state
# Tasks and questions that look-aheads imagine in one game, for each seat and re-deal. Then they
# answer by rules of thumb: only cards that go on for ever, looked at again and again, take so
# much; eight players of the largest game take a seventh of it.
MOST_EFFORT = 2_000_000
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
        ("determinizations", np.int16),  # re-deals that a look-ahead averages over
        ("margin", np.int32),  # it looks into options no further than this behind the best score
        ("no_search", np.int64),  # set of Questions that it answers by score alone
        ("weights", weights),
    )


def make_search_buffers(state_record: np.dtype) -> np.record:
    """Make the scratch space bots think in, once for all games of a worker."""
    search_buffers = record(
        ("menus", MENU, (2,)),  # the question asked, a question imagined
        ("states", state_record, (2,)),  # what is believed, what comes of it
        ("scores", np.int64, (MENU_SLOTS,)),  # of the options last scored, without noise
        ("values", np.int64, (MENU_SLOTS,)),  # running total of each option
        ("effort", np.int64),  # tasks and questions imagined in this game, by all its bots
    )
    return np.zeros(1, search_buffers)[0]


@rule
def choose(state, pool, options, bot, search_buffers):
    """Answer the question asked; gives the number of an option of the first menu."""
    menu = search_buffers.menus[0]
    if menu.n == 1:
        return 0
    if bot.policy == Policy.RANDOM:
        return below(state.rng, menu.n, Purpose.BOT, state.seat)
    if (
        bot.policy == Policy.HEURISTIC
        or has(bot.no_search, state.question)
        or search_buffers.effort > MOST_EFFORT * len(state.tally) * np.int64(bot.determinizations)
    ):
        return best_by_score(state, pool, options, bot, menu, search_buffers.scores)
    return best_by_lookahead(state, pool, options, bot, search_buffers)


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


@rule
def best_by_lookahead(state, pool, options, bot, search_buffers):
    """Return the option, of those in doubt, after which the own turn ends in the best state."""
    menu, values = search_buffers.menus[0], search_buffers.values
    best = best_by_score(state, pool, options, bot, menu, search_buffers.scores)
    if not list_contenders(search_buffers, menu.n, bot, best):
        return best
    for world in range(bot.determinizations):
        imagine(state, pool, options, search_buffers, bot.determinizations, world)
        for i in range(menu.n):
            if values[i] != LOWEST:
                values[i] += outcome(state, pool, options, bot, search_buffers, menu.actions[i])
    for i in range(menu.n):
        if values[i] > values[best]:
            best = i
    return best


@rule
def list_contenders(search_buffers, n, bot, favourite):
    """Begin the values of the options worth a look; says whether there is any choice."""
    scores, values = search_buffers.scores, search_buffers.values
    n_contenders = 0
    for i in range(n):
        values[i] = LOWEST
        if scores[i] >= scores[favourite] - bot.margin:
            values[i] = 0
            n_contenders += 1
    return n_contenders > 1


@rule
def imagine(state, pool, options, search_buffers, determinizations, world):
    """Copy the state and deal anew what the seat cannot see, coming luck included."""
    search_buffers.states[0] = state
    belief = search_buffers.states[0]
    belief.rng.world = 1 + state.decisions * determinizations + world
    resample_hidden(belief, pool, options, state.seat)


@rule
def outcome(state, pool, options, bot, search_buffers, action):
    """Value one option: take it, play by rules of thumb to the end of the turn, look."""
    search_buffers.states[1] = search_buffers.states[0]
    future = search_buffers.states[1]
    menu = search_buffers.menus[1]
    apply(future, pool, options, action)
    for _ in range(DREAM_STEPS):
        search_buffers.effort += 1
        if future.turn == state.turn:
            open_menu(future, pool, options, menu)
        if is_over(future) or future.turn != state.turn:
            break
        best = (
            best_by_score(future, pool, options, bot, menu, search_buffers.scores)
            if menu.n > 1
            else 0
        )
        apply(future, pool, options, menu.actions[best])
    search_buffers.effort += future.tasks_done - state.tasks_done
    return np.int64(evaluate(future, pool, options, bot.weights, state.seat))
