"""Decks and matchups that a change put outside their bands, or back inside."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from evenhand.analysis.data.panel import Panel, load_panel, name_players
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import Bands, load_bands
from evenhand.analysis.gate.run_verdicts import Judged, judge_run
from evenhand.analysis.tables.comparison import HANDS_COLUMNS, Comparison

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
    panels = find_hands(comparison, bands) if leads is None else (None, None)
    old, new = (
        judge_run(run, bands, panel)
        for run, panel in zip((comparison.before, comparison.after), panels, strict=True)
    )
    tables = (
        list_furthest(table.columns, old.list_of(topic), new.list_of(topic))
        for table, topic in (
            (comparison.bands, Topic.WIN_RATE),
            (comparison.matchup_bands, Topic.MATCHUP),
        )
    )
    judged = dict(zip(("bands", "matchup_bands"), tables, strict=True))
    hands = list_hands(old, new) if bands.has_best_hands and leads is None else None
    return replace(comparison, **judged, best_hands=hands)


def find_hands(comparison: Comparison, bands: Bands) -> tuple[Panel | None, Panel | None]:
    """Open the panels of a comparison's runs in which decks have their best hands.

    Neither where these have no band, or not all the same bots played on both sides, those of all
    groups of players among them.
    """
    if not bands.has_best_hands:
        return None, None
    old, new = load_panel(comparison.before), load_panel(comparison.after)
    if old is None or new is None:
        return None, None
    bots, others = ([member.bot.name for member in panel.members] for panel in (old, new))
    if set(bots) != set(others) or not bands.groups.keys() <= set(bots):
        return None, None
    names = name_players(bands.groups, bots)
    return old.rename_bots(names), new.rename_bots(names)


def list_hands(old: Judged, new: Judged) -> pd.DataFrame:
    """List decks in their best hands after a change, the furthest outside their band first."""
    judged = new.list_of(Topic.BEST_HANDS)
    table = list_furthest(pd.Index(HANDS_COLUMNS[:-1]), old.list_of(Topic.BEST_HANDS), judged)
    best = {key[0]: max(one.groups, key=lambda group: group.value).bot
            for key, one in judged.items()}  # fmt: skip
    return table.assign(player=table["deck"].map(best))


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
