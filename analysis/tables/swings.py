"""Swings of games: changes of the lead, and comebacks; all games are weighted equally.

Whoever wins was behind for a moment in most games. So a comeback is a game whose winner was behind
half-way: after half of its turns, rounded down, somebody else alone was ahead. That needs no
threshold in the game's own measure, and means the same in every game.
"""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from evenhand.analysis.data.pairs import DRAW, PairBlock
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.ratios import mean_columns, rate_columns, ratio
from evenhand.analysis.tables.decided import TURNS, list_ahead_columns
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
        changed; + _low, _high), comeback_share (decided games whose winner was behind half-way,
        after turn 63 at the latest; + _low, _high), mean_comeback (the furthest that these
        winners were behind at any time, in the game's standing units; + _low, _high) and
        largest_comeback (of all decided games).
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

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = ("lead_changes", "comeback", "turns", *list_ahead_columns(run.n_seats))

    def quantities(self, block: PairBlock) -> Quantities:
        """Sum leads and comebacks over each pair."""
        winner, changes = block.columns["winner"], block.columns["lead_changes"]
        words = np.stack([block.columns[name] for name in self.columns[3:]])
        own = np.take_along_axis(words, np.where(winner == DRAW, 0, winner)[None], axis=0)[0]
        others = np.bitwise_or.reduce(words, axis=0) & ~own
        comeback = (winner != DRAW) & was_ahead_half_way(others, block.columns["turns"])
        return {
            "decided": (winner != DRAW).sum(axis=0),
            "lead_changes": changes.sum(axis=0),
            "steady": (changes == 0).sum(axis=0),
            "comebacks": comeback.sum(axis=0),
            "deficit": np.where(comeback, block.columns["comeback"], 0).sum(axis=0),
        }


def was_ahead_half_way(ahead: NDArray[np.int64], turns: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return whether a player was ahead after half of a game's turns, rounded down.

    Parameters
    ----------
    ahead : int array
        Sets of turns at whose end the player was alone ahead, the first as 0.
    turns : int array, same shape
        Turns begun. Of more than 127, the 63rd is looked at; of one, none.
    """
    half = np.minimum(turns.astype(np.int64) // 2, TURNS)
    found: NDArray[np.bool_] = (half > 0) & ((ahead >> np.maximum(half - 1, 0)) & 1 == 1)
    return found
