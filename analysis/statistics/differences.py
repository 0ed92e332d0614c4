"""Differences between two runs, estimated from pairs.

If both runs dealt the same pairs, the score of each pair before is subtracted from its score
after: luck common to both runs cancels, and the standard error is estimated from these
differences. Otherwise the two means are independent and their variances add. Several matchups,
weighted equally, are independent parts of one mean.

A sample without any difference does not prove that there is none. Therefore every interval
is Student's after adding two pairs with the largest possible difference, one in each
direction; with many pairs the effect is negligible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from evenhand.analysis.statistics.intervals import check_level

__all__ = [
    "Difference", "Moments", "PairedMoments", "PooledMean", "paired_difference",
    "unpaired_difference",
]  # fmt: skip


class Moments(NamedTuple):
    """Sums of one number per pair, for differences.

    Attributes
    ----------
    n_pairs : int
    total, squares : float
        Sum of the numbers, and of their squares.
    """

    n_pairs: int
    total: float
    squares: float

    @classmethod
    def of(cls, values: ArrayLike) -> "Moments":
        """Compute the sums of one number per pair, shape (n_pairs,)."""
        x = np.asarray(values, float)
        return cls(x.size, float(x.sum()), float(x @ x))

    def plus(self, other: "Moments") -> "Moments":
        """Return the sums over the pairs of both."""
        return Moments(
            self.n_pairs + other.n_pairs, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """Mean number; NaN without pairs."""
        return self.total / self.n_pairs if self.n_pairs else float("nan")

    @property
    def variance(self) -> float:
        """Unbiased variance; NaN for fewer than two pairs."""
        if self.n_pairs < 2:
            return float("nan")
        return max(self.squares - self.total**2 / self.n_pairs, 0.0) / (self.n_pairs - 1)


class PairedMoments(NamedTuple):
    """Sums over pairs that two runs have in common."""

    before: Moments
    after: Moments
    change: Moments  # after minus before, pair by pair
    n_changed: int = 0  # pairs whose score changed

    @classmethod
    def of(cls, before: ArrayLike, after: ArrayLike) -> "PairedMoments":
        """Compute the sums over the same pairs of two runs, each of shape (n_pairs,)."""
        first, second = np.asarray(before, float), np.asarray(after, float)
        change = second - first
        n_changed = int(np.count_nonzero(change))
        return cls(Moments.of(first), Moments.of(second), Moments.of(change), n_changed)

    def plus(self, other: "PairedMoments") -> "PairedMoments":
        """Return the sums over the pairs of both."""
        return PairedMoments(
            self.before.plus(other.before),
            self.after.plus(other.after),
            self.change.plus(other.change),
            self.n_changed + other.n_changed,
        )


class PooledMean(NamedTuple):
    """A mean over independent parts of a difference, with its variance.

    Attributes
    ----------
    value : float
    spread : float
        Variance of the value; NaN if a part has fewer than two pairs.
    n_pairs : float
        Effective number of pairs: the size of a single sample with the same variance.
    degrees : float
        Degrees of freedom.
    """

    value: float
    spread: float
    n_pairs: float
    degrees: float

    @classmethod
    def of(cls, parts: Sequence[Moments], weights: ArrayLike | None = None) -> "PooledMean":
        """Average the means of independent parts.

        Parameters
        ----------
        weights : float array, shape (n_parts,), optional
            Weights with sum 1. Default: equal weights.
        """
        n_pairs = np.array([part.n_pairs for part in parts], float)
        if not n_pairs.all():
            return cls(*[float("nan")] * 4)
        shares = np.full(len(parts), 1 / len(parts)) if weights is None else np.asarray(weights)
        spreads = shares**2 * np.array([part.variance for part in parts]) / n_pairs
        return cls(
            value=float(shares @ np.array([part.mean for part in parts])),
            spread=float(spreads.sum()),
            n_pairs=1 / float((shares**2 / n_pairs).sum()),
            degrees=pooled_degrees(spreads, n_pairs - 1),
        )

    def with_pairs(self, *added: float) -> "PooledMean":
        """Return the mean with one pair added to the sample for each of the given scores."""
        n, extra = self.n_pairs, len(added)
        total = n * self.value + sum(added)
        squares = self.spread * n * (n - 1) + n * self.value**2 + sum(x**2 for x in added)
        within = squares - total**2 / (n + extra)
        return PooledMean(
            value=total / (n + extra),
            spread=within / (n + extra - 1) / (n + extra),
            n_pairs=n + extra,
            degrees=self.degrees + extra,
        )


def pooled_degrees(spreads: np.ndarray, degrees: np.ndarray) -> float:
    """Return the degrees of freedom of a difference of independent parts (Satterthwaite)."""
    total = spreads.sum()
    if not total > 0:
        return float(degrees.sum())
    return float(total**2 / (spreads**2 / degrees).sum())


@dataclass(frozen=True)
class Difference:
    """The mean of run B minus the mean of run A.

    Attributes
    ----------
    value : float
        The difference of the means; NaN if one of them is missing.
    centre, standard_error, degrees : float
        Parameters of Student's interval. The centre is the difference with the added pairs,
        slightly nearer to zero than `value`.
    n_pairs : int
        Total number of pairs in the run that has fewer.
    is_paired : bool
        Whether the runs dealt the same pairs.
    largest : float
        Largest possible absolute difference.
    sample_factor : float
        Variance that unpaired runs of this size would have, divided by the variance: at 9,
        unpaired runs would need nine times as many pairs for the same precision. 1 if
        unpaired, NaN if no pair differed.
    """

    value: float
    centre: float
    standard_error: float
    degrees: float
    n_pairs: int
    is_paired: bool
    largest: float
    sample_factor: float

    @classmethod
    def of_same_games(cls, n_pairs: int, is_score: bool = True) -> "Difference":
        """Return the difference of two runs by the same inputs: exactly 0, whatever was dealt."""
        return cls(
            value=0.0,
            centre=0.0,
            standard_error=0.0,
            degrees=float(n_pairs),
            n_pairs=n_pairs,
            is_paired=True,
            largest=1.0 if is_score else float("inf"),
            sample_factor=float("nan"),
        )

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the interval at coverage `level` in (0, 1), clipped to possible values."""
        if np.isnan(self.standard_error):
            return -self.largest, self.largest
        half = float(stdtrit(self.degrees, (1 + check_level(level)) / 2)) * self.standard_error
        low, high = self.centre - half, self.centre + half
        return max(low, -self.largest), min(high, self.largest)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of "there is no difference"; NaN without a standard error."""
        if not self.standard_error > 0:
            return float("nan")
        return float(2 * stdtr(self.degrees, -abs(self.centre) / self.standard_error))

    def one_sided_p_value(self, sign: int) -> float:
        """Return the p-value of "the difference does not have this sign"."""
        if not self.standard_error > 0:
            return 1.0
        return float(stdtr(self.degrees, -sign * self.centre / self.standard_error))

    def columns(self, name: str, level: float) -> dict[str, float]:
        """Return the difference and its interval as columns of a table."""
        low, high = self.interval(level)
        return {name: self.value, f"{name}_low": low, f"{name}_high": high}


def paired_difference(
    parts: Sequence[PairedMoments],
    is_score: bool = True,
    largest: float = 1.0,
    weights: ArrayLike | None = None,
) -> Difference:
    """Estimate a difference from pairs that both runs dealt.

    Parameters
    ----------
    parts : sequence of PairedMoments
        One for each matchup.
    is_score : bool
        Whether the numbers are scores or differences of scores; then the two added pairs
        differ by `largest`. Otherwise, for unbounded numbers, they differ by the standard
        deviation before.
    largest : float
        Largest possible absolute difference: 1 for scores in [0, 1], 2 for their differences.
    weights : float array, shape (n_parts,), optional
        Weights of the matchups, with sum 1. Default: equal weights.

    Returns
    -------
    Difference

    References
    ----------
    Bonett and Price (2012), J. Educational and Behavioral Statistics 37, 479-488: the
    added pairs, for wins and losses; here for scores.
    """
    change = PooledMean.of([part.change for part in parts], weights)
    before, after = ([part.before for part in parts], [part.after for part in parts])
    apart = [PooledMean.of(run, weights).spread for run in (before, after)]
    spread = float(np.mean([part.before.variance for part in parts])) ** 0.5
    added = largest if is_score else spread
    augmented = change.with_pairs(added, -added)
    return Difference(
        value=change.value,
        centre=augmented.value,
        standard_error=augmented.spread**0.5,
        degrees=augmented.degrees,
        n_pairs=sum(part.change.n_pairs for part in parts),
        is_paired=True,
        largest=largest if is_score else float("inf"),
        sample_factor=sum(apart) / change.spread if change.spread > 0 else float("nan"),
    )


def unpaired_difference(
    before: Sequence[Moments], after: Sequence[Moments], is_score: bool = True
) -> Difference:
    """Estimate a difference of two runs with independent pairs.

    Parameters
    ----------
    before, after : sequence of Moments
        One for each matchup, weighted equally.
    is_score : bool
        Whether the numbers are scores in [0, 1]; then a pair that scored 0 and one that
        scored 1 are added to each run.

    Returns
    -------
    Difference

    References
    ----------
    Agresti and Caffo (2000), The American Statistician 54, 280-288: the added pairs.
    Welch (1947), Biometrika 34, 28-35: the degrees of freedom.
    """
    runs = [PooledMean.of(before), PooledMean.of(after)]
    augmented = [run.with_pairs(0, 1) for run in runs] if is_score else runs
    spreads = np.array([run.spread for run in augmented])
    return Difference(
        value=runs[1].value - runs[0].value,
        centre=augmented[1].value - augmented[0].value,
        standard_error=float(spreads.sum() ** 0.5),
        degrees=pooled_degrees(spreads, np.array([run.degrees for run in augmented])),
        n_pairs=min(sum(part.n_pairs for part in run) for run in (before, after)),
        is_paired=False,
        largest=1.0 if is_score else float("inf"),
        sample_factor=1.0,
    )
