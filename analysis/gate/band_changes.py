"""Decks that a change put outside their bands, or back inside."""

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


def add_bands(comparison: Comparison, leads: tuple[Run, Run] | None = None) -> Comparison:
    """Judge the decks of a comparison by the bands that hold after the change, or before it.

    Parameters
    ----------
    leads : tuple of (Run, Run), optional
        The runs before and after that state bands, where the comparison is of a further bot.
    """
    before, after = leads or (comparison.before, comparison.after)
    stated = (bands for run in (after, before) if (bands := load_bands(run)) and bands.is_stated)
    bands = next(stated, None)
    if bands is None:
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
