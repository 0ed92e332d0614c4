"""What is outside its band: which rows, and which of them first."""

from collections.abc import Sequence
from typing import Any

from evenhand.analysis.gate.judge import put_cause_first
from evenhand.reports.bands import Standing, find_standing

__all__ = ["measure_distance", "select_outside", "sort_by_distance"]


def select_outside(frame: Any) -> list[Any]:
    """Return the rows to find outside their band, the furthest first."""
    rows = [
        row
        for row in frame.itertuples()
        if find_standing(row, row.win_rate) in (Standing.ABOVE, Standing.BELOW)
    ]
    return sort_by_distance(rows)


def sort_by_distance(rows: Sequence[Any]) -> list[Any]:
    """Sort rows outside their bands, the furthest first; but a cause comes before its victims."""
    ranked = sorted(rows, key=lambda row: (-measure_distance(row), row.deck))
    return put_cause_first(ranked, measure_distance, lambda row: row.win_rate > row.expected_high)


def measure_distance(row: Any) -> float:
    """Return the distance of a win rate from its band; negative inside."""
    return round(max(row.expected_low - row.win_rate, row.win_rate - row.expected_high), 12)
