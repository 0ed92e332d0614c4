from itertools import combinations

import numpy as np
import pytest
import statsmodels.api as sm

from evenhand.analysis.statistics.factorial import count_terms, pair_effects


def drawn(rng, n_runs=400, n_factors=6):
    return rng.random((n_runs, n_factors)) < 0.25


def test_what_two_factors_do_together_is_found():
    changed = drawn(np.random.default_rng(1))
    scores = 0.5 - 0.1 * changed[:, 0] + 0.03 * changed[:, 1] + 0.2 * changed[:, 1] * changed[:, 4]
    pairs = list(combinations(range(6), 2))
    found = dict(zip(pairs, pair_effects(changed, scores), strict=True))
    assert found.pop((1, 4)) == pytest.approx(0.2)
    assert list(found.values()) == pytest.approx([0] * 14, abs=1e-12)


def test_it_is_least_squares():
    rng = np.random.default_rng(2)
    changed = drawn(rng)
    scores = rng.normal(size=400)
    products = [changed[:, one] * changed[:, two] for one, two in combinations(range(6), 2)]
    terms = sm.add_constant(np.column_stack([changed, *products]).astype(float))
    theirs = sm.OLS(scores, terms).fit().params[7:]
    assert pair_effects(changed, scores) == pytest.approx(theirs)


def test_too_few_runs_say_nothing():
    assert count_terms(15) == 1 + 15 + 105
    with pytest.raises(ValueError, match="too few for 15 factors"):
        pair_effects(drawn(np.random.default_rng(3), 120, 15), np.zeros(120))
