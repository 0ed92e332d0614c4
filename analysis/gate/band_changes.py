"""Decks that a change put outside the bands of the run before it, or back inside."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import Bands, load_bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.tables.comparison import Comparison

__all__ = ["add_bands"]


def add_bands(comparison: Comparison, lead: Run | None = None) -> Comparison:
    """Judge the decks of a comparison by the bands that the run before the change states.

    Parameters
    ----------
    lead : Run, optional
        The run that states the bands, if the comparison is of a further bot of its panel.
    """
    bands = load_bands(lead or comparison.before)
    if bands is None or not bands.is_stated:
        return comparison
    bands = replace(bands, verdicts={}, allowances={})
    old, new = (judge_decks(run, bands) for run in (comparison.before, comparison.after))
    rows = [
        (
            str(key[0]), one.estimate, one.low, one.high, *one.band,
            max(one.band.low - one.estimate, one.estimate - one.band.high),
            old[key].verdict.value if key in old else "", one.verdict.value,
        )
        for key, one in new.items()
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=comparison.bands.columns)
    furthest = table.sort_values("distance", ascending=False, kind="stable", ignore_index=True)
    return replace(comparison, bands=furthest)


def judge_decks(run: Run, bands: Bands) -> Mapping[tuple[object, ...], Judgement]:
    """Return the verdicts on a run's win rates of decks."""
    return judge_run(run, bands).list_of(Topic.WIN_RATE)
