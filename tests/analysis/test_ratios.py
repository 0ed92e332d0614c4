import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import t as student

from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.ratios import (
    average,
    difference,
    difference_columns,
    mean_columns,
    p_values,
    pool,
    pool_evenly,
    rate_columns,
    ratio,
    standard_error,
)

NAMES = ("seen", "won", "unseen", "unseen_won")


@pytest.fixture
def games():
    """Two games in each of 300 pairs: copies seen, copies unseen, and who won."""
    rng = np.random.default_rng(4)
    seen = rng.integers(0, 4, (2, 300))
    won = rng.random((2, 300)) < 0.4 + 0.1 * seen / 3 + 0.3 * rng.random(300)
    return seen, 3 - seen, won.astype(float)


@pytest.fixture
def sums(games):
    return pool([summed(*games)])


def summed(seen, unseen, won):
    part = PairSums(1, NAMES)
    values = (seen, seen * won, unseen, unseen * won)
    part.add({name: value.sum(axis=0) for name, value in zip(NAMES, values, strict=True)})
    return part


def copies_fit(seen, unseen, won):
    """Regress "won" on "seen", one row per copy, with errors clustered by pair."""
    copies = np.concatenate([seen.ravel(), unseen.ravel()])
    rows = np.repeat(np.arange(copies.size), copies)
    y = np.tile(won.ravel(), 2)[rows]
    x = np.repeat([1.0, 0.0], seen.size)[rows]
    pair = np.tile(np.arange(seen.shape[1]), 4)[rows]
    fit = sm.OLS(y, sm.add_constant(x)).fit(
        cov_type="cluster", cov_kwds={"groups": pair, "use_correction": False}
    )
    return fit, np.sqrt(seen.shape[1] / (seen.shape[1] - 1))


def test_a_ratio_agrees_with_clustered_regression(games, sums):
    fit, correction = copies_fit(*games)
    estimate = ratio(sums, ["unseen_won"], ["unseen"])
    assert estimate.value[0] == pytest.approx(fit.params[0])
    assert standard_error(sums, estimate)[0] == pytest.approx(fit.bse[0] * correction)


def test_a_difference_agrees_with_clustered_regression(games, sums):
    fit, correction = copies_fit(*games)
    lift = difference(ratio(sums, ["won"], ["seen"]), ratio(sums, ["unseen_won"], ["unseen"]))
    assert lift.value[0] == pytest.approx(fit.params[1])
    assert standard_error(sums, lift)[0] == pytest.approx(fit.bse[1] * correction)


def test_a_ratio_of_sums_of_quantities(games, sums):
    won = games[2]
    both = ratio(sums, ["won", "unseen_won"], ["seen", "unseen"])
    assert both.value[0] == pytest.approx(won.mean())  # three copies in every game
    error = won.mean(axis=0).std(ddof=1) / np.sqrt(300)
    assert standard_error(sums, both)[0] == pytest.approx(error)


def test_a_difference_of_like_from_like_is_certain(sums):
    rate = ratio(sums, ["won"], ["seen"])
    nothing = difference(rate, rate)
    assert nothing.value[0] == 0
    assert standard_error(sums, nothing)[0] == 0


def test_an_average_of_one_is_itself(sums):
    rate = ratio(sums, ["won"], ["seen"])
    twice = average([rate, rate])
    assert twice.value[0] == rate.value[0]
    assert standard_error(sums, twice) == pytest.approx(standard_error(sums, rate))


def test_only_pairs_that_bear_on_a_ratio_are_counted():
    part = PairSums(1, NAMES)
    seen = np.zeros(1_000)
    seen[:4] = 1
    part.add({"seen": seen, "won": seen, "unseen": 1 - seen, "unseen_won": 0 * seen})
    sums = pool([part])
    columns = rate_columns("wr", sums, ratio(sums, ["won"], ["seen"]), 0.95)
    assert columns["wr"][0] == 1
    assert columns["wr_low"][0] == pytest.approx(rate_interval(1, 0, 4)[0])
    assert ratio(sums, ["won"], ["seen"]).n_pairs[0] == 4
    assert ratio(sums, ["won"], ["seen", "unseen"]).n_pairs[0] == 996


def test_one_pair_that_bears_on_a_ratio_has_no_spread():
    part = PairSums(1, ["seen", "won"])
    part.add({"seen": np.eye(50)[0], "won": np.eye(50)[0] / 2})
    sums = pool([part])
    half = ratio(sums, ["won"], ["seen"])
    assert np.isnan(standard_error(sums, half)[0])
    columns = rate_columns("wr", sums, half, 0.95)
    ends = (columns["wr_low"][0], columns["wr_high"][0])
    assert ends == pytest.approx(rate_interval(0.5, np.nan, 1))


def test_matchups_can_weigh_by_games_or_evenly(games):
    seen, unseen, won = games
    large, small = summed(seen, unseen, won), summed(*(v[:, :10] for v in (seen, unseen, 1 - won)))
    rate_of = [ratio(pool([part]), ["won"], ["seen"]).value[0] for part in (large, small)]
    by_games = ratio(pool([large, small]), ["won"], ["seen"]).value[0]
    evenly = ratio(pool_evenly([large, small]), ["won"], ["seen"]).value[0]
    assert abs(by_games - rate_of[0]) < 0.05 * abs(rate_of[1] - rate_of[0])
    assert abs(evenly - np.mean(rate_of)) < 0.1 * abs(rate_of[1] - rate_of[0])


def test_differences_between_matchups_add_no_variance():
    """Stratified: one matchup always won, the other always lost."""
    parts = []
    for score in (0.0, 1.0):
        part = PairSums(1, ["games", "score"])
        part.add({"games": np.ones(50), "score": np.full(50, score)})
        parts.append(part)
    sums = pool(parts)
    rate = ratio(sums, ["score"], ["games"])
    assert rate.value[0] == 0.5
    assert sums.covariance[0, 1, 1] == 0


def test_what_is_not_known_has_the_widest_interval():
    part = PairSums(1, NAMES)
    part.add({name: np.array([float(name == "seen")]) for name in NAMES})
    sums = pool([part])
    seen, unseen = ratio(sums, ["won"], ["seen"]), ratio(sums, ["unseen_won"], ["unseen"])
    ends = {
        "rate": rate_columns("rate", sums, unseen, 0.95),
        "lift": difference_columns("lift", sums, difference(seen, unseen), 0.95),
        "mean": mean_columns("mean", sums, seen, 0.95),
    }
    low_high = {name: (c[f"{name}_low"][0], c[f"{name}_high"][0]) for name, c in ends.items()}
    assert low_high == {"rate": (0, 1), "lift": (-1, 1), "mean": (0, np.inf)}
    assert np.isnan(p_values(sums, difference(seen, unseen))[0])


def test_p_values_are_students(sums):
    lift = difference(ratio(sums, ["won"], ["seen"]), ratio(sums, ["unseen_won"], ["unseen"]))
    t = lift.value[0] / standard_error(sums, lift)[0]
    expected = 2 * student.sf(abs(t), lift.n_pairs[0] - 1)
    assert p_values(sums, lift)[0] == pytest.approx(expected)
