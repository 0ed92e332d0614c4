"""Alpha-rank: how long each choice is what everybody plays, where all copy what wins.

Everyone in a population plays the same. Now and then one tries something else, and the others
take it up or not, by how well it does against them. How much of the time each choice is the one
that all play is its rank: in a cycle the choices take turns (Omidshafiei et al. 2019, Scientific
Reports 9, 9937).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["alpha_rank"]

Floats = NDArray[np.float64]
POPULATION = 50
TOLERANCE = 1e-10  # what is less, of payoffs of about 1, is rounding


def alpha_rank(
    payoffs: ArrayLike, intensity: float = np.inf, population: int = POPULATION
) -> Floats:
    """Return the share of the time for which each choice is the one that all play.

    Parameters
    ----------
    payoffs : float array, shape (.., n, n)
        What the row gets when it meets the column.
    intensity : float
        The "alpha": how much more often than chance what does better is copied. Infinite: what
        does better is always copied and what does worse never, as in the paper's limit.
    population : int
        How many there are, 2 or more. With an infinite intensity, and payoffs of which each pair
        shares the same sum, it matters to ties alone.

    Returns
    -------
    float array, shape (.., n)
        Shares, in [0, 1], which add up to 1.
    """
    payoffs = np.asarray(payoffs, float)
    n = payoffs.shape[-1]
    if n == 1:
        return np.ones(payoffs.shape[:-1])
    taken_up = np.swapaxes(chances_of_fixation(payoffs, intensity, population), -1, -2)
    leaving = taken_up / (n - 1)
    leaving[..., np.arange(n), np.arange(n)] = 0.0
    leaving[..., np.arange(n), np.arange(n)] = -leaving.sum(axis=-1)
    balance = np.swapaxes(leaving, -1, -2).copy()
    balance[..., -1, :] = 1.0  # one equation follows from the others; the shares add up to 1
    whole = np.zeros((*payoffs.shape[:-1], 1))
    whole[..., -1, 0] = 1.0
    shares: Floats = np.linalg.solve(balance, whole)[..., 0].clip(0, 1)
    return shares + 0.0  # no -0


def chances_of_fixation(payoffs: Floats, intensity: float, population: int) -> Floats:
    """Return how likely all take up the row, when one tries it and the others play the column.

    References
    ----------
    Traulsen, Nowak and Pacheco (2006), Physical Review E 74, 011909: pairwise comparison in a
    population of m; with k of the new kind the odds of one less against one more are
    exp(-alpha (payoff of the new - payoff of the old)).
    """
    m = population
    own = np.diagonal(payoffs, axis1=-2, axis2=-1)
    of_new, of_old = own[..., :, None], own[..., None, :]
    against_new = np.swapaxes(payoffs, -1, -2)
    behind, odds = np.zeros_like(payoffs), np.ones_like(payoffs)
    for k in range(1, m):
        new_gets = (k - 1) * of_new + (m - k) * payoffs
        old_gets = k * against_new + (m - k - 1) * of_old
        behind += (old_gets - new_gets) / (m - 1)
        odds += raise_to(behind, intensity)
    return 1 / odds


def raise_to(behind: Floats, intensity: float) -> Floats:
    """Return exp(intensity behind); of an infinite intensity 0, 1 or infinite."""
    if np.isinf(intensity):
        return np.where(behind > TOLERANCE, np.inf, np.where(behind < -TOLERANCE, 0.0, 1.0))
    with np.errstate(over="ignore"):
        return np.exp(intensity * behind)
