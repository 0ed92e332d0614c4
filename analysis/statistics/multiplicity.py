"""Multiple comparisons: adjusted p-values and simultaneous intervals.

The best of many estimates is selected after looking at all of them, so its interval must be
valid whichever is selected. It is, if the intervals of all of them hold simultaneously.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenhand.analysis.statistics.intervals import check_level

__all__ = ["benjamini_hochberg", "bound_true_weight", "holm", "joint_level"]

Floats = NDArray[np.float64]


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Compute q-values of multiple p-values, which bound the share of false discoveries.

    Flagging every entry with ``q <= 0.05`` keeps the expected share of false flags
    among all flags at 5 % or less, for independent or positively dependent tests.

    Parameters
    ----------
    p_values : float array, shape (n,)
        In [0, 1]; NaN for tests that could not be made, which are ignored.

    Returns
    -------
    float array, shape (n,)
        Adjusted p-values in [0, 1]; NaN where the p-value is NaN.

    Raises
    ------
    ValueError
        If a p-value lies outside [0, 1].

    References
    ----------
    Benjamini and Hochberg (1995), JRSS-B 57, 289-300.
    """
    p, made = check_p_values(p_values)
    largest_first = made[np.argsort(-p[made], kind="stable")]
    rank = np.arange(made.size, 0, -1)
    q = np.full(p.shape, np.nan)
    q[largest_first] = np.minimum.accumulate(p[largest_first] * made.size / rank).clip(max=1)
    return q


def holm(p_values: ArrayLike) -> Floats:
    """Adjust multiple p-values by Holm's method, which bounds the chance of any false flag.

    Flagging every entry with an adjusted value of 5 % or less causes one or more false
    flags in at most 5 % of tables, whatever the dependence between the tests.

    Parameters
    ----------
    p_values : float array, shape (n,)
        In [0, 1]; NaN for tests that could not be made, which are ignored.

    Returns
    -------
    float array, shape (n,)
        Adjusted p-values in [0, 1]; NaN where the p-value is NaN.

    Raises
    ------
    ValueError
        If a p-value lies outside [0, 1].

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    """
    p, made = check_p_values(p_values)
    smallest_first = made[np.argsort(p[made], kind="stable")]
    left = np.arange(made.size, 0, -1)
    adjusted = np.full(p.shape, np.nan)
    adjusted[smallest_first] = np.maximum.accumulate(p[smallest_first] * left).clip(max=1)
    return adjusted


def joint_level(level: float, n_together: ArrayLike) -> Floats:
    """Return the level of each of multiple intervals for a given simultaneous level.

    At this level an interval is valid however it was selected, for example as that of the
    largest estimate, or of the one furthest from some value.

    Parameters
    ----------
    level : float
        Chance, in (0, 1), that all intervals cover their values.
    n_together : int or int array, shape (n,)
        Number of intervals; 0 counts as 1.

    Returns
    -------
    float or float array, shape (n,)
        In [level, 1). Exact for independent estimates, and conservative for normal estimates
        with any dependence, such as win rates of decks that played each other.

    Raises
    ------
    ValueError
        If the level lies outside (0, 1).

    References
    ----------
    Šidák (1967), Journal of the American Statistical Association 62, 626-633.
    """
    return check_level(level) ** (1 / np.maximum(np.asarray(n_together, float), 1.0))


def bound_true_weight(p_values: ArrayLike, weights: ArrayLike, alpha: float) -> float:
    """Return how much of the weight of multiple claims is true, at least.

    Claims that are not proven one by one count as well: closed testing, with Bonferroni's test of
    each set of claims, refutes that all claims of a set are wrong. Weights that are largest where a
    claim may be wrong are assumed to be there, so the bound holds whatever the dependence.

    Parameters
    ----------
    p_values : float array, shape (n,)
        In [0, 1], of "the claim is wrong"; NaN for claims that could not be tested.
    weights : float array, shape (n,)
        Not negative.
    alpha : float
        Chance, at most, that less than the bound is true.

    Returns
    -------
    float
        In [0, sum of the weights].

    Raises
    ------
    ValueError
        If a p-value lies outside [0, 1].

    References
    ----------
    Goeman and Solari (2011), Statistical Science 26, 584-597.
    """
    p = np.nan_to_num(check_p_values(p_values)[0], nan=1.0)
    shares = np.asarray(weights, float)
    wrong = 0.0  # largest weight of a set of claims that may all be wrong
    for size in range(1, p.size + 1):
        possible = np.sort(shares[p > alpha / size])[::-1]
        if possible.size >= size:
            wrong = max(wrong, float(possible[:size].sum()))
    return max(0.0, float(shares.sum()) - wrong)


def check_p_values(p_values: ArrayLike) -> tuple[Floats, NDArray[np.intp]]:
    """Return multiple p-values as an array, and the indices of those not NaN.

    Raises
    ------
    ValueError
        If a p-value lies outside [0, 1].
    """
    p = np.asarray(p_values, float)
    made = np.flatnonzero(~np.isnan(p))
    if np.any((p[made] < 0) | (p[made] > 1)):
        raise ValueError("p-values must lie between 0 and 1")
    return p, made
