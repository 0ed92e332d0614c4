"""Ask a bot for its answer in a given state."""

import numpy as np

from evenhand.simulate.bots.imagination import forget_effort
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.policies import QUESTION, choose
from evenhand.simulate.bots.thinking import prepare_thinking
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
    players: LearnedPlayers | None = None,
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
    players : LearnedPlayers, optional
        Weights of the learned players among the bots.
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
        prepare_thinking(states.dtype, bots, players),
        answers,
    )
    return answers


@kernel
def ask(states, pool, options, bots, question, thinking, answers):
    """Write the answer of a bot in each state into ``answers``."""
    memory, minds, nets, imagined, lessons = thinking
    for number in range(len(answers)):
        state = states[number]
        forget_effort(memory)
        open_menu(state, pool[0], options[0], question.menu)
        answers[number] = choose(
            state, pool[0], options[0], bots[0], question, memory, minds, nets, imagined, lessons
        )
