"""Ask a bot for its answer in a given state."""

import numpy as np

from evenhand.simulate.bots.policies import QUESTION, choose
from evenhand.simulate.bots.search_memory import make_search_memory
from evenhand.simulate.compiling import kernel
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.runs.batch import make_writeable

__all__ = ["ask_bot"]


def ask_bot(
    states: np.ndarray,
    pool: np.ndarray,
    options: np.ndarray,
    bots: np.ndarray,
    number: int,
    interpreted: bool = False,
) -> np.ndarray:
    """Return the answer of one of several bots in each state.

    Parameters
    ----------
    states : array of state records, shape (n,)
        Before a question is answered; not modified.
    pool, options : arrays, shape (1,)
        As packed for the rules.
    bots : array of bot records
        All bots that will be asked: if any of them searches, the search is compiled for all.
    number : int
        Index of the bot to ask.
    interpreted : bool
        Run the plain Python rules: slower, without compiling.

    Returns
    -------
    answers : int array, shape (n,)
        Indices of options in the menu.
    """
    answers = np.zeros(len(states), np.int64)
    run = ask.py_func if interpreted else ask
    run(
        states.copy(),
        make_writeable(pool),
        make_writeable(options),
        bots[[number]],
        np.zeros(1, QUESTION)[0],
        make_search_memory(states.dtype, bots),
        answers,
    )
    return answers


@kernel
def ask(states, pool, options, bots, question, memory, answers):
    """Write the answer of a bot in each state into ``answers``."""
    for number in range(len(answers)):
        state = states[number]
        if memory is not None:
            memory.effort = 0
        open_menu(state, pool[0], options[0], question.menu)
        answers[number] = choose(state, pool[0], options[0], bots[0], question, memory)
