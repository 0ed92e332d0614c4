"""What counts as balanced, and what a card's effect must pass to be called one."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "CLIP",
    "DECK_TOLERANCE",
    "DISCOVERY_RATE",
    "MATCHUP_TOLERANCE",
    "Band",
    "Standing",
    "band_around",
]

DECK_TOLERANCE = 0.1  # of the fair win rate: 45-55 % of two seats, 22.5-27.5 % of four
MATCHUP_TOLERANCE = 0.2  # single matchups may differ more than decks
CLIP = 0.3  # where the heat map's colours end: 35-65 % of two seats
DISCOVERY_RATE = 0.05  # wrong cards allowed among the cards called out


class Standing(StrEnum):
    """Where an interval lies, seen from a band."""

    ABOVE = "above"
    BELOW = "below"
    INSIDE = "inside"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Band:
    """Rates that count as balanced."""

    low: float
    high: float

    def standing(self, low: float, high: float) -> Standing:
        """Return where the interval from `low` to `high` lies; unsure if it crosses an edge."""
        if low > self.high:
            return Standing.ABOVE
        if high < self.low:
            return Standing.BELOW
        if self.low <= low and high <= self.high:
            return Standing.INSIDE
        return Standing.UNSURE


def band_around(fair: float, tolerance: float) -> Band:
    """Band of a relative tolerance, so that it means the same for any number of seats."""
    return Band(fair * (1 - tolerance), fair * (1 + tolerance))
