"""What bots that search and learned players need to think with, as kernels take it."""

from typing import Any, NamedTuple

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.policies import Policy
from evenhand.simulate.bots.search import MOST_WORLDS
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS

__all__ = ["Thinking", "prepare_thinking"]


class Thinking(NamedTuple):
    """What a worker's bots think with; what no bot needs is None, and is not compiled.

    Attributes
    ----------
    memory : record, optional
        Of bots that search.
    minds : array of records, shape (n_players,), optional
        Of learned players: `evenhand.simulate.bots.learned.shape.mind_record`.
    nets : array of records, shape (n_players,), optional
        Their weights.
    imagined : array of state records, shape (n_players, 2), optional
        The states in the minds' memory.
    lessons : record, optional
        What is written down to learn from.
    """

    memory: Any = None
    minds: Any = None
    nets: Any = None
    imagined: Any = None
    lessons: Any = None


def prepare_thinking(
    state_record: np.dtype[Any],
    bots: np.ndarray,
    players: LearnedPlayers | None = None,
    lessons: Any = None,
) -> Thinking:
    """Make what some bots need to think with, shared by the games of a worker.

    Parameters
    ----------
    bots : array of bot records
    players : LearnedPlayers, optional
        The weights of the learned players among them.
    """
    memory = None
    if np.isin(bots["policy"], (Policy.SEARCH, Policy.LEARNED_SEARCH)).any():
        memory = make_search_memory(state_record)
    has_learned = np.isin(bots["policy"], (Policy.LEARNED, Policy.LEARNED_SEARCH)).any()
    if players is None or not has_learned:
        return Thinking(memory)
    minds, imagined = players.make_minds(state_record)
    nets = np.require(players.nets, requirements="W")  # read-only, they are another type to numba
    return Thinking(memory, minds, nets, imagined, lessons)


def make_search_memory(state_record: np.dtype[Any]) -> np.record:
    """Make the memory for the playouts of bots that search."""
    memory = record(
        ("menu", MENU),  # of a simulated question
        ("scores", np.int64, (MENU_SLOTS,)),  # of its options
        ("kept", np.int16, (MENU_SLOTS,)),  # .. those that a restricted bot may take
        ("states", state_record, (2,)),  # the re-dealt state, the state of the playout
        ("values", np.int64, (MENU_SLOTS,)),  # sum of the results of each option
        ("contends", np.int8, (MENU_SLOTS,)),  # whether the option gets further playouts
        ("results", np.int8, (MOST_WORLDS, MENU_SLOTS)),  # of its playouts, by world
        ("effort", np.int64),  # tasks and questions simulated in this game, by all its bots
    )
    return np.zeros(1, memory)[0]
