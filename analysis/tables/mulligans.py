"""Mulligans: how often opening hands are sent back, and win rates after a mulligan."""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.ratios import mean_columns, pool_evenly, rate_columns, ratio

__all__ = ["MulliganTally", "mulligans"]


def mulligans(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each deck took a mulligan.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck: deck, n_games (both seats of a mirror count), n_mulligans
        (games with at least one), mulligan_rate, mean_mulligans, win_rate_after_mulligan,
        each of these three with _low and _high. All opponents are weighted equally.
    """
    parts = group_by_name(tally(run, MulliganTally).by_matchup)
    rows = [
        make_row(entrant, parts[entrant], level) for entrant in run.entrants if entrant in parts
    ]
    return pd.concat(rows, ignore_index=True)


class MulliganTally(Tally):
    """Each entrant's games, its mulligans in them, and its score after one."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = [f"mulligans_{seat}" for seat in range(run.n_seats)]

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        return {
            entrant: PairSums.of(count_mulligans(block, entrant))
            for entrant in dict.fromkeys(block.matchup.entrants)
        }


def count_mulligans(block: PairBlock, entrant: str) -> dict[str, np.ndarray]:
    """Count an entrant's games and mulligans in each pair, and sum its score after one."""
    taken, scores = [], []
    for side in block.matchup.sides_of(entrant):
        for seat in range(block.n_seats):
            taken.append(block.of_side("mulligans", side, seat))
            scores.append(block.score_of_side(side, seat))
    mulligans = np.stack(taken).astype(float)
    return {
        "games": np.full(block.n_pairs, len(taken)),
        "with_mulligan": (mulligans > 0).sum(axis=0),
        "mulligans": mulligans.sum(axis=0),
        "score": (np.stack(scores) * (mulligans > 0)).sum(axis=0),
    }


def make_row(entrant: str, parts: list[PairSums], level: float) -> pd.DataFrame:
    """Return the row of one deck's mulligans."""
    sums = pool_evenly(parts)
    rate = ratio(sums, ["with_mulligan"], ["games"])
    mean = ratio(sums, ["mulligans"], ["games"])
    after = ratio(sums, ["score"], ["with_mulligan"])
    row: dict[str, Any] = {
        "deck": entrant,
        "n_games": sums.count("games"),
        "n_mulligans": sums.count("with_mulligan"),
    }
    row |= rate_columns("mulligan_rate", sums, rate, level)
    row |= mean_columns("mean_mulligans", sums, mean, level)
    row |= rate_columns("win_rate_after_mulligan", sums, after, level)
    return pd.DataFrame(row)
