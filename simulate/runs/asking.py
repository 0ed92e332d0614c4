"""A bot, asked what it would answer in a given state."""

import numpy as np

from evenhand.simulate.bots.policies import QUESTION, choose, make_room
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
    """Ask one of several bots what it answers in each state.

    Parameters
    ----------
    states : array of state records, shape (n,)
        Before a question is answered; they stay as they are.
    pool, options : arrays, shape (1,)
        As the rules read them.
    bots : array of bot records
        All that are asked anything: if any of them thinks ahead, what that takes is compiled
        once for all.
    number : int
        Which of them is asked.
    interpreted : bool
        Run the plain Python rules: slower, but nothing is compiled.

    Returns
    -------
    answers : int array, shape (n,)
        Numbers of options, in the order of the menu.
    """
    answers = np.zeros(len(states), np.int64)
    run = ask.py_func if interpreted else ask
    run(
        states.copy(),
        make_writeable(pool),
        make_writeable(options),
        bots[[number]],
        np.zeros(1, QUESTION)[0],
        make_room(states.dtype, bots),
        answers,
    )
    return answers


@kernel
def ask(states, pool, options, bots, question, room, answers):
    """Write down what a bot answers in each state."""
    for number in range(len(answers)):
        state = states[number]
        if room is not None:
            room.effort = 0
        open_menu(state, pool[0], options[0], question.menu)
        answers[number] = choose(state, pool[0], options[0], bots[0], question, room)
