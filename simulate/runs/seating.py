"""Who sits where: a group has a game for each rotation of the sides through the seats.

In rotation r, seat s holds the side that stands at place (s + r) % n of the group's order
round the table. Side 0 stands first in every order; those after it stand in all the ways
there are, from group to group, so that no deck always sits behind the same other. For two
seats there is one order, and rotation 1 is the swapped game of a pair.
"""

from functools import cache
from itertools import permutations
from math import gcd

import numpy as np

__all__ = ["orders_of", "places_of", "seating"]

GOLDEN = 0.618034  # steps of this share of a round spread evenly, wherever one stops


@cache
def orders_of(n_seats: int) -> np.ndarray:
    """List the orders round a table, in the sequence in which groups take them.

    Returns
    -------
    int8 array, shape ((n_seats - 1)!, n_seats)
        The side at each place.
    """
    every = np.array([(0, *rest) for rest in permutations(range(1, n_seats))], np.int8)
    n = len(every)
    step = next(step for step in range(round(GOLDEN * n), 0, -1) if gcd(step, n) == 1)
    orders = every[np.arange(n) * step % n]
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
    found: np.ndarray = orders[np.asarray(pairs) % len(orders)]
    return found


def places_of(n_seats: int, pairs: np.ndarray) -> np.ndarray:
    """Return the place of each side, group by group; shape (n_pairs, n_seats)."""
    return np.argsort(seating(n_seats, pairs), axis=1)
