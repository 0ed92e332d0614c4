"""The finding on bands: which decks a change put outside their band, and which back inside."""

from collections.abc import Mapping

import pandas as pd

from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.bands import name_common_band
from evenhand.reports.comparison.edits import find_cause, write_alone
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.left_out import write_left_out
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    join_parts,
    make_sentence,
    truncate_parts,
    write_rate,
)

__all__ = ["find_bands", "select_left", "select_mended"]

NAMED = 3  # decks in one sentence


def select_left(bands: pd.DataFrame) -> pd.DataFrame:
    """Select the decks that a change put outside their bands, the furthest first.

    Parameters
    ----------
    bands : pandas.DataFrame
        Of `evenhand.analysis.Comparison`.
    """
    return bands[(bands["verdict"] == Verdict.FAIL) & (bands["verdict_before"] != Verdict.FAIL)]


def select_mended(bands: pd.DataFrame) -> pd.DataFrame:
    """Select the decks that a change brought back inside their bands, from the same table."""
    failed = bands["verdict_before"] == Verdict.FAIL
    return bands[failed & (bands["verdict"] == Verdict.PASS)]


def find_bands(comparison: Comparison, by_edit: pd.DataFrame | None = None) -> Finding | None:
    """Return the finding on decks that left their band or came back.

    None if the run before was none of a folder that states bands.

    Parameters
    ----------
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it: each deck that left
        its band is told with the edit that moved it most.
    """
    bands = comparison.bands
    if bands.empty:
        return None
    failed = bands["verdict_before"] == Verdict.FAIL
    new, mended = select_left(bands), select_mended(bands)
    parts = [
        make_sentence(
            text,
            band=name_common_band(
                zip(rows["band_low"], rows["band_high"], strict=True), "their bands"
            ),
            decks=_name_decks(rows, causes),
        )
        for text, rows, causes in (
            ("Now outside {band}: {decks}.", new, _write_causes(comparison, by_edit)),
            (
                "Still outside {band}: {decks}.",
                bands[failed & (bands["verdict"] == Verdict.FAIL)],
                {},
            ),
            ("Back inside {band}: {decks}.", mended, {}),
        )
        if len(rows)
    ]
    if not parts:
        is_sure = (bands["verdict"] == Verdict.PASS).all()
        played = " that are played" if write_left_out(comparison.after.info) else ""
        text = "All decks{played} stay inside their bands."
        parts.append(
            make_sentence(text if is_sure else "No deck surely left its band.", played=played)
        )
    tone = Tone.NOTABLE if len(new) or len(mended) else Tone.CALM
    return Finding("Bands", tone, join_parts(parts, " "), "decks")


def _write_causes(comparison: Comparison, by_edit: pd.DataFrame | None) -> dict[str, Sentence]:
    """Write which edit moved each deck most, where several were told apart and that is sure."""
    if by_edit is None or by_edit.empty:
        return {}
    causes = {
        row.deck: find_cause(row.deck, row.change, by_edit, comparison.inputs)
        for row in comparison.decks.itertuples()
    }
    return {deck: write_alone(deck, cause[0], by_edit) for deck, cause in causes.items() if cause}


def _name_decks(rows: pd.DataFrame, causes: Mapping[str, Sentence]) -> Sentence:
    """Write decks with their win rates after a change, and what moved them."""
    named = [
        make_sentence(
            "{deck} {rate}{cause}",
            deck=Name(row.deck),
            rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
            cause=make_sentence(", {cause}", cause=causes[row.deck]) if row.deck in causes else "",
        )
        for row in rows.itertuples()
    ]
    return (
        join_parts(truncate_parts(named, NAMED), "; ") if causes else enumerate_parts(named, NAMED)
    )
