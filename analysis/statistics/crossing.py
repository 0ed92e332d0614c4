"""Zeros of a curve that was measured at a few values, with confidence limits.

The curve is assumed to be linear between neighbouring measured values; it need not be monotone.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from evenhand.analysis.statistics.intervals import check_level

__all__ = ["Crossing", "find_crossing", "list_zeros"]

STEPS = 1_000  # places tested between two neighbouring values


class Crossing(NamedTuple):
    """Zeros of a curve.

    Attributes
    ----------
    places : float array, shape (n,)
        Zeros of the measured curve.
    low, high : float
        Lowest and highest place at which a zero of the true curve is not rejected: infinite if
        that is an end of the measured range, NaN if a zero is rejected everywhere.
    is_whole : bool
        Whether no place between `low` and `high` is rejected.
    """

    places: NDArray[np.float64]
    low: float
    high: float
    is_whole: bool


def find_crossing(
    values: ArrayLike,
    heights: ArrayLike,
    covariance: ArrayLike,
    degrees: float,
    level: float = 0.95,
) -> Crossing:
    """Find the zeros of a curve: the places at which a test does not reject a zero.

    Parameters
    ----------
    values : float array, shape (n,)
        Places at which the curve was measured, ascending; at least two.
    heights : float array, shape (n,)
        The curve at these places.
    covariance : float array, shape (n, n)
        Covariance of the heights.
    degrees : float
        Degrees of freedom of the covariance.
    level : float
        Coverage of each zero of the true curve, in (0, 1).

    Returns
    -------
    Crossing

    References
    ----------
    Fieller (1954), JRSS-B 16, 175-185: the interval as the places that a test does not reject.
    """
    x, y = np.asarray(values, float), np.asarray(heights, float)
    between = [np.linspace(*ends, STEPS, endpoint=False) for ends in pairwise(x)]
    at = np.concatenate([*between, x[-1:]])
    weights = np.array([np.interp(at, x, unit) for unit in np.eye(len(x))]).T
    error = np.sqrt(np.einsum("ij,jk,ik->i", weights, np.asarray(covariance, float), weights))
    may_be = np.abs(weights @ y) <= stdtrit(degrees, (1 + check_level(level)) / 2) * error
    if not may_be.any():
        return Crossing(list_zeros(x, y), np.nan, np.nan, is_whole=False)
    first, last = np.flatnonzero(may_be)[[0, -1]]
    low = -np.inf if may_be[0] else at[first]
    high = np.inf if may_be[-1] else at[last]
    return Crossing(list_zeros(x, y), float(low), float(high), bool(may_be[first:last].all()))


def list_zeros(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """List the zeros of a piecewise linear curve; a piece that is zero throughout by its ends."""
    on_points = x[y == 0]
    left, right = y[:-1], y[1:]
    changes = left * right < 0
    between = x[:-1] + np.diff(x) * left / np.where(changes, left - right, 1)
    return np.sort(np.concatenate([on_points, between[changes]]))
