"""Decks and matchups that a change put outside their bands, or back inside."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import load_bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.tables.comparison import Comparison

__all__ = ["add_bands"]

EVEN = 0.5
Judgements = Mapping[tuple[object, ...], Judgement]


def add_bands(comparison: Comparison, leads: tuple[Run, Run] | None = None) -> Comparison:
    """Judge decks and matchups of a comparison by the bands that hold after it, or before.

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
    old, new = (judge_run(run, bands) for run in (comparison.before, comparison.after))
    tables = (
        list_furthest(table.columns, old.list_of(topic), new.list_of(topic))
        for table, topic in (
            (comparison.bands, Topic.WIN_RATE),
            (comparison.matchup_bands, Topic.MATCHUP),
        )
    )
    return replace(comparison, **dict(zip(("bands", "matchup_bands"), tables, strict=True)))


def list_furthest(columns: pd.Index, old: Judgements, new: Judgements) -> pd.DataFrame:
    """List what is judged after a change, the furthest outside its band first.

    Of a duel, the side is listed that wins it.
    """
    rows = [
        (
            *map(str, key), one.estimate, one.low, one.high, *one.band,
            max(one.band.low - one.estimate, one.estimate - one.band.high),
            old[key].verdict.value if key in old else "", one.verdict.value,
        )
        for key, one in new.items()
        if key[::-1] not in new or len(key) == 1 or is_winning_side(key, one)
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values("distance", ascending=False, kind="stable", ignore_index=True)


def is_winning_side(key: tuple[object, ...], judged: Judgement) -> bool:
    """Return whether the deck named first wins a duel; of even ones, the first by its name."""
    is_even = judged.estimate == EVEN
    return str(key[0]) < str(key[1]) if is_even else judged.estimate > EVEN
