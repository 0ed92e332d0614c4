"""How many decks are worth bringing: those with a share in the mix of the metagame.

The games that it takes to tell are those with which the mixes would agree that are redrawn from
the measured win rates, if these were the truth.
"""

from dataclasses import replace
from math import inf, nan

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import check_level
from evenhand.analysis.tables.metagame import (
    SMALL_SHARE,
    Mixes,
    WinMatrix,
    find_mixes,
    redraw_rates,
    solve_run,
)

__all__ = ["make_viable_table", "viable_decks"]

MOST_GAMES = 1_000_000  # that are planned
N_PLANNED = 200  # mixes redrawn for each number of games


def viable_decks(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how many decks of a run people would bring who knew its win rates.

    Parameters
    ----------
    run : Run
        As for `metagame`.
    level : float
        Coverage of the interval, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row: n_decks, n_games; viable, viable_low, viable_high: number of decks whose share in
        the mix is `SMALL_SHARE` or more, with quantiles of the redrawn mixes; n_games_needed: about
        how many games tell the number if the measured win rates are the truth, NaN if it is known,
        infinite if a million are too few.

    Raises
    ------
    UsageError
        As for `metagame`.
    """
    return make_viable_table(solve_run(run), level)


def make_viable_table(mixes: Mixes, level: float) -> pd.DataFrame:
    """Return the table of `viable_decks`."""
    measured = int(count_viable(mixes.measured["share"]))
    low, high = find_ends(mixes.redrawn["share"], measured, level)
    row = {
        "n_decks": len(mixes.matrix.decks),
        "n_games": mixes.matrix.total_games,
        "viable": measured,
        "viable_low": low,
        "viable_high": high,
        "n_games_needed": nan if low == high else plan_games(mixes.matrix, measured, level),
    }
    return pd.DataFrame([row])


def count_viable(shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """Count the decks worth bringing in mixes, shape (.., n_decks)."""
    return (shares >= SMALL_SHARE).sum(axis=-1)


def find_ends(redrawn: NDArray[np.float64], measured: int, level: float) -> tuple[int, int]:
    """Return the interval of the number of decks worth bringing, by redrawn mixes."""
    tail = (1 - check_level(level)) / 2
    ends = [tail, 1 - tail]
    low, high = np.quantile(count_viable(redrawn), ends, method="closest_observation")
    return int(min(low, measured)), int(max(high, measured))


def plan_games(matrix: WinMatrix, measured: int, level: float) -> float:
    """Return about how many games tell how many decks are worth bringing; or infinity."""
    larger = double(matrix)
    while larger.total_games <= MOST_GAMES:
        low, high = find_ends(find_mixes(redraw_rates(larger, N_PLANNED))["share"], measured, level)
        if low == high:
            return larger.total_games
        larger = double(larger)
    return inf


def double(matrix: WinMatrix) -> WinMatrix:
    """Return what twice as many pairs with the same win rates would be."""
    return replace(
        matrix,
        errors=matrix.errors / 2**0.5,
        n_pairs=2 * matrix.n_pairs,
        n_games=2 * matrix.n_games,
    )
