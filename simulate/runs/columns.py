"""What the numbers are that a seat sees: which bytes of a state, and what they are called."""

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
SIZES, SET_SIZE = (1, 2, 4), 8  # of numbers and of sets, in bytes
NOT_SEEN = (  # chance, deck lists, and what the engine keeps for itself and for results
    "rng", "tally", "tasks_done", "tasks_in_turn", "turn_of_tasks", "decisions", "leader",
    "lead_changes", "card_of",
)  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """The numbers that a seat sees.

    Attributes
    ----------
    names : tuple of str
        Of each column, such as "players[0].hand[7]".
    places : tuple of arrays
        Where in a state they are, as `evenhand.simulate.runs.stepped.see` takes it: the first
        bytes of numbers of 1, 2 and 4 bytes, a column for each; sets, 63 columns for each; and
        the players' decks, none in games that keep them otherwise than
        `evenhand.simulate.engine.piles` does.
    """

    names: tuple[str, ...]
    places: tuple[np.ndarray, ...]

    @property
    def n(self) -> int:
        """How many columns there are."""
        return len(self.names)


@dataclass(frozen=True)
class Leaf:
    """A number or set of a state."""

    name: str
    at: int  # its first byte
    size: int  # in bytes
    owner: int  # the player whose it is, or NOTHING


def lay_columns(state: "np.dtype[Any]") -> Columns:
    """Choose what is seen of a state: its own numbers and sets, and those of the players.

    Records that stand beside the players' (the stack, the agenda, changes) are left out, and
    so are fields with a number for each card of a deck: what stands there for a card that has
    gone back to a hidden place may be left over from the table, and tell of it.
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
    """Go through what is seen of a state, in the order of its record."""
    for name, kind, at in fields_of(state):
        if name == PLAYERS:
            for seat in range(kind.shape[0]):
                begin = at + seat * kind.base.itemsize
                yield from leaves_of(kind.base, f"{PLAYERS}[{seat}]", begin, deck_slots, seat)
        elif not (name in NOT_SEEN or kind.base.names or kind.shape[-1:] == (deck_slots,)):
            yield from leaves_of(kind, name, at, deck_slots, NOTHING)


def leaves_of(
    kind: "np.dtype[Any]", name: str, at: int, deck_slots: int, owner: int
) -> Iterator[Leaf]:
    """Go through the numbers and sets of a field, those of records within it too."""
    for place, index in enumerate(product(*map(range, kind.shape))):
        begin = at + place * kind.base.itemsize
        here = name + "".join(f"[{one}]" for one in index)
        if not kind.base.names:
            yield Leaf(here, begin, kind.base.itemsize, owner)
        for inner, field, offset in fields_of(kind.base):
            if field.shape[-1:] != (deck_slots,):
                path = f"{here}.{inner}"
                yield from leaves_of(field, path, begin + offset, deck_slots, owner)


def view_bytes(worlds: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return states as numbers of 1, 2, 4 and 8 bytes that begin at each byte."""
    n, size = len(worlds), worlds.dtype.itemsize
    return tuple(
        np.ndarray((n, size - width + 1), f"i{width}", worlds, strides=(size, 1))
        for width in (*SIZES, SET_SIZE)
    )


def find_decks(state: "np.dtype[Any]") -> np.ndarray:
    """Find where the players' decks are."""
    places = [
        (at + seat * players.base.itemsize + offset, deck.itemsize)
        for name, players, at in fields_of(state)
        if name == PLAYERS
        for inner, deck, offset in fields_of(players.base)
        if inner == "deck" and deck.base == np.int8
        for seat in range(players.shape[0])
    ]
    return np.array(places, DECK)


def fields_of(kind: "np.dtype[Any]") -> Iterator[tuple[str, "np.dtype[Any]", int]]:
    """Go through the fields of a record: name, type, and first byte; none of a plain type."""
    for name in kind.names or ():
        field = kind.fields[name]  # type: ignore[index]
        yield name, field[0], field[1]
