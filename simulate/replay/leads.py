"""The standings of one game, turn by turn, as measured for the results."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["Look", "list_looks"]


@dataclass(frozen=True)
class Look:
    """The standings at the beginning of one turn.

    Attributes
    ----------
    step : int
        The question before which they were measured, from 0.
    turn : int
    standings : tuple of int
        Standing of each seat, in the game's standing units.
    leader : int
        The seat ahead; at a tie, the seat that was ahead before; NOTHING at first.
    is_change : bool
        Whether the lead has passed from one seat to another.
    """

    step: int
    turn: int
    standings: tuple[int, ...]
    leader: int
    is_change: bool


def list_looks(states: np.ndarray) -> Iterator[Look]:
    """Yield the standings of each turn; a state records them after the next answer.

    Parameters
    ----------
    states : array of state records, shape (n + 1,)
        The states before the first answer, and after each answer.
    """
    turns, changes = states["turn"], states["lead_changes"]
    for step in np.flatnonzero(turns[1:-1] != turns[:-2]) + 1:
        after = states[step + 1]
        yield Look(
            step=int(step),
            turn=int(turns[step]),
            standings=tuple(after["tally"]["standing"].tolist()),
            leader=int(after["leader"]),
            is_change=bool(changes[step + 1] > changes[step]),
        )
