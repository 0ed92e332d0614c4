"""Where a curve that was measured at a few values is zero, and how sure that is.

Between two values that were played the curve is taken to be straight; nothing else is
assumed of it, least of all that it only rises or only falls.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from evenhand.analysis.statistics.intervals import check_level

__all__ = ["Crossing", "find_crossing", "list_zeros"]

STEPS = 1_000  # places looked at between two values


class Crossing(NamedTuple):
    """Where a curve is zero.

    Attributes
    ----------
    places : float array, shape (n,)
        Where the measured curve is zero.
    low, high : float
        Outermost places where the true curve may be zero: infinite if the curve may be zero
        at an end of what was measured, NaN if it is surely zero nowhere in it.
    is_whole : bool
        Whether it may be zero all the way between them, too.
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
    """Find where a curve is zero: the places at which a test does not refuse that it is.

    Parameters
    ----------
    values : float array, shape (n,)
        Where the curve was measured, ascending; at least two.
    heights : float array, shape (n,)
        The curve there.
    covariance : float array, shape (n, n)
        Of the heights.
    degrees : float
        Of freedom of the covariance.
    level : float
        Coverage, in (0, 1): of each place at which the true curve is zero.

    Returns
    -------
    Crossing

    References
    ----------
    Fieller (1954), JRSS-B 16, 175-185: the interval as the places that a test leaves.
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
    """List where straight lines through points are zero; a piece that is all zero by its ends."""
    on_points = x[y == 0]
    left, right = y[:-1], y[1:]
    changes = left * right < 0
    between = x[:-1] + np.diff(x) * left / np.where(changes, left - right, 1)
    return np.sort(np.concatenate([on_points, between[changes]]))
