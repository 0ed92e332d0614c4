"""Ratios of sums over pairs, with standard errors.

Nearly every number of a report is a ratio: wins per game, wins per copy seen, turns per
game. Its variance follows from the variance of the sums between pairs, by linearisation
(the delta method). The linear form of a difference of ratios is the difference of their
linear forms, so variation common to two ratios from the same games cancels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.statistics.intervals import (
    NO_SPREAD,
    count_interval,
    mean_interval,
    rate_interval,
)

__all__ = [
    "EVERY", "Estimate", "PooledSums", "average", "bounded_columns", "difference",
    "difference_columns", "least_error", "mask_zeros", "mean_columns", "p_values", "pool",
    "pool_evenly", "pool_rows", "rate_columns", "ratio", "standard_error",
]  # fmt: skip

Floats = NDArray[np.float64]
Columns = dict[str, Floats]
Rows = NDArray[np.intp] | slice
EVERY = slice(None)


class PooledSums:
    """Sums of several matchups for ratios, which were played independently of each other.

    Parameters
    ----------
    n_rows : int
    quantities : sequence of str
        As for `PairSums`.

    Attributes
    ----------
    counts : float array, shape (n_rows, n_quantities)
        Unweighted sums.
    sums : float array, shape (n_rows, n_quantities)
        Weighted sums, from which estimates are computed.
    covariance : float array, shape (n_rows, n_quantities, n_quantities)
        Covariance of the weighted sums. Differences between matchups are part of the design
        and do not contribute.
    occupied : int array, shape (n_rows, n_quantities)
        Pairs in which the quantity was not zero.
    """

    def __init__(self, n_rows: int, quantities: Sequence[str]) -> None:
        self.quantities = tuple(quantities)
        n_quantities = len(self.quantities)
        self.counts = np.zeros((n_rows, n_quantities))
        self.sums = np.zeros((n_rows, n_quantities))
        self.covariance = np.zeros((n_rows, n_quantities, n_quantities))
        self.occupied = np.zeros((n_rows, n_quantities), np.int64)

    def add(
        self, part: PairSums, weight: float = 1.0, rows: Rows = EVERY, taken: Rows = EVERY
    ) -> None:
        """Add a matchup, whose pairs have the given weight each.

        Row ``taken[i]`` of the part is added to row ``rows[i]`` of the pool; by default each
        row to the same row.
        """
        self.counts[rows] += part.sums[taken]
        self.sums[rows] += weight * part.sums[taken]
        self.covariance[rows] += weight**2 * part.covariance[taken]
        self.occupied[rows] += part.occupied[taken]

    def count(self, *names: str) -> NDArray[np.int64]:
        """Return the sum of the counts of the named quantities, shape (n_rows,)."""
        return np.rint(self.counts @ self.form(names)).astype(np.int64)

    def form(self, names: Sequence[str]) -> Floats:
        """Return a sum of quantities as coefficients, 0 or 1, shape (n_quantities,)."""
        return np.array([float(quantity in names) for quantity in self.quantities])


@dataclass(frozen=True)
class Estimate:
    """Ratios computed from a pool's sums, one per row.

    Attributes
    ----------
    value : float array, shape (n_rows,)
        NaN where the denominator is 0.
    gradient : float array, shape (n_rows, n_quantities)
        Derivatives with respect to the sums.
    n_pairs : int array, shape (n_rows,)
        Pairs that contribute to the value, at least.
    """

    value: Floats
    gradient: Floats
    n_pairs: NDArray[np.int64]


def pool(parts: Sequence[PairSums]) -> PooledSums:
    """Add up matchups for a ratio, with the same weight for every game."""
    pooled = PooledSums(len(parts[0].sums), parts[0].quantities)
    for part in parts:
        pooled.add(part)
    return pooled


def pool_rows(groups: Sequence[Sequence[PairSums]]) -> PooledSums:
    """Add up groups of matchups for ratios, as `pool` does: a row for each group."""
    pooled = PooledSums(len(groups), groups[0][0].quantities)
    for row, group in enumerate(groups):
        for part in group:
            pooled.add(part, rows=slice(row, row + 1))
    return pooled


def pool_evenly(parts: Sequence[PairSums]) -> PooledSums:
    """Add up matchups for a ratio, with the same weight for every matchup."""
    pooled = PooledSums(len(parts[0].sums), parts[0].quantities)
    for part in parts:
        pooled.add(part, 1 / part.n_pairs)
    return pooled


def ratio(pool: PooledSums, above: Sequence[str], below: Sequence[str]) -> Estimate:
    """Return the ratio of one sum of quantities to another.

    Parameters
    ----------
    pool : PooledSums
    above, below : sequence of str
        Quantities that make up the numerator and the denominator.

    References
    ----------
    Särndal, Swensson and Wretman (1992), Model Assisted Survey Sampling, section 5.6.
    """
    numerator, denominator = pool.form(above), pool.form(below)
    total = pool.sums @ denominator
    divisor = np.where(total > 0, total, np.nan)
    value = pool.sums @ numerator / divisor
    gradient = (numerator - value[:, None] * denominator) / divisor[:, None]
    # A pair may contribute to several quantities; the maximum counts no pair twice.
    return Estimate(value, gradient, pool.occupied[:, denominator > 0].max(axis=1))


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the first ratio minus the second, both from the same pool."""
    return Estimate(
        first.value - second.value,
        first.gradient - second.gradient,
        np.minimum(first.n_pairs, second.n_pairs),
    )


def average(estimates: Sequence[Estimate]) -> Estimate:
    """Return the unweighted mean of ratios from the same pool."""
    return Estimate(
        np.mean([estimate.value for estimate in estimates], axis=0),
        np.mean([estimate.gradient for estimate in estimates], axis=0),
        reduce(np.minimum, [estimate.n_pairs for estimate in estimates]),
    )


def standard_error(pool: PooledSums, estimate: Estimate) -> Floats:
    """Return linearised standard errors of ratios, shape (n_rows,).

    0 if nothing varied, NaN if fewer than two pairs contribute to the value.
    """
    gradient = estimate.gradient
    variance = np.einsum("ri,rij,rj->r", gradient, pool.covariance, gradient)
    error = np.sqrt(np.maximum(variance, 0))
    error = np.where(error < NO_SPREAD, 0.0, error)
    return np.where(estimate.n_pairs > 1, error, np.nan)


def rate_columns(name: str, pool: PooledSums, estimate: Estimate, level: float) -> Columns:
    """Return ratios that lie in [0, 1] and their intervals as columns of a table."""
    error = standard_error(pool, estimate)
    return name_columns(
        name, estimate, rate_interval(estimate.value, error, estimate.n_pairs, level)
    )


def difference_columns(name: str, pool: PooledSums, estimate: Estimate, level: float) -> Columns:
    """Return differences of ratios and their intervals as columns; -1 to 1 if unknown."""
    error = mask_zeros(standard_error(pool, estimate))
    return name_columns(
        name, estimate, mean_interval(estimate.value, error, estimate.n_pairs, level)
    )


def mean_columns(name: str, pool: PooledSums, estimate: Estimate, level: float) -> Columns:
    """Return ratios of counts and their intervals as columns; 0 to infinity if unknown."""
    error = standard_error(pool, estimate)
    return name_columns(
        name, estimate, count_interval(estimate.value, error, estimate.n_pairs, level)
    )


def bounded_columns(
    name: str, pool: PooledSums, estimate: Estimate, level: float, bounds: tuple[float, float]
) -> Columns:
    """Return ratios that lie between bounds and their intervals as columns."""
    least, greatest = bounds
    width = greatest - least
    share = (estimate.value - least) / width
    error = standard_error(pool, estimate) / width
    low, high = rate_interval(share, error, estimate.n_pairs, level)
    return name_columns(name, estimate, (least + width * low, least + width * high))


def p_values(pool: PooledSums, estimate: Estimate, least: float | Floats = 0.0) -> Floats:
    """Return two-sided p-values of "the ratio is 0"; NaN without a positive standard error.

    Parameters
    ----------
    pool : PooledSums
    estimate : Estimate
    least : float or float array, shape (n_rows,)
        What standard errors are at least, as by `least_error`.
    """
    error = np.maximum(standard_error(pool, estimate), least)
    t = np.abs(estimate.value) / mask_zeros(error)
    return 2 * stdtr(np.maximum(estimate.n_pairs - 1, 1), -t)


def least_error(rate: Floats, usual: Floats, n: NDArray[np.int64]) -> Floats:
    """Return what standard errors of rates are at least if the rates are the usual ones.

    If what is counted is rare, many samples have too few of it to show how much it varies, and
    those with fewest look surest. So where a rate seems to vary less than the usual one, it is
    held to vary as much as that does in independent observations.

    Parameters
    ----------
    rate, usual : float array, shape (n_rows,)
        In [0, 1].
    n : int array, shape (n_rows,)
        Observations of the rate.

    Returns
    -------
    float array, shape (n_rows,)
        0 where the rate varies as much as the usual one.
    """
    spread, usual_spread = rate * (1 - rate), usual * (1 - usual)
    return np.where(spread < usual_spread, np.sqrt(usual_spread / np.maximum(n, 1)), 0.0)


def mask_zeros(error: Floats) -> Floats:
    """Replace ratios' standard errors of 0 by NaN: equal observations are not certainty."""
    return np.where(error > 0, error, np.nan)


def name_columns(name: str, estimate: Estimate, ends: tuple[Floats, Floats]) -> Columns:
    """Return a ratio and the ends of its interval as named columns."""
    return {name: estimate.value, f"{name}_low": ends[0], f"{name}_high": ends[1]}
