"""Strength and cycles: the split of a published example, and what noise alone does."""

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import binom, ncx2

from evenhand.analysis.statistics.hodge import noise_free_interval, sampled_logits, split_logits

RATES = np.array(
    [[0.5, 0.6, 0.45, 0.7], [0.4, 0.5, 0.65, 0.55], [0.55, 0.35, 0.5, 0.6], [0.3, 0.45, 0.4, 0.5]]
)


def test_the_published_split():
    split = split_logits(logit(RATES))
    np.testing.assert_allclose(split.strengths, [0.2630, 0.1036, -0.0032, -0.3634], atol=5e-5)
    assert split.transitive_share == pytest.approx(0.5613, abs=5e-5)
    assert 1 - split.transitive_share == pytest.approx(0.4387, abs=5e-5)


def test_strengths_alone_leave_nothing():
    strengths = np.array([2.0, 0.5, -0.5, -2.0])
    split = split_logits(np.subtract.outer(strengths, strengths), errors=0.1)
    np.testing.assert_allclose(split.strengths, strengths)
    np.testing.assert_allclose(split.cyclic_part, 0, atol=1e-12)
    assert split.p_value == pytest.approx(1)


def test_a_cycle_has_no_strengths():
    split = split_logits([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], errors=0.1)
    np.testing.assert_allclose(split.strengths, 0, atol=1e-12)
    assert split.cyclic == pytest.approx(300)
    assert split.p_value < 1e-60


def test_the_parts_are_orthogonal_in_units_of_the_errors():
    rng = np.random.default_rng(1)
    errors = rng.uniform(0.1, 1, (5, 5))
    errors = errors + errors.T
    logits = np.triu(rng.normal(size=(5, 5)), 1)
    logits -= logits.T
    split = split_logits(logits, errors)
    whole = ((logits / errors) ** 2).sum() / 2
    assert split.transitive + split.cyclic == pytest.approx(whole)
    gaps = np.subtract.outer(split.strengths, split.strengths)
    np.testing.assert_allclose(gaps + split.cyclic_part, logits, atol=1e-12)


def play(rng, rates, n_pairs):
    """Play pairs in which who goes first wins more; return rates and their errors."""
    n = len(rates)
    found, errors = np.full((n, n), 0.5), np.full((n, n), np.nan)
    for one, other in zip(*np.triu_indices(n, 1), strict=True):
        strength = logit(rates[one, other])
        won = rng.random((2, n_pairs)) < expit([[strength + 0.3], [strength - 0.3]])
        scores = won.mean(axis=0)
        found[one, other], found[other, one] = scores.mean(), 1 - scores.mean()
        errors[one, other] = errors[other, one] = scores.std(ddof=1) / n_pairs**0.5
    return found, errors


@pytest.mark.parametrize("spread", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("n_pairs", [7, 300])
def test_false_alarms_are_as_rare_as_said(spread, n_pairs):
    """Strengths are all there is; at 5 % no more than chance allows are taken for cyclic."""
    rng = np.random.default_rng(1)
    strengths = np.linspace(spread, -spread, 5)
    rates = expit(np.subtract.outer(strengths, strengths))
    n_pairs_each, n_runs, alarms = np.full((5, 5), n_pairs), 400, 0
    for _ in range(n_runs):
        split = split_logits(*sampled_logits(*play(rng, rates, n_pairs), n_pairs_each))
        alarms += split.p_value < 0.05
    assert alarms <= binom.ppf(0.999, n_runs, 0.05)
    if n_pairs == 300:
        assert alarms >= binom.ppf(0.001, n_runs, 0.05)


def test_the_share_of_strength_lies_in_its_interval():
    rng = np.random.default_rng(1)
    wanted = split_logits(logit(RATES)).transitive_share
    n_pairs, held, narrow = np.full((4, 4), 500), 0, 0
    for _ in range(100):
        split = split_logits(*sampled_logits(*play(rng, RATES, 500), n_pairs))
        low, high = split.true_share_interval()
        held += low <= wanted <= high
        narrow += high - low < 0.5
    assert held >= 93
    assert narrow > 90


def test_logits_of_all_and_nothing_are_finite():
    logits, errors = sampled_logits([0.0, 1.0, 0.5], [0.0, np.nan, 0.0], [10, 10, 10])
    np.testing.assert_allclose(logits, [-np.log(21), np.log(21), 0])
    np.testing.assert_allclose(errors**2, [2 + 1 / 10.5, 2 + 1 / 10.5, 2 / 5.5])


def test_logits_of_many_games_are_the_plain_ones():
    logits, errors = sampled_logits(0.6, 0.001, 10_000)
    assert logits == pytest.approx(logit(0.6), abs=1e-5)
    assert errors == pytest.approx(0.001 / 0.24, rel=1e-3)


@pytest.mark.parametrize(("total", "n_free"), [(3, 5), (30, 10), (500, 10), (5_000, 435)])
def test_noise_is_taken_out(total, n_free):
    low, high = noise_free_interval(total, n_free)
    assert ncx2.cdf(max(total, n_free), n_free, high) == pytest.approx(0.025, rel=1e-4)
    if low:
        assert ncx2.cdf(total, n_free, low) == pytest.approx(0.975, rel=1e-6)
    else:
        assert ncx2.cdf(total, n_free, 1e-9) < 0.975
