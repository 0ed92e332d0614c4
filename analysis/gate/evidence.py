"""What is known of a number: an estimate, its interval, and tests of it against a band.

`RateEvidence` and `FixedEvidence` are looked at once, when all is played: then the beta
distribution serves for rates, Student's for other numbers and for changes.
`SequentialEvidence` is looked at while it grows, and tested by betting (see
`evenhand.analysis.statistics.sequential`), and at the last look as if it were the only one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf, isfinite, isnan, nan, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from evenhand.analysis.gate.subjects import RATE, Limits
from evenhand.analysis.statistics.differences import Difference, Moments, PooledMean
from evenhand.analysis.statistics.equivalence import (
    Band,
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
KINDS = 2  # of tests that share the level of a number that grows


class Method(StrEnum):
    """How a number is tested; the value is its name in ``--json``."""

    PAIRS = "pairs, Student"
    RATES = "pairs, beta"
    BETTING = "pairs, betting"
    PAIRED = "paired differences, Student"
    UNPAIRED = "unpaired differences, Student"
    COUNT = "count"


class NumberEvidence(Protocol):
    """What is known of one number."""

    @property
    def value(self) -> float:
        """The estimate; NaN without games."""

    @property
    def n_pairs(self) -> int:
        """Pairs that were played."""

    @property
    def limits(self) -> Limits:
        """The least and the greatest that the number can be."""

    @property
    def method(self) -> Method:
        """How it is tested."""

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes; infinite on an edge."""


@dataclass(frozen=True)
class FixedEvidence:
    """A number that is looked at a fixed number of times.

    Attributes
    ----------
    centre, standard_error, degrees : float
        Of Student's distribution; the standard error is NaN for fewer than two pairs.
    limits : (float, float)
        The least and the greatest that the number can be.
    method : Method
    n_looks : int
        How often it is looked at in all; each look has an equal part of the level.
    """

    value: float
    centre: float
    standard_error: float
    degrees: float
    n_pairs: int
    limits: Limits
    method: Method
    n_looks: int = 1

    @classmethod
    def of(cls, parts: Sequence[Moments], limits: Limits, n_looks: int = 1) -> "FixedEvidence":
        """Average parts, each weighing the same.

        Two pairs are added, one turn to either side, so that a sample without spread is not
        taken for proof.
        """
        found = PooledMean.of(parts)
        shown = found.with_pairs(found.value - 1, found.value + 1)
        return cls(
            value=found.value,
            centre=shown.value,
            standard_error=sqrt(shown.spread) if shown.spread >= 0 else nan,
            degrees=shown.degrees,
            n_pairs=sum(part.n_pairs for part in parts),
            limits=limits,
            method=Method.PAIRS,
            n_looks=n_looks,
        )

    @classmethod
    def without_games(cls, limits: Limits) -> "FixedEvidence":
        """Return what is known of a number without games: nothing."""
        return cls(nan, nan, nan, nan, 0, limits, Method.PAIRS)

    @classmethod
    def of_change(cls, found: Difference, n_looks: int = 1) -> "FixedEvidence":
        """Take over a difference of two runs."""
        return cls(
            value=found.value,
            centre=found.centre,
            standard_error=found.standard_error,
            degrees=found.degrees,
            n_pairs=found.n_pairs,
            limits=(-found.largest, found.largest),
            method=Method.PAIRED if found.is_paired else Method.UNPAIRED,
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
        """Return how many times as many pairs a verdict takes; infinite on an edge."""
        if isnan(self.standard_error):
            return inf
        ends = open_ends(band, self.limits)
        variance = self.standard_error**2 * self.n_pairs
        share = alpha / self.n_looks
        return pairs_to_decide(self.centre, variance, ends, share, power) / self.n_pairs


@dataclass(frozen=True)
class RateEvidence:
    """A rate that is looked at once; a verdict needs a whole pair made up against it.

    Attributes
    ----------
    standard_error : float
        NaN if a matchup has fewer than two pairs.
    size : float
        Pairs that a single sample would have to have.
    n_pairs : int
        Pairs that were played.
    """

    value: float
    standard_error: float
    size: float
    n_pairs: int
    n_looks: int = 1

    limits = RATE
    method = Method.RATES

    @classmethod
    def of(cls, parts: Sequence[Moments], n_looks: int = 1) -> "RateEvidence":
        """Average parts, each weighing the same."""
        found = PooledMean.of(parts)
        error = sqrt(found.spread) if found.spread >= 0 else nan
        error = 0.0 if error < NO_SPREAD else error
        n_pairs = sum(part.n_pairs for part in parts)
        return cls(found.value, error, found.n_pairs, n_pairs, n_looks)

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
        inside, outside = try_ends(open_ends(band, self.limits), test)
        return min(1.0, self.n_looks * inside), min(1.0, self.n_looks * outside)

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes; infinite on an edge."""
        if isnan(self.standard_error):
            return inf
        error = float(usable_standard_error(self.value, self.standard_error, self.size))
        ends, share = open_ends(band, self.limits), alpha / self.n_looks
        needed = pairs_to_decide(self.value, error**2 * self.n_pairs, ends, share, power)
        return max(1.0, needed / self.n_pairs)


@dataclass(frozen=True)
class SequentialEvidence:
    """A rate that is looked at while it grows.

    Half of the level is for bets, which hold at any look; half for a plain test at the last
    one, which tells apart what is too near to an edge for bets.

    Attributes
    ----------
    values : float array, shape (n_rounds,)
        The mean over its matchups of what their first pairs scored, their second ones, ..
    n_pairs : int
    plain : RateEvidence, optional
        What is known of the number without betting, if this is the last look.
    """

    values: Floats
    n_pairs: int
    plain: RateEvidence | None = None

    limits = RATE
    method = Method.BETTING

    @classmethod
    def of(cls, parts: Sequence[Floats], is_last: bool = False) -> "SequentialEvidence":
        """Follow the mean of parts, one array of shape (n_pairs,) for each matchup."""
        rounds = min(part.size for part in parts)
        values = np.mean([part[:rounds] for part in parts], axis=0)
        plain = RateEvidence.of([Moments.of(part[:rounds]) for part in parts], KINDS)
        return cls(values, rounds * len(parts), plain if is_last else None)

    @property
    def value(self) -> float:
        """The mean so far."""
        return float(self.values.mean())

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha` at any look."""
        low, high = betting_interval(self.values, alpha / KINDS)
        if self.plain is None:
            return low, high
        plain_low, plain_high = self.plain.interval(alpha)
        return max(low, plain_low), min(high, plain_high)

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside."""
        found = try_ends(open_ends(band, self.limits), partial(betting_p_value, self.values))
        inside, outside = (min(1.0, KINDS * one) for one in found)
        if self.plain is None:
            return inside, outside
        by_plain = self.plain.p_values(band, alpha)
        return min(inside, by_plain[0]), min(outside, by_plain[1])

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes, roughly; infinite on an edge."""
        ends = open_ends(band, self.limits)
        low, high = self.interval(alpha)
        to_edge = min(abs(self.value - ends.low), abs(self.value - ends.high))
        error = float(self.values.std()) / sqrt(self.values.size)
        reach = (high - low) / 2 + float(ndtri(power)) * error
        return max(1.0, reach / to_edge) ** 2 if to_edge > 0 else inf


def try_ends(ends: Band, p_value: Callable[[float, bool], float]) -> tuple[float, float]:
    """Return the p-values of being inside a band and of being outside.

    Parameters
    ----------
    p_value : callable(edge, is_above) -> float
        Tests a claim about a finite edge.
    """

    def test(edge: float, is_above: bool) -> float:
        return p_value(edge, is_above) if isfinite(edge) else float((edge > 0) == is_above)

    inside = max(test(ends.low, True), test(ends.high, False))
    return inside, min(test(ends.high, True), test(ends.low, False))


def open_ends(band: Band, limits: Limits) -> Band:
    """Return a band without the ends that nothing can be beyond: no need to prove that."""
    low = -inf if band.low <= limits[0] else band.low
    return Band(low, inf if band.high >= limits[1] else band.high)
