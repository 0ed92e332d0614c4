"""Equivalence tests: whether a value is inside a band, outside it, or not decided yet.

"Not significantly different from fair" is no evidence of fairness: it may only mean that
few games were played. So both claims are tested, that a value is inside its band and
that it is outside. If neither is proved, the verdict is inconclusive, and the number of pairs
needed for a decision is estimated. At level alpha, a value passes if its 1 - 2 alpha interval is
inside the band, and fails if the interval is outside.
"""

from math import ceil, inf, isfinite

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtr

from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.intervals import check_level
from evenhand.analysis.statistics.multiplicity import holm

__all__ = [
    "decide_verdicts", "inside_p_value", "outside_p_value", "pairs_to_decide",
]  # fmt: skip


def decide_verdicts(
    inside: ArrayLike, outside: ArrayLike, alpha: float = 0.05
) -> tuple[list[Verdict], np.ndarray]:
    """Decide many equivalence tests; the chance that any is a false failure is at most alpha.

    "All pass" needs no correction, because every single value must pass. "Some fail" becomes
    more likely by chance with the number of values, so those p-values are adjusted by Holm's
    method.

    Parameters
    ----------
    inside, outside : float array, shape (n,)
        From `inside_p_value` and `outside_p_value`; NaN where unknown.
    alpha : float
        Significance level, in (0, 1).

    Returns
    -------
    verdicts : list of Verdict
    adjusted : float array, shape (n,)
        Holm's p-values of being outside.
    """
    adjusted = holm(outside)
    verdicts = []
    for is_inside, is_outside in zip(np.asarray(inside, float), adjusted, strict=True):
        if is_outside <= alpha:
            verdicts.append(Verdict.FAIL)
        else:
            verdicts.append(Verdict.PASS if is_inside <= alpha else Verdict.INCONCLUSIVE)
    return verdicts, adjusted


def inside_p_value(mean: float, standard_error: float, degrees: float, band: Band) -> float:
    """Test whether a value is inside a band: two one-sided tests.

    Parameters
    ----------
    mean, standard_error : float
        NaN if unknown; with a standard error of 0 the estimate is taken as exact.
    degrees : float
        Degrees of freedom; infinite for a normal test.
    band : Band

    Returns
    -------
    float
        p-value of "it is outside or on the edge"; small means inside.

    References
    ----------
    Lakens (2017), Social Psychological and Personality Science 8, 355-362.
    """
    above = tail_probability(mean - band.low, standard_error, degrees)
    below = tail_probability(band.high - mean, standard_error, degrees)
    return max(above, below) if isfinite(mean) else float("nan")


def outside_p_value(mean: float, standard_error: float, degrees: float, band: Band) -> float:
    """Test whether a value is outside a band.

    Parameters
    ----------
    mean, standard_error, degrees, band
        As for `inside_p_value`.

    Returns
    -------
    float
        p-value of "it is inside"; small means outside. Only the nearer edge is tested,
        because a value cannot be beyond both.
    """
    above = tail_probability(mean - band.high, standard_error, degrees)
    below = tail_probability(band.low - mean, standard_error, degrees)
    return min(above, below) if isfinite(mean) else float("nan")


def tail_probability(distance: float, standard_error: float, degrees: float) -> float:
    """Return the chance of an estimate `distance` beyond a band's edge that is the truth."""
    if distance == inf:
        return 0.0
    if distance == -inf:
        return 1.0
    if standard_error == 0:
        return float(distance <= 0)
    return float(stdtr(degrees, -distance / standard_error))


def pairs_to_decide(
    mean: float, variance: float, band: Band, alpha: float = 0.05, power: float = 0.9
) -> float:
    """Return the number of pairs needed to decide equivalence if the estimate is the truth.

    Parameters
    ----------
    mean : float
    variance : float
        Variance of one pair.
    band : Band
    alpha : float
        Level of either test, in (0, 1).
    power : float
        Chance of a verdict with the returned number of pairs, in (0, 1).

    Returns
    -------
    float
        A whole number; infinite if the estimate is on an edge.

    References
    ----------
    Chow, Shao and Wang (2008), Sample Size Calculations in Clinical Research, chapter 4.
    """
    to_edge = min(abs(mean - band.low), abs(mean - band.high))
    is_inside = band.low < mean < band.high
    # Inside a band with two finite ends, the interval may cross either of them.
    two_sided = is_inside and isfinite(band.low) and isfinite(band.high)
    miss = 1 - check_level(power)
    quantiles = ndtri(1 - check_level(alpha)) + ndtri(1 - (miss / 2 if two_sided else miss))
    return ceil(quantiles**2 * variance / to_edge**2) if to_edge > 0 else inf
