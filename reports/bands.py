"""Bands in reports: default bands, the standing of a number, and its marks and words.

A run of a designer's folder is compared with the bands of its ``balance.toml``, any other run
with the default bands. Verdicts and their words are those of `check` in both cases.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
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
    "compare_with_band",
    "find_standing",
    "make_band",
    "make_default_bands",
    "name_band",
    "name_common_band",
    "write_standing",
]

DECK_TOLERANCE = 0.1  # of the fair win rate: 45-55 % of two seats, 22.5-27.5 % of four
MATCHUP_TOLERANCE = 0.2  # single matchups may differ more than decks
CLIP = 0.3  # relative range of the heat map's colours: 35-65 % of two seats
DISCOVERY_RATE = 0.05  # share of false discoveries among the cards marked
STAR = "\u2605"  # marks numbers that stand out


class Standing(StrEnum):
    """The position of a number relative to its band."""

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
    """Return the standing of a row's rate relative to its band, by its verdict.

    Parameters
    ----------
    row : named tuple
        A row of a table returned by `evenhand.analysis.gate.run_verdicts.add_verdicts`.
    rate : float
        In [0, 1].
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
    """Write a standing relative to a band, with its mark: "\u25b2 FAIL, too often"."""
    return f"{MARKS[standing]} {WORDS[standing]}"


def compare_with_band(low: float, high: float, band: Band) -> Standing:
    """Return the standing of an interval relative to a band; UNSURE if it crosses an edge."""
    if low > band.high:
        return Standing.ABOVE
    if high < band.low:
        return Standing.BELOW
    if band.low <= low and high <= band.high:
        return Standing.INSIDE
    return Standing.UNSURE


def make_band(fair: float, tolerance: float) -> Band:
    """Return the band of a relative tolerance around a fair rate."""
    return Band(fair * (1 - tolerance), fair * (1 + tolerance))


def make_default_bands(n_seats: int) -> Bands:
    """Return the default bands, for runs without a balance.toml."""
    fair = 1 / n_seats
    bands = {Measure(Topic.WIN_RATE): make_band(fair, DECK_TOLERANCE)}
    if n_seats == 2:
        bands[Measure(Topic.MATCHUP)] = make_band(fair, MATCHUP_TOLERANCE)
    return Bands(bands, is_stated=False)


def name_band(rows: Iterable[Any], otherwise: str) -> Tied | str:
    """Write the band that all rows with a verdict share: "45-55 %"; else return `otherwise`."""
    edges = ((row.expected_low, row.expected_high) for row in rows if row.verdict)
    return name_common_band(edges, otherwise)


def name_common_band(edges: Iterable[tuple[float, float]], otherwise: str) -> Tied | str:
    """Write a band that is the same everywhere: "45-55 %"; else return `otherwise`."""
    bands = {
        (round(low, 9), round(high, 9)) for low, high in edges
    }  # those seen from the other side
    return Tied(rate_range(*bands.pop())) if len(bands) == 1 else otherwise
