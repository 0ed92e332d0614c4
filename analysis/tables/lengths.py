"""Game lengths in turns and decisions; all games are weighted equally.

By deck, the games are those of `win_rates`: mirror matches are left out, unless a deck played
nothing else.
"""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.ratios import PooledSums, mean_columns, pool, ratio
from evenhand.analysis.tables.scopes import Quantities, ScopeTally, sum_by_scope
from evenhand.analysis.tables.win_rates import choose_sides, list_rated_entrants
from evenhand.simulate.runs.forks import check_polars_threads

__all__ = ["DeckLengths", "Lengths", "game_lengths", "length_summary", "lengths_by_deck"]

Counts = dict[str, np.ndarray]

OUTCOMES = ("won", "lost")
PERCENTILES = {"median_turns": 0.5, "p10_turns": 0.1, "p90_turns": 0.9}


def game_lengths(run: Run) -> pd.DataFrame:
    """Count games by length in turns.

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
    """Games and their length in turns and decisions."""

    columns = ("turns", "decisions")

    def quantities(self, block: PairBlock) -> Quantities:
        """Sum turns and decisions over each pair."""
        return {name: block.columns[name].sum(axis=0) for name in self.columns}


def count_lengths(run: Run) -> pl.DataFrame:
    """Count games by matchup and length in turns."""
    check_polars_threads()
    grouped = run.games.group_by("matchup", "turns").agg(n_games=pl.len().cast(pl.Int64))
    return grouped.collect().sort("matchup", "turns")


def find_percentiles(counts: pl.DataFrame) -> dict[str, int]:
    """Return the `PERCENTILES` of length, from counts of games in ascending order of turns."""
    running = np.cumsum(counts["n_games"].to_numpy())
    shares = np.array(list(PERCENTILES.values()))
    places = np.searchsorted(running, np.ceil(shares * running[-1]))
    return dict(zip(PERCENTILES, counts["turns"].to_numpy()[places].tolist(), strict=True))


def lengths_by_deck(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the mean length of each deck's games, and of those that it wins and loses.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck: deck, n_games, and with their ends ``_low`` and ``_high`` mean_turns,
        mean_turns_won and mean_turns_lost (NaN if it never won, or never lost). All games
        are weighted equally.
    """
    parts = group_by_name(tally(run, DeckLengths).by_matchup)
    rows = [
        make_length_row(name, pool(parts[name]), level) for name in run.entrants if name in parts
    ]
    return pd.concat(rows, ignore_index=True)


class DeckLengths(Tally):
    """Each entrant's games and their length in turns, in all and of those won and lost."""

    columns = ("turns",)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        return {
            entrant: PairSums.of(count_turns(block, choose_sides(block.matchup, entrant)))
            for entrant in list_rated_entrants(self.run, block.matchup)
        }


def count_turns(block: PairBlock, sides: list[int]) -> Counts:
    """Sum the lengths in turns of an entrant's games over each pair."""
    turns = block.columns["turns"].astype(np.int64)
    scores = np.stack([block.scores_of_side(side) for side in sides])
    won = (scores == 1).any(axis=0)
    lost = (scores == 0).all(axis=0)
    return {
        "games": np.full(block.n_pairs, block.n_seats),
        "turns": turns.sum(axis=0),
        "won": won.sum(axis=0),
        "turns_won": (won * turns).sum(axis=0),
        "lost": lost.sum(axis=0),
        "turns_lost": (lost * turns).sum(axis=0),
    }


def make_length_row(entrant: str, sums: PooledSums, level: float) -> pd.DataFrame:
    """Return the row of one deck's lengths of games."""
    row: dict[str, Any] = {"deck": [entrant], "n_games": sums.count("games")}
    row |= mean_columns("mean_turns", sums, ratio(sums, ["turns"], ["games"]), level)
    for outcome in OUTCOMES:
        mean = ratio(sums, [f"turns_{outcome}"], [outcome])
        row |= mean_columns(f"mean_turns_{outcome}", sums, mean, level)
    return pd.DataFrame(row)
