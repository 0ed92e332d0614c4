"""A bot that errs: by little often, by much seldom, and not more for more options."""

import numpy as np
import pytest

from evenhand.simulate.bots.rules_of_thumb import err
from evenhand.simulate.registry import load_game

TRIES = 4_000
NOISE = 100


class Novice:
    noise = NOISE


def shares(*scores):
    """Return how often a bot takes each option, the first of which is the best."""
    state = np.zeros(1, load_game("last_light").state_record(2))[0]
    found = [err(state, Novice, len(scores), np.array(scores), 0) for _ in range(TRIES)]
    return np.bincount(found, minlength=len(scores)) / TRIES


def close(*expected):
    return pytest.approx(np.array(expected), abs=0.03)


def test_of_two_equals_it_takes_either():
    assert shares(7, 7) == close(1 / 2, 1 / 2)


@pytest.mark.parametrize(("steps", "share"), [(1, 1 / 3), (2, 1 / 5), (3, 1 / 9), (10, 0)])
def test_the_odds_are_halved_with_each_step(steps, share):
    assert shares(0, -steps * NOISE) == close(1 - share, share)


def test_between_two_steps_the_odds_lie_on_a_line():
    assert shares(0, -NOISE // 2) == close(1 / 1.75, 0.75 / 1.75)


def test_it_errs_from_one_to_the_next():
    assert shares(0, -NOISE, -2 * NOISE) == close(2 / 3, 2 / 9, 1 / 9)
    assert shares(0, -2 * NOISE, -NOISE) == close(2 / 3, 1 / 9, 2 / 9)


def test_what_nobody_would_take_does_not_matter_however_much_there_is_of_it():
    assert shares(0, -NOISE, *[-20 * NOISE] * 50)[:2] == close(2 / 3, 1 / 3)


def test_gaps_of_any_size_do_no_harm():
    assert shares(2**62, -(2**61))[0] == 1
