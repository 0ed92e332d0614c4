"""What the numbers on cards vary with is summed up without loss."""

import numpy as np

from evenhand.simulate.games.divino.in_play.varying import mixed

WORDS, BITS = 60, 63  # more words than four players bring


def test_no_two_changes_of_what_is_seen_cancel_each_other():
    """The sum is linear in its bits: two of them undo each other only if they weigh the same."""
    weights = set()
    for number in range(WORDS):
        for bit in range(BITS):
            found = mixed(np.int64(0), np.int64(1) << np.int64(bit))
            for _ in range(number):
                found = mixed(found, np.int64(0))
            weights.add(int(found))
    assert len(weights) == WORDS * BITS
