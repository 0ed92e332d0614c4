"""Evidence on a number: an estimate, its interval, and tests against a band.

`RateEvidence` and `FixedEvidence` are for a fixed number of looks: they use the beta
distribution for rates, and Student's for other numbers and for changes.
`SequentialEvidence` is for a number that is tested while games are played: by betting (see
`evenhand.analysis.statistics.sequential`), and in addition by a plain test at the last look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf, isfinite, isnan, nan, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

from evenhand.analysis.gate.measures import RATE, Limits
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.statistics.differences import Difference, Moments, PooledMean
from evenhand.analysis.statistics.equivalence import (
    inside_p_value,
    outside_p_value,
    pairs_to_decide,
)
from evenhand.analysis.statistics.intervals import (
    NO_SPREAD,
    rate_interval,
    rate_p_value,
    usable_standard_error,
)
from evenhand.analysis.statistics.sequential import betting_interval, betting_p_value

__all__ = [
    "FixedEvidence",
    "Method",
    "NumberEvidence",
    "RateEvidence",
    "SequentialEvidence",
    "open_ends",
]

Floats = NDArray[np.float64]
KINDS = 2  # tests that share the level of a sequential number


class Method(StrEnum):
    """The method by which a number is tested; the value is its name in ``--json``."""

    PAIRS = "pairs, Student"
    RATES = "pairs, beta"
    BETTING = "pairs, betting"
    CLOSED = "matchups, closed testing"
    BEST_HANDS = "highest of several groups, pairs, beta"
    PAIRED = "paired differences, Student"
    UNPAIRED = "unpaired differences, Student"
    SAME = "nothing edited, so nothing changed"
    COUNT = "count"


class NumberEvidence(Protocol):
    """Interface of the evidence on one number."""

    @property
    def value(self) -> float:
        """The estimate; NaN without games."""

    @property
    def n_pairs(self) -> int:
        """Number of pairs played."""

    @property
    def limits(self) -> Limits:
        """Least and greatest possible value of the number."""

    @property
    def method(self) -> Method:
        """The method by which it is tested."""

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return the factor on the number of pairs for a verdict; infinite on an edge."""


@dataclass(frozen=True)
class FixedEvidence:
    """Evidence on a number that is tested at a fixed number of looks, by Student's distribution.

    Attributes
    ----------
    centre, standard_error, degrees : float
        Parameters of Student's distribution; the standard error is NaN for fewer than two pairs.
    limits : (float, float)
        Least and greatest possible value of the number.
    method : Method
    n_looks : int
        Total number of looks; they divide the level equally.
    growth : float
        Of a number without a standard error, the factor on the number of games from which on it
        is measured; infinite if unknown.
    """

    value: float
    centre: float
    standard_error: float
    degrees: float
    n_pairs: int
    limits: Limits
    method: Method
    n_looks: int = 1
    growth: float = inf

    @classmethod
    def of(cls, parts: Sequence[Moments], limits: Limits, n_looks: int = 1) -> "FixedEvidence":
        """Average parts with equal weights.

        Two pairs are added, at the mean plus and minus 1, so that equal observations are not
        taken for certainty.
        """
        mean = PooledMean.of(parts)
        augmented = mean.with_pairs(mean.value - 1, mean.value + 1)
        return cls(
            value=mean.value,
            centre=augmented.value,
            standard_error=sqrt(augmented.spread) if augmented.spread >= 0 else nan,
            degrees=augmented.degrees,
            n_pairs=sum(part.n_pairs for part in parts),
            limits=limits,
            method=Method.PAIRS,
            n_looks=n_looks,
        )

    @classmethod
    def without_games(cls, limits: Limits) -> "FixedEvidence":
        """Return the evidence on a number without games: all values NaN."""
        return cls(nan, nan, nan, nan, 0, limits, Method.PAIRS)

    @classmethod
    def of_change(cls, change: Difference, n_looks: int = 1) -> "FixedEvidence":
        """Return the evidence on a difference of two runs; without error, of the same games."""
        method = Method.PAIRED if change.is_paired else Method.UNPAIRED
        return cls(
            value=change.value,
            centre=change.centre,
            standard_error=change.standard_error,
            degrees=change.degrees,
            n_pairs=change.n_pairs,
            limits=(-change.largest, change.largest),
            method=method if change.standard_error else Method.SAME,
            n_looks=n_looks,
        )

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""
        if isnan(self.standard_error):
            return self.limits
        t = float(stdtrit(self.degrees, 1 - alpha / self.n_looks))
        low, high = self.centre - t * self.standard_error, self.centre + t * self.standard_error
        return max(low, self.limits[0]), min(high, self.limits[1])

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""
        if isnan(self.standard_error):
            return nan, nan
        known = (self.centre, self.standard_error, self.degrees, open_ends(band, self.limits))
        inside, outside = inside_p_value(*known), outside_p_value(*known)
        return min(1.0, self.n_looks * inside), min(1.0, self.n_looks * outside)

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return the factor on the number of pairs for a verdict; infinite on an edge."""
        if isnan(self.standard_error):
            return self.growth
        ends = open_ends(band, self.limits)
        variance = self.standard_error**2 * self.n_pairs
        share = alpha / self.n_looks
        return pairs_to_decide(self.centre, variance, ends, share, power) / self.n_pairs


@dataclass(frozen=True)
class RateEvidence:
    """Evidence on a rate at a fixed number of looks, with a whole pseudo-pair against a verdict.

    Attributes
    ----------
    standard_error : float
        NaN if a matchup has fewer than two pairs.
    size : float
        Effective number of pairs: the size of a single sample with the same variance.
    n_pairs : int
        Number of pairs played.
    """

    value: float
    standard_error: float
    size: float
    n_pairs: int
    n_looks: int = 1

    limits = RATE
    method = Method.RATES

    @classmethod
    def of(
        cls, parts: Sequence[Moments], n_looks: int = 1, weights: ArrayLike | None = None
    ) -> "RateEvidence":
        """Average parts; weights are as for `PooledMean.of`."""
        mean = PooledMean.of(parts, weights)
        error = sqrt(mean.spread) if mean.spread >= 0 else nan
        error = 0.0 if error < NO_SPREAD else error
        n_pairs = sum(part.n_pairs for part in parts)
        return cls(mean.value, error, mean.n_pairs, n_pairs, n_looks)

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""
        if isnan(self.standard_error):
            return self.limits
        level = 1 - 2 * alpha / self.n_looks
        low, high = rate_interval(self.value, self.standard_error, self.size, level, against=1.0)
        return float(low), float(high)

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""
        if isnan(self.standard_error):
            return nan, nan
        test = partial(rate_p_value, self.value, self.standard_error, self.size)
        inside, outside = test_band(open_ends(band, self.limits), test)
        return min(1.0, self.n_looks * inside), min(1.0, self.n_looks * outside)

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return the factor on the number of pairs for a verdict; infinite on an edge."""
        if isnan(self.standard_error):
            return inf
        error = float(usable_standard_error(self.value, self.standard_error, self.size))
        ends, share = open_ends(band, self.limits), alpha / self.n_looks
        needed = pairs_to_decide(self.value, error**2 * self.n_pairs, ends, share, power)
        return max(1.0, needed / self.n_pairs)


@dataclass(frozen=True)
class SequentialEvidence:
    """Evidence on a rate that is tested while games are played.

    Half of the level is for betting, valid at any look; half for a plain test at the last look,
    which has more power for values near an edge.

    Attributes
    ----------
    values : float array, shape (n_rounds,)
        Scores averaged over the matchups: those of their first pairs, their second pairs, ..
    n_pairs : int
    plain : RateEvidence, optional
        The evidence for the plain test, if this is the last look.
    """

    values: Floats
    n_pairs: int
    plain: RateEvidence | None = None

    limits = RATE
    method = Method.BETTING

    @classmethod
    def of(cls, parts: Sequence[Floats], is_last: bool = False) -> "SequentialEvidence":
        """Average parts round by round, one array of shape (n_pairs,) for each matchup."""
        rounds = min(part.size for part in parts)
        values = np.mean([part[:rounds] for part in parts], axis=0)
        if not is_last:
            return cls(values, rounds * len(parts))
        plain = RateEvidence.of([Moments.of(part) for part in parts], KINDS)
        return cls(values, plain.n_pairs, plain)

    @property
    def value(self) -> float:
        """The mean so far; at the last look that of all pairs, as in any run."""
        return float(self.values.mean()) if self.plain is None else self.plain.value

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha` at any look."""
        low, high = betting_interval(self.values, alpha / KINDS)
        if self.plain is None:
            return low, high
        plain_low, plain_high = self.plain.interval(alpha)
        return max(low, plain_low), min(high, plain_high)

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside."""
        p_values = test_band(open_ends(band, self.limits), partial(betting_p_value, self.values))
        inside, outside = (min(1.0, KINDS * p) for p in p_values)
        if self.plain is None:
            return inside, outside
        by_plain = self.plain.p_values(band, alpha)
        return min(inside, by_plain[0]), min(outside, by_plain[1])

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return roughly the factor on the number of pairs for a verdict; infinite on an edge."""
        ends = open_ends(band, self.limits)
        low, high = self.interval(alpha)
        to_edge = min(abs(self.value - ends.low), abs(self.value - ends.high))
        error = float(self.values.std()) / sqrt(self.values.size)
        reach = (high - low) / 2 + float(ndtri(power)) * error
        return max(1.0, reach / to_edge) ** 2 if to_edge > 0 else inf


def test_band(ends: Band, p_value: Callable[[float, bool], float]) -> tuple[float, float]:
    """Return the p-values of being inside a band and of being outside.

    Parameters
    ----------
    p_value : callable(edge, is_above) -> float
        Test of the claim that the number is above, or below, a finite edge.
    """

    def test(edge: float, is_above: bool) -> float:
        return p_value(edge, is_above) if isfinite(edge) else float((edge > 0) == is_above)

    inside = max(test(ends.low, True), test(ends.high, False))
    return inside, min(test(ends.high, True), test(ends.low, False))


def open_ends(band: Band, limits: Limits) -> Band:
    """Return a band for its tests: ends at the limits are replaced by infinity."""
    low = -inf if band.low <= limits[0] else band.low
    return Band(low, inf if band.high >= limits[1] else band.high)
