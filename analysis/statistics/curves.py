"""Monotone curves: fits and simultaneous confidence bands."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenhand.analysis.statistics.intervals import check_level, normal_quantile

__all__ = ["fit_monotone", "simultaneous_band"]

Floats = NDArray[np.float64]


def fit_monotone(estimates: ArrayLike, standard_errors: ArrayLike, rises: bool) -> Floats:
    """Fit a monotone curve to estimates, in order of their places.

    Parameters
    ----------
    estimates, standard_errors : float array, shape (n,)
        Estimates are weighted by the inverse of their variance.
    rises : bool
        Whether the curve is non-decreasing, else non-increasing.

    Returns
    -------
    float array, shape (n,)

    References
    ----------
    Barlow, Bartholomew, Bremner and Brunk (1972), Statistical Inference under Order
    Restrictions; least squares by pooling of adjacent violators.
    """
    from scipy.optimize import isotonic_regression  # seldom needed, and slow to load

    errors = np.asarray(standard_errors, float)
    weights = 1 / np.maximum(errors, 1e-9) ** 2
    return np.asarray(isotonic_regression(estimates, weights=weights, increasing=rises).x)


def simultaneous_band(
    estimates: ArrayLike, standard_errors: ArrayLike, rises: bool, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Return a band that covers a whole monotone curve.

    The band consists of simultaneous intervals (Bonferroni), narrowed by monotonicity: the low
    end of a non-decreasing curve is at least the low end at every earlier place.

    Parameters
    ----------
    estimates, standard_errors : float array, shape (n,)
    rises : bool
        Whether the curve is non-decreasing, else non-increasing.
    level : float
        Probability that the band covers the whole curve, in (0, 1).

    Returns
    -------
    low, high : float array, shape (n,)
    """
    centre, errors = np.asarray(estimates, float), np.asarray(standard_errors, float)
    z = normal_quantile(1 - (1 - check_level(level)) / centre.size)
    low, high = centre - z * errors, centre + z * errors
    if rises:
        return np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1]
    return np.maximum.accumulate(low[::-1])[::-1], np.minimum.accumulate(high)
