"""Whether what bots never answer was on offer at all."""

import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run

__all__ = ["RESTRICTIONS", "restrictions"]

RESTRICTIONS = "restrictions.parquet"  # in a run's folder, if a bot of it is restricted
COLUMNS = ["bot", "restriction", "n_games", "withheld", "unavoidable"]


def restrictions(run: Run) -> pd.DataFrame:
    """Read in how many games the restrictions of a run's bots took an option away.

    Returns
    -------
    pandas.DataFrame
        One row per restriction, of the run's first games only; empty if not counted: bot,
        restriction (in words), n_games, withheld (games in which an option was taken off a menu),
        unavoidable (games in which one stayed, since nothing else was on offer).
    """
    return read_added_table(run.folder, RESTRICTIONS, COLUMNS)
