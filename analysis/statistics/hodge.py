"""Hodge decomposition of matchups into a transitive part (strengths) and a cyclic part.

Logits of win rates are split into a transitive part, the differences of the choices' strengths,
and a residual, which is cyclic. The two parts are orthogonal (Jiang, Lim, Yao and Ye
2011, Mathematical Programming 127; Balduzzi et al. 2018, NeurIPS). Under the model of Bradley and
Terry (1952), in which strengths explain everything, the residual is noise. Win rates themselves
are not suitable: they are bounded by 0 and 1, so that strengths alone would leave a residual.

Noise also causes cycles. In units of its errors, the residual of noise alone is chi-square
distributed; with more than noise, both parts are noncentral chi-square distributed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, chndtr, chndtrinc

from evenhand.analysis.statistics.intervals import check_level

__all__ = ["Split", "noise_free_interval", "sampled_logits", "split_logits"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Split:
    """The Hodge decomposition: logits as sum of a transitive and a cyclic part.

    Attributes
    ----------
    strengths : float array, shape (n,)
        With mean 0.
    cyclic_part : float array, shape (n, n)
        The logits minus the differences of strengths.
    transitive, cyclic : float
        Sums over all pairs of choices of the squares of each part, in units of the errors.
    """

    strengths: Floats
    cyclic_part: Floats
    transitive: float
    cyclic: float

    @property
    def n_strengths(self) -> int:
        """Degrees of freedom of the transitive part."""
        return len(self.strengths) - 1

    @property
    def n_cycles(self) -> int:
        """Degrees of freedom of the cyclic part."""
        return self.n_strengths * (len(self.strengths) - 2) // 2

    @property
    def p_value(self) -> float:
        """p-value of "there are no cycles, only noise"; 1 for two choices."""
        return float(chdtrc(self.n_cycles, self.cyclic)) if self.n_cycles else 1.0

    @property
    def transitive_share(self) -> float:
        """Transitive share of the sum of squares, noise included; in [0, 1]."""
        return self.transitive / (self.transitive + self.cyclic)

    def true_share_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return an interval of the transitive share, noise excluded.

        The parts are independent, so each gets an interval at the level ``level ** 0.5``.
        """
        each = check_level(level) ** 0.5
        low, high = noise_free_interval(self.transitive, self.n_strengths, each)
        if not self.n_cycles:
            return 1.0, 1.0
        other_low, other_high = noise_free_interval(self.cyclic, self.n_cycles, each)
        return (
            low / (low + other_high) if low else 0.0,
            high / (high + other_low) if other_low else 1.0,
        )


def split_logits(logits: ArrayLike, errors: ArrayLike = 1.0) -> Split:
    """Decompose logits (Hodge) into differences of strengths and a residual.

    Parameters
    ----------
    logits : float array, shape (n, n)
        Logits of the row's win rate against the column; antisymmetric, n >= 2.
    errors : float array, shape (n, n)
        Standard errors; logits are weighted by the inverse of the variance. The diagonal is
        ignored.

    Returns
    -------
    Split
        With equal errors a strength is the mean of a row.
    """
    logits = np.asarray(logits, float)
    n = len(logits)
    weights = np.broadcast_to(np.asarray(errors, float), (n, n)) ** -2.0 * (1 - np.eye(n))
    laplacian = np.diag(weights.sum(axis=1)) - weights
    pulls = (weights * logits).sum(axis=1)
    strengths = np.linalg.solve(laplacian + weights.mean(), pulls)  # with a mean of 0
    gaps = strengths[:, None] - strengths
    residual = logits - gaps
    sums = [float((weights * part**2).sum() / 2) for part in (gaps, residual)]
    return Split(strengths, residual, *sums)


def sampled_logits(
    rates: ArrayLike, errors: ArrayLike, n_pairs: ArrayLike
) -> tuple[Floats, Floats]:
    """Return logits of win rates and their standard errors, finite also for rates 0 and 1.

    Half a game is added to the wins and to the losses, which are those of the effective number
    of independent games.

    Parameters
    ----------
    rates : float array, shape (..)
        In [0, 1].
    errors : float array, shape (..)
        Standard errors of the rates, from pairs. Where 0 or NaN, each pair counts as one game.
    n_pairs : int array, shape (..)

    Returns
    -------
    logits, errors : float array, shape (..)

    References
    ----------
    Anscombe (1956), Biometrika 43, 461-464; Gart and Zweifel (1967), Biometrika 54, 181-187.
    """
    rates, errors = np.asarray(rates, float), np.asarray(errors, float)
    known = (errors > 0) & (rates > 0) & (rates < 1)
    worth = np.where(known, rates * (1 - rates) / np.where(known, errors, 1.0) ** 2, n_pairs)
    wins, losses = worth * rates + 0.5, worth * (1 - rates) + 0.5
    return np.log(wins / losses), np.sqrt(1 / wins + 1 / losses)


def noise_free_interval(total: float, n_free: int, level: float = 0.95) -> tuple[float, float]:
    """Return an interval of a sum of squares of logits without the part that is noise.

    Parameters
    ----------
    total : float
        Sum of squares of normal variables of variance 1.
    n_free : int
        Number of variables.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    low, high : float
        The noncentralities at which a total as great, or as small, has the tail probability
        (1 - level) / 2.
    """
    tail = (1 - check_level(level)) / 2
    ends = []
    # A total below its expectation under noise alone is no evidence against a small
    # noncentrality, so the high end uses n_free at least.
    for value, chance in ((total, 1 - tail), (max(total, n_free), tail)):
        reached = chndtr(value, n_free, 0.0) > chance
        ends.append(float(chndtrinc(value, n_free, chance)) if reached else 0.0)
    return ends[0], ends[1]
