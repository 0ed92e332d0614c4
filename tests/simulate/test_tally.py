"""What is written down of a game while it is played."""

import numpy as np
import pytest

from evenhand.simulate.engine.state import note_hand, state_record


@pytest.fixture
def state():
    return np.zeros(1, state_record(2, 4))[0]


def test_the_opening_hand_is_the_first_one_whatever_becomes_of_it(state):
    tally = state.tally[0]
    note_hand(state, 0, 0b0111)
    assert (tally.opening, tally.drawn) == (0b0111, 0)
    tally.mulligans = 1
    note_hand(state, 0, 0b1110)
    assert (tally.opening, tally.drawn) == (0b0111, 0b1000)
    tally.mulligans = 2
    note_hand(state, 0, 0b0011)
    assert (tally.opening, tally.drawn) == (0b0111, 0)


def test_what_was_chosen_for_an_opening_hand_is_no_part_of_it(state):
    tally = state.tally[0]
    tally.tutored = 0b0001
    note_hand(state, 0, 0b0111)
    assert (tally.opening, tally.drawn) == (0b0110, 0)
