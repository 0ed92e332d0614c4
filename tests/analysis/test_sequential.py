import numpy as np
import pytest

from evenhand.analysis.statistics.intervals import mean_interval
from evenhand.analysis.statistics.sequential import (
    betting_p_value,
    confidence_sequence,
    lower_end,
    predictable_bets,
)

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])
SHARES = [(0.1, 0.2, 0.4, 0.2, 0.1), (0.0, 0.02, 0.08, 0.3, 0.6), (0.5, 0, 0, 0, 0.5)]


def capital(x, mean, alpha):
    """What a gambler makes who bets on more than `mean`, one pair after the other."""
    wealth, total, squares = 1.0, 0.5, 0.25
    variance = 0.25
    for n, value in enumerate(x, start=1):
        bet = np.sqrt(2 * np.log(2 / alpha) / (variance * n * np.log(1 + n)))
        wealth *= 1 + min(bet, 0.5 / mean) * (value - mean)
        total += value
        squares += (value - total / (n + 1)) ** 2
        variance = squares / (n + 1)
    return wealth


def test_the_end_is_where_the_capital_reaches_its_limit():
    x = np.random.default_rng(1).choice(SCORES, 200, p=SHARES[0])
    low = lower_end(x, predictable_bets(x, 0.05), 0.05)
    assert capital(x, low, 0.05) == pytest.approx(2 / 0.05, rel=1e-4)


@pytest.mark.parametrize("shares", SHARES)
def test_no_look_misses_too_often(shares):
    rng = np.random.default_rng(2)
    truth = SCORES @ shares
    looks = [10, 20, 40, 80, 160, 320, 640, 1_000]
    missed = 0
    for x in rng.choice(SCORES, (300, 1_000), p=shares):
        low, high = confidence_sequence(x, looks)
        missed += bool(np.any((low > truth) | (high < truth)))
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


def test_more_pairs_never_widen_it():
    x = np.random.default_rng(4).choice(SCORES, 4_000, p=SHARES[1])
    low, high = confidence_sequence(x, [50, 500, 1_000, 4_000])
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) <= 0)
    assert low[-1] < SCORES @ SHARES[1] < high[-1]


@pytest.mark.parametrize(("n", "at_most"), [(1_000, 2.2), (20_000, 2.6)])
def test_it_costs_two_to_three_times_the_width(n, at_most):
    x = np.random.default_rng(5).choice(SCORES, n, p=SHARES[0])
    low, high = confidence_sequence(x, [n])
    plain = 2 * 1.96 * x.std() / np.sqrt(n)
    assert 1.1 < (high[0] - low[0]) / plain < at_most


def test_small_differences_are_found_between_their_bounds():
    rng = np.random.default_rng(6)
    change = rng.choice([-0.5, 0, 0.5], 4_000, p=(0.02, 0.93, 0.05))
    low, high = confidence_sequence(change, [4_000], bounds=(-1, 1))
    assert 0 < low[0] < 0.015 < high[0] < 0.03


def test_both_ends_are_treated_alike():
    x = np.random.default_rng(7).choice(SCORES, 300, p=SHARES[1])
    low, high = confidence_sequence(x, [100, 300])
    mirrored_low, mirrored_high = confidence_sequence(1 - x, [100, 300])
    assert (mirrored_low, mirrored_high) == (
        pytest.approx(1 - high, abs=1e-8),
        pytest.approx(1 - low, abs=1e-8),
    )


def test_it_knows_nothing_of_what_comes():
    x = np.random.default_rng(8).choice(SCORES, 300)
    whole = confidence_sequence(x, [50, 100, 300])
    begun = confidence_sequence(x[:100], [50, 100])
    assert np.array([ends[:2] for ends in whole]) == pytest.approx(np.array(begun))


@pytest.mark.parametrize("looks", [[0], [5, 5], [7, 3], [11]])
def test_looks_must_rise_and_be_there(looks):
    with pytest.raises(ValueError, match="looks"):
        confidence_sequence(np.zeros(10), looks)


def test_numbers_out_of_bounds_are_refused():
    with pytest.raises(ValueError, match="between 0"):
        confidence_sequence([0.5, -0.5], [2])


def test_no_looks():
    low, high = confidence_sequence([0.5], [])
    assert low.size == high.size == 0


@pytest.mark.parametrize("bounds", [(0.0, 1.0), (-1.0, 1.0)])
def test_p_values_and_intervals_say_the_same(bounds):
    x = np.random.default_rng(9).choice(SCORES, 200)
    low, high = (float(end[-1]) for end in confidence_sequence(x, [200], 0.9, bounds))
    for edge, is_above in ((low, True), (high, False)):
        assert betting_p_value(x, edge, is_above, 0.9, bounds) == pytest.approx(0.05, rel=1e-4)
    assert betting_p_value(x, low - 0.02, True, 0.9, bounds) < 0.05
    assert betting_p_value(x, low + 0.02, True, 0.9, bounds) > 0.05
    assert betting_p_value(x, high - 0.02, False, 0.9, bounds) > 0.05


def test_a_claim_that_is_wrong_is_seldom_believed():
    """However long one waits: the least p-value of many looks is below 5 % in 5 % at most."""
    believed = 0
    for seed in range(150):
        x = np.random.default_rng(seed).choice([0.0, 0.5, 1.0], 200)
        looks = range(10, 201, 10)
        believed += min(betting_p_value(x[:look], 0.5, True, 0.9) for look in looks) <= 0.05
    assert believed / 150 <= 0.05 + 2 * (0.05 * 0.95 / 150) ** 0.5


def test_p_values_stay_between_0_and_1():
    assert betting_p_value(np.zeros(5_000), 0.4, True) == 1.0
    assert betting_p_value(np.zeros(5_000), 0.4, False) == pytest.approx(0, abs=1e-99)
