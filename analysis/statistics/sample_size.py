"""Sample size: the number of pairs needed for an interval of a given width."""

from collections.abc import Sequence
from math import ceil, sqrt

from scipy.special import chdtri

from evenhand.analysis.statistics.differences import PairedMoments, PooledMean
from evenhand.analysis.statistics.intervals import check_level, normal_quantile

__all__ = ["count_pairs_needed", "pairs_for_half_width"]

ADDED_PAIRS = 2  # that `paired_difference` adds


def pairs_for_half_width(
    variance: float,
    half_width: float,
    level: float = 0.95,
    n_pilot: int | None = None,
    assurance: float = 0.9,
    n_added: float = 0,
) -> int:
    """Return the number of pairs needed for an interval of at most the given half-width.

    Parameters
    ----------
    variance : float
        Variance of one pair's number, or of its difference if two runs are compared pair by
        pair.
    half_width : float
        Half the maximum width, in the unit of the number.
    level : float
        Coverage of the interval, in (0, 1).
    n_pilot : int, optional
        Number of pairs that the variance was estimated from, at least 2. The upper limit of
        the variance is then used. Default: the variance is known.
    assurance : float
        With a pilot, the chance that the interval is narrow enough, in (0, 1).
    n_added : float
        Number of pairs of value 1 or -1 that the interval adds to the sample;
        `evenhand.analysis.statistics.differences.paired_difference` adds 2.

    Returns
    -------
    int
        At least 2.

    Raises
    ------
    ValueError
        If the half-width is not positive or a share is out of range.

    References
    ----------
    Kupper and Hafner (1989), The American Statistician 43, 101-105.
    """
    if not half_width > 0:
        raise ValueError(f"half_width must be positive, not {half_width}")
    if n_pilot is not None:
        degrees = n_pilot - 1
        variance *= degrees / float(chdtri(degrees, check_level(assurance)))
    square = (half_width / normal_quantile(level)) ** 2  # of the standard error wanted
    root = sqrt(variance**2 + 4 * square * n_added)  # (n variance + n_added) / n**2 = square
    return max(2, ceil((variance + root) / (2 * square)))


def count_pairs_needed(
    parts: Sequence[PairedMoments], half_width: float, level: float = 0.95, largest: float = 1.0
) -> int:
    """Estimate from a pilot the pairs per matchup needed for an interval of a given width.

    The number depends on the size of the pilot's differences, not on their sign, and is
    computed once: therefore an ordinary interval is valid for all pairs, the pilot included.

    Parameters
    ----------
    parts : sequence of PairedMoments
        The pilot's matchups, with the same number of pairs each.
    half_width : float
        Half the maximum width, in (0, 1).
    level : float
        Coverage of the interval, in (0, 1).
    largest : float
        Largest possible difference of a pair, as for `paired_difference`.

    Returns
    -------
    int
        Pairs of one matchup, the pilot included.
    """
    change = PooledMean.of([part.change for part in parts])
    n_pairs = pairs_for_half_width(
        variance=change.spread * change.n_pairs,
        half_width=half_width,
        level=level,
        n_pilot=round(change.n_pairs) - len(parts) + 1,
        n_added=ADDED_PAIRS * largest**2,
    )
    return -(-n_pairs // len(parts))
