"""The games themselves: how long they last and how they swing.

These tables count every game alike, so that shares are those a reader would count.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from evenhand.analysis.data.pairs import DRAW, PairBlock, PairSums, blocks_by_matchup
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.ratios import mean_columns, pool, rate_columns, ratio

__all__ = ["game_lengths", "length_summary", "swings"]

Quantities = Mapping[str, np.ndarray]
SWINGS = ("lead_changes", "comeback")


def game_lengths(run: Run) -> pd.DataFrame:
    """Count games by the turns they took.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        turns, n_games, share; rising, without lengths that no game had.
    """
    counted = lengths_by_matchup(run).group_by("turns").agg(pl.col("n_games").sum()).sort("turns")
    frame = counted.to_pandas()
    frame["share"] = frame["n_games"] / frame["n_games"].sum()
    return frame


def length_summary(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Sum up how long games last, in turns and in decisions.

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
        least number of turns that at least so many of the games did not exceed.
    """
    scopes, parts = sums_by_scope(run, ["turns", "decisions"], length_quantities)
    lengths = lengths_by_matchup(run)
    counts = [lengths, *lengths.partition_by("matchup", maintain_order=True)]
    rows = []
    for scope, group, count in zip(scopes, parts, counts, strict=True):
        sums = pool(group)
        row: dict[str, Any] = {"scope": scope, "n_games": int(count["n_games"].sum())}
        row |= mean_columns("mean_turns", sums, ratio(sums, ["turns"], ["games"]), level)
        for name, share in (("median", 0.5), ("p10", 0.1), ("p90", 0.9)):
            row[f"{name}_turns"] = percentile(count, share)
        row |= mean_columns("mean_decisions", sums, ratio(sums, ["decisions"], ["games"]), level)
        rows.append(pd.DataFrame(row))
    return pd.concat(rows, ignore_index=True)


def length_quantities(block: PairBlock) -> Quantities:
    """Sum turns and decisions over each pair."""
    return {name: block.columns[name].sum(axis=0) for name in ("turns", "decisions")}


def lengths_by_matchup(run: Run) -> pl.DataFrame:
    """Count games by matchup and turns."""
    grouped = run.games.group_by("matchup", "turns").agg(n_games=pl.len().cast(pl.Int64))
    return grouped.collect().sort("matchup", "turns")


def percentile(counts: pl.DataFrame, share: float) -> int:
    """Find the least number of turns that a share of the games did not exceed."""
    summed = counts.group_by("turns").agg(pl.col("n_games").sum()).sort("turns")
    running = np.cumsum(summed["n_games"].to_numpy())
    place = int(np.searchsorted(running, np.ceil(share * running[-1])))
    return int(summed["turns"][place])


def swings(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Sum up how often the lead changed and how far winners came back.

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
    scopes, parts = sums_by_scope(run, SWINGS, swing_quantities)
    largest = run.games.group_by("matchup").agg(pl.col("comeback").max()).collect()
    by_matchup = largest.sort("matchup")["comeback"].to_list()
    rows = []
    for scope, group, most in zip(scopes, parts, [max(by_matchup), *by_matchup], strict=True):
        sums = pool(group)
        lead_changes = ratio(sums, ["lead_changes"], ["games"])
        comebacks = ratio(sums, ["comebacks"], ["decided"])
        row: dict[str, Any] = {
            "scope": scope,
            "n_games": sums.count("games"),
            "n_decided": sums.count("decided"),
        }
        row |= mean_columns("mean_lead_changes", sums, lead_changes, level)
        row |= rate_columns("steady_share", sums, ratio(sums, ["steady"], ["games"]), level)
        row |= rate_columns("comeback_share", sums, comebacks, level)
        row |= mean_columns("mean_comeback", sums, ratio(sums, ["deficit"], ["comebacks"]), level)
        rows.append(pd.DataFrame(row | {"largest_comeback": most}))
    return pd.concat(rows, ignore_index=True)


def swing_quantities(block: PairBlock) -> Quantities:
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


def sums_by_scope(
    run: Run, columns: Sequence[str], quantities: Callable[[PairBlock], Quantities]
) -> tuple[list[str], list[list[PairSums]]]:
    """Sum some quantities of all games together and of each matchup.

    Parameters
    ----------
    run : Run
    columns : sequence of str
        Columns that `quantities` reads.
    quantities : callable
        Sums over each pair of a block, each of shape (n_pairs,), by name.

    Returns
    -------
    scopes : list of str
        "all", then the matchups.
    parts : list of list of PairSums
        What to pool for each scope; its quantities and "games".
    """
    names: list[str] = []
    parts: list[PairSums] = []
    for matchup, blocks in blocks_by_matchup(run, columns):
        for index, block in enumerate(blocks):
            values = {"games": np.full(block.n_pairs, run.n_seats), **quantities(block)}
            if index == 0:
                names.append(matchup.name)
                parts.append(PairSums(1, list(values)))
            parts[-1].add(values)
    return ["all", *names], [parts, *([part] for part in parts)]
