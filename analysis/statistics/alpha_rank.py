"""Alpha-rank: long-run shares of choices in a population that imitates successful play.

All members of a population play the same choice. Occasionally one member tries another choice,
which then takes over the population or dies out, depending on its payoff against the others. The
rank of a choice is the share of time for which the whole population plays it; in a cycle the
choices alternate (Omidshafiei et al. 2019, Scientific Reports 9, 9937).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["alpha_rank"]

Floats = NDArray[np.float64]
POPULATION = 50
TOLERANCE = 1e-10  # smaller differences, of payoffs of about 1, are rounding errors


def alpha_rank(
    payoffs: ArrayLike, intensity: float = np.inf, population: int = POPULATION
) -> Floats:
    """Return the alpha-rank: share of time for which the population plays each choice.

    Parameters
    ----------
    payoffs : float array, shape (.., n, n)
        Payoff of the row against the column.
    intensity : float
        Selection intensity, the "alpha" of the paper. If infinite, better choices are always
        copied and worse choices never, as in the paper's limit.
    population : int
        Size of the population, at least 2. With an infinite intensity and constant-sum payoffs
        it affects ties only.

    Returns
    -------
    float array, shape (.., n)
        Shares in [0, 1], with sum 1.
    """
    payoffs = np.asarray(payoffs, float)
    n = payoffs.shape[-1]
    if n == 1:
        return np.ones(payoffs.shape[:-1])
    fixation = np.swapaxes(fixation_probabilities(payoffs, intensity, population), -1, -2)
    leaving = fixation / (n - 1)
    leaving[..., np.arange(n), np.arange(n)] = 0.0
    leaving[..., np.arange(n), np.arange(n)] = -leaving.sum(axis=-1)
    balance = np.swapaxes(leaving, -1, -2).copy()
    balance[..., -1, :] = 1.0  # replace one redundant equation by "the shares add up to 1"
    whole = np.zeros((*payoffs.shape[:-1], 1))
    whole[..., -1, 0] = 1.0
    shares: Floats = np.linalg.solve(balance, whole)[..., 0].clip(0, 1)
    return shares + 0.0  # turn -0 into 0


def fixation_probabilities(payoffs: Floats, intensity: float, population: int) -> Floats:
    """Return the probability that one player of the row takes over a column's population.

    References
    ----------
    Traulsen, Nowak and Pacheco (2006), Physical Review E 74, 011909: pairwise comparison in a
    population of m; with k players of the new choice, the odds of k - 1 against k + 1 are
    exp(-alpha (payoff of the new - payoff of the old)).
    """
    m = population
    against_itself = np.diagonal(payoffs, axis1=-2, axis2=-1)
    of_new, of_old = against_itself[..., :, None], against_itself[..., None, :]
    against_new = np.swapaxes(payoffs, -1, -2)
    behind, odds = np.zeros_like(payoffs), np.ones_like(payoffs)
    for k in range(1, m):
        new_gets = (k - 1) * of_new + (m - k) * payoffs
        old_gets = k * against_new + (m - k - 1) * of_old
        behind += (old_gets - new_gets) / (m - 1)
        odds += scaled_exp(behind, intensity)
    return 1 / odds


def scaled_exp(behind: Floats, intensity: float) -> Floats:
    """Return exp(intensity * behind), for alpha-rank; 0, 1 or infinity if it is infinite."""
    if np.isinf(intensity):
        return np.where(behind > TOLERANCE, np.inf, np.where(behind < -TOLERANCE, 0.0, 1.0))
    with np.errstate(over="ignore"):
        return np.exp(intensity * behind)
