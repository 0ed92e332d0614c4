"""What is learned of numbers and levers: by how well it is known, and no further."""

import numpy as np
import pytest

from evenhand.analysis.statistics.linear_beliefs import LinearBeliefs


def believe(variance: float = 0.04) -> LinearBeliefs:
    ones = np.ones((1, 2))
    return LinearBeliefs(np.array([1.0]), np.array([variance]), 0.5 * ones, variance * ones)


def test_two_measurements_are_weighed_by_their_variances():
    beliefs = believe()
    beliefs.learn_changes(np.array([1, 0]), np.array([0.9]), np.array([0.01]))
    assert beliefs.effects[0] == pytest.approx([(0.5 * 1 + 0.9 * 4) / 5, 0.5])
    assert beliefs.covariance[0, 1, 1] == pytest.approx(1 / (1 / 0.04 + 1 / 0.01))
    assert beliefs.start == pytest.approx([1.0])


def test_what_steps_came_to_says_something_of_all_that_it_hangs_on():
    beliefs = believe()
    beliefs.learn_values(np.array([1, 1]), np.array([2.6]), np.array([1e-6]))
    assert beliefs.start + beliefs.effects.sum() == pytest.approx([2.6], abs=1e-4)
    assert beliefs.mean[0] == pytest.approx([1.2, 0.7, 0.7], abs=1e-4)


def test_many_measurements_find_the_truth():
    rng = np.random.default_rng(1)
    truth, beliefs = np.array([0.5, -0.3, 0.2]), believe()
    for _ in range(400):
        steps = rng.integers(0, 4, 2)
        value = truth @ [1, *steps] + rng.normal(0, 0.1)
        beliefs.learn_values(steps, np.array([value]), np.array([0.01]))
    assert beliefs.mean[0] == pytest.approx(truth, abs=0.03)


def test_a_number_that_nothing_moves_stays():
    beliefs = LinearBeliefs(np.ones(1), np.zeros(1), np.zeros((1, 1)), np.zeros((1, 1)))
    beliefs.learn_changes(np.array([3]), np.zeros(1), np.zeros(1))
    assert np.isfinite(beliefs.mean).all()
