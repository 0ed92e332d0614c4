"""Intervals that may be looked at as often as one likes, to stop when sure.

An ordinary 95 % interval that is looked at again and again while games are played misses
the truth sooner or later far more often than in 5 % of runs. A confidence sequence holds
at all looks together: the chance that it ever misses is 5 %.

It is made of bets. For a candidate mean m, a gambler whose capital starts at 1 bets
before each pair on whether its score will be above m; if m is the truth his capital is
expected to stay 1, and it ever reaches 1 / alpha with chance alpha at most. The means
that have made nobody so rich make up the interval.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenhand.analysis.statistics.intervals import check_level

__all__ = ["betting_p_value", "confidence_sequence"]

Floats = NDArray[np.float64]
LARGEST_BET = 0.5  # share of the capital that may be lost in one pair
HALVINGS = 30  # of the gap in which an end of the interval lies


def confidence_sequence(
    values: ArrayLike,
    looks: Sequence[int],
    level: float = 0.95,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> tuple[Floats, Floats]:
    """Return intervals for a mean that hold at all looks together.

    Parameters
    ----------
    values : float array, shape (n_pairs,)
        One number per pair, independent and of one distribution, in the order played.
    looks : sequence of int
        After how many pairs to look; rising, at most n_pairs.
    level : float
        Chance that no look misses the mean, in (0, 1).
    bounds : (float, float)
        Least and greatest possible number: 0 and 1 for scores, -1 and 1 for differences.

    Returns
    -------
    low, high : float array, shape (n_looks,)
        Each interval lies inside the one before. Should they have nothing in common,
        which happens with a chance below ``1 - level``, the last one stays.

    Raises
    ------
    ValueError
        If a number is out of bounds, or the looks do not rise.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS-B 86, 1-27: hedged capital, section 4.
    """
    x = scale(values, bounds)
    if list(looks) != sorted(set(looks)) or (looks and not 0 < looks[0] <= looks[-1] <= x.size):
        raise ValueError("looks must rise from 1 or more to the number of pairs at most")
    alpha = 1 - check_level(level)
    bets = predictable_bets(x, alpha)
    low, high = 0.0, 1.0
    ends = []
    for look in looks:
        below = lower_end(x[:look], bets[:look], alpha)
        above = 1 - lower_end(1 - x[:look], bets[:look], alpha)
        narrower = max(low, below), min(high, above)
        low, high = narrower if narrower[0] <= narrower[1] else (low, high)
        ends.append((low, high))
    lows, highs = np.array(ends).reshape(-1, 2).T
    least, greatest = bounds
    return least + (greatest - least) * lows, least + (greatest - least) * highs


def betting_p_value(
    values: ArrayLike,
    edge: float,
    is_above: bool,
    level: float = 0.95,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> float:
    """Test on which side of an edge a mean is, as often as one likes while values come in.

    Parameters
    ----------
    values, bounds
        As for `confidence_sequence`.
    edge : float
        Inside the bounds.
    is_above : bool
        Whether the mean is claimed to be above the edge, or else below.
    level : float
        The p-value is ``(1 - level) / 2`` or less exactly if the edge is outside the
        interval of this level that `confidence_sequence` gives for a look now.

    Returns
    -------
    float
        p-value of "the claim is wrong": 1 by what the capital came to. The chance that it
        is ever p or less, while the claim is wrong, is p at most.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS-B 86, 1-27: betting; Ville's inequality.
    """
    x = scale(values, bounds)
    bets = predictable_bets(x, 1 - check_level(level))
    place = (edge - bounds[0]) / (bounds[1] - bounds[0])
    growth = growths(x, bets, place) if is_above else growths(1 - x, bets, 1 - place)
    return float(np.exp(min(0.0, -growth.sum())))


def scale(values: ArrayLike, bounds: tuple[float, float]) -> Floats:
    """Bring values into [0, 1], or raise ValueError if one is out of bounds."""
    least, greatest = bounds
    x = (np.asarray(values, float) - least) / (greatest - least)
    if np.any((x < 0) | (x > 1)):
        raise ValueError(f"values must lie between {least} and {greatest}")
    return x


def growths(x: Floats, bets: Floats, mean: float) -> Floats:
    """Return by how much the logarithm of a capital grows that bets on more than a mean."""
    return np.log1p(np.minimum(bets, LARGEST_BET / mean) * (x - mean))


def predictable_bets(x: Floats, alpha: float) -> Floats:
    """Size the bets: each knows only the pairs before it."""
    n = np.arange(1, x.size + 1)
    means = (0.5 + np.cumsum(x)) / (n + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (n + 1)
    known = np.concatenate([[0.25], variances[:-1]])
    return np.sqrt(2 * np.log(2 / alpha) / (known * n * np.log(n + 1)))


def lower_end(x: Floats, bets: Floats, alpha: float) -> float:
    """Find the least mean against which betting on more has not paid 1 / alpha.

    Half the capital bets that the mean is more, half that it is less; the capital falls
    as the candidate mean rises, so that halving finds the place.
    """
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if growths(x, bets, middle).sum() >= np.log(2 / alpha):
            low = middle
        else:
            high = middle
    return low
