"""The sizes and records of what a learned player reads, which its compiled rules share.

How they are filled in from a game's record and view stands in
`evenhand.simulate.bots.learned.layout`.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import record

__all__ = [
    "COMPARED", "KINDS", "MOST_FEATURES", "NEXT", "ONE", "OUT_ONE", "OVER", "PLACES", "SLOT", "TOP",
    "UNITS", "WORD", "Kind",
]  # fmt: skip

WORD = 8  # bytes
COMPARED = 4  # words at a time
KINDS, PLACES = 128, 32  # of options and questions, and of what an option points to
OVER, NEXT = 3, 2  # rows of an option's end: lost, drawn, won; and of who is asked next
UNITS = 32
ONE = 1 << 12  # what a weight of 1 counts
OUT_ONE = 1 << 10  # .. of a unit's output
MOST_FEATURES = 4_000  # of one question's table and one option together


class Kind(IntEnum):
    """Kinds of slots."""

    NUMBER = 0
    CATEGORY = 1
    CARD = 2
    CARDS = 3  # a set of copies
    SEAT = 4
    COUNT = 5  # members of a set of nobody's copies


SLOT = record(
    ("word", np.int16),  # of the state's memory, in which it begins
    ("shift", np.int8),  # bits in it
    ("rest", np.int8),  # bits of a word that it leaves free
    ("straddles", np.int8),  # 1: goes on in the next word
    ("is_crowded", np.int8),  # 1: read only where it changes
    ("kind", np.int8),  # Kind
    ("owner", np.int8),  # seat; NOTHING if it is nobody's
    ("row", np.int32),  # of its reader, or nobody's
    ("other_row", np.int32),  # .. if it is another player's
    ("most", np.int16),  # highest category
    ("zone", np.int16),
    ("other_zone", np.int16),
    ("owner_slot", np.int16),  # slot that says whose the cards are, or NOTHING
)
TOP = record(
    ("count", np.int32),  # offset of the number of entries, in bytes
    ("entries", np.int32),  # .. of the first entry
    ("n_bytes", np.int32),  # of an entry
    ("word", np.int32),  # where the last entry is copied to
)
