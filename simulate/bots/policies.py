"""The bots: ways to answer any question of any game.

A bot sees the options of one question and the state, and answers with an option's
number. What a game knows about playing well stands in its ``score``, the rules of thumb for
one option; a bot is a policy over these plus a set of weights, which a designer may change in
a file.

Bots that think ahead need room to do so. Where none of a game's bots does, there is no such
room, and nothing of what they do is compiled.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.rules_of_thumb import best_by_score
from evenhand.simulate.bots.search import MOST_WORLDS, best_by_search
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS
from evenhand.simulate.engine.rng import Purpose, below

__all__ = ["Policy", "bot_record", "choose", "make_room"]


class Policy(IntEnum):
    """How a bot chooses."""

    RANDOM = 0
    HEURISTIC = 1  # best score, or nearly the best where the bot errs
    SEARCH = 2  # most games won when each option is played to the end, in the same re-deals
    FUNCTION = 3  # whatever a Python function says; no compiled code asks it


def bot_record(weights: np.dtype) -> np.dtype:
    """Make the record of a bot of the game with these weights."""
    return record(
        ("policy", np.int8),  # Policy
        ("noise", np.int32),  # points of score by which it errs; 0 for never
        ("playouts", np.int32),  # most games that a search plays out for a question
        ("weights", weights),
    )


QUESTION = record(("menu", MENU), ("scores", np.int64, (MENU_SLOTS,)))


def make_room(state_record: np.dtype, bots: np.ndarray) -> np.record | None:
    """Make the room that bots think ahead in, once for all games of a worker; None if none does."""
    if not (bots["policy"] == Policy.SEARCH).any():
        return None
    room = record(
        ("menu", MENU),  # of a question imagined
        ("scores", np.int64, (MENU_SLOTS,)),  # of its options
        ("states", state_record, (2,)),  # what is believed, what comes of it
        ("values", np.int64, (MENU_SLOTS,)),  # running total of each option asked about
        ("contends", np.int8, (MENU_SLOTS,)),  # whether it is still worth a playout
        ("results", np.int8, (MOST_WORLDS, MENU_SLOTS)),  # of its playouts, by world
        ("effort", np.int64),  # tasks and questions imagined in this game, by all its bots
    )
    return np.zeros(1, room)[0]


@rule
def choose(state, pool, options, bot, question, room):
    """Answer the question asked; gives the number of an option of its menu."""
    menu, scores = question.menu, question.scores
    if menu.n == 1:
        return 0
    if bot.policy == Policy.RANDOM:
        return below(state.rng, menu.n, Purpose.BOT, state.seat)
    best = best_by_score(state, pool, options, bot, menu, scores)
    if room is not None and bot.policy == Policy.SEARCH:
        best = best_by_search(state, pool, options, bot, question, best, room)
    return best
