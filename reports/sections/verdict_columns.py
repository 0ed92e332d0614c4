"""Columns and cells of bands and verdicts, shared by several sections."""

from typing import Any

import pandas as pd

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.bands import Standing, find_standing, name_band, write_standing
from evenhand.reports.blocks import Cell, Column
from evenhand.reports.report_tables import Evidence
from evenhand.reports.undecided import explain_undecided, name_allowance
from evenhand.reports.wording import interval, rate_range

__all__ = [
    "describe_bands",
    "explain_row",
    "make_verdict_cells",
    "make_verdict_columns",
    "write_shared_band",
]

EXPECTED = Column("Expected, %", "The band that the number is held against")
VERDICT = Column("Verdict", "Inside its band, outside, or too few games to tell", numeric=False)


def describe_bands(evidence: Evidence) -> str:
    """Write which bands the verdicts of a run use."""
    bands = evidence.bands
    if bands.is_stated:
        return "The bands are what the folder's balance.toml said when this run was made."
    text = rate_range(*bands.by_measure[Measure(Topic.WIN_RATE)])
    if matchups := bands.by_measure.get(Measure(Topic.MATCHUP)):
        text = f"{text}, for a single matchup {rate_range(*matchups)}"
    return f"No balance.toml stated bands for this run, so the usual ones hold: {text}."


def write_shared_band(frame: pd.DataFrame) -> str:
    """Write the band that all verdicts of a table share; "" if they differ or one has none."""
    return str(name_band(frame.itertuples(), "")) if (frame["verdict"] != "").all() else ""


def make_verdict_columns(frame: pd.DataFrame) -> tuple[Column, ...]:
    """Return the column of verdicts, and that of bands if those differ; () without bands."""
    if (frame["verdict"] == "").all():
        return ()
    return (VERDICT,) if write_shared_band(frame) else (EXPECTED, VERDICT)


def make_verdict_cells(row: Any, rate: float, columns: tuple[Column, ...]) -> list[Cell]:
    """Return the cells of the columns of `make_verdict_columns`."""
    cells = {
        EXPECTED: Cell(interval(row.expected_low, row.expected_high)),
        VERDICT: make_verdict_cell(row, rate),
    }
    return [cells[column] for column in columns]


def make_verdict_cell(row: Any, rate: float) -> Cell:
    """Return the cell of a verdict's column, explained if it is undecided outside the band."""
    standing = find_standing(row, rate)
    text = write_standing(standing)
    if standing is not Standing.UNSURE:
        return Cell(text, style=standing.value)
    ends, deciding = find_interval(row), (row.deciding_low, row.deciding_high)
    band = Band(row.expected_low, row.expected_high)
    below = name_allowance(ends, deciding, band, row.judged_together, interval)
    return Cell(text, below, style=standing.value, hint=explain_row(row))


def explain_row(row: Any) -> str:
    """Explain why a row's verdict is undecided with its interval outside the band; else ""."""
    if row.verdict != Verdict.INCONCLUSIVE:
        return ""
    ends, deciding = find_interval(row), (row.deciding_low, row.deciding_high)
    band = Band(row.expected_low, row.expected_high)
    return explain_undecided(ends, deciding, band, row.judged_together, interval)


def find_interval(row: Any) -> tuple[float, float]:
    """Return the interval of a verdict's row, for any name of its rate column."""
    names = ("win_rate_", "first_win_rate_", "")
    name = next(name for name in names if hasattr(row, f"{name}low"))
    return getattr(row, f"{name}low"), getattr(row, f"{name}high")
