"""Seats of players: who is still in the game, who is next, and the final places.

Turns go round by rising seat numbers. ``state.out`` says in which order players left the
game: 0 while they are in, then 1, 2, ..; those who leave together have the same number.
"""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add, each, first, remove, size

__all__ = [
    "enemy_of", "leave", "next_seat", "placement_of", "rank_by_points", "rivals_of", "seats_in",
]  # fmt: skip

WINNER, LAST = 200, 100  # outlast every number of those who left


@rule
def enemy_of(seat):
    """Return the other seat of a two-player game."""
    return 1 - seat


@rule
def seats_in(state):
    """Return the set of seats that are still in."""
    seats = EMPTY
    for seat in range(len(state.out)):
        if state.out[seat] == 0:
            seats = add(seats, seat)
    return seats


@rule
def rivals_of(state, seat):
    """Return the set of all other seats that are still in."""
    return remove(seats_in(state), seat)


@rule
def next_seat(state, seat):
    """Return the next seat in turn order that is still in; the same seat if no other is."""
    for step in range(1, len(state.out)):
        other = (seat + step) % len(state.out)
        if state.out[other] == 0:
            return np.int64(other)
    return np.int64(seat)


@rule
def leave(state, seats):
    """Remove a set of players from the game, all at the same moment."""
    number = 1
    for seat in range(len(state.out)):
        number = max(number, state.out[seat] + 1)
    for seat in each(seats):
        state.out[seat] = number


@rule
def rank_by_points(state, points):
    """Let the players still in leave by their points, the fewest first; return who has the most.

    Points are an array, a number for each seat; equal players share a place. NOTHING is returned
    if several have the most: they stay in, and share the first place if nobody wins.
    """
    while True:
        left = seats_in(state)
        last = have_fewest(points, left)
        if last == left:
            return np.int64(first(left) if size(left) == 1 else NOTHING)
        leave(state, last)


@rule
def have_fewest(points, seats):
    """Return the seats with the fewest points among some seats."""
    last, fewest = EMPTY, np.int64(0)
    for seat in each(seats):
        if last == EMPTY or points[seat] < fewest:
            last, fewest = EMPTY, np.int64(points[seat])
        if points[seat] == fewest:
            last = add(last, seat)
    return last


@rule
def placement_of(state, seat):
    """Return a seat's final place, 1 for the winner: 1 plus the number that outlasted it."""
    place = 1
    for other in range(len(state.out)):
        place += stamina_of(state, other) > stamina_of(state, seat)
    return place


@rule
def stamina_of(state, seat):
    """Return how long a seat lasted, as a number to compare: the winner longer than all."""
    if seat == state.winner:
        return np.int64(WINNER)
    return np.int64(LAST if state.out[seat] == 0 else state.out[seat])
