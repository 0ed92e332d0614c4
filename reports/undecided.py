"""Explanations of inconclusive verdicts, above all of intervals outside the band.

The shown interval is that of a single number. A failure must be significant among all numbers
that are judged together, so that none of them fails by chance; the interval that accounts for
this is wider.
"""

from collections.abc import Callable
from math import ceil, isnan, log10

from evenhand.analysis.statistics.bands import Band

__all__ = ["LEAST_TIMES", "MOST_GAMES", "explain_undecided", "name_allowance", "round_up"]

MOST_GAMES = 1_000_000  # to be advised
LEAST_TIMES = 1.5  # as many games as were played, to be advised

Ends = tuple[float, float]


def explain_undecided(
    shown: Ends, deciding: Ends, band: Band, n_together: int, write: Callable[[float, float], str]
) -> str:
    """Explain why a number is undecided; "" if the shown interval reaches into the band.

    Parameters
    ----------
    shown, deciding : (float, float)
        The shown interval, and the one that accounts for all numbers; the latter NaN if
        unknown.
    n_together : int
        How many numbers the deciding interval accounts for.
    write : callable(low, high) -> str
        Writes an interval in the number's unit.
    """
    if not is_outside(shown, band):
        return ""
    if not is_explained(deciding, band, n_together):
        return (
            "not sure yet: with so many numbers, or looks at them, one or another lies outside by "
            "bad luck"
        )
    return (
        f"not sure yet: with {n_together} numbers to judge, one or another lies outside by bad "
        f"luck, and allowing for that it may be {write(*deciding)}"
    )


def name_allowance(
    shown: Ends, deciding: Ends, band: Band, n_together: int, write: Callable[[float, float], str]
) -> str:
    """Return a short form of `explain_undecided`: "for all 28: 54.9-60.2"."""
    if not explain_undecided(shown, deciding, band, n_together, write):
        return ""
    if not is_explained(deciding, band, n_together):
        return "outside, but not for sure"
    return f"for all {n_together}: {write(*deciding)}"


def round_up(games: float) -> int:
    """Round a number of games that is advised up to two digits."""
    digit = 10 ** max(0, ceil(log10(games)) - 2)
    return ceil(games / digit) * digit


def is_explained(deciding: Ends, band: Band, n_together: int) -> bool:
    """Return whether the correction for several numbers alone leaves it undecided."""
    return n_together > 1 and not isnan(deciding[0]) and not is_outside(deciding, band)


def is_outside(ends: Ends, band: Band) -> bool:
    """Return whether the whole interval of an undecided number is outside its band."""
    low, high = ends
    return low > band.high or high < band.low
