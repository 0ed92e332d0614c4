"""The columns of an observation: their names, and their positions in a state."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.sets import MOST
from evenhand.simulate.runs.stepped import DECK, SET

__all__ = ["Columns", "lay_columns", "view_bytes"]

PLAYERS = "players"
SIZES, SET_SIZE = (1, 2, 4), 8  # bytes of a number, and of a set
NOT_SEEN = (  # chance, deck lists, and the engine's internal fields and statistics
    "rng", "tally", "tasks_done", "tasks_in_turn", "turn_of_tasks", "decisions", "leader",
    "lead_changes", "card_of",
)  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """The columns of an observation.

    Attributes
    ----------
    names : tuple of str
        Names of the columns, such as "players[0].hand[7]".
    places : tuple of arrays
        Positions in a state, for `evenhand.simulate.runs.stepped.observe_states`: the first
        bytes of numbers of 1, 2 and 4 bytes, one column each; sets, 63 columns each; and the
        players' decks, none in games that do not store them as `evenhand.simulate.engine.piles`
        does.
    """

    names: tuple[str, ...]
    places: tuple[np.ndarray, ...]

    @property
    def n(self) -> int:
        """Number of columns."""
        return len(self.names)


@dataclass(frozen=True)
class Leaf:
    """A number or set of a state."""

    name: str
    at: int  # first byte
    size: int  # in bytes
    owner: int  # player, or NOTHING


def lay_columns(state: "np.dtype[Any]") -> Columns:
    """Choose the columns of a state: its own numbers and sets, and those of the players.

    Other records (the stack, the agenda, changes) are left out, and so are fields with a number
    for each card of a deck: the number of a card that has returned to a hidden place may be
    left over from play, and would reveal it.
    """
    leaves = list(find_leaves(state, state["card_of"].shape[-1]))
    numbers = [[leaf for leaf in leaves if leaf.size == size] for size in SIZES]
    sets = [leaf for leaf in leaves if leaf.size == SET_SIZE]
    names = [leaf.name for row in numbers for leaf in row]
    names += [f"{leaf.name}[{member}]" for leaf in sets for member in range(MOST)]
    at = [np.array([leaf.at for leaf in row], np.int64) for row in numbers]
    owned = np.array([(leaf.at, leaf.owner) for leaf in sets], SET)
    return Columns(tuple(names), (*at, owned, find_decks(state)))


def find_leaves(state: "np.dtype[Any]", deck_slots: int) -> Iterator[Leaf]:
    """Yield the observable leaves of a state, in the order of its record."""
    for name, kind, at in iterate_fields(state):
        if name == PLAYERS:
            for seat in range(kind.shape[0]):
                begin = at + seat * kind.base.itemsize
                yield from iterate_leaves(kind.base, f"{PLAYERS}[{seat}]", begin, deck_slots, seat)
        elif not (name in NOT_SEEN or kind.base.names or kind.shape[-1:] == (deck_slots,)):
            yield from iterate_leaves(kind, name, at, deck_slots, NOTHING)


def iterate_leaves(
    kind: "np.dtype[Any]", name: str, at: int, deck_slots: int, owner: int
) -> Iterator[Leaf]:
    """Yield the numbers and sets of a field, including those of nested records."""
    for place, index in enumerate(product(*map(range, kind.shape))):
        begin = at + place * kind.base.itemsize
        path = name + "".join(f"[{i}]" for i in index)
        if not kind.base.names:
            yield Leaf(path, begin, kind.base.itemsize, owner)
        for inner, field, offset in iterate_fields(kind.base):
            if field.shape[-1:] != (deck_slots,):
                yield from iterate_leaves(
                    field, f"{path}.{inner}", begin + offset, deck_slots, owner
                )


def view_bytes(worlds: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return views of states as numbers of 1, 2, 4 and 8 bytes starting at each byte."""
    n, size = len(worlds), worlds.dtype.itemsize
    return tuple(
        np.ndarray((n, size - width + 1), f"i{width}", worlds, strides=(size, 1))
        for width in (*SIZES, SET_SIZE)
    )


def find_decks(state: "np.dtype[Any]") -> np.ndarray:
    """Return the positions of the players' decks in a state."""
    places = [
        (at + seat * players.base.itemsize + offset, deck.itemsize)
        for name, players, at in iterate_fields(state)
        if name == PLAYERS
        for inner, deck, offset in iterate_fields(players.base)
        if inner == "deck" and deck.base == np.int8
        for seat in range(players.shape[0])
    ]
    return np.array(places, DECK)


def iterate_fields(kind: "np.dtype[Any]") -> Iterator[tuple[str, "np.dtype[Any]", int]]:
    """Yield name, type and first byte of each field of a record; nothing for a plain type."""
    for name in kind.names or ():
        field = kind.fields[name]  # type: ignore[index]
        yield name, field[0], field[1]
