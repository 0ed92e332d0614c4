"""Is it inside the band? Three answers: yes, no, and not enough games to tell.

"Not significantly different from fair" is no evidence of fairness: it may only mean that
few games were played. So both claims are tested, that a value is inside its band and
that it is outside, and where neither is proved the answer says so and how many pairs it
would take. At level alpha, the 1 - 2 alpha interval inside the band is a pass, and
outside of it a fail.
"""

from enum import StrEnum
from math import ceil, inf, isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtr

from evenhand.analysis.statistics.intervals import check_level
from evenhand.analysis.statistics.multiplicity import holm

__all__ = [
    "Band", "Verdict", "decide_verdicts", "inside_p_value", "outside_p_value", "pairs_to_decide",
]  # fmt: skip


class Verdict(StrEnum):
    """What an interval says about a band."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"


class Band(NamedTuple):
    """What counts as right; either end may be infinite."""

    low: float
    high: float


def decide_verdicts(
    inside: ArrayLike, outside: ArrayLike, alpha: float = 0.05
) -> tuple[list[Verdict], np.ndarray]:
    """Judge many values at once, so that one of them fails by chance with at most alpha.

    "All pass" needs no correction, because every single one must. "Some fail" is as
    likely as there are cells to fail, so those p-values are Holm's.

    Parameters
    ----------
    inside, outside : float array, shape (n,)
        From `inside_p_value` and `outside_p_value`; NaN where nothing is known.
    alpha : float

    Returns
    -------
    verdicts : list of Verdict
    adjusted : float array, shape (n,)
        Holm's p-values of being outside.
    """
    adjusted = holm(outside)
    found = []
    for is_inside, is_outside in zip(np.asarray(inside, float), adjusted, strict=True):
        if is_outside <= alpha:
            found.append(Verdict.FAIL)
        else:
            found.append(Verdict.PASS if is_inside <= alpha else Verdict.INCONCLUSIVE)
    return found, adjusted


def inside_p_value(mean: float, standard_error: float, degrees: float, band: Band) -> float:
    """Test whether a value is inside a band: two one-sided tests.

    Parameters
    ----------
    mean, standard_error : float
        NaN where not known; without spread the estimate is taken as exact.
    degrees : float
        Of freedom; infinite for a normal test.
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
        p-value of "it is inside"; small means outside. It is that of the nearer edge
        alone: a value cannot be beyond both.
    """
    above = tail_probability(mean - band.high, standard_error, degrees)
    below = tail_probability(band.low - mean, standard_error, degrees)
    return min(above, below) if isfinite(mean) else float("nan")


def tail_probability(distance: float, standard_error: float, degrees: float) -> float:
    """Chance to be so far on this side of an edge if the truth is the edge."""
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
    """Return how many pairs it would take to tell, were the estimate the truth.

    Parameters
    ----------
    mean : float
    variance : float
        Of one pair.
    band : Band
    alpha : float
        Level of either claim, in (0, 1).
    power : float
        Chance of a verdict with so many pairs, in (0, 1).

    Returns
    -------
    float
        A whole number; infinite if the estimate is on an edge, where no number will do.

    References
    ----------
    Chow, Shao and Wang (2008), Sample Size Calculations in Clinical Research, chapter 4.
    """
    to_edge = min(abs(mean - band.low), abs(mean - band.high))
    is_inside = band.low < mean < band.high
    # Inside a band of two ends, either may be the one that is missed.
    two_sided = is_inside and isfinite(band.low) and isfinite(band.high)
    miss = 1 - check_level(power)
    quantiles = ndtri(1 - check_level(alpha)) + ndtri(1 - (miss / 2 if two_sided else miss))
    return ceil(quantiles**2 * variance / to_edge**2) if to_edge > 0 else inf
