"""Seating: a group has one game for each rotation of the sides through the seats.

In rotation r, seat s has the side at place (s + r) % n of the group's order. Side 0 is first in
every order; the others go through all permutations from group to group, so that no deck always
sits behind the same other. For two seats there is one order, and rotation 1 is the swapped game of
a pair.
"""

from functools import cache
from itertools import permutations
from math import gcd

import numpy as np

__all__ = ["orders_of", "places_of", "seating"]

GOLDEN = 0.618034  # any number of steps of this share of a cycle is spread evenly


@cache
def orders_of(n_seats: int) -> np.ndarray:
    """List the orders of sides, in the sequence in which groups use them.

    Returns
    -------
    int8 array, shape ((n_seats - 1)!, n_seats)
        The side at each place.
    """
    permuted = np.array([(0, *rest) for rest in permutations(range(1, n_seats))], np.int8)
    n = len(permuted)
    step = next(step for step in range(round(GOLDEN * n), 0, -1) if gcd(step, n) == 1)
    orders = permuted[np.arange(n) * step % n]
    orders.flags.writeable = False
    return orders


def seating(n_seats: int, pairs: np.ndarray) -> np.ndarray:
    """Return the side at each place, group by group.

    Parameters
    ----------
    pairs : int array, shape (n_pairs,)
        Numbers of groups within their matchup.

    Returns
    -------
    int8 array, shape (n_pairs, n_seats)
    """
    orders = orders_of(n_seats)
    sides: np.ndarray = orders[np.asarray(pairs) % len(orders)]
    return sides


def places_of(n_seats: int, pairs: np.ndarray) -> np.ndarray:
    """Return the place of each side, group by group; shape (n_pairs, n_seats)."""
    return np.argsort(seating(n_seats, pairs), axis=1)
