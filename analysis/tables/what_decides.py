"""What decides a game: the decks that meet, who goes first, or all that comes after.

A game's score, 1 for a win, lies 1/2 from even. Its mean squared distance from even is the sum of
what the means of matchups add to it, what going first adds, and the rest: the deal, play and luck
(a nested design: Searle, Casella and McCulloch 1992, Variance Components, chapter 3).
"""

import numpy as np
import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import check_level, usable_standard_error
from evenhand.analysis.tables.first_player import first_player
from evenhand.analysis.tables.polarity import measure_polarity
from evenhand.analysis.tables.win_rates import matchups
from evenhand.decks.problems import UsageError

__all__ = ["what_decides"]

DECKS, FIRST, REST = "decks", "going first", "deal, play and luck"


def what_decides(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how much of the results of games is due to decks, turn order, and the rest.

    Parameters
    ----------
    run : Run
        A run of a game for two.
    level : float
        Coverage of each interval, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        The rows "decks", "going first", and "deal, play and luck", which is what is left: part,
        share (+ _low, _high) of the mean squared distance of scores from even, in [0, 1];
        n_games. Matchups weigh the same. The ends of the last row are what the others' ends
        leave. NaN, from 0 to 1, if all games were drawn.

    Raises
    ------
    UsageError
        If the game has more than two players.

    Notes
    -----
    The two games of a pair share the random numbers of a seat, not of a deck, so that what was
    dealt to a deck cannot be told from what came after. It hangs on who plays: their errors
    count as luck.
    """
    if run.n_seats > 2:
        raise UsageError("what decides a game is known in games for two players only")
    rows = select_one_side(matchups(run))
    whole = float((1 - rows["draws"] / rows["n_games"]).mean()) / 4
    advantage = first_player(run, level).iloc[0]
    parts = np.array([
        measure_decks(rows, level),
        square(advantage.advantage, advantage.advantage_low, advantage.advantage_high),
    ])  # fmt: skip
    shares = np.minimum(parts / whole, 1) if whole else np.array([[np.nan, 0, 1]] * len(parts))
    rest = np.clip(1 - shares.sum(axis=0), 0, 1)[[0, 2, 1]]
    table = pd.DataFrame(np.vstack([shares, rest]), columns=["share", "share_low", "share_high"])
    table.insert(0, "part", [DECKS, FIRST, REST])
    return table.assign(n_games=int(rows["n_games"].sum()))


def select_one_side(rows: pd.DataFrame) -> pd.DataFrame:
    """Select one row of each matchup; the other one is the same, seen by the opponent."""
    sides = rows[["deck", "opponent"]].apply(frozenset, axis=1)
    return rows[~sides.duplicated()]


def measure_decks(rows: pd.DataFrame, level: float) -> tuple[float, float, float]:
    """Return the mean squared distance of matchups' win rates from even, without sampling noise."""
    rates, pairs = rows["win_rate"].to_numpy(), rows["n_pairs"].to_numpy()
    errors = usable_standard_error(rates, rows["standard_error"].to_numpy(), pairs)
    value, low, high = measure_polarity(rates, errors, check_level(level))
    return value**2, low**2, high**2


def square(value: float, low: float, high: float) -> tuple[float, float, float]:
    """Return the square of an estimate and of the ends of its interval."""
    nearest = 0.0 if low < 0 < high else min(abs(low), abs(high))
    return value**2, nearest**2, max(abs(low), abs(high)) ** 2
