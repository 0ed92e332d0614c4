"""What counts as balanced, where a number stands, and what makes a card's effect one.

A run of a designer's folder is held against the bands that its ``balance.toml`` states, any
other against the usual ones; either way the judge is that of `check`, and so are the words.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from evenhand.analysis.gate.bands import Bands
from evenhand.analysis.gate.subjects import Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.wording import Tied, rate_range

__all__ = [
    "CLIP",
    "DECK_TOLERANCE",
    "DISCOVERY_RATE",
    "MARKS",
    "MATCHUP_TOLERANCE",
    "STAR",
    "Standing",
    "band_around",
    "compare_with_band",
    "find_standing",
    "make_default_bands",
    "name_band",
    "write_standing",
]

DECK_TOLERANCE = 0.1  # of the fair win rate: 45-55 % of two seats, 22.5-27.5 % of four
MATCHUP_TOLERANCE = 0.2  # single matchups may differ more than decks
CLIP = 0.3  # where the heat map's colours end: 35-65 % of two seats
DISCOVERY_RATE = 0.05  # wrong cards allowed among the cards called out
STAR = "\u2605"  # beside what is called out


class Standing(StrEnum):
    """Where a number stands, seen from its band."""

    ABOVE = "above"
    BELOW = "below"
    INSIDE = "inside"
    UNSURE = "unsure"
    FREE = "free"  # it has no band


MARKS = {
    Standing.ABOVE: "\u25b2",
    Standing.BELOW: "\u25bc",
    Standing.INSIDE: "\u25cf",
    Standing.UNSURE: "\u25c6",
    Standing.FREE: "\u2013",
}
WORDS = {
    Standing.ABOVE: "FAIL, too often",
    Standing.BELOW: "FAIL, too seldom",
    Standing.INSIDE: "PASS",
    Standing.UNSURE: "INCONCLUSIVE",
    Standing.FREE: "no band",
}


def find_standing(row: Any, rate: float) -> Standing:
    """Return where the rate of a row stands, by the verdict on it.

    Parameters
    ----------
    row : named tuple
        Of a table that `evenhand.analysis.gate.run_verdicts.add_verdicts` gives.
    """
    match row.verdict:
        case Verdict.FAIL:
            return Standing.ABOVE if rate > row.expected_high else Standing.BELOW
        case Verdict.PASS:
            return Standing.INSIDE
        case Verdict.INCONCLUSIVE:
            return Standing.UNSURE
    return Standing.FREE


def write_standing(standing: Standing) -> str:
    """Write a verdict and which way it went: "\u25b2 FAIL, too often"."""
    return f"{MARKS[standing]} {WORDS[standing]}"


def compare_with_band(low: float, high: float, band: Band) -> Standing:
    """Return where the interval from `low` to `high` lies; unsure if it crosses an edge."""
    if low > band.high:
        return Standing.ABOVE
    if high < band.low:
        return Standing.BELOW
    if band.low <= low and high <= band.high:
        return Standing.INSIDE
    return Standing.UNSURE


def band_around(fair: float, tolerance: float) -> Band:
    """Return the band of a relative tolerance, which means the same for any number of seats."""
    return Band(fair * (1 - tolerance), fair * (1 + tolerance))


def make_default_bands(n_seats: int) -> Bands:
    """Return the bands that hold where nobody stated any."""
    fair = 1 / n_seats
    bands = {Measure(Topic.WIN_RATE): band_around(fair, DECK_TOLERANCE)}
    if n_seats == 2:
        bands[Measure(Topic.MATCHUP)] = band_around(fair, MATCHUP_TOLERANCE)
    return Bands(bands, is_stated=False)


def name_band(rows: Iterable[Any], otherwise: str) -> Tied | str:
    """Name the band that all rows share: "45-55 %"; otherwise by some words."""
    bands = {(row.expected_low, row.expected_high) for row in rows if row.verdict}
    return Tied(rate_range(*bands.pop())) if len(bands) == 1 else otherwise
