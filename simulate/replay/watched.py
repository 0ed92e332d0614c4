"""States that note what is read of them, so that what was told of one may serve for the next.

What a field shows follows from what it reads. Of two states that are alike in all that was
read, it shows the same, and need not be asked again. Nobody has to declare what is read:
it is seen.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["Reads", "WatchedState", "find_changes"]

Read = tuple[int, str]  # seat, or WHOLE, and the name of a field of the state or the player
Reads = set[Read]
WHOLE = -1
PLAYERS = "players"


class WatchedRecord:
    """A state's or a player's record whose reader is noted.

    Parameters
    ----------
    record : np.record
    seat : int
        Whose it is; `WHOLE` for the state.
    log : list of set of (int, str)
        Its last set takes what is read.
    """

    def __init__(self, record: Any, seat: int, log: list[Reads]) -> None:
        self._record, self._seat, self._log = record, seat, log
        self._names = record.dtype.names
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        self._log[-1].add((self._seat, name))
        if name not in self._known:
            self._known[name] = self._record[name]
        return self._known[name]

    def __getattr__(self, name: str) -> Any:
        return self[name] if name in self._names else getattr(self._record, name)


class WatchedState(WatchedRecord):
    """A state whose reader is noted, player by player."""

    def __init__(self, record: Any) -> None:
        super().__init__(record, WHOLE, [set()])
        players = record[PLAYERS]
        self._known[PLAYERS] = tuple(
            WatchedRecord(player, seat, self._log) for seat, player in enumerate(players)
        )

    def begin(self) -> Reads:
        """Return a new set, into which goes what is read from now on."""
        self._log[-1] = set()
        return self._log[-1]


def find_changes(states: np.ndarray) -> list[Reads]:
    """Find what is different in each state from the one before it.

    Parameters
    ----------
    states : array of state records, shape (n,)

    Returns
    -------
    list of set of (int, str), length n
        The first set is empty.
    """
    changes: list[Reads] = [set() for _ in states]
    for key, values in list_fields(states):
        for number in np.flatnonzero(is_new(values)):
            changes[number + 1].add(key)
    return changes


def list_fields(states: np.ndarray) -> Iterator[tuple[Read, np.ndarray]]:
    """Go through the fields of the states and of their players."""
    for name in states.dtype.names or ():
        if name != PLAYERS:
            yield (WHOLE, name), states[name]
    players = states[PLAYERS]
    for seat in range(players.shape[1]):
        for name in players.dtype.names or ():
            yield (seat, name), players[name][:, seat]


def is_new(values: np.ndarray) -> np.ndarray:
    """Return of each value but the first whether it differs from the one before it."""
    raw = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)
    return np.asarray((raw[1:] != raw[:-1]).any(axis=1))
