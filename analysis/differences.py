"""Differences between two runs, from pairs.

Where both runs dealt the same pairs, what a pair scored before is taken off what it
scored after: luck that both had cancels, and the spread of what is left gives the
standard error. Where they did not, the two means are independent and their variances add.

A sample in which nothing differed does not prove that nothing ever will. So every
interval is Student's after two pairs have been added that differ by the most that is
possible, one either way; with many pairs that changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from analysis.intervals import checked_level

__all__ = [
    "Difference", "Moments", "PairedMoments", "mean_difference", "paired_difference",
    "unpaired_difference",
]  # fmt: skip

ADDED = 2  # pairs, one either way


class Moments(NamedTuple):
    """Sums of one number per pair.

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
        """Sum up the numbers of some pairs, shape (n_pairs,)."""
        x = np.asarray(values, float)
        return cls(x.size, float(x.sum()), float(x @ x))

    def plus(self, other: "Moments") -> "Moments":
        """Count other pairs in."""
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

    @classmethod
    def of(cls, before: ArrayLike, after: ArrayLike) -> "PairedMoments":
        """Sum up the same pairs of two runs, each of shape (n_pairs,)."""
        first, second = np.asarray(before, float), np.asarray(after, float)
        return cls(Moments.of(first), Moments.of(second), Moments.of(second - first))

    def plus(self, other: "PairedMoments") -> "PairedMoments":
        """Count other pairs in."""
        return PairedMoments(*(mine.plus(more) for mine, more in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Difference:
    """By how much a mean of run B is above that of run A.

    Attributes
    ----------
    value : float
        The difference of the means; NaN if one of them is missing.
    centre, standard_error, degrees : float
        Of Student's interval. The centre is the difference with the added pairs, so it
        is a little nearer to zero than `value`.
    n_pairs : int
        Pairs of the run that has fewer.
    is_paired : bool
        Whether the runs dealt the same pairs.
    largest : float
        The most that the difference can be, either way.
    sample_factor : float
        Variance that unpaired runs of this size would have, divided by the variance:
        9 means that these pairs say as much as nine times as many dealt anew. 1 if
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

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Give the interval of a coverage in (0, 1), kept inside what is possible."""
        if np.isnan(self.centre) or np.isnan(self.standard_error):
            return -self.largest, self.largest
        half = float(stdtrit(self.degrees, (1 + checked_level(level)) / 2)) * self.standard_error
        low, high = self.centre - half, self.centre + half
        return max(low, -self.largest), min(high, self.largest)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of "there is no difference"; NaN if nothing is known."""
        if not self.standard_error > 0:
            return float("nan")
        return float(2 * stdtr(self.degrees, -abs(self.centre) / self.standard_error))


def paired_difference(moments: PairedMoments, scale: float = 1.0) -> Difference:
    """Estimate a difference from pairs that both runs dealt.

    Parameters
    ----------
    moments : PairedMoments
    scale : float
        By how much the two added pairs differ: the most that a pair of scores can, 1.
        For numbers without a bound a standard deviation will do.

    Returns
    -------
    Difference

    References
    ----------
    Bonett and Price (2012), J. Educational and Behavioral Statistics 37, 479-488: the
    added pairs, for wins and losses; here for scores.
    """
    change = moments.change
    added = Moments(change.n_pairs + ADDED, change.total, change.squares + ADDED * scale**2)
    apart = moments.before.variance + moments.after.variance
    return Difference(
        value=change.mean,
        centre=added.mean if change.n_pairs else float("nan"),
        standard_error=(added.variance / added.n_pairs) ** 0.5,
        degrees=added.n_pairs - 1,
        n_pairs=change.n_pairs,
        is_paired=True,
        largest=1.0 if scale == 1 else float("inf"),
        sample_factor=apart / change.variance if change.variance > 0 else float("nan"),
    )


def unpaired_difference(before: Moments, after: Moments, is_score: bool = True) -> Difference:
    """Estimate a difference of two runs whose pairs have nothing to do with each other.

    Parameters
    ----------
    before, after : Moments
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
    runs = [before, after]
    if is_score:
        runs = [Moments(run.n_pairs + ADDED, run.total + 1, run.squares + 1) for run in runs]
    variances = np.array([run.variance / run.n_pairs if run.n_pairs else np.nan for run in runs])
    is_known = min(before.n_pairs, after.n_pairs) > 0
    return Difference(
        value=after.mean - before.mean,
        centre=runs[1].mean - runs[0].mean if is_known else float("nan"),
        standard_error=float(variances.sum() ** 0.5),
        degrees=pooled_degrees(variances, np.array([run.n_pairs - 1 for run in runs])),
        n_pairs=min(before.n_pairs, after.n_pairs),
        is_paired=False,
        largest=1.0 if is_score else float("inf"),
        sample_factor=1.0,
    )


def mean_difference(differences: Sequence[Difference]) -> Difference:
    """Average differences from independent pairs, each weighing the same.

    Parameters
    ----------
    differences : sequence of Difference
        At least one; of a deck's matchups, say.

    Returns
    -------
    Difference
        Paired if all are; its pairs are those of all.
    """
    variances = np.array([one.standard_error**2 for one in differences])
    n = len(differences)
    worth = np.array([one.sample_factor for one in differences])
    spread = ~np.isnan(worth)
    saved = float(worth[spread] @ variances[spread] / variances[spread].sum()) if any(spread) else 0
    return Difference(
        value=float(np.mean([one.value for one in differences])),
        centre=float(np.mean([one.centre for one in differences])),
        standard_error=float(variances.sum() ** 0.5) / n,
        degrees=pooled_degrees(variances, np.array([one.degrees for one in differences])),
        n_pairs=sum(one.n_pairs for one in differences),
        is_paired=all(one.is_paired for one in differences),
        largest=max(one.largest for one in differences),
        sample_factor=saved or float("nan"),
    )


def pooled_degrees(variances: np.ndarray, degrees: np.ndarray) -> float:
    """Give the degrees of freedom of a sum of independent parts (Satterthwaite)."""
    total = variances.sum()
    if not total > 0:
        return float(degrees.sum())
    return float(total**2 / (variances**2 / np.maximum(degrees, 1)).sum())
