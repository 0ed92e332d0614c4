"""Agreement of rates of real games with those of a model: tests, slope, order, distance, shrinkage.

Real games are independent; `score` counts wins, and draws by half. With draws Wilson's interval and
the test are valid, but wider than they need be. Gaps are real minus simulated rates, and errors of
both kinds of rates are independent of each other and between matchups.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, ndtr

from evenhand.analysis.statistics.intervals import normal_quantile

__all__ = [
    "Slope", "compare_distances", "count_games_to_tell", "distance_interval",
    "estimate_slope", "kendall_tau", "predictive_p_value", "score_variance", "shrink",
    "wilson_interval",
]  # fmt: skip

Floats = NDArray[np.float64]
WIDEST = 0.5  # largest standard deviation of a real rate around the simulated one
N_SPREADS = 1_001  # standard deviations tried
POWER = 0.8  # chance of a proof with the number of games that is asked for


class Slope(NamedTuple):
    """Slope of real rates on simulated ones, both as distances from 1/2, and its interval."""

    value: float
    low: float
    high: float


def wilson_interval(score: ArrayLike, n_games: ArrayLike, level: float = 0.95) -> tuple:
    """Return the score interval of real win rates.

    Parameters
    ----------
    score, n_games : float or array, shape (n,)
        ``0 <= score <= n_games``, ``n_games > 0``.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    low, high : float or float array, shape (n,)
        In [0, 1].

    References
    ----------
    Wilson (1927), JASA 22, 209-212.
    """
    n = np.asarray(n_games, float)
    rate, z = np.asarray(score, float) / n, normal_quantile(level)
    centre = (rate + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2))
    return (centre - half).clip(0, 1)[()], (centre + half).clip(0, 1)[()]


def predictive_p_value(score: float, n_games: int, rate: float, size: float) -> float:
    """Test whether real games could be more of the simulated ones; never too small by chance.

    The simulated rate is known as ``size`` independent games would have it, so that the wins
    expected of real games are beta-binomial with Jeffreys' prior.

    Parameters
    ----------
    score, n_games : float, int
        Of real games.
    rate, size : float
        Simulated win rate in [0, 1], and the independent games that it is worth.

    Returns
    -------
    float
        Two-sided p-value: twice the smaller tail, at most 1.

    References
    ----------
    Box (1980), JRSS-A 143, 383-430: predictive checks. Brown, Cai and DasGupta (2001),
    Statistical Science 16, 101-133: the prior.
    """
    won, lost = size * rate + 0.5, size * (1 - rate) + 0.5
    wins = np.arange(n_games + 1)
    losses = n_games - wins
    ways = -np.log(n_games + 1) - betaln(losses + 1, wins + 1)
    chances = np.exp(ways + betaln(wins + won, losses + lost) - betaln(won, lost))
    low, high = chances[: int(np.ceil(score)) + 1].sum(), chances[int(score) :].sum()
    return float(min(1.0, 2 * min(low, high)))


def score_variance(score: ArrayLike, n_games: ArrayLike) -> Floats:
    """Return the variances of real win rates, positive even if all games were won.

    A win and a loss are added: Laplace's rule of succession.
    """
    n = np.asarray(n_games, float)
    rate = (np.asarray(score, float) + 1) / (n + 2)
    return rate * (1 - rate) / n


def kendall_tau(first: Floats, second: Floats) -> float:
    """Return the rank correlation tau-b of two sets of numbers, shape (n,), in [-1, 1].

    0 if all numbers of a set are equal.

    References
    ----------
    Kendall (1945), Biometrika 33, 239-251.
    """
    one, other = np.triu_indices(len(first), 1)
    signs = [np.sign(numbers[one] - numbers[other]) for numbers in (first, second)]
    untied = float(np.abs(signs[0]).sum() * np.abs(signs[1]).sum())
    return float(signs[0] @ signs[1]) / max(untied, 1.0) ** 0.5


def estimate_slope(
    real: Floats, real_variance: Floats, rate: Floats, variance: Floats, weights: Floats
) -> Slope:
    """Estimate how many points a real matchup lies from even for each simulated point.

    Least squares through even matchups, ``sum w x y / sum w (x^2 - variance)`` with distances
    x and y from 1/2: what errors of the simulated rates add to the denominator is taken off.

    Parameters
    ----------
    real, real_variance, rate, variance, weights : float array, shape (n_matchups,)

    Returns
    -------
    Slope
        1 if 60 % simulated means 60 % real. The 95 % interval has infinite ends if simulated
        rates may all be 1/2.

    References
    ----------
    Fuller (1987), Measurement Error Models, section 1.2: the correction. Fieller (1954), JRSS-B
    16, 175-185: the interval of a ratio.
    """
    x, y, squares = rate - 0.5, real - 0.5, weights**2
    above, below = float(weights @ (x * y)), float(weights @ (x**2 - variance))
    z_square = normal_quantile(0.95) ** 2
    a = below**2 - z_square * float(squares @ (4 * x**2 * variance))
    b = above * below - z_square * float(squares @ (2 * x * y * variance))
    c = above**2 - z_square * float(squares @ (x**2 * real_variance + y**2 * variance))
    if below <= 0 or a <= 0:
        return Slope(above / below if below > 0 else np.nan, -np.inf, np.inf)
    root = np.sqrt(max(b**2 - a * c, 0.0))
    return Slope(above / below, (b - root) / a, (b + root) / a)


def distance_interval(
    gaps: Floats, variance: Floats, weights: Floats
) -> tuple[float, float, float]:
    """Estimate how far true rates lie from each other: the root mean square, without noise.

    The mean of ``gap^2 - variance`` is unbiased for the mean square of the true gaps, and its
    variance is that of squares of normal numbers.

    Parameters
    ----------
    gaps, variance, weights : float array, shape (n_matchups,)
        Gaps, the variance of each, and weights with sum 1.

    Returns
    -------
    distance, low, high : float
        In rates, 0 to 1; 95 % interval.
    """
    true_squares = gaps**2 - variance
    mean = float(weights @ true_squares)
    spread = 4 * np.maximum(true_squares, 0) * variance + 2 * variance**2
    half = normal_quantile(0.95) * float(np.sqrt(weights**2 @ spread))
    low, middle, high = np.sqrt(np.clip([mean - half, mean, mean + half], 0, 1))
    return float(middle), float(low), float(high)


def compare_distances(
    real: tuple[Floats, Floats], near: tuple[Floats, Floats], far: tuple[Floats, Floats],
    weights: Floats,
) -> tuple[float, float, float]:  # fmt: skip
    """Compare how far two bots lie from the same real rates: mean squared errors, far minus near.

    Real noise is the same for both and all but cancels.

    Parameters
    ----------
    real, near, far : (float array, float array), each shape (n_matchups,)
        Rates and their variances.
    weights : float array, shape (n_matchups,)
        With sum 1.

    Returns
    -------
    difference, standard_error, p_value : float
        In squared rates; two-sided p-value of "both are as near".

    References
    ----------
    Diebold and Mariano (1995), J. Business and Economic Statistics 13, 253-263: forecasts are
    compared by the mean difference of their losses.
    """
    gaps = real[0] - near[0], real[0] - far[0]
    difference = float(weights @ (gaps[1] ** 2 - far[1] - gaps[0] ** 2 + near[1]))
    spread = 4 * (near[0] - far[0]) ** 2 * real[1]
    for gap, (_, own) in zip(gaps, (near, far), strict=True):
        spread = spread + 4 * gap**2 * own
    error = float(np.sqrt(weights**2 @ spread))
    p_value = 2 * float(ndtr(-abs(difference) / error)) if error > 0 else 1.0
    return difference, error, p_value


def count_games_to_tell(
    n_games: int, real_variance: Floats, near: tuple[Floats, Floats], far: tuple[Floats, Floats],
    weights: Floats,
) -> float:  # fmt: skip
    """Return about how many real games tell two bots apart, if people play just like the nearer.

    With a chance of `POWER`; infinite if the bots' own games are too few for any number.
    """
    apart = near[0] - far[0]
    difference = max(float(weights @ (apart**2 - near[1] - far[1])), 0.0)
    wanted = difference / (normal_quantile(0.95) + normal_quantile(2 * POWER - 1))
    left = wanted**2 - weights**2 @ (4 * apart**2 * far[1])
    used = weights**2 @ (4 * apart**2 * real_variance)
    return float(n_games * used / left) if left > 0 else np.inf


def shrink(
    real: Floats, real_variance: Floats, rate: Floats, variance: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Shrink real rates towards simulated ones where real games are few.

    A true rate is normal around the simulated one with a standard deviation s that all matchups
    share. Given s, the estimate is ``rate + w (real - rate)`` with ``w = (s^2 + variance) / (s^2 +
    variance + real_variance)``. It is averaged over s by the likelihood of all gaps, with a
    uniform prior up to `WIDEST`, so that few matchups do not make s certain.

    Parameters
    ----------
    real, real_variance, rate, variance : float array, shape (n_matchups,)

    Returns
    -------
    estimate, low, high, weight : float array, shape (n_matchups,)
        Rates in [0, 1] with 95 % intervals, and the average weight of the real rate.

    References
    ----------
    Efron and Morris (1975), JASA 70, 311-319: the estimate. Gelman (2006), Bayesian Analysis 1,
    515-534: the prior of s.
    """
    gaps = real - rate
    prior = np.linspace(0, WIDEST, N_SPREADS)[:, None] ** 2 + variance
    total = prior + real_variance
    likelihood = -0.5 * (np.log(total) + gaps**2 / total).sum(axis=1)
    chances = np.exp(likelihood - likelihood.max())
    chances /= chances.sum()
    weights = prior / total
    estimate = chances @ (rate + weights * gaps)
    spread = weights * real_variance + (rate + weights * gaps - estimate) ** 2
    half = normal_quantile(0.95) * np.sqrt(chances @ spread)
    low, middle, high = (np.clip(end, 0, 1) for end in (estimate - half, estimate, estimate + half))
    return middle, low, high, chances @ weights
