"""Compare the answers of two bots to the same questions, and the gain of the second."""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.imagination import forget_effort, imagine
from evenhand.simulate.bots.policies import QUESTION, choose
from evenhand.simulate.bots.search import play_out
from evenhand.simulate.bots.thinking import prepare_thinking
from evenhand.simulate.compiling import kernel, rule
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.runs.batch import PlanArrays, make_writeable

__all__ = ["COMPARISON", "compare_bots"]

COMPARISON = record(
    ("n", np.int16),  # options on offer
    ("first", np.int16),  # the option that the first bot takes
    ("second", np.int16),
    ("gain", np.int64),  # result of the second option minus that of the first, summed over
    ("squares", np.int64),  # .. worlds; and its squares. A win counts 1 for each seat
)


def compare_bots(
    arrays: PlanArrays, bots: np.ndarray, states: np.ndarray, n_worlds: int
) -> np.ndarray:
    """Return the answers of two bots to the same questions.

    If they differ, both options are played to the end by the heuristic of the first bot, in
    re-dealt worlds that neither bot has used.

    Parameters
    ----------
    arrays : PlanArrays
        Those of the plan played.
    bots : array of bot records, shape (2,)
    states : array of state records, shape (n_states,)
        Before a question was answered.
    n_worlds : int
        Number of re-dealt worlds.

    Returns
    -------
    comparisons : array of `COMPARISON`, shape (n_states,)

    Raises
    ------
    ValueError
        If neither bot searches.
    """
    thinking = prepare_thinking(states.dtype, bots, arrays.players)
    if thinking.memory is None:
        raise ValueError("expected a bot that searches")
    comparisons = np.zeros(len(states), COMPARISON)
    compare_answers(
        states.copy(),
        make_writeable(arrays.pool),
        make_writeable(arrays.options),
        bots.copy(),
        np.zeros(1, QUESTION)[0],
        thinking,
        comparisons,
        n_worlds,
    )
    return comparisons


@kernel
def compare_answers(states, pool, options, bots, question, thinking, comparisons, n_worlds):
    """Write the answers of both bots in each state, and compare their results."""
    menu = question.menu
    memory, minds, nets, imagined, lessons = thinking
    for number in range(len(comparisons)):
        state, comparison = states[number], comparisons[number]
        forget_effort(memory)
        open_menu(state, pool[0], options[0], menu)
        comparison.n = menu.n
        comparison.first = choose(
            state, pool[0], options[0], bots[0], question, memory, minds, nets, imagined, lessons
        )
        comparison.second = choose(
            state, pool[0], options[0], bots[1], question, memory, minds, nets, imagined, lessons
        )
        if comparison.first != comparison.second:
            state.rng.seed += 1  # so that the worlds differ from those of the search
            compare_options(state, pool[0], options[0], bots[0], menu, memory, comparison, n_worlds)


@rule
def compare_options(state, pool, options, bot, menu, memory, comparison, n_worlds):
    """Play two options to the end in the same worlds, and add up the differences."""
    for world in range(n_worlds):
        imagine(state, pool, options, memory, n_worlds, world)
        gain = np.int64(
            play_out(state, pool, options, bot, memory, menu.actions[comparison.second])
        )
        gain -= play_out(state, pool, options, bot, memory, menu.actions[comparison.first])
        comparison.gain += gain
        comparison.squares += gain * gain
