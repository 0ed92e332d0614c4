"""Strips: intervals on a line, with positions in per cent of its width so that it can stretch."""

from math import isfinite
from typing import NamedTuple

import pandas as pd

__all__ = ["Strip", "Tick", "draw_change", "draw_number", "find_reach", "list_ticks"]

REACHES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)  # ends of a line of changes
INSET = 2.0  # per cent left free at either end
AROUND = 1.0  # range shown on either side of a band, in widths of the band


class Tick(NamedTuple):
    """A labelled position on a strip."""

    at: float
    text: str


class Strip(NamedTuple):
    """A strip: an interval and its band; all positions in per cent of the width.

    Attributes
    ----------
    low, high, value : float
    marks : (float, float)
        Ends of the band; for changes both are the position of zero.
    before : float
        The former value; NaN if not shown.
    is_cut : bool
        Whether a part of the interval lies beyond the ends of the line.
    """

    low: float
    high: float
    value: float
    marks: tuple[float, float]
    before: float = float("nan")
    is_cut: bool = False

    @property
    def width(self) -> float:
        """Width of the interval."""
        return self.high - self.low

    @property
    def band_width(self) -> float:
        """Width of the band."""
        return self.marks[1] - self.marks[0]

    @property
    def has_before(self) -> bool:
        """Whether the former value is shown."""
        return isfinite(self.before)


def find_reach(frame: pd.DataFrame) -> float:
    """Return the end of the shortest line on which all strips of a table fit."""
    most = float(frame[["low", "high"]].abs().max().max()) if len(frame) else 0.0
    return next((reach for reach in REACHES if most <= reach), REACHES[-1])


def list_ticks(reach: float) -> list[Tick]:
    """List the labels below a strip of changes, in points."""
    ends = (-reach, -reach / 2, 0.0, reach / 2, reach)
    return [Tick(place(x, -reach, reach), f"{100 * x:+g}".replace("-", "\u2212") if x else "0")
            for x in ends]  # fmt: skip


def draw_change(low: float, high: float, value: float, reach: float) -> Strip:
    """Return the strip of a change and its interval."""
    low, high, value = (place(x, -reach, reach) for x in (low, high, value))
    return Strip(low, high, value, (50.0, 50.0))


def draw_number(
    low: float, high: float, value: float, band: tuple[float, float], before: float
) -> Strip | None:
    """Return the strip of a number; None if its band is open or a single number."""
    if not all(map(isfinite, (*band, value))) or band[0] == band[1]:
        return None
    room = AROUND * (band[1] - band[0])
    ends = band[0] - room, band[1] + room
    return Strip(
        low=place(low, *ends),
        high=place(high, *ends),
        value=place(value, *ends),
        marks=(place(band[0], *ends), place(band[1], *ends)),
        before=place(before, *ends) if isfinite(before) else before,
        is_cut=low < ends[0] or high > ends[1],
    )


def place(x: float, low: float, high: float) -> float:
    """Return the position of a number on a strip, clipped to its ends."""
    share = min(1.0, max(0.0, (x - low) / (high - low)))
    return round(INSET + (100 - 2 * INSET) * share, 2)
