"""Intervals: from an estimate and its uncertainty to a low and a high end.

The unit of evidence is the pair (a group of games that share their deals), so
everything that is not a plain count takes the number of pairs. Where nothing is
known, an interval covers all that is possible; it is never NaN.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtri, stdtrit

__all__ = [
    "jeffreys_interval",
    "mean_interval",
    "sampled_interval",
    "score_interval",
    "usable_standard_error",
    "wilson_interval",
]

Floats = NDArray[np.float64]
ROUNDING = 1e-9  # by which a sum of shares may miss the whole
NO_SPREAD = 1e-8  # smaller standard errors are rounding of zero


def wilson_interval(wins: ArrayLike, n_games: ArrayLike, level: float = 0.95) -> tuple:
    """Score interval for a win rate; behaves at 0 and 1.

    Valid but too wide when `wins` counts draws as halves.

    Parameters
    ----------
    wins, n_games : float or array, shape (n,)
        Counts, ``0 <= wins <= n_games``, ``n_games > 0``; fractions are allowed, as
        effective sample sizes are rarely whole.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    low, high : float or float array, shape (n,)
        Win rates in [0, 1].

    Raises
    ------
    ValueError
        If any count or the level is out of range.

    References
    ----------
    Wilson (1927), JASA 22, 209-212.
    """
    wins, n_games = check_counts(wins, n_games)
    z = normal_quantile(level)
    rate = wins / n_games
    shrink = 1 + z**2 / n_games
    centre = (rate + z**2 / (2 * n_games)) / shrink
    half = z / shrink * np.sqrt(rate * (1 - rate) / n_games + z**2 / (4 * n_games**2))
    # At the edges the formula gives 0 and 1 only up to rounding.
    low = np.where(wins == 0, 0.0, np.clip(centre - half, 0, 1))
    high = np.where(wins == n_games, 1.0, np.clip(centre + half, 0, 1))
    return low[()], high[()]


def jeffreys_interval(wins: ArrayLike, n_games: ArrayLike, level: float = 0.95) -> tuple:
    """Return the equal-tailed Bayesian interval of a win rate under Jeffreys' prior.

    Parameters
    ----------
    wins, n_games, level
        As for `wilson_interval`.

    Returns
    -------
    low, high : float or float array, shape (n,)
        Quantiles of Beta(wins + 1/2, losses + 1/2); exactly 0 and 1 at the edges.

    Raises
    ------
    ValueError
        If any count or the level is out of range.

    References
    ----------
    Brown, Cai and DasGupta (2001), Statistical Science 16, 101-133.
    """
    wins, n_games = check_counts(wins, n_games)
    tail = (1 - check_level(level)) / 2
    a, b = wins + 0.5, n_games - wins + 0.5
    low = np.where(wins == 0, 0.0, betaincinv(a, b, tail))
    high = np.where(wins == n_games, 1.0, betaincinv(a, b, 1 - tail))
    return low[()], high[()]


def score_interval(
    mean: ArrayLike, standard_error: ArrayLike, n_pairs: ArrayLike, level: float = 0.95
) -> tuple:
    """Interval for a rate whose standard error was estimated from pairs.

    Wilson's interval at the effective sample size ``mean (1 - mean) / se**2``, made
    smaller by ``(z / t)**2`` with ``n_pairs - 1`` degrees of freedom, because few pairs
    estimate a standard error badly. It never leaves [0, 1].

    Parameters
    ----------
    mean : float or array, shape (n,)
        Rates in [0, 1]; NaN where there is no estimate.
    standard_error : float or array, shape (n,)
        Zero says that the rate is exact, as in a mirror match; NaN says that the
        standard error is not known.
    n_pairs : int or array, shape (n,)
        Pairs that bear on the rate.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    low, high : float or float array, shape (n,)
        The rate itself, twice, if it is exact and inside (0, 1); Wilson's interval on
        `n_pairs` if the rate is 0 or 1 or its standard error unknown; 0 and 1 if there
        is no estimate.

    References
    ----------
    Franco, Little, Louis and Slud (2019), J. Survey Statistics and Methodology 7,
    334-364: Wilson intervals with effective sample sizes. Korn and Graubard (1998),
    Survey Methodology 24, 193-201: the correction for degrees of freedom.
    """
    rate, error, pairs = np.broadcast_arrays(
        np.asarray(mean, float), np.asarray(standard_error, float), np.asarray(n_pairs, float)
    )
    rate = np.where(np.abs(rate - 1) < ROUNDING, 1.0, rate)
    inside = (rate > 0) & (rate < 1)
    exact = inside & (error == 0) & (pairs > 0)
    spread = inside & (error > 0) & (pairs > 1)
    known = spread | (np.isfinite(rate) & (pairs > 0) & ~exact)
    # Placeholders keep the formula quiet where another case answers.
    size = np.where(known, pairs, 1.0)
    ratio = normal_quantile(level) / student_quantile(level, np.where(spread, pairs, 2.0))
    safe_error = np.where(spread, error, 1.0)
    size = np.where(spread, rate * (1 - rate) / safe_error**2 * ratio**2, size)
    low, high = wilson_interval(np.where(known, rate, 0.0) * size, size, level)
    low = np.where(known, low, np.where(exact, rate, 0.0))
    high = np.where(known, high, np.where(exact, rate, 1.0))
    return low[()], high[()]


def mean_interval(
    mean: ArrayLike,
    standard_error: ArrayLike,
    n_pairs: ArrayLike,
    level: float = 0.95,
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> tuple:
    """Student interval for a mean or a difference, kept inside what is possible.

    Parameters
    ----------
    mean, standard_error : float or array, shape (n,)
        NaN where not known.
    n_pairs : int or array, shape (n,)
        Pairs that bear on the mean; one less are the degrees of freedom.
    level : float
        Coverage, in (0, 1).
    bounds : (float, float)
        Least and greatest possible value; the interval where nothing is known.

    Returns
    -------
    low, high : float or float array, shape (n,)
    """
    centre, error, pairs = np.broadcast_arrays(
        np.asarray(mean, float), np.asarray(standard_error, float), np.asarray(n_pairs, float)
    )
    known = np.isfinite(centre) & np.isfinite(error) & (pairs > 1)
    half = student_quantile(level, np.where(known, pairs, 2.0)) * np.where(known, error, 0.0)
    low = np.where(known, np.clip(centre - half, *bounds), bounds[0])
    high = np.where(known, np.clip(centre + half, *bounds), bounds[1])
    return low[()], high[()]


def sampled_interval(
    mean: ArrayLike, standard_error: ArrayLike, n_pairs: ArrayLike, level: float = 0.95
) -> tuple:
    """Interval for a rate of which nothing is known but a sample.

    As `score_interval`, but that no pair differed from another does not make a rate
    exact: as many other pairs may yet differ as Wilson's interval for none in `n_pairs`
    allows. For rates of 0 and 1 that is Wilson's interval itself.

    Parameters
    ----------
    mean, standard_error, n_pairs, level
        As for `score_interval`.

    Returns
    -------
    low, high : float or float array, shape (n,)
    """
    rate, error, pairs = np.broadcast_arrays(
        np.asarray(mean, float), np.asarray(standard_error, float), np.asarray(n_pairs, float)
    )
    alike = (error == 0) & np.isfinite(rate) & (pairs > 0)
    low, high = score_interval(rate, error, pairs, level)
    _, others = wilson_interval(0, np.where(alike, pairs, 1.0), level)
    low = np.where(alike, rate * (1 - others), low)
    high = np.where(alike, rate + (1 - rate) * others, high)
    return low[()], high[()]


def usable_standard_error(mean: ArrayLike, standard_error: ArrayLike, n_pairs: ArrayLike) -> Floats:
    """Replace standard errors that say nothing by those that intervals imply.

    One pair has no spread, and pairs that all ended alike only seem to be certain. In a
    sum over opponents such a matchup must not count as known exactly.

    Parameters
    ----------
    mean, standard_error, n_pairs : float or array, shape (n,)
        Of matchups that are not mirrors, each with at least one pair.

    Returns
    -------
    float array, shape (n,)
        The given standard error where it is positive, else half the width of the 95 %
        interval of `sampled_interval`, in units of the normal quantile.
    """
    low, high = sampled_interval(mean, standard_error, n_pairs)
    implied = (high - low) / (2 * normal_quantile(0.95))
    error = np.asarray(standard_error, float)
    return np.where(error > 0, error, implied)


def normal_quantile(level: float) -> float:
    """Two-sided quantile of the normal distribution, 1.96 for 0.95."""
    return float(ndtri((1 + check_level(level)) / 2))


def student_quantile(level: float, n_pairs: Floats) -> Floats:
    """Two-sided quantile of Student's distribution for a mean of `n_pairs` values."""
    return stdtrit(n_pairs - 1, (1 + check_level(level)) / 2)


def check_counts(wins: ArrayLike, n_games: ArrayLike) -> tuple[Floats, Floats]:
    """Return the counts as arrays, or raise ValueError."""
    wins, n_games = np.asarray(wins, float), np.asarray(n_games, float)
    if not np.all(n_games > 0):
        raise ValueError("n_games must be positive")
    if not np.all((wins >= 0) & (wins <= n_games)):
        raise ValueError("wins must lie between 0 and n_games")
    return wins, n_games


def check_level(level: float) -> float:
    """Return the level, or raise ValueError."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return level
