"""Sample size: the number of pairs needed for an interval of a given width."""

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
