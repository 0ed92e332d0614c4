from math import inf, nan, sqrt

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint, proportions_ztost

from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.equivalence import (
    decide_verdicts,
    inside_p_value,
    outside_p_value,
    pairs_to_decide,
)

FAIR = Band(0.48, 0.52)
PASS, FAIL, INCONCLUSIVE = Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE


def error_of(rate, n_games):
    return sqrt(rate * (1 - rate) / n_games)


def decide(mean, error, band=FAIR):
    inside = inside_p_value(mean, error, inf, band)
    outside = outside_p_value(mean, error, inf, band)
    return decide_verdicts([inside], [outside])[0][0]


def read_off(low, high, band=FAIR):
    """Judge by an interval of 90 %, as people do."""
    if high < band.low or low > band.high:
        return FAIL
    return PASS if band.low <= low and high <= band.high else INCONCLUSIVE


@pytest.mark.parametrize(
    ("wins", "n_games", "p", "tolerance"),
    [(5_045, 10_000, 0.0009672, 5e-8), (503, 1_000, 0.1411, 5e-5)],
)
def test_inside_gives_reference_p_values(wins, n_games, p, tolerance):
    rate = wins / n_games
    found = inside_p_value(rate, error_of(rate, n_games), inf, FAIR)
    assert found == pytest.approx(p, abs=tolerance)
    assert found == pytest.approx(proportions_ztost(wins, n_games, *FAIR)[0])


@pytest.mark.parametrize(
    ("wins", "n_games", "answer"),
    [(5_045, 10_000, PASS), (503, 1_000, INCONCLUSIVE), (5_400, 10_000, FAIL),
     (4_600, 10_000, FAIL), (5_250, 10_000, INCONCLUSIVE)],
)  # fmt: skip
def test_reference_verdicts(wins, n_games, answer):
    rate = wins / n_games
    assert decide(rate, error_of(rate, n_games)) == answer
    assert read_off(*proportion_confint(wins, n_games, 0.1, method="wilson")) == answer


@pytest.mark.parametrize("mean", np.linspace(0.44, 0.56, 25))
def test_intervals_and_p_values_say_the_same(mean):
    error = 0.008
    half = 1.6448536 * error
    answer = read_off(mean - half, mean + half)
    assert decide(mean, error) == answer
    assert (outside_p_value(mean, error, inf, FAIR) <= 0.05) == (answer == FAIL)


def test_a_band_may_have_one_end():
    at_most = Band(-inf, 0.1)
    assert decide(-3, 0.05, at_most) == PASS
    assert decide(0.25, 0.03, at_most) == FAIL
    assert inside_p_value(0.05, 0.01, inf, at_most) == pytest.approx(2.8665e-7, rel=1e-3)
    assert outside_p_value(0.15, 0.01, inf, at_most) == pytest.approx(2.8665e-7, rel=1e-3)


def test_few_pairs_prove_less():
    assert inside_p_value(0.5, 0.01, 5, FAIR) > inside_p_value(0.5, 0.01, inf, FAIR)


def test_without_spread_the_estimate_decides():
    assert inside_p_value(0.5, 0, inf, FAIR) == 0
    assert outside_p_value(0.5, 0, inf, FAIR) == 1
    assert outside_p_value(0.6, 0, inf, FAIR) == 0


def test_without_an_estimate_nothing_is_sure():
    p_values = inside_p_value(nan, nan, 5, FAIR), outside_p_value(nan, nan, 5, FAIR)
    found, adjusted = decide_verdicts(*([p] for p in p_values))
    assert found == [INCONCLUSIVE]
    assert np.isnan(adjusted[0])


def test_one_of_many_fails_only_beyond_doubt():
    outside = [0.02, *[0.9] * 19]
    assert decide_verdicts([1], outside[:1])[0] == [FAIL]
    assert decide_verdicts([1] * 20, outside)[0][0] == INCONCLUSIVE
    assert decide_verdicts([0.04] * 20, [0.9] * 20)[0] == [PASS] * 20


@pytest.mark.parametrize(
    ("half_band", "n"), [(0.05, 1_083), (0.03, 3_007), (0.02, 6_766), (0.01, 27_061)]
)
def test_games_to_prove_balance(half_band, n):
    band = Band(0.5 - half_band, 0.5 + half_band)
    assert pairs_to_decide(0.5, 0.25, band) == pytest.approx(n, rel=1e-3)


def test_the_nearer_the_edge_the_more_pairs():
    needed = [pairs_to_decide(mean, 0.25, FAIR) for mean in (0.5, 0.51, 0.519, 0.52)]
    assert needed == sorted(needed)
    assert needed[-1] == inf
    assert pairs_to_decide(0.56, 0.25, FAIR) < pairs_to_decide(0.53, 0.25, FAIR)


@pytest.mark.parametrize("truth", [0.5, 0.508, 0.545])
def test_so_many_pairs_do_decide(truth):
    rng = np.random.default_rng(1)
    n = int(pairs_to_decide(truth, truth * (1 - truth), FAIR))
    rates = rng.binomial(n, truth, 4_000) / n
    error = error_of(rates.mean(), n)
    decided = [decide(rate, error) for rate in rates]
    expected = PASS if truth in FAIR or 0.48 < truth < 0.52 else FAIL
    share = decided.count(expected) / 4_000
    assert 0.89 < share < (0.97 if expected is PASS else 0.92)


def test_wrong_verdicts_on_the_edge_are_rare():
    rng = np.random.default_rng(2)
    rates = rng.binomial(10_000, 0.52, 4_000) / 10_000
    error = error_of(0.52, 10_000)
    found = [decide(rate, error) for rate in rates]
    assert found.count(PASS) / 4_000 < 0.06
    assert found.count(FAIL) / 4_000 < 0.06
