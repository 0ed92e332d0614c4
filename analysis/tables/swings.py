"""Swings of games: changes of the lead, and comebacks; all games are weighted equally."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from evenhand.analysis.data.pairs import DRAW, PairBlock
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.ratios import mean_columns, rate_columns, ratio
from evenhand.analysis.tables.scopes import Quantities, ScopeTally, sum_by_scope
from evenhand.simulate.runs.forks import check_polars_threads

__all__ = ["Swings", "swings"]


def swings(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often games swung: the lead changed, or winners came from behind.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row "all", then one per matchup ("A vs B"): scope, n_games, n_decided,
        mean_lead_changes (+ _low, _high), steady_share (games in which the lead never
        changed; + _low, _high), comeback_share (decided games whose winner had been
        behind; + _low, _high), mean_comeback (their largest deficit, in the game's
        standing units; + _low, _high) and largest_comeback.
    """
    scopes, sums = sum_by_scope(run, Swings)
    check_polars_threads()
    largest = run.games.group_by("matchup").agg(pl.col("comeback").max()).collect()
    by_matchup = largest.sort("matchup")["comeback"].to_list()
    lead_changes = ratio(sums, ["lead_changes"], ["games"])
    comebacks = ratio(sums, ["comebacks"], ["decided"])
    columns: dict[str, Any] = {
        "scope": scopes,
        "n_games": sums.count("games"),
        "n_decided": sums.count("decided"),
    }
    columns |= mean_columns("mean_lead_changes", sums, lead_changes, level)
    columns |= rate_columns("steady_share", sums, ratio(sums, ["steady"], ["games"]), level)
    columns |= rate_columns("comeback_share", sums, comebacks, level)
    columns |= mean_columns("mean_comeback", sums, ratio(sums, ["deficit"], ["comebacks"]), level)
    return pd.DataFrame(columns | {"largest_comeback": [max(by_matchup), *by_matchup]})


class Swings(ScopeTally):
    """Games, changes of the lead, and comebacks."""

    columns = ("lead_changes", "comeback")

    def quantities(self, block: PairBlock) -> Quantities:
        """Sum leads and comebacks over each pair."""
        decided = block.columns["winner"] != DRAW
        deficit = np.where(decided, block.columns["comeback"], 0)
        return {
            "decided": decided.sum(axis=0),
            "lead_changes": block.columns["lead_changes"].sum(axis=0),
            "steady": (block.columns["lead_changes"] == 0).sum(axis=0),
            "comebacks": (deficit > 0).sum(axis=0),
            "deficit": deficit.sum(axis=0),
        }
