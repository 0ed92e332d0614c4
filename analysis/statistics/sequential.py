"""Sequential intervals and tests, valid however often they are looked at.

An ordinary 95 % interval that is checked repeatedly while games are played misses the truth
at some look in far more than 5 % of runs. The intervals here hold at all looks
simultaneously: the chance that any of them is wrong is 5 %.

They are constructed by betting. Gamblers, each of whom always stakes the same share of his
capital, bet before each pair that its score will be above a candidate mean m. If m is the
truth, the expected value of their average capital stays at 1, its initial value, and it ever
reaches 1 / alpha with a chance of at most alpha. The interval consists of the means against
which the capital has not reached 1 / alpha. Small stakes are best if the truth is near m, large
stakes if it is far; the average over all stakes is nearly as good as the best of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["betting_interval", "betting_p_value"]

Floats = NDArray[np.float64]
STAKES = np.geomspace(0.02, 0.98, 8)  # share of his capital that a gambler loses on a score of 0
HALVINGS = 30  # bisection steps for an end of the interval


class Scores(NamedTuple):
    """Distinct scores of a sequential test and the number of pairs with each."""

    values: Floats
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: ArrayLike, bounds: tuple[float, float]) -> "Scores":
        """Count scores, rescaled to [0, 1]; raise ValueError if one is out of bounds."""
        least, greatest = bounds
        x = (np.asarray(values, float) - least) / (greatest - least)
        if np.any((x < 0) | (x > 1)):
            raise ValueError(f"values must lie between {least} and {greatest}")
        return cls(*np.unique(x, return_counts=True))

    @property
    def turned(self) -> "Scores":
        """The scores of the other side, 1 minus each."""
        return Scores(1 - self.values, self.counts)

    def bet_on_more(self, mean: float) -> float:
        """Return the log of the average capital after bets on scores above a mean."""
        growths = np.log1p(STAKES[:, None] * (self.values / mean - 1)) @ self.counts
        return float(np.logaddexp.reduce(growths) - np.log(STAKES.size))

    def find_low_end(self, alpha: float) -> float:
        """Find the least mean against which the capital has not reached 1 / alpha.

        The capital decreases with the candidate mean, so bisection finds it.
        """
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if self.bet_on_more(middle) >= -np.log(alpha):
                low = middle
            else:
                high = middle
        return low


def betting_interval(
    values: ArrayLike, alpha: float, bounds: tuple[float, float] = (0.0, 1.0)
) -> tuple[float, float]:
    """Return a sequential interval for a mean, valid at any number of looks.

    Parameters
    ----------
    values : float array, shape (n_pairs,)
        One number per pair, independent and identically distributed.
    alpha : float
        Chance, in (0, 1), that an end ever misses the mean, for each of the two ends.
    bounds : (float, float)
        Least and greatest possible number: 0 and 1 for scores, -1 and 1 for differences.

    Returns
    -------
    low, high : float

    Raises
    ------
    ValueError
        If a number is out of bounds.

    References
    ----------
    Waudby-Smith and Ramdas (2024), JRSS-B 86, 1-27: betting on many stakes at once is in
    section 4.4; Ville's inequality.
    """
    scores = Scores.of(values, bounds)
    least, greatest = bounds
    low, high = scores.find_low_end(alpha), 1 - scores.turned.find_low_end(alpha)
    return least + (greatest - least) * low, least + (greatest - least) * high


def betting_p_value(
    values: ArrayLike, edge: float, is_above: bool, bounds: tuple[float, float] = (0.0, 1.0)
) -> float:
    """Test sequentially on which side of an edge a mean is, at any number of looks.

    Parameters
    ----------
    values, bounds
        As for `betting_interval`.
    edge : float
        Inside the bounds.
    is_above : bool
        Whether the mean is claimed to be above the edge, or else below.

    Returns
    -------
    float
        p-value of "the claim is wrong": the inverse of the average capital, at most 1. The
        chance that it is ever p or less, if the claim is wrong, is at most p; it is alpha or
        less exactly if the edge is outside of `betting_interval` at that alpha.
    """
    scores = Scores.of(values, bounds)
    place = (edge - bounds[0]) / (bounds[1] - bounds[0])
    log_capital = scores.bet_on_more(place) if is_above else scores.turned.bet_on_more(1 - place)
    return float(np.exp(min(0.0, -log_capital)))
