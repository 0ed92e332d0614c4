"""Polarity: how far matchups lie from even, beyond what chance makes of too few games.

Measured win rates spread even where all matchups are even. The sum of their squared distances from
1/2, in units of the sampling variance, is noncentral chi-square distributed; its noncentrality is
the true sum, as for the parts in `evenhand.analysis.statistics.hodge`.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.hodge import noise_free_interval
from evenhand.analysis.statistics.intervals import check_level, usable_standard_error
from evenhand.analysis.tables.metagame import WinMatrix, read_win_matrix

__all__ = ["make_polarity_table", "polarity"]

Floats = NDArray[np.float64]
COLUMNS = ["deck", "polarity", "polarity_low", "polarity_high", "n_matchups", "n_games"]


def polarity(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how far the matchups of a run lie from even, without what chance adds.

    Parameters
    ----------
    run : Run
        As for `evenhand.analysis.metagame`.
    level : float
        Coverage, in (0, 1), of the interval of the whole field; and, of those of its decks, the
        chance that all hold together (Bonferroni).

    Returns
    -------
    pandas.DataFrame
        The whole field, with the deck "", then its decks, the most polar first: deck; polarity,
        polarity_low, polarity_high: root mean square distance of the true win rates from 1/2, in
        [0, 1/2], over the matchups of all decks or of one; n_matchups, n_games.

    Raises
    ------
    UsageError
        As for `evenhand.analysis.metagame`.

    References
    ----------
    Patnaik (1949), Biometrika 36, 202-232: the distribution. Where matchups have unequal errors,
    their mean variance stands for each.
    """
    return make_polarity_table(read_win_matrix(run), level)


def make_polarity_table(matrix: WinMatrix, level: float) -> pd.DataFrame:
    """Return the table of `polarity`."""
    n = len(matrix.decks)
    above = np.triu_indices(n, 1)
    of_decks = [(above[0] == deck) | (above[1] == deck) for deck in range(n)]
    rates, n_games = matrix.rates[above], matrix.n_games[above]
    errors = usable_standard_error(rates, matrix.errors[above], matrix.n_pairs[above])
    joint = 1 - (1 - check_level(level)) / n
    rows = [("", np.full(rates.size, True), level)]
    rows += [(name, own, joint) for name, own in zip(matrix.decks, of_decks, strict=True)]
    frame = pd.DataFrame(
        [
            (name, *measure_polarity(rates[own], errors[own], each), rates[own].size,
             n_games[own].sum())
            for name, own, each in rows
        ],
        columns=COLUMNS,
    )  # fmt: skip
    field, decks = frame[:1], frame[1:].sort_values("polarity", ascending=False, kind="stable")
    return pd.concat([field, decks], ignore_index=True)


def measure_polarity(rates: Floats, errors: Floats, level: float) -> tuple[float, float, float]:
    """Return the polarity of some win rates, and the ends of its interval.

    Parameters
    ----------
    rates, errors : float array, shape (n,)
        Independent win rates, and their standard errors, all above 0.
    level : float
    """
    variance, n = float((errors**2).mean()), rates.size
    total = float(((rates - 0.5) ** 2).sum()) / variance
    sums = max(0.0, total - n), *noise_free_interval(total, n, level)
    value, low, high = (min(0.5, (variance * one / n) ** 0.5) for one in sums)
    return value, min(low, value), max(high, value)
