"""The policies of bots, which answer any question of any game.

A bot gets the options of one question and the state, and returns an option's number. A
game's ``score`` values one option by rules of thumb; a bot is a policy over these scores and
a set of weights, which a designer may change in a file.

Bots that search need memory for simulated games (`evenhand.simulate.bots.thinking`), learned
players a mind. If none of a run's bots needs one, it is None, and what needs it is not compiled.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.learned.player import best_by_weights
from evenhand.simulate.bots.restrictions import (
    BANS,
    COSTS,
    OFFERED,
    give_back,
    keep_off,
    list_allowed,
)
from evenhand.simulate.bots.rules_of_thumb import best_by_score
from evenhand.simulate.bots.search import best_by_search
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS
from evenhand.simulate.engine.rng import Purpose, below

__all__ = ["Policy", "bot_record", "choose"]


class Policy(IntEnum):
    """How a bot chooses."""

    RANDOM = 0
    HEURISTIC = 1  # best score, or a lower one if the bot errs
    SEARCH = 2  # most games won in playouts of each option, in the same re-deals
    FUNCTION = 3  # answer of a Python function; not used in compiled code
    LEARNED = 4  # best option by weights that were learned, on top of the scores
    LEARNED_SEARCH = 5  # as SEARCH, among what is best by weights


def bot_record(weights: np.dtype) -> np.dtype:
    """Make the record type of a bot of the game with these weights."""
    return record(
        ("policy", np.int8),  # Policy
        ("noise", np.int32),  # size of errors in points of score; 0 for none
        ("playouts", np.int32),  # maximum number of playouts for a question
        ("net", np.int8),  # index of a learned player's weights
        ("is_learner", np.int8),  # 1: draws its answers, and writes them down
        ("n_bans", np.int16),
        BANS,
        COSTS,
        ("weights", weights),
    )


QUESTION = record(
    ("menu", MENU),
    ("scores", np.int64, (MENU_SLOTS,)),
    OFFERED,
    ("kept", np.int16, (MENU_SLOTS,)),  # options that a restricted bot may take
)


@rule
def choose(state, pool, options, bot, question, memory, minds, nets, imagined, lessons):
    """Answer the current question; return the number of an option of its menu."""
    menu = question.menu
    n_offered = np.int64(menu.n)
    n_allowed = n_offered
    if bot.n_bans > 0:
        n_allowed = list_allowed(state, bot, menu, question.kept)
    if n_allowed < n_offered:
        for i in range(n_offered):
            question.offered[i] = menu.actions[i]
        keep_off(menu, question.kept, n_allowed)
    choice = choose_allowed(
        state, pool, options, bot, question, memory, minds, nets, imagined, lessons
    )
    return give_back(question, n_offered, choice) if n_allowed < n_offered else choice


@rule
def choose_allowed(state, pool, options, bot, question, memory, minds, nets, imagined, lessons):
    """Choose among the options of a menu; return the number of one."""
    menu, scores = question.menu, question.scores
    if menu.n == 1:
        return 0
    if bot.policy == Policy.RANDOM:
        return below(state.rng, menu.n, Purpose.BOT, state.seat)
    best = best_by_score(state, pool, options, bot, menu, scores)
    has_learned = bot.policy == Policy.LEARNED or bot.policy == Policy.LEARNED_SEARCH
    if minds is not None and has_learned:
        best = best_by_weights(
            state, pool, options, bot, question, best, minds, nets, imagined, lessons
        )
        for i in range(menu.n):
            scores[i] = minds[bot.net].logits[i]
    if memory is not None and (bot.policy == Policy.SEARCH or bot.policy == Policy.LEARNED_SEARCH):
        best = best_by_search(state, pool, options, bot, question, best, memory)
    return best
