"""How many pairs an interval of a given width takes."""

from math import ceil, sqrt

from scipy.special import chdtri

from evenhand.analysis.statistics.intervals import check_level, normal_quantile

__all__ = ["pairs_for_half_width"]


def pairs_for_half_width(
    variance: float,
    half_width: float,
    level: float = 0.95,
    n_pilot: int | None = None,
    assurance: float = 0.9,
    n_added: float = 0,
) -> int:
    """Return how many pairs give an interval no wider than asked for.

    Parameters
    ----------
    variance : float
        Of one pair's number; of the difference, if two runs are compared pair by pair.
    half_width : float
        Half the width wanted, in the unit of the number.
    level : float
        Coverage of the interval, in (0, 1).
    n_pilot : int, optional
        Pairs that the variance was estimated from, at least 2. A few pairs may show too
        small a variance, so its upper limit is used. If not given, the variance is known.
    assurance : float
        With a pilot, the chance that the interval is narrow enough, in (0, 1).
    n_added : float
        Pairs of the number 1 or -1 that the interval adds to the sample, as
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
