"""Confidence intervals for rates, counts and means over pairs.

The sampling unit is the pair (a group of games that share their deals), so all functions
take the number of pairs. Without an estimate, an interval covers all possible values;
its ends are never NaN.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincc, betaincinv, gammaincinv, ndtri, stdtrit

__all__ = [
    "count_interval", "difference_interval", "mean_interval", "rate_interval", "rate_p_value",
    "usable_standard_error",
]  # fmt: skip

Floats = NDArray[np.float64]
ROUNDING = 1e-9  # tolerance for a sum of shares that should be 1
NO_SPREAD = 1e-8  # smaller standard errors are rounding errors of zero
WHOLE = np.array(1.0), np.array(0.0)  # ends of the scale of rates: upper, lower
AGAINST = 0.75  # share of the added pseudo-pair that contradicts the observations


def rate_interval(
    mean: ArrayLike,
    standard_error: ArrayLike,
    n_pairs: ArrayLike,
    level: float = 0.95,
    against: float = AGAINST,
) -> tuple:
    """Return the interval for a rate, from pairs with a number between 0 and 1 each.

    Clopper and Pearson's interval at the effective number of pairs, which follows from the
    standard error. For either end one pseudo-pair is added, most of which contradicts the
    observations, so that unobserved outcomes are not taken for impossible. The interval lies
    inside [0, 1].

    Parameters
    ----------
    mean : float or array, shape (n,)
        Rates in [0, 1]; NaN without an estimate.
    standard_error : float or array, shape (n,)
        0 if all pairs are equal, NaN if unknown.
    n_pairs : int or array, shape (n,)
        Number of pairs that contribute to the rate.
    level : float
        Coverage, in (0, 1).
    against : float
        Share of the pseudo-pair that contradicts the observations, at most 1. With 1 it is
        the original interval of Clopper and Pearson, whose coverage is at least the level.

    Returns
    -------
    low, high : float or float array, shape (n,)
        0 and 1 without an estimate. If all pairs are equal, the share of pairs that differ from
        them, won or lost, is bounded by the interval for zero occurrences.

    Raises
    ------
    ValueError
        If a rate or the level is out of range.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26, 404-413. Korn and Graubard (1998), Survey
    Methodology 24, 193-201: the effective size. The share `against` was chosen by simulation,
    see ``docs/decisions/intervals.md``.
    """
    rate, error, pairs = as_floats(mean, standard_error, n_pairs)
    rate = np.where(np.abs(rate - 1) < ROUNDING, 1.0, rate)
    if np.any((rate < 0) | (rate > 1)):
        raise ValueError("rates must lie between 0 and 1")
    known = np.isfinite(rate) & (pairs > 0)
    # Placeholders avoid warnings where there is no estimate.
    rate, pairs = np.where(known, rate, 0.0), np.where(known, pairs, 1.0)
    alpha = (1 - check_level(level)) / 2
    low = 1 - find_high_end(1 - rate, error, pairs, alpha, against)
    high = find_high_end(rate, error, pairs, alpha, against)
    return np.where(known, low, 0.0)[()], np.where(known, high, 1.0)[()]


def find_high_end(
    rate: Floats, error: Floats, pairs: Floats, alpha: float, against: float
) -> Floats:
    """Return the high end of a rate's interval, which the true rate exceeds with chance `alpha`."""
    below = np.where(rate == 1, 0.0, rate)  # the high end for a rate of 1 is 1
    end = betaincinv(*count_against(below, error, pairs, against), 1 - alpha)
    alike = (error == 0) & (rate > 0)
    if np.any(alike):
        nothing = np.zeros_like(rate)
        others = betaincinv(*count_against(nothing, nothing, pairs, against), 1 - alpha)
        end = np.where(alike, rate + (1 - rate) * others, end)
    return np.where(rate == 1, 1.0, end)


def rate_p_value(
    mean: float, standard_error: float, n_pairs: float, edge: float, is_above: bool
) -> float:
    """Test on which side of an edge a rate is, as its interval does, with a pseudo-pair.

    Parameters
    ----------
    mean, standard_error, n_pairs : float
        As for `rate_interval`.
    edge : float
        In (0, 1).
    is_above : bool
        Whether the rate is claimed to be above the edge, or else below.

    Returns
    -------
    float
        p-value of "the claim is wrong"; alpha or less exactly if the edge is outside of
        `rate_interval` at the level 1 - 2 alpha, on this side of it, with `against` 1.
    """
    if is_above:
        return rate_p_value(1 - mean, standard_error, n_pairs, 1 - edge, False)
    rate, error, pairs = as_floats(mean, standard_error, n_pairs)
    if error == 0 and 0 < rate < 1:  # all pairs equal: test the share of others up to the edge
        rate, edge = np.zeros_like(rate), max(0.0, (edge - mean) / (1 - mean))
    return float(betaincc(*count_against(rate, error, pairs, 1.0), edge)) if rate < 1 else 1.0


def count_against(
    rate: Floats, error: Floats, pairs: Floats, against: float
) -> tuple[Floats, Floats]:
    """Return an interval's beta parameters, wins and losses, with a pseudo-pair added."""
    spread = (error > 0) & (pairs > 1)
    within = np.where(spread, error**2 * pairs * (pairs - 1), pairs * rate * (1 - rate))
    mean, variance = add_pseudo_pair(rate, within, pairs, WHOLE, against)
    size = (pairs + 1) * mean * (1 - mean) / variance
    return mean * size, (1 - mean) * size


def count_interval(
    mean: ArrayLike, standard_error: ArrayLike, n_pairs: ArrayLike, level: float = 0.95
) -> tuple:
    """Return the interval for a mean count, which has no upper bound.

    As `rate_interval`, with the gamma distribution in place of the beta distribution and
    Student's correction for few pairs. The pseudo-pair lies one standard deviation of a pair
    from the mean; for rare events, as far as a pair with one event, and its upper end is at
    least 1.

    Parameters
    ----------
    mean : float or array, shape (n,)
        Not negative; NaN without an estimate.
    standard_error : float or array, shape (n,)
        NaN if unknown.
    n_pairs : int or array, shape (n,)
        Number of pairs that contribute to the mean.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    low, high : float or float array, shape (n,)
        0 and infinity if the mean or its standard error is unknown.

    References
    ----------
    Fay and Feuer (1997), Statistics in Medicine 16, 791-801: gamma intervals for weighted
    counts, widened by the largest weight of one more event.
    """
    centre, error, pairs = as_floats(mean, standard_error, n_pairs)
    known = np.isfinite(centre) & np.isfinite(error) & (pairs > 1)
    centre, pairs = np.where(known, centre, 0.0), np.where(known, pairs, 2.0)
    spread = np.where(known, error, 0.0) * np.sqrt(pairs)
    rare = spread**2 / np.where(centre > 0, centre, 1.0)
    reach = np.where(spread > 0, np.maximum(spread, rare), centre)
    ends = np.maximum(1.0, centre + reach), np.maximum(0.0, centre - reach)
    within = spread**2 * (pairs - 1)
    tail = (1 - check_level(level)) / 2
    trust = (normal_quantile(level) / student_quantile(level, pairs)) ** 2

    def end(share: float, chance: float) -> Floats:
        mean, variance = add_pseudo_pair(centre, within, pairs, ends, share)
        shape = (pairs + 1) * mean**2 / variance * trust
        return mean / shape * gammaincinv(shape, chance)

    low = np.where(known & (centre > 0), end(1 - AGAINST, tail), 0.0)
    return low[()], np.where(known, end(AGAINST, 1 - tail), np.inf)[()]


def add_pseudo_pair(
    mean: Floats, within: Floats, pairs: Floats, ends: tuple[Floats, Floats], share: float
) -> tuple[Floats, Floats]:
    """Add a pseudo-pair to an interval: `share` at the upper end, the rest at the lower.

    Returns
    -------
    mean, variance : float array
        Mean and variance of a pair after the addition.
    """
    top, bottom = ends
    n = pairs + 1
    new = (pairs * mean + share * top + (1 - share) * bottom) / n
    squares = within + pairs * (mean - new) ** 2
    return new, (squares + share * (top - new) ** 2 + (1 - share) * (bottom - new) ** 2) / n


def mean_interval(
    mean: ArrayLike,
    standard_error: ArrayLike,
    n_pairs: ArrayLike,
    level: float = 0.95,
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> tuple:
    """Return Student's interval for a mean or a difference, clipped to possible values.

    Parameters
    ----------
    mean, standard_error : float or array, shape (n,)
        NaN if unknown.
    n_pairs : int or array, shape (n,)
        Number of pairs that contribute to the mean; the degrees of freedom are one less.
    level : float
        Coverage, in (0, 1).
    bounds : (float, float)
        Least and greatest possible value; the interval where the estimate is unknown.

    Returns
    -------
    low, high : float or float array, shape (n,)
    """
    centre, error, pairs = as_floats(mean, standard_error, n_pairs)
    known = np.isfinite(centre) & np.isfinite(error) & (pairs > 1)
    half = student_quantile(level, np.where(known, pairs, 2.0)) * np.where(known, error, 0.0)
    low = np.where(known, np.clip(centre - half, *bounds), bounds[0])
    high = np.where(known, np.clip(centre + half, *bounds), bounds[1])
    return low[()], high[()]


def usable_standard_error(mean: ArrayLike, standard_error: ArrayLike, n_pairs: ArrayLike) -> Floats:
    """Replace standard errors of 0 or NaN by those that intervals imply.

    One pair has no standard error, and a standard error of 0, from equal pairs, does not mean
    certainty. In a sum over opponents such a matchup must not count as known exactly.

    Parameters
    ----------
    mean, standard_error, n_pairs : float or array, shape (n,)
        Of matchups that are not mirrors, each with at least one pair.

    Returns
    -------
    float array, shape (n,)
        The given standard error where it is positive, else half the width of the 95 %
        interval of `rate_interval`, in units of the normal quantile.
    """
    low, high = rate_interval(mean, standard_error, n_pairs)
    implied = (high - low) / (2 * normal_quantile(0.95))
    error = np.asarray(standard_error, float)
    return np.where(error > 0, error, implied)


def as_floats(*values: ArrayLike) -> tuple[Floats, ...]:
    """Broadcast an interval's arguments to float arrays of one shape."""
    return tuple(np.broadcast_arrays(*(np.asarray(value, float) for value in values)))


def normal_quantile(level: float) -> float:
    """Return the two-sided quantile of the normal distribution, 1.96 for 0.95."""
    return float(ndtri((1 + check_level(level)) / 2))


def student_quantile(level: float, n_pairs: Floats) -> Floats:
    """Return the two-sided quantile of Student's distribution for a mean of `n_pairs` values."""
    return stdtrit(n_pairs - 1, (1 + check_level(level)) / 2)


def check_level(level: float) -> float:
    """Return the level of an interval; raise ValueError if it is not in (0, 1)."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return level


def difference_interval(
    first: ArrayLike, first_ends: tuple, second: ArrayLike, second_ends: tuple
) -> tuple:
    """Return the interval of the gap between two independent estimates, from the ends of theirs.

    Parameters
    ----------
    first, second : float or array, shape (n,)
    first_ends, second_ends : (low, high)
        Ends of the interval of each, of the same shape.

    Returns
    -------
    low, high : float or float array, shape (n,)
        NaN where an estimate is. Of two rates, they may lie a little beyond -1 and 1.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873-890, method 10.
    """
    one, low, high = as_floats(first, *first_ends)
    other, other_low, other_high = as_floats(second, *second_ends)
    below, above = np.hypot(one - low, other_high - other), np.hypot(high - one, other - other_low)
    return (one - other - below)[()], (one - other + above)[()]
