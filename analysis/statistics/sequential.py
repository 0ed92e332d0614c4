"""Intervals that may be looked at as often as one likes, to stop when sure.

An ordinary 95 % interval that is looked at again and again while games are played misses
the truth sooner or later far more often than in 5 % of runs. What is told here holds at all
looks together: the chance that it is ever wrong is 5 %.

It is made of bets. Some gamblers, each of whom always stakes the same share of what he has,
bet before each pair on whether its score will be above a candidate mean m. If m is the
truth, what they have on average is expected to stay what it was at first, 1, and it ever
reaches 1 / alpha with chance alpha at most. The means against which they have not made so
much make up the interval. Timid gamblers win where the truth is near, bold ones where it is
far; the average of all is nearly as good as the best of them would have been.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["betting_interval", "betting_p_value"]

Floats = NDArray[np.float64]
STAKES = np.geomspace(0.02, 0.98, 8)  # share of his capital that a gambler loses on a score of 0
HALVINGS = 30  # of the gap in which an end of the interval lies


class Scores(NamedTuple):
    """Different scores, and how many pairs had them; in what order makes no difference."""

    values: Floats
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: ArrayLike, bounds: tuple[float, float]) -> "Scores":
        """Count scores, brought into [0, 1]; raise ValueError if one is out of bounds."""
        least, greatest = bounds
        x = (np.asarray(values, float) - least) / (greatest - least)
        if np.any((x < 0) | (x > 1)):
            raise ValueError(f"values must lie between {least} and {greatest}")
        return cls(*np.unique(x, return_counts=True))

    @property
    def turned(self) -> "Scores":
        """The same as the other side scores them."""
        return Scores(1 - self.values, self.counts)

    def bet_on_more(self, mean: float) -> float:
        """Return the logarithm of what gamblers have on average who bet on more than a mean."""
        growths = np.log1p(STAKES[:, None] * (self.values / mean - 1)) @ self.counts
        return float(np.logaddexp.reduce(growths) - np.log(STAKES.size))

    def find_low_end(self, alpha: float) -> float:
        """Find the least mean against which betting on more has not paid 1 / alpha.

        What is paid falls as the candidate mean rises, so that halving finds the place.
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
    """Return an interval for a mean, however often one looks while values come in.

    Parameters
    ----------
    values : float array, shape (n_pairs,)
        One number per pair, independent and of one distribution.
    alpha : float
        Chance, in (0, 1), that an end of it ever misses the mean, for each of both ends.
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
    """Test on which side of an edge a mean is, as often as one likes while values come in.

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
        p-value of "the claim is wrong": 1 by what gamblers have. The chance that it is
        ever p or less, while the claim is wrong, is p at most; it is alpha or less exactly
        if the edge is outside of `betting_interval` at that alpha.
    """
    scores = Scores.of(values, bounds)
    place = (edge - bounds[0]) / (bounds[1] - bounds[0])
    won = scores.bet_on_more(place) if is_above else scores.turned.bet_on_more(1 - place)
    return float(np.exp(min(0.0, -won)))
