"""The memory for the simulated games of bots that search."""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.bots.policies import Policy
from evenhand.simulate.bots.search import MOST_WORLDS
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS

__all__ = ["make_search_memory"]


def make_search_memory(state_record: np.dtype, bots: np.ndarray) -> np.record | None:
    """Make the memory of bots that search, shared by a worker's games; None if no bot searches."""
    if not (bots["policy"] == Policy.SEARCH).any():
        return None
    memory = record(
        ("menu", MENU),  # of a simulated question
        ("scores", np.int64, (MENU_SLOTS,)),  # of its options
        ("states", state_record, (2,)),  # the re-dealt state, the state of the playout
        ("values", np.int64, (MENU_SLOTS,)),  # sum of the results of each option
        ("contends", np.int8, (MENU_SLOTS,)),  # whether the option gets further playouts
        ("results", np.int8, (MOST_WORLDS, MENU_SLOTS)),  # of its playouts, by world
        ("effort", np.int64),  # tasks and questions simulated in this game, by all its bots
    )
    return np.zeros(1, memory)[0]
