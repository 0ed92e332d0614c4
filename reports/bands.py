"""What counts as balanced, and what a card's effect must pass to be called one."""

from enum import StrEnum

from evenhand.analysis.statistics.equivalence import Band

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
]

DECK_TOLERANCE = 0.1  # of the fair win rate: 45-55 % of two seats, 22.5-27.5 % of four
MATCHUP_TOLERANCE = 0.2  # single matchups may differ more than decks
CLIP = 0.3  # where the heat map's colours end: 35-65 % of two seats
DISCOVERY_RATE = 0.05  # wrong cards allowed among the cards called out
STAR = "\u2605"  # beside what is called out


class Standing(StrEnum):
    """Where an interval lies, seen from a band."""

    ABOVE = "above"
    BELOW = "below"
    INSIDE = "inside"
    UNSURE = "unsure"


MARKS = {
    Standing.ABOVE: "\u25b2",
    Standing.BELOW: "\u25bc",
    Standing.INSIDE: "\u25cf",
    Standing.UNSURE: "\u25c6",
}


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
