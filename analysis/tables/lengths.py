"""Game lengths in turns and decisions; all games are weighted equally."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from evenhand.analysis.data.pairs import PairBlock
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.ratios import mean_columns, ratio
from evenhand.analysis.tables.scopes import Quantities, ScopeTally, sum_by_scope
from evenhand.simulate.runs.forks import check_polars_threads

__all__ = ["Lengths", "game_lengths", "length_summary"]

PERCENTILES = {"median_turns": 0.5, "p10_turns": 0.1, "p90_turns": 0.9}


def game_lengths(run: Run) -> pd.DataFrame:
    """Count games by number of turns.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        turns, n_games, share; in ascending order of turns, without lengths that do not occur.
    """
    counted = count_lengths(run).group_by("turns").agg(pl.col("n_games").sum()).sort("turns")
    frame = counted.to_pandas()
    frame["share"] = frame["n_games"] / frame["n_games"].sum()
    return frame


def length_summary(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Summarise the length of games, in turns and in decisions.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row "all", then one per matchup ("A vs B"): scope, n_games, mean_turns,
        mean_turns_low, mean_turns_high, median_turns, p10_turns, p90_turns,
        mean_decisions, mean_decisions_low, mean_decisions_high. A percentile is the
        least number of turns that at least this share of the games did not exceed.
    """
    scopes, sums = sum_by_scope(run, Lengths)
    lengths = count_lengths(run)
    columns: dict[str, Any] = {"scope": scopes, "n_games": sums.count("games")}
    columns |= mean_columns("mean_turns", sums, ratio(sums, ["turns"], ["games"]), level)
    all_games = lengths.group_by("turns").agg(pl.col("n_games").sum()).sort("turns")
    matchups = lengths.group_by("matchup", maintain_order=True)
    percentiles = [
        find_percentiles(all_games),
        *(find_percentiles(of_matchup) for _, of_matchup in matchups),
    ]
    columns |= {name: [row[name] for row in percentiles] for name in PERCENTILES}
    columns |= mean_columns("mean_decisions", sums, ratio(sums, ["decisions"], ["games"]), level)
    return pd.DataFrame(columns)


class Lengths(ScopeTally):
    """Games, their turns and their decisions."""

    columns = ("turns", "decisions")

    def quantities(self, block: PairBlock) -> Quantities:
        """Sum turns and decisions over each pair."""
        return {name: block.columns[name].sum(axis=0) for name in self.columns}


def count_lengths(run: Run) -> pl.DataFrame:
    """Count games by matchup and turns."""
    check_polars_threads()
    grouped = run.games.group_by("matchup", "turns").agg(n_games=pl.len().cast(pl.Int64))
    return grouped.collect().sort("matchup", "turns")


def find_percentiles(counts: pl.DataFrame) -> dict[str, int]:
    """Return the `PERCENTILES` of turns, from counts of games in ascending order of turns."""
    running = np.cumsum(counts["n_games"].to_numpy())
    shares = np.array(list(PERCENTILES.values()))
    places = np.searchsorted(running, np.ceil(shares * running[-1]))
    return dict(zip(PERCENTILES, counts["turns"].to_numpy()[places].tolist(), strict=True))
