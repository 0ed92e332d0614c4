"""Records that track which of their fields are read, to reuse descriptions of states.

What a view's field shows depends only on what it reads. If two states are equal in all that
was read, the description of the first holds for the second. Dependencies need not be
declared, because reads are tracked.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["Reads", "TrackedState", "find_changes"]

Read = tuple[int, str]  # seat, or WHOLE, and the name of a field of the state or the player
Reads = set[Read]
WHOLE = -1
PLAYERS = "players"


class TrackedRecord:
    """A state's or a player's record that logs the names of fields that are read.

    Parameters
    ----------
    record : np.record
    seat : int
        The player's seat; `WHOLE` for the state.
    log : list of set of (int, str)
        Reads are added to its last set.
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


class TrackedState(TrackedRecord):
    """A state that logs reads of its fields and of its players' fields."""

    def __init__(self, record: Any) -> None:
        super().__init__(record, WHOLE, [set()])
        players = record[PLAYERS]
        self._known[PLAYERS] = tuple(
            TrackedRecord(player, seat, self._log) for seat, player in enumerate(players)
        )

    def begin(self) -> Reads:
        """Begin a new set of reads, and return it."""
        self._log[-1] = set()
        return self._log[-1]


def find_changes(states: np.ndarray) -> list[Reads]:
    """Return the fields of each state that differ from the state before it.

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
        for number in np.flatnonzero(differs_from_previous(values)):
            changes[number + 1].add(key)
    return changes


def list_fields(states: np.ndarray) -> Iterator[tuple[Read, np.ndarray]]:
    """Yield the fields of the states and of their players, with their values."""
    for name in states.dtype.names or ():
        if name != PLAYERS:
            yield (WHOLE, name), states[name]
    players = states[PLAYERS]
    for seat in range(players.shape[1]):
        for name in players.dtype.names or ():
            yield (seat, name), players[name][:, seat]


def differs_from_previous(values: np.ndarray) -> np.ndarray:
    """Return for each value except the first whether it differs from the one before it."""
    raw = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)
    return np.asarray((raw[1:] != raw[:-1]).any(axis=1))
