import numpy as np
import pytest

from evenhand.analysis.statistics.intervals import mean_interval
from evenhand.analysis.statistics.sequential import betting_interval, betting_p_value

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])
SHARES = [(0.1, 0.2, 0.4, 0.2, 0.1), (0.0, 0.02, 0.08, 0.3, 0.6), (0.5, 0, 0, 0, 0.5)]


def capital(x, mean):
    """What gamblers make on average who bet on more than `mean`, one pair after the other."""
    stakes = np.array([0.02 * 49 ** (k / 7) for k in range(8)])
    wealth = np.ones(8)
    for value in x:
        wealth *= 1 + stakes * (value - mean) / mean
    return wealth.mean()


def test_the_end_is_where_the_capital_reaches_its_limit():
    x = np.random.default_rng(1).choice(SCORES, 200, p=SHARES[0])
    low, high = betting_interval(x, 0.05)
    assert capital(x, low) == pytest.approx(20, rel=1e-4)
    assert capital(1 - x, 1 - high) == pytest.approx(20, rel=1e-4)


@pytest.mark.parametrize("shares", SHARES)
def test_no_look_misses_too_often(shares):
    rng = np.random.default_rng(2)
    truth = SCORES @ shares
    looks = [10, 20, 40, 80, 160, 320, 640, 1_000]
    missed = 0
    for x in rng.choice(SCORES, (300, 1_000), p=shares):
        ends = np.array([betting_interval(x[:look], 0.025) for look in looks])
        missed += bool(np.any((ends[:, 0] > truth) | (ends[:, 1] < truth)))
    assert missed / 300 < 0.05


def test_looking_often_at_plain_intervals_would_miss():
    """The reason for all this: the same looks, with Student's interval."""
    rng = np.random.default_rng(3)
    looks = np.arange(20, 1_001, 20)
    missed = 0
    for x in rng.choice(SCORES, (300, 1_000), p=SHARES[0]):
        means = np.cumsum(x)[looks - 1] / looks
        errors = [x[:look].std(ddof=1) / np.sqrt(look) for look in looks]
        low, high = mean_interval(means, errors, looks)
        missed += bool(np.any((low > 0.5) | (high < 0.5)))
    assert missed / 300 > 0.15


@pytest.mark.parametrize(("n", "at_most"), [(1_000, 1.7), (20_000, 2.0)])
def test_it_costs_less_than_twice_the_width(n, at_most):
    x = np.random.default_rng(5).choice(SCORES, n, p=SHARES[0])
    low, high = betting_interval(x, 0.025)
    plain = 2 * 1.96 * x.std() / np.sqrt(n)
    assert 1.1 < (high - low) / plain < at_most


def test_small_differences_are_found_between_their_bounds():
    rng = np.random.default_rng(6)
    change = rng.choice([-0.5, 0, 0.5], 4_000, p=(0.02, 0.93, 0.05))
    low, high = betting_interval(change, 0.025, (-1, 1))
    assert 0 < low < 0.015 < high < 0.03


def test_both_ends_are_treated_alike():
    x = np.random.default_rng(7).choice(SCORES, 300, p=SHARES[1])
    low, high = betting_interval(x, 0.025)
    assert betting_interval(1 - x, 0.025) == pytest.approx((1 - high, 1 - low), abs=1e-8)


def test_the_order_makes_no_difference():
    x = np.random.default_rng(8).choice(SCORES, 300)
    assert betting_interval(x, 0.025) == betting_interval(np.sort(x), 0.025)


def test_numbers_out_of_bounds_are_refused():
    with pytest.raises(ValueError, match="between 0"):
        betting_interval([0.5, -0.5], 0.025)


@pytest.mark.parametrize("bounds", [(0.0, 1.0), (-1.0, 1.0)])
def test_p_values_and_intervals_say_the_same(bounds):
    x = np.random.default_rng(9).choice(SCORES, 200)
    low, high = betting_interval(x, 0.05, bounds)
    for edge, is_above in ((low, True), (high, False)):
        assert betting_p_value(x, edge, is_above, bounds) == pytest.approx(0.05, rel=1e-4)
    assert betting_p_value(x, low - 0.02, True, bounds) < 0.05
    assert betting_p_value(x, low + 0.02, True, bounds) > 0.05
    assert betting_p_value(x, high - 0.02, False, bounds) > 0.05


def test_a_claim_that_is_wrong_is_seldom_believed():
    """However long one waits: the least p-value of many looks is below 5 % in 5 % at most."""
    believed = 0
    for seed in range(300):
        x = np.random.default_rng(seed).choice([0.0, 0.5, 1.0], 400)
        looks = range(10, 401, 10)
        believed += min(betting_p_value(x[:look], 0.5, True) for look in looks) <= 0.05
    assert believed / 300 <= 0.05


def test_p_values_stay_between_0_and_1():
    assert betting_p_value(np.zeros(5_000), 0.4, True) == 1.0
    assert betting_p_value(np.zeros(5_000), 0.4, False) == pytest.approx(0, abs=1e-40)
