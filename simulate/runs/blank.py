"""A game state without cards."""

from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.game import Game

__all__ = ["blank_state"]


def blank_state(game: Game, options: Any, seed: int, n_seats: int) -> Any:
    """Make a state without cards."""
    state = np.zeros(1, game.state_record(n_seats))[0]
    state.end_reason = state.winner = state.leader = NOTHING
    state.rng.seed = seed
    game.view.blank(state, options)
    return state
