"""The stack of items, the newest on top, and priority passing around the table.

A game pushes items onto the stack and removes them; whoever has priority may add another
or pass, and when all have passed in a row the top one is carried out. What an item is, who
gets priority when, and what triggers, is the game's own.
"""

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.seats import next_seat, seats_in
from evenhand.simulate.engine.sets import size
from evenhand.simulate.engine.state import fail

__all__ = [
    "all_passed", "find_item", "give_priority", "pass_priority", "push_item", "remove_item",
    "stack_fields", "stack_item",
]  # fmt: skip


def stack_item(*fields: tuple) -> np.dtype:
    """Make the record type of an item: the mark that identifies it, and the game's fields."""
    return record(("mark", np.int16), *fields)


def stack_fields(item: np.dtype, slots: int) -> tuple[tuple, ...]:
    """Return the state fields of a stack with a capacity of ``slots`` items."""
    return (
        ("priority", np.int8),  # seat that may act
        ("passes", np.int8),  # in a row
        ("n_marks", np.int16),  # items of the game so far
        ("n_stack", np.int16),
        ("stack", item, (slots,)),  # the top one last
    )


@rule
def push_item(state, item):
    """Put a copy of an item on top."""
    if state.n_stack == len(state.stack):
        fail(state)
        return
    state.n_marks += 1
    state.stack[state.n_stack] = item
    state.stack[state.n_stack].mark = state.n_marks
    state.n_stack += 1


@rule
def remove_item(state, place):
    """Remove an item and close the gap."""
    for above in range(place + 1, state.n_stack):
        state.stack[above - 1] = state.stack[above]
    state.n_stack -= 1


@rule
def find_item(state, mark):
    """Find an item by its mark; NOTHING if it has left."""
    for place in range(state.n_stack):
        if state.stack[place].mark == mark:
            return np.int64(place)
    return np.int64(NOTHING)


@rule
def give_priority(state, seat):
    """Give a seat priority, and reset the count of passes."""
    state.priority = seat
    state.passes = 0


@rule
def pass_priority(state):
    """Pass priority to the next seat that is still in."""
    state.passes += 1
    state.priority = next_seat(state, state.priority)


@rule
def all_passed(state):
    """Return whether everyone still in has passed in a row."""
    return state.passes >= size(seats_in(state))
