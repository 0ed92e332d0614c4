"""Who was ahead in one game, turn by turn, by the measure of which results tell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["Look", "find_looks"]


@dataclass(frozen=True)
class Look:
    """One look at how the players stand, as games take it when a turn begins.

    Attributes
    ----------
    step : int
        The question before which it was taken, from 0.
    turn : int
    standings : tuple of int
        Of each seat, in the game's standing units.
    leader : int
        The seat ahead, at a tie the one that was ahead before; NOTHING at first.
    is_change : bool
        Whether the lead has passed from one seat to another.
    """

    step: int
    turn: int
    standings: tuple[int, ...]
    leader: int
    is_change: bool


def find_looks(states: np.ndarray) -> Iterator[Look]:
    """Read the looks off the states of a game: each is written down with the next answer.

    Parameters
    ----------
    states : array of state records, shape (n + 1,)
        Before the first answer, and after each.
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
