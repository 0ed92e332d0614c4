"""Many comparisons at once: how many of the flagged cards are false alarms."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["benjamini_hochberg"]


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
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
    p = np.asarray(p_values, float)
    made = np.flatnonzero(~np.isnan(p))
    if np.any((p[made] < 0) | (p[made] > 1)):
        raise ValueError("p-values must lie between 0 and 1")
    largest_first = made[np.argsort(-p[made], kind="stable")]
    rank = np.arange(made.size, 0, -1)
    q = np.full(p.shape, np.nan)
    q[largest_first] = np.minimum.accumulate(p[largest_first] * made.size / rank).clip(max=1)
    return q
