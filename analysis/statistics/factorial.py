"""Two-factor interactions, estimated from runs in which random factors are changed."""

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["count_terms", "pair_effects"]


def count_terms(n_factors: int) -> int:
    """Return the number of factorial coefficients: the mean, factors, pairs of factors."""
    return 1 + n_factors + n_factors * (n_factors - 1) // 2


def pair_effects(changed: ArrayLike, scores: ArrayLike) -> NDArray[np.float64]:
    """Estimate the interaction of each pair of factors.

    Least squares with a term for each factor and each pair; interactions of three factors are
    treated as noise. With factors changed at random, the effect of a pair is averaged over the
    states of the other factors.

    Parameters
    ----------
    changed : bool array, shape (n_runs, n_factors)
    scores : float array, shape (n_runs,)
        Mean of each run; runs are weighted equally.

    Returns
    -------
    float array, shape (n_pairs,)
        By pair, in the order of `itertools.combinations`: score with both changed, minus
        the scores with only one of them changed, plus the score with neither.

    Raises
    ------
    ValueError
        If there are fewer runs than coefficients.

    References
    ----------
    Box, Hunter and Hunter (2005), Statistics for Experimenters, chapter 5.
    """
    factors, y = np.asarray(changed, float), np.asarray(scores, float)
    n_runs, n_factors = factors.shape
    if n_runs < count_terms(n_factors):
        raise ValueError(f"{n_runs} runs are too few for {n_factors} factors")
    first, second = np.array(list(combinations(range(n_factors), 2)), int).reshape(-1, 2).T
    terms = np.column_stack([np.ones(n_runs), factors, factors[:, first] * factors[:, second]])
    coefficients, *_ = np.linalg.lstsq(terms, y, rcond=None)
    return coefficients[1 + n_factors :]
