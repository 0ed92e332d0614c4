from itertools import chain, combinations

import numpy as np
import pytest
from scipy.stats import false_discovery_control, norm
from statsmodels.stats.multitest import multipletests

from evenhand.analysis.statistics.multiplicity import (
    benjamini_hochberg,
    bound_true_weight,
    holm,
    joint_level,
)

# Benjamini and Hochberg (1995), section 3.2: fifteen p-values, four of them rejected.
PUBLISHED = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
             0.4262, 0.5719, 0.6528, 0.7590, 1]  # fmt: skip
ADJUSTED = [0.0015, 0.003, 0.0095, 0.0356, 0.0603, 0.0639, 0.0639, 0.0645, 0.0765, 0.486,
            0.5812, 0.7149, 0.7532, 0.8132, 1]  # fmt: skip


def test_the_published_example():
    q = benjamini_hochberg(PUBLISHED)
    assert q == pytest.approx(ADJUSTED, abs=5e-5)
    assert (q <= 0.05).sum() == 4


@pytest.mark.parametrize("n", [1, 2, 17, 300])
def test_agrees_with_scipy(n):
    p = np.random.default_rng(n).random(n).round(2)  # with ties
    assert benjamini_hochberg(p) == pytest.approx(false_discovery_control(p))


def test_tests_that_were_not_made_do_not_count():
    with_gaps = benjamini_hochberg([np.nan, 0.01, np.nan, 0.04])
    assert with_gaps[[1, 3]] == pytest.approx(benjamini_hochberg([0.01, 0.04]))
    assert np.isnan(with_gaps[[0, 2]]).all()
    assert benjamini_hochberg([]).size == 0


def test_what_is_no_p_value_is_refused():
    with pytest.raises(ValueError, match="p-values"):
        benjamini_hochberg([0.5, 1.5])


def test_holm_rejects_three_of_the_published_fifteen():
    assert (holm(PUBLISHED) <= 0.05).sum() == 3


@pytest.mark.parametrize("n", [1, 2, 17, 300])
def test_holm_agrees_with_statsmodels(n):
    p = (np.random.default_rng(n).random(n) ** 3).round(3)  # with ties
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])


def test_holm_leaves_out_tests_that_were_not_made():
    with_gaps = holm([np.nan, 0.01, np.nan, 0.04])
    assert with_gaps[[1, 3]] == pytest.approx([0.02, 0.04])
    assert np.isnan(with_gaps[[0, 2]]).all()
    with pytest.raises(ValueError, match="p-values"):
        holm([-0.1])


@pytest.mark.parametrize("n", [1, 2, 15, 66])
def test_joint_levels_agree_with_statsmodels(n):
    corrected = multipletests([0.5] * n, alpha=0.05, method="sidak")[2]
    assert 1 - joint_level(0.95, n) == pytest.approx(corrected)


def test_joint_levels_come_as_arrays_and_none_is_as_one():
    assert joint_level(0.9, [0, 1, 2]) == pytest.approx([0.9, 0.9, 0.9**0.5])
    with pytest.raises(ValueError, match="level"):
        joint_level(1.5, 3)


@pytest.mark.parametrize("correlation", [0.0, 0.6, -0.15])
def test_the_interval_of_the_furthest_of_many_holds(correlation):
    """Whatever they have in common; alone, its own interval would hold in a fraction of cases."""
    rng, n = np.random.default_rng(1), 6
    covariance = np.full((n, n), correlation) + (1 - correlation) * np.eye(n)
    furthest = np.abs(rng.multivariate_normal(np.zeros(n), covariance, 20_000)).max(axis=1)
    held = (furthest <= norm.ppf((1 + joint_level(0.95, n)) / 2)).mean()
    assert 0.945 < held < 0.975
    assert (furthest <= norm.ppf(0.975)).mean() < 0.85


def close_all_tests(p, weights, alpha):
    """Bound the weight of true claims by Bonferroni's test of every set of them."""
    names = range(len(p))
    sets = chain.from_iterable(combinations(names, size) for size in range(len(p) + 1))
    kept = [one for one in sets if all(p[i] > alpha / len(one) for i in one)]
    return sum(weights) - max(sum(weights[i] for i in one) for one in kept)


@pytest.mark.parametrize("seed", range(30))
def test_true_weight_agrees_with_a_test_of_every_set(seed):
    rng = np.random.default_rng(seed)
    p, weights = rng.random(8) ** 4, rng.integers(1, 5, 8) / 20
    bound = bound_true_weight(p, weights, 0.05)
    assert bound == pytest.approx(close_all_tests(p, weights, 0.05))
    assert bound >= weights[holm(p) <= 0.05].sum() - 1e-12


def test_true_weight_of_wrong_claims_is_rarely_positive():
    rng, n = np.random.default_rng(1), 4_000
    false_alarms = np.mean([bound_true_weight(rng.random(10), np.ones(10), 0.05) > 0
                            for _ in range(n)])  # fmt: skip
    assert false_alarms <= 0.05 + 3.5 * (0.05 * 0.95 / n) ** 0.5


def test_true_weight_counts_no_claim_that_was_not_tested():
    assert bound_true_weight([np.nan, 0.001], [0.5, 0.5], 0.05) == 0.5
    assert bound_true_weight([], [], 0.05) == 0
