"""Many factors at once: which two of them act together, from runs with random ones changed."""

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["count_terms", "pair_effects"]


def count_terms(n_factors: int) -> int:
    """Return how many numbers are estimated: the mean, each factor, and each pair of factors."""
    return 1 + n_factors + n_factors * (n_factors - 1) // 2


def pair_effects(changed: ArrayLike, scores: ArrayLike) -> NDArray[np.float64]:
    """Estimate what two factors change together beyond what each of them changes alone.

    Least squares with a term for each factor and each pair; what three factors do together
    is noise. With factors changed at random, each pair's effect is a mean over which others
    were changed.

    Parameters
    ----------
    changed : bool array, shape (n_runs, n_factors)
    scores : float array, shape (n_runs,)
        Mean of each run, which all weigh the same.

    Returns
    -------
    float array, shape (n_pairs,)
        By pair, in the order of `itertools.combinations`: score with both changed, minus
        score with the one, minus score with the other, plus score with neither.

    Raises
    ------
    ValueError
        If the runs are fewer than what is estimated.

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
    found, *_ = np.linalg.lstsq(terms, y, rcond=None)
    return found[1 + n_factors :]
