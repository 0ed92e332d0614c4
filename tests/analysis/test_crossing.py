import numpy as np
import pytest

from evenhand.analysis.statistics.crossing import find_crossing

EXACT = np.eye(3) * 1e-12


def test_a_line_is_zero_where_it_is() -> None:
    found = find_crossing([0, 2, 4], [1.0, 0.5, -0.5], EXACT, 100)
    assert found.places == pytest.approx([3])
    assert (found.low, found.high) == pytest.approx((3, 3), abs=0.01)
    assert found.is_whole


def test_a_curve_may_be_zero_in_several_places() -> None:
    found = find_crossing([0, 1, 2], [1.0, -1.0, 1.0], EXACT, 100)
    assert found.places == pytest.approx([0.5, 1.5])
    assert not found.is_whole


def test_a_point_on_zero_counts_once() -> None:
    assert find_crossing([0, 1, 2], [1.0, 0.0, -1.0], EXACT, 100).places.tolist() == [1]


def test_a_curve_that_is_surely_never_zero() -> None:
    found = find_crossing([0, 1, 2], [1.0, 2.0, 3.0], EXACT, 100)
    assert found.places.size == 0
    assert np.isnan([found.low, found.high]).all()


def test_ends_that_were_not_found_are_open() -> None:
    found = find_crossing([0, 1, 2], [0.1, -0.1, -1.0], np.eye(3) * 0.04, 100)
    assert found.low == -np.inf
    assert 1 < found.high < 2


def test_the_interval_covers_as_often_as_it_says() -> None:
    """The curve is zero at 0.75; its three heights err together, as on the same deals."""
    rng = np.random.default_rng(1)
    truth = np.array([3.0, -1.0, -2.0])
    covariance = np.full((3, 3), 0.3) + 0.5 * np.eye(3)
    drawn = rng.multivariate_normal(truth, covariance, size=1_000)
    found = [find_crossing([0, 1, 2], heights, covariance, 10_000) for heights in drawn]
    assert np.mean([one.low <= 0.75 <= one.high for one in found]) == pytest.approx(0.95, abs=0.02)
