import numpy as np
import pytest
from scipy.stats import beta, gamma
from statsmodels.stats.proportion import proportion_confint

from evenhand.analysis.statistics.intervals import (
    count_interval,
    mean_interval,
    rate_interval,
    rate_p_value,
    usable_standard_error,
)

COUNTS = [(0, 1), (1, 1), (0, 20), (1, 29), (15, 148), (81, 263), (50, 100), (9_999, 10_000)]


def all_or_nothing(wins, n_pairs):
    """Mean and standard error of pairs that are won or lost as a whole."""
    rate = wins / n_pairs
    error = (rate * (1 - rate) / (n_pairs - 1)) ** 0.5 if n_pairs > 1 else np.nan
    return rate, error, n_pairs


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("wins", "n_pairs"), COUNTS)
def test_a_rate_has_a_pair_made_up_on_either_end(wins, n_pairs, level):
    low, high = rate_interval(*all_or_nothing(wins, n_pairs), level)
    lost, tail = n_pairs - wins, (1 - level) / 2
    expected = (
        beta.ppf(tail, wins + 0.25, lost + 0.75),
        beta.ppf(1 - tail, wins + 0.75, lost + 0.25),
    )
    assert low == pytest.approx(expected[0] if wins else 0)
    assert high == pytest.approx(expected[1] if lost else 1)


@pytest.mark.parametrize(("wins", "n_pairs"), [one for one in COUNTS if one[1] > 1])
def test_with_a_whole_pair_against_it_is_clopper_and_pearsons(wins, n_pairs):
    theirs = proportion_confint(wins, n_pairs, 0.05, method="beta")
    assert rate_interval(*all_or_nothing(wins, n_pairs), against=1) == pytest.approx(theirs)


@pytest.mark.parametrize(("wins", "n_pairs"), [one for one in COUNTS if one[1] > 1])
def test_a_rate_lies_between_two_trusted_intervals(wins, n_pairs):
    """Jeffreys' promises too much near 0 and 1, Clopper and Pearson's too little everywhere."""
    low, high = rate_interval(*all_or_nothing(wins, n_pairs))
    exact, jeffreys = (
        proportion_confint(wins, n_pairs, 0.05, method=method) for method in ("beta", "jeffreys")
    )
    assert exact[0] <= low <= (jeffreys[0] if wins else 0)
    assert (jeffreys[1] if wins < n_pairs else 1) <= high <= exact[1]


def test_both_ends_of_a_rate_are_treated_alike():
    low, high = rate_interval(0.3, 0.05, 40)
    assert rate_interval(0.7, 0.05, 40) == pytest.approx((1 - high, 1 - low))


def test_half_the_standard_error_is_four_times_the_pairs():
    error = np.sqrt(0.24 / 5_000)
    known = rate_interval(0.4, error / 2, 1_000_000)
    assert known == pytest.approx(rate_interval(*all_or_nothing(8_000, 20_000)), abs=1e-4)


@pytest.mark.parametrize(
    "known", [(0.3, 0.04, 60), (0.98, 0.01, 60), (1, 0, 40), (0, 0, 40), (0.5, 0, 40), (0.9, 0, 8)]
)
def test_p_values_of_rates_and_intervals_say_the_same(known):
    low, high = rate_interval(*known, 0.9, against=1)
    for end, is_above in ((low, True), (high, False)):
        if 0 < end < 1:
            outward, inward = (end - 0.001, end + 0.001)[:: 1 if is_above else -1]
            assert rate_p_value(*known, end, is_above) == pytest.approx(0.05)
            assert rate_p_value(*known, outward, is_above) < 0.05
            assert rate_p_value(*known, inward, is_above) > 0.05


@pytest.mark.parametrize("level", [0, 1, 95])
def test_impossible_levels_are_refused(level):
    for interval in (rate_interval, count_interval):
        with pytest.raises(ValueError, match="level"):
            interval(0.5, 0.1, 9, level)


def test_rates_that_are_none_are_refused():
    assert rate_interval(1 + 1e-12, 0.0, 10) == rate_interval(1.0, 0.0, 10)
    with pytest.raises(ValueError, match="between 0 and 1"):
        rate_interval(1.1, 0.0, 10)


def test_intervals_take_arrays():
    for interval in (rate_interval, count_interval):
        low, high = interval(np.array([0.3, 0.5]), np.array([0.1, 0.2]), 10)
        assert (low[1], high[1]) == interval(0.5, 0.2, 10)


def test_where_nothing_is_known_all_is_possible():
    low, high = rate_interval([np.nan, 0.5], [np.nan, np.nan], [10, 0])
    assert (low.tolist(), high.tolist()) == ([0, 0], [1, 1])
    assert count_interval(np.nan, np.nan, 5) == (0, np.inf)
    assert count_interval(3.0, np.nan, 1) == (0, np.inf)
    low, high = rate_interval(0.5, np.nan, 1)
    assert low < 0.01 < 0.99 < high


def test_pairs_that_were_all_alike_prove_nothing():
    _, others = rate_interval(0, 0, 40)
    assert 0.05 < others < 0.12
    assert rate_interval(1, 0, 40) == pytest.approx((1 - others, 1))
    half = others / 2  # all pairs split, and at most so many others do not
    assert rate_interval(0.5, 0, 40) == pytest.approx((0.5 - half, 0.5 + half))


def test_never_seen_is_not_never():
    """It was said that nobody would ever send back a hand: the interval was from 0 to 0."""
    low, high = count_interval(0, 0, 50)
    assert low == 0
    assert high == pytest.approx(gamma.ppf(0.975, 0.75) / 50, rel=0.05)


def test_a_mean_of_many_things_is_known_as_well_as_any():
    assert count_interval(12, 0.1, 1_000) == pytest.approx(mean_interval(
        12, 0.1, 1_000, bounds=(0, np.inf)), abs=0.01)  # fmt: skip


@pytest.mark.parametrize("scale", [1, 7])
def test_one_thing_seen_once(scale):
    """So many in one pair of 100: the mean is not 0, and surely less than one a pair."""
    x = np.eye(100)[0] * scale
    low, high = count_interval(x.mean(), x.std(ddof=1) / 10, 100)
    assert 0 < low < x.mean() / 10
    assert 4 * x.mean() < high < 8 * x.mean()


def test_mean_interval_is_students():
    values = np.array([0.1, 0.4, 0.2, 0.7])
    error = values.std(ddof=1) / 2
    low, high = mean_interval(values.mean(), error, 4)
    assert (high - low) / 2 / error == pytest.approx(3.18245, abs=1e-5)  # t table, 3 d.f.
    assert (low + high) / 2 == pytest.approx(values.mean())


def test_mean_interval_stays_within_what_is_possible():
    assert mean_interval(0.9, 0.5, 100) == (pytest.approx(-0.092, abs=1e-3), 1)
    assert mean_interval(np.nan, np.nan, 5) == (-1, 1)
    assert mean_interval(3.0, np.nan, 1, bounds=(0, np.inf)) == (0, np.inf)


def test_a_standard_error_of_nothing_is_replaced():
    low, high = rate_interval(1, 0, 500)
    given = usable_standard_error([1, 0.5], [0, 0.02], [500, 500])
    assert usable_standard_error(0.5, np.nan, 1) > 0.2
    assert given == pytest.approx([(high - low) / (2 * 1.959964), 0.02])


def covered(interval, samples, truth):
    """How often the interval of a sample holds the truth; samples in rows."""
    n_pairs = samples.shape[1]
    error = samples.std(axis=1, ddof=1) / np.sqrt(n_pairs)
    low, high = interval(samples.mean(axis=1), error, n_pairs)
    return np.mean((low <= truth) & (truth <= high))


@pytest.mark.parametrize("n_pairs", [20, 50, 200])
@pytest.mark.parametrize("shares", [(0.25, 0.5, 0.25), (0.02, 0.28, 0.7), (0.1, 0.8, 0.1)])
def test_rate_intervals_cover(n_pairs, shares):
    outcomes = np.array([0, 0.5, 1])
    samples = np.random.default_rng(7).choice(outcomes, (4_000, n_pairs), p=shares)
    assert 0.94 < covered(rate_interval, samples, outcomes @ shares) <= 0.99


@pytest.mark.parametrize(("rate", "n_pairs"), [(0.997, 20), (0.99, 50), (0.999, 50), (0.995, 50)])
def test_rates_near_one_cover(rate, n_pairs):
    """Wilson's interval at the effective size held in 88 to 92 % of such samples."""
    won = np.random.default_rng(8).random((4_000, n_pairs, 2)) < rate
    assert covered(rate_interval, won.mean(axis=2), rate) > 0.94


@pytest.mark.parametrize("n_pairs", [50, 500])
@pytest.mark.parametrize("mean", [0.001, 0.01, 0.1, 1])
def test_rare_and_frequent_counts_cover(mean, n_pairs):
    """Student's interval held in 5 to 93 % of such samples."""
    found = np.random.default_rng(9).poisson(mean, (4_000, n_pairs, 2)).mean(axis=2)
    assert covered(count_interval, found, mean) > 0.94
