"""Simultaneous intervals, valid for the extreme row of a table.

The plain intervals of a table are valid for rows that were selected beforehand. The best, the
worst or the most lopsided row is selected by its number, and its plain interval has less than
the stated coverage: of 15 equal matchups, that of the most lopsided one covers in fewer
than half of all reports. See `evenhand.analysis.statistics.multiplicity.joint_level`.
"""

from collections.abc import Callable

import pandas as pd
from scipy.special import stdtrit

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.win_rates import win_rates

__all__ = [
    "LEVEL", "count_independent_decks", "joint_win_rates", "measure_jointly", "rescale", "widen",
]  # fmt: skip

LEVEL = 0.95


def measure_jointly(
    run: Run, measure: Callable[..., pd.DataFrame], rate: str, n_together: int | None = None
) -> pd.DataFrame:
    """Measure a run, and add joint intervals, which hold for all rows simultaneously.

    Parameters
    ----------
    run : Run
    measure : callable(run, level) -> pandas.DataFrame
        For example `evenhand.analysis.win_rates`.
    rate : str
        The column with the interval ``{rate}_low`` to ``{rate}_high``.
    n_together : int, optional
        Number of independent rows. Default: all rows.

    Returns
    -------
    pandas.DataFrame
        The measured table, and ``{rate}_low_all`` and ``{rate}_high_all``.
    """
    table: pd.DataFrame = measure(run, LEVEL)
    n_rows = int(table[rate].notna().sum()) if n_together is None else n_together
    joint = measure(run, float(joint_level(LEVEL, n_rows)))
    ends = {f"{end}_all": joint[end] for end in (f"{rate}_low", f"{rate}_high")}
    return table.assign(**ends)


def count_independent_decks(n_decks: int, n_seats: int) -> int:
    """Return how many win rates of decks joint intervals are for: one for two decks in duels."""
    return 1 if n_decks == n_seats == 2 else n_decks


def joint_win_rates(run: Run, n_bots: int = 1) -> pd.DataFrame:
    """Return the win rates of a run's decks, with intervals that hold for all of them at once.

    Parameters
    ----------
    run : Run
    n_bots : int
        Number of bots whose win rates are shown together, each with all decks.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.win_rates` returns it.
    """
    n_decks = count_independent_decks(len(win_rates(run)), run.n_seats)
    return win_rates(run, float(joint_level(LEVEL, n_bots * n_decks)))


def widen(table: pd.DataFrame, rate: str, n_together: int | None = None) -> pd.DataFrame:
    """Add joint intervals, which hold for all rows simultaneously, to a stored table.

    Parameters
    ----------
    table : pandas.DataFrame
        With Student's intervals at `LEVEL`, and `n_pairs`.
    rate, n_together
        As for `measure_jointly`.
    """
    n_rows = len(table) if n_together is None else n_together
    low, high = rescale(table, rate, float(joint_level(LEVEL, n_rows)))
    return table.assign(**{f"{rate}_low_all": low, f"{rate}_high_all": high})


def rescale(table: pd.DataFrame, rate: str, level: float) -> tuple[pd.Series, pd.Series]:
    """Return the ends of a stored table's intervals at another level; arguments as for `widen`."""
    degrees = (table["n_pairs"].astype(float) - 1).clip(lower=1)
    wider = stdtrit(degrees, (1 + level) / 2) / stdtrit(degrees, (1 + LEVEL) / 2)
    low, high = (
        table[rate] + (table[f"{rate}_{end}"] - table[rate]) * wider for end in ("low", "high")
    )
    return low, high
