"""Decks that a change put outside the bands of the run before it, or back inside."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import Bands, load_bands
from evenhand.analysis.gate.run_verdicts import judge_run

__all__ = ["judge_both_sides"]

COLUMNS = [
    "deck", "win_rate", "win_rate_low", "win_rate_high", "band_low", "band_high", "distance",
    "verdict_before", "verdict",
]  # fmt: skip


def judge_both_sides(before: Run, after: Run) -> pd.DataFrame:
    """Judge the decks of two runs by the bands that the first one states.

    Returns
    -------
    pandas.DataFrame
        One row per deck of the second run, the furthest outside first: deck; win_rate and its
        interval there; band_low, band_high; distance of the win rate from the band, negative
        inside; verdict_before ("" if the deck is new) and verdict. Empty if no bands are stated.
    """
    bands = load_bands(before)
    if bands is None or not bands.is_stated:
        return pd.DataFrame(columns=COLUMNS)
    bands = replace(bands, verdicts={}, allowances={})
    old, new = judge_decks(before, bands), judge_decks(after, bands)
    rows = [
        (
            str(key[0]), one.estimate, one.low, one.high, *one.band,
            max(one.band.low - one.estimate, one.estimate - one.band.high),
            old[key].verdict.value if key in old else "", one.verdict.value,
        )
        for key, one in new.items()
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS).sort_values(
        "distance", ascending=False, kind="stable", ignore_index=True
    )


def judge_decks(run: Run, bands: Bands) -> Mapping[tuple[object, ...], Judgement]:
    """Return the verdicts on a run's win rates of decks."""
    return judge_run(run, bands).list_of(Topic.WIN_RATE)
