"""Sets of small numbers in one 64-bit word.

A zone without an order (a hand, a discard pile, the energy under a unit) is a set
of deck slots, bit k standing for slot k. Nothing can overflow, moving a card is two
bit operations, and the words written to the result files are these same sets.

A set of places on a table of many players may need several words. It is a tuple of them;
the functions below take either. A state has such a set in a field made by `set_field`,
which is read with `load` and written with `keep`.
"""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import (
    as_words,
    bit_count,
    lowest_bit,
    put_word,
    rule,
    word_at,
)

__all__ = [
    "EMPTY",
    "MOST",
    "add",
    "difference",
    "each",
    "first",
    "full",
    "has",
    "intersection",
    "is_empty",
    "keep",
    "load",
    "nothing_in",
    "nth",
    "remove",
    "set_field",
    "size",
    "union",
]  # fmt: skip

EMPTY = 0
MOST = 63  # a set holds 0..62; the sign bit stays clear


@rule
def size(members):
    """Count the members."""
    return bit_count(members)


@rule
def has(members, one):
    """Return whether ``one`` is a member."""
    return (np.int64(members) >> np.int64(one)) & 1 != 0


@rule
def add(members, one):
    """Return the set with ``one`` in it."""
    return members | (np.int64(1) << np.int64(one))


@rule
def remove(members, one):
    """Return the set with ``one`` not in it."""
    return members & ~(np.int64(1) << np.int64(one))


@rule
def full(n):
    """Return the set of 0..n-1."""
    return (np.int64(1) << np.int64(n)) - 1


@rule
def first(members):
    """Return the lowest member of a set that is not empty."""
    return lowest_bit(members)


@rule
def each(members):
    """Iterate over the members, lowest first."""
    while members:
        yield lowest_bit(members)
        members &= members - 1


@rule
def nth(members, n):
    """Return the member that has n lower ones."""
    for _ in range(n):
        members &= members - 1
    return lowest_bit(members)


@rule
def is_empty(members):
    """Return whether a set has no member."""
    return members == 0


@rule
def union(members, others):
    """Return the set of what is in either set."""
    return members | others


@rule
def intersection(members, others):
    """Return the set of what is in both sets."""
    return members & others


@rule
def difference(members, others):
    """Return the set of what is in the first set and not in the second."""
    return members & ~others


# Fields of a state


def set_field(n: int) -> tuple:
    """Return the type and shape of a state's field for a set of 0..n-1."""
    return np.int64, (-(-n // MOST),)


@rule
def load(field):
    """Return the set stored in a field."""
    return as_words(field)


@rule
def keep(members, field):
    """Write a set into a field."""
    field[0] = members


@rule
def nothing_in(field):
    """Return the empty set with the number of words of a field."""
    members = load(field)
    return difference(members, members)


# Versions for several words


@keep.of_many
def _keep(members, field):
    for word in range(len(members)):
        field[word] = word_at(members, word)


@size.of_many
def _size(members):
    n_members = np.int64(0)
    for word in range(len(members)):
        n_members += bit_count(word_at(members, word))
    return n_members


@has.of_many
def _has(members, one):
    return (word_at(members, one // MOST) >> np.int64(one % MOST)) & 1 != 0


@add.of_many
def _add(members, one):
    word = one // MOST
    return put_word(members, word, word_at(members, word) | (np.int64(1) << np.int64(one % MOST)))


@remove.of_many
def _remove(members, one):
    word = one // MOST
    return put_word(members, word, word_at(members, word) & ~(np.int64(1) << np.int64(one % MOST)))


@each.of_many
def _each(members):
    for word in range(len(members)):
        rest = word_at(members, word)
        while rest:
            yield word * MOST + lowest_bit(rest)
            rest &= rest - 1


@first.of_many
def _first(members):
    word = 0
    while word_at(members, word) == 0:
        word += 1
    return word * MOST + lowest_bit(word_at(members, word))


@nth.of_many
def _nth(members, n):
    for member in each(members):
        if n == 0:
            return member
        n -= 1
    return NOTHING


@is_empty.of_many
def _is_empty(members):
    return size(members) == 0


@union.of_many
def _union(members, others):
    for word in range(len(members)):
        members = put_word(members, word, word_at(members, word) | word_at(others, word))
    return members


@intersection.of_many
def _intersection(members, others):
    for word in range(len(members)):
        members = put_word(members, word, word_at(members, word) & word_at(others, word))
    return members


@difference.of_many
def _difference(members, others):
    for word in range(len(members)):
        members = put_word(members, word, word_at(members, word) & ~word_at(others, word))
    return members
