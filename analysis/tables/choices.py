"""What there is to decide: turns in which nothing was done, and questions with one good answer.

Both are counted in some of a run's games, spread over its matchups, that were played again. What
an answer that does something is, `evenhand.simulate.runs.choice_counts` says.
"""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import count_interval, difference_interval
from evenhand.analysis.statistics.ratios import (
    PooledSums,
    mean_columns,
    pool,
    ratio,
    standard_error,
)

__all__ = ["CHOICES", "choices"]

CHOICES = "choices.parquet"  # in a run's folder, if counted
COUNTED = ["turns", "idle", "stuck", "questions", "one_sensible"]
COLUMNS = ["matchup", "pair", "rotation", "seat", "deck", *COUNTED]
SHARES = {"idle": "turns", "stuck": "turns", "one_sensible": "rated"}  # each of what
ALL = ""  # the deck of the row for all decks together


def choices(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how much there was to decide with each deck, in some of a run's games.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row for all decks together, whose deck is "", then one per deck, the most often
        idle first; empty if not counted: deck; n_games (games times seats); n_turns (own turns,
        without the last of each game); mean_questions (+ _low, _high), questions with two options
        or more that its player was asked in a game; and as shares in [0, 1] with their ends
        ``_low`` and ``_high``: idle_share, turns in which its player did nothing; stuck_share,
        turns in which nothing could be done; one_sensible_share, questions of which one option
        alone makes sense by the rules of thumb (NaN if these tell no options apart). Likewise, in
        [-1, 1], idle_excess, stuck_excess and one_sensible_excess: the share minus that of all
        decks together (NaN for these). Games are weighted equally; pairs are the units.
    """
    counts = read_added_table(run.folder, CHOICES, COLUMNS)
    if counts.empty:
        return pd.DataFrame()
    decks = [ALL, *dict.fromkeys(sorted(counts["deck"]))]
    sums = pool([sum_over_pairs(counts, decks)])
    columns: dict[str, Any] = {
        "deck": decks,
        "n_games": sums.count("games"),
        "n_turns": sums.count("turns"),
    }
    columns |= mean_columns("mean_questions", sums, ratio(sums, ["questions"], ["games"]), level)
    for name, of in SHARES.items():
        columns |= share_columns(sums, name, of, level)
    table = pd.DataFrame(columns)
    order = ["is_deck", "idle_share", "deck"]
    return (
        table.assign(is_deck=table["deck"] != ALL)
        .sort_values(order, ascending=[True, False, True], ignore_index=True)
        .drop(columns="is_deck")
    )


def sum_over_pairs(counts: pd.DataFrame, decks: list[str]) -> PairSums:
    """Sum what was counted over each pair: a row for each deck, the first for all of them."""
    counts = counts.assign(
        games=1,
        rated=counts["questions"].where(counts["one_sensible"].notna(), 0),
        one_sensible=counts["one_sensible"].fillna(0),
    )
    names = ["games", "rated", *COUNTED]
    pair = counts.groupby(["matchup", "pair"], sort=False).ngroup().to_numpy()
    deck = np.array([decks.index(name) for name in counts["deck"]])
    values = np.zeros((len(names), len(decks), pair.max() + 1))
    for sums, name in zip(values, names, strict=True):
        np.add.at(sums, (deck, pair), counts[name].to_numpy(float))
    values[:, 0] = values.sum(axis=1)
    return PairSums.of(dict(zip(names, values, strict=True)))


def share_columns(sums: PooledSums, name: str, of: str, level: float) -> dict[str, Any]:
    """Return a share of turns or questions, and by how much it exceeds that of all decks.

    A pair has many turns, so that a share is bounded as a count of them in a pair. The
    first row takes part in all others, and so they are closer together than is supposed.
    """
    share = ratio(sums, [name], [of])
    size = sums.sums @ sums.form([of]) / np.maximum(share.n_pairs, 1)
    error = standard_error(sums, share) * size
    low, high = count_interval(share.value * size, error, share.n_pairs, level)
    size = np.where(size > 0, size, np.nan)
    ends = np.fmax(low / size, 0), np.fmin(high / size, 1)
    excess = share.value - share.value[0]
    of_all = tuple(np.broadcast_to(end[0], end.shape) for end in ends)
    below, above = difference_interval(share.value, ends, share.value[0], of_all)
    is_deck = np.arange(len(excess)) > 0
    columns = {
        f"{name}_share": share.value,
        f"{name}_share_low": ends[0],
        f"{name}_share_high": ends[1],
        f"{name}_excess": excess,
        f"{name}_excess_low": below,
        f"{name}_excess_high": above,
    }
    return {
        column: np.where(is_deck, values, np.nan) if "excess" in column else values
        for column, values in columns.items()
    }
