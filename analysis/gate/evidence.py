"""What is known of a number: an estimate, its interval, and tests of it against a band.

`FixedEvidence` is looked at once, when all is played: then Student's distribution serves.
`SequentialEvidence` is looked at while it grows, and tested by betting; see
`evenhand.analysis.statistics.sequential`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf, isfinite, isnan, nan, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from evenhand.analysis.gate.subjects import Limits
from evenhand.analysis.statistics.differences import Difference, Moments, PooledMean
from evenhand.analysis.statistics.equivalence import (
    Band,
    inside_p_value,
    outside_p_value,
    pairs_to_decide,
)
from evenhand.analysis.statistics.sequential import betting_p_value, confidence_sequence

__all__ = ["FixedEvidence", "Method", "NumberEvidence", "SequentialEvidence", "open_ends"]

Floats = NDArray[np.float64]


class Method(StrEnum):
    """How a number is tested; the value is its name in ``--json``."""

    PAIRS = "pairs, Student"
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

        Two pairs are added, one at either end of what is possible; where there is no
        end, one turn to either side. So a sample without spread is not taken for proof.
        """
        found = PooledMean.of(parts)
        added = limits if isfinite(sum(limits)) else (found.value - 1, found.value + 1)
        shown = found.with_pairs(*added)
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
class SequentialEvidence:
    """A number that is looked at while it grows.

    Attributes
    ----------
    values : float array, shape (n_rounds,)
        The mean over its matchups of what their first pairs scored, their second ones, ..
    n_pairs : int
    limits : (float, float)
        The least and the greatest that a value can be, both finite.
    """

    values: Floats
    n_pairs: int
    limits: Limits

    method = Method.BETTING

    @classmethod
    def of(cls, parts: Sequence[Floats], limits: Limits) -> "SequentialEvidence":
        """Follow the mean of parts, one array of shape (n_pairs,) for each matchup."""
        rounds = min(part.size for part in parts)
        values = np.mean([part[:rounds] for part in parts], axis=0)
        return cls(values, rounds * len(parts), limits)

    @property
    def value(self) -> float:
        """The mean so far."""
        return float(self.values.mean())

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha` at any look."""
        now = [self.values.size]
        low, high = confidence_sequence(self.values, now, 1 - 2 * alpha, self.limits)
        return float(low[-1]), float(high[-1])

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside."""
        ends = open_ends(band, self.limits)
        level = 1 - 2 * alpha

        def p_value(edge: float, is_above: bool) -> float:
            if not isfinite(edge):
                return float((edge > 0) == is_above)
            return betting_p_value(self.values, edge, is_above, level, self.limits)

        inside = max(p_value(ends.low, True), p_value(ends.high, False))
        return inside, min(p_value(ends.high, True), p_value(ends.low, False))

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes, roughly; infinite on an edge."""
        ends = open_ends(band, self.limits)
        low, high = self.interval(alpha)
        to_edge = min(abs(self.value - ends.low), abs(self.value - ends.high))
        error = float(self.values.std()) / sqrt(self.values.size)
        reach = (high - low) / 2 + float(ndtri(power)) * error
        return max(1.0, reach / to_edge) ** 2 if to_edge > 0 else inf


def open_ends(band: Band, limits: Limits) -> Band:
    """Return a band without the ends that nothing can be beyond: no need to prove that."""
    low = -inf if band.low <= limits[0] else band.low
    return Band(low, inf if band.high >= limits[1] else band.high)
