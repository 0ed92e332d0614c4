"""Alpha-rank: published numbers, and its limits."""

import numpy as np
import pytest

from evenhand.analysis.statistics.alpha_rank import alpha_rank

BIASED_CYCLE = np.array([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]])


def test_the_published_example():
    """Han, Pereira, Santos and Lenaerts (2013), Scientific Reports 3, 2695."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = [
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ]
    wanted = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    np.testing.assert_allclose(alpha_rank(payoffs, 0.1, 20), wanted, atol=1e-8)


def test_a_cycle_takes_turns_however_biased():
    np.testing.assert_allclose(alpha_rank(BIASED_CYCLE), [1 / 3] * 3)


def test_the_limit_is_that_of_ever_larger_intensities():
    gaps = [np.abs(alpha_rank(BIASED_CYCLE, size) - 1 / 3).max() for size in (1, 10, 100)]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 1e-3


def test_what_beats_all_is_all_that_is_played():
    ranks = alpha_rank([[0.5, 0.4, 0.3], [0.6, 0.5, 0.4], [0.7, 0.6, 0.5]])
    np.testing.assert_array_equal(ranks, [0, 0, 1])


def test_where_nothing_is_copied_all_are_alike():
    np.testing.assert_allclose(alpha_rank(BIASED_CYCLE, intensity=0), [1 / 3] * 3)
    np.testing.assert_allclose(alpha_rank(np.full((4, 4), 0.5)), [1 / 4] * 4)


def test_a_tie_is_broken_by_chance_the_less_the_more_play():
    tied = np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.1], [0.1, 0.9, 0.5]])
    few, many = (alpha_rank(tied, population=size) for size in (2, 1_000))
    assert few[0] < many[0]


def test_size_of_the_population_does_not_matter_without_ties():
    rates = 0.5 + BIASED_CYCLE / 2
    np.testing.assert_allclose(alpha_rank(rates, population=2), alpha_rank(rates, population=50))


def test_many_at_once_are_as_one_by_one():
    rng = np.random.default_rng(1)
    stack = rng.random((20, 5, 5))
    each = [alpha_rank(payoffs, 3.0) for payoffs in stack]
    np.testing.assert_allclose(alpha_rank(stack, 3.0), each)
    np.testing.assert_allclose(alpha_rank(stack, 3.0).sum(axis=1), 1)


def test_one_choice():
    assert alpha_rank(np.array([[0.5]])) == pytest.approx([1.0])
