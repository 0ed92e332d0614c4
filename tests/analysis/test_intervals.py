import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from evenhand.analysis.statistics.intervals import (
    jeffreys_interval,
    mean_interval,
    sampled_interval,
    score_interval,
    usable_standard_error,
    wilson_interval,
)

COUNTS = [(0, 1), (1, 1), (0, 20), (1, 29), (15, 148), (81, 263), (50, 100), (9_999, 10_000)]


@pytest.mark.parametrize(
    ("wins", "n_games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_wilson_gives_newcombes_published_table(wins, n_games, low, high):
    assert wilson_interval(wins, n_games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("wins", "n_games", "low", "high"), [(81, 263, 0.2545, 0.3656), (0, 20, 0, 0.1166)]
)
def test_jeffreys_gives_published_ends(wins, n_games, low, high):
    assert jeffreys_interval(wins, n_games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("wins", "n_games"), COUNTS)
def test_wilson_agrees_with_statsmodels(wins, n_games, level):
    theirs = proportion_confint(wins, n_games, 1 - level, method="wilson")
    assert wilson_interval(wins, n_games, level) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(("wins", "n_games"), [c for c in COUNTS if 0 < c[0] < c[1]])
def test_jeffreys_agrees_with_statsmodels(wins, n_games):
    theirs = proportion_confint(wins, n_games, 0.05, method="jeffreys")
    assert jeffreys_interval(wins, n_games) == pytest.approx(theirs, abs=1e-12)


def test_intervals_take_arrays():
    wins, n_games = np.array([3, 5]), np.array([10, 10])
    for interval in (wilson_interval, jeffreys_interval):
        low, high = interval(wins, n_games)
        assert (low[1], high[1]) == interval(5, 10)


@pytest.mark.parametrize("interval", [wilson_interval, jeffreys_interval])
@pytest.mark.parametrize(("wins", "n_games"), [(1, 0), (-1, 5), (6, 5), (float("nan"), 5)])
def test_impossible_counts_are_refused(interval, wins, n_games):
    with pytest.raises(ValueError, match="n_games"):
        interval(wins, n_games)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_impossible_levels_are_refused(level):
    with pytest.raises(ValueError, match="level"):
        wilson_interval(1, 2, level)


def test_score_interval_is_wilson_when_games_are_independent():
    rate, n_games = 0.3, 100_000
    error = np.sqrt(rate * (1 - rate) / n_games)
    wilson = wilson_interval(rate * n_games, n_games)
    assert score_interval(rate, error, n_games) == pytest.approx(wilson, abs=1e-7)


def test_half_the_standard_error_is_four_times_the_games():
    rate, n_pairs = 0.4, 1_000_000
    error = np.sqrt(rate * (1 - rate) / 5_000) / 2
    wilson = wilson_interval(rate * 20_000, 20_000)
    assert score_interval(rate, error, n_pairs) == pytest.approx(wilson, abs=1e-7)


def test_few_pairs_widen_a_score_interval():
    few, many = (score_interval(0.5, 0.1, n_pairs) for n_pairs in (3, 3_000))
    assert few[0] < many[0] < many[1] < few[1]


def test_score_interval_without_spread():
    assert score_interval(0.5, 0, 40) == (0.5, 0.5)
    assert score_interval(1, 0, 40) == wilson_interval(40, 40)
    assert score_interval(0, 0, 40) == wilson_interval(0, 40)
    assert score_interval(0.5, np.nan, 1) == wilson_interval(0.5, 1)


def test_score_interval_where_nothing_is_known():
    low, high = score_interval([np.nan, 0.5], [np.nan, np.nan], [10, 0])
    assert low.tolist() == [0, 0]
    assert high.tolist() == [1, 1]


def test_a_sample_without_spread_is_not_exact():
    assert sampled_interval(1, 0, 40) == pytest.approx(wilson_interval(40, 40))
    assert sampled_interval(0, 0, 40) == pytest.approx(wilson_interval(0, 40))
    _, others = wilson_interval(0, 40)
    half = others / 2  # all pairs split, and at most so many others do not
    assert sampled_interval(0.5, 0, 40) == pytest.approx((0.5 - half, 0.5 + half))


@pytest.mark.parametrize("case", [(0.4, 0.05, 30), (0.5, np.nan, 1), (np.nan, 0, 9), (0.5, 0, 0)])
def test_a_sample_with_spread_has_a_score_interval(case):
    assert sampled_interval(*case) == score_interval(*case)


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
    low, high = wilson_interval(500, 500)
    given = usable_standard_error([1, 0.5], [0, 0.02], [500, 500])
    assert usable_standard_error(0.5, np.nan, 1) > 0.2
    assert given == pytest.approx([(high - low) / (2 * 1.959964), 0.02])


@pytest.mark.parametrize("n_pairs", [12, 30, 200])
@pytest.mark.parametrize("shares", [(0.25, 0.5, 0.25), (0.02, 0.28, 0.7), (0.1, 0.8, 0.1)])
def test_score_intervals_cover(n_pairs, shares):
    rng = np.random.default_rng(7)
    outcomes, n_runs = np.array([0, 0.5, 1]), 4_000
    means = rng.choice(outcomes, (n_runs, n_pairs), p=shares)
    error = means.std(axis=1, ddof=1) / np.sqrt(n_pairs)
    low, high = sampled_interval(means.mean(axis=1), error, n_pairs)
    truth = outcomes @ shares
    assert 0.93 < np.mean((low <= truth) & (truth <= high)) <= 0.995


def test_a_rate_that_rounds_to_a_hair_above_one_is_one() -> None:
    assert score_interval(1 + 1e-12, 0.0, 10) == score_interval(1.0, 0.0, 10)
    with pytest.raises(ValueError, match="between 0 and n_games"):
        score_interval(1.1, 0.0, 10)
