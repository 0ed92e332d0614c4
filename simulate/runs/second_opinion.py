"""A second bot, asked the questions that a first one answered: where it differs, and its gain."""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.imagination import imagine
from evenhand.simulate.bots.policies import QUESTION, choose, make_room
from evenhand.simulate.bots.search import play_out
from evenhand.simulate.compiling import kernel, rule
from evenhand.simulate.engine.menu import open_menu
from evenhand.simulate.runs.batch import PlanArrays, make_writeable

__all__ = ["OPINION", "ask_second"]

OPINION = record(
    ("n", np.int16),  # options on offer
    ("first", np.int16),  # the option that the first bot takes
    ("second", np.int16),
    ("gain", np.int64),  # won by the second one's option more than by the first one's,
    ("squares", np.int64),  # and its square, summed over worlds; a win counts 1 for each seat
)


def ask_second(
    arrays: PlanArrays, bots: np.ndarray, states: np.ndarray, n_worlds: int
) -> np.ndarray:
    """Ask two bots the same questions.

    Where they differ, both options are played to the end by the rules of thumb of the first
    bot, in re-dealt worlds that neither of them has seen.

    Parameters
    ----------
    arrays : PlanArrays
        Of what is played.
    bots : array of bot records, shape (2,)
    states : array of state records, shape (n_states,)
        Before a question was answered.
    n_worlds : int
        In which two options are played to the end.

    Returns
    -------
    opinions : array of `OPINION`, shape (n_states,)

    Raises
    ------
    ValueError
        If neither of them thinks ahead.
    """
    room = make_room(states.dtype, bots)
    if room is None:
        raise ValueError("expected a bot that thinks ahead")
    opinions = np.zeros(len(states), OPINION)
    ask_both(
        states.copy(),
        make_writeable(arrays.pool),
        make_writeable(arrays.options),
        bots.copy(),
        np.zeros(1, QUESTION)[0],
        room,
        opinions,
        n_worlds,
    )
    return opinions


@kernel
def ask_both(states, pool, options, bots, question, room, opinions, n_worlds):
    """Write down what both bots answer in each state, and compare what comes of it."""
    menu = question.menu
    for number in range(len(opinions)):
        state, opinion = states[number], opinions[number]
        room.effort = 0
        open_menu(state, pool[0], options[0], menu)
        opinion.n = menu.n
        opinion.first = choose(state, pool[0], options[0], bots[0], question, room)
        opinion.second = choose(state, pool[0], options[0], bots[1], question, room)
        if opinion.first != opinion.second:
            state.rng.seed += 1  # whose worlds are others than those it was chosen in
            compare(state, pool[0], options[0], bots[0], menu, room, opinion, n_worlds)


@rule
def compare(state, pool, options, bot, menu, room, opinion, n_worlds):
    """Play two options to the end in the same worlds, and sum up the difference."""
    for world in range(n_worlds):
        imagine(state, pool, options, room, n_worlds, world)
        gain = np.int64(play_out(state, pool, options, bot, room, menu.actions[opinion.second]))
        gain -= play_out(state, pool, options, bot, room, menu.actions[opinion.first])
        opinion.gain += gain
        opinion.squares += gain * gain
