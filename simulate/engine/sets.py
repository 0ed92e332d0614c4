"""Sets of small numbers in one 64-bit word.

A zone without an order (a hand, a discard pile, the energy under a unit) is a set
of deck slots, bit k standing for slot k. Nothing can overflow, moving a card is two
bit operations, and the words written to the result files are these same sets.
"""

import numpy as np

from simulate.engine.compile import bit_count, lowest_bit, rule

__all__ = ["EMPTY", "MOST", "each", "first", "full", "has", "nth", "size", "with_", "without"]

EMPTY = 0
MOST = 63  # a set holds 0..62; the sign bit stays clear


@rule
def size(members):
    """Count the members."""
    return bit_count(members)


@rule
def has(members, one):
    """Say whether ``one`` is a member."""
    return (np.int64(members) >> np.int64(one)) & 1 != 0


@rule
def with_(members, one):
    """Give the set with ``one`` in it."""
    return members | (np.int64(1) << np.int64(one))


@rule
def without(members, one):
    """Give the set with ``one`` not in it."""
    return members & ~(np.int64(1) << np.int64(one))


@rule
def full(n):
    """Give the set of 0..n-1."""
    return (np.int64(1) << np.int64(n)) - 1


@rule
def first(members):
    """Give the lowest member of a set that is not empty."""
    return lowest_bit(members)


@rule
def each(members):
    """Go through the members, lowest first."""
    while members:
        yield lowest_bit(members)
        members &= members - 1


@rule
def nth(members, n):
    """Give the member that has n lower ones."""
    for _ in range(n):
        members &= members - 1
    return lowest_bit(members)
