"""Sets of small numbers in one 64-bit word.

A zone without an order (a hand, a discard pile, the energy under a unit) is a set
of deck slots, bit k standing for slot k. Nothing can overflow, moving a card is two
bit operations, and the words written to the result files are these same sets.

A set of places on a table of many players may need several words. It is a tuple of them;
the functions below take either. A state has such a set in a field made by `set_field`,
which is read with `load` and written with `keep`.
"""

import numpy as np

from decks.records import NOTHING
from simulate.engine.compile import as_words, bit_count, lowest_bit, put_word, rule

__all__ = [
    "EMPTY", "MOST", "both", "common", "each", "first", "full", "has", "is_empty", "keep", "load",
    "minus", "nothing_in", "nth", "set_field", "size", "with_", "without",
]  # fmt: skip

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


@rule
def is_empty(members):
    """Say whether there is no member."""
    return members == 0


@rule
def both(members, others):
    """Give the set of what is in one or the other."""
    return members | others


@rule
def common(members, others):
    """Give the set of what is in both."""
    return members & others


@rule
def minus(members, others):
    """Give the set of what is in the one and not in the other."""
    return members & ~others


# Fields of a state


def set_field(n: int) -> tuple:
    """Give the type and shape of a state's field for a set of 0..n-1."""
    return np.int64, (-(-n // MOST),)


@rule
def load(field):
    """Give the set that stands in a field."""
    return as_words(field)


@rule
def keep(members, field):
    """Write a set into a field."""
    field[0] = members


@rule
def nothing_in(field):
    """Give the empty set, in as many words as a field has."""
    members = load(field)
    return minus(members, members)


# The same for several words


@keep.of_many
def _keep(members, field):
    for word in range(len(members)):
        field[word] = members[word]


@size.of_many
def _size(members):
    found = np.int64(0)
    for word in members:
        found += bit_count(word)
    return found


@has.of_many
def _has(members, one):
    return (members[one // MOST] >> np.int64(one % MOST)) & 1 != 0


@with_.of_many
def _with(members, one):
    word = one // MOST
    return put_word(members, word, members[word] | (np.int64(1) << np.int64(one % MOST)))


@without.of_many
def _without(members, one):
    word = one // MOST
    return put_word(members, word, members[word] & ~(np.int64(1) << np.int64(one % MOST)))


@each.of_many
def _each(members):
    for word in range(len(members)):
        rest = members[word]
        while rest:
            yield word * MOST + lowest_bit(rest)
            rest &= rest - 1


@first.of_many
def _first(members):
    word = 0
    while members[word] == 0:
        word += 1
    return word * MOST + lowest_bit(members[word])


@nth.of_many
def _nth(members, n):
    for one in each(members):
        if n == 0:
            return one
        n -= 1
    return NOTHING


@is_empty.of_many
def _is_empty(members):
    return size(members) == 0


@both.of_many
def _both(members, others):
    for word in range(len(members)):
        members = put_word(members, word, members[word] | others[word])
    return members


@common.of_many
def _common(members, others):
    for word in range(len(members)):
        members = put_word(members, word, members[word] & others[word])
    return members


@minus.of_many
def _minus(members, others):
    for word in range(len(members)):
        members = put_word(members, word, members[word] & ~others[word])
    return members
