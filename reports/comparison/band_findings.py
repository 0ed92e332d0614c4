"""The finding on bands: which decks a change put outside their band, and which back inside."""

import pandas as pd

from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    join_parts,
    make_sentence,
    rate_range,
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


def find_bands(comparison: Comparison) -> Finding | None:
    """Return the finding on decks that left their band or came back.

    None if the run before was none of a folder that states bands.
    """
    bands = comparison.bands
    if bands.empty:
        return None
    failed = bands["verdict_before"] == Verdict.FAIL
    new, mended = select_left(bands), select_mended(bands)
    parts = [
        make_sentence(text, decks=_name_decks(rows))
        for text, rows in (
            ("Now outside: {decks}.", new),
            ("Still outside: {decks}.", bands[failed & (bands["verdict"] == Verdict.FAIL)]),
            ("Back inside: {decks}.", mended),
        )
        if len(rows)
    ]
    if not parts:
        is_sure = (bands["verdict"] == Verdict.PASS).all()
        text = "All decks stay inside their bands." if is_sure else "No deck surely left its band."
        parts.append(make_sentence(text))
    tone = Tone.NOTABLE if len(new) or len(mended) else Tone.CALM
    return Finding("Bands", tone, join_parts(parts, " "), "decks")


def _name_decks(rows: pd.DataFrame) -> Sentence:
    """Write decks with their win rates after a change, and the bands that hold for them."""
    return enumerate_parts(
        [
            make_sentence(
                "{deck} {rate}, where {band} is expected",
                deck=Name(row.deck),
                rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
                band=rate_range(row.band_low, row.band_high),
            )
            for row in rows.itertuples()
        ],
        NAMED,
    )
