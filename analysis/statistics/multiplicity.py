"""Many comparisons at once: how many of those that are flagged are false alarms."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["benjamini_hochberg", "holm"]

Floats = NDArray[np.float64]


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Turn p-values into q-values that bound the share of false discoveries.

    Flagging every entry with ``q <= 0.05`` keeps the expected share of false flags
    among all flags at 5 % or less, for independent or positively dependent tests.

    Parameters
    ----------
    p_values : float array, shape (n,)
        In [0, 1]; NaN for tests that could not be made, which do not count.

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
    """Adjust p-values so that flagging any of them by mistake is unlikely.

    Flagging every entry with an adjusted value of 5 % or less makes one false flag or
    more in at most 5 % of tables, however the tests depend on each other.

    Parameters
    ----------
    p_values : float array, shape (n,)
        In [0, 1]; NaN for tests that could not be made, which do not count.

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


def check_p_values(p_values: ArrayLike) -> tuple[Floats, NDArray[np.intp]]:
    """Return p-values as an array and the places of those that are known, or raise ValueError."""
    p = np.asarray(p_values, float)
    made = np.flatnonzero(~np.isnan(p))
    if np.any((p[made] < 0) | (p[made] > 1)):
        raise ValueError("p-values must lie between 0 and 1")
    return p, made
