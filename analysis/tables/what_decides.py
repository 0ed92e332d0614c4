"""What decides a game: the decks that meet, who goes first, or all that comes after.

A game's score, 1 for a win, lies 1/2 from even. Its mean squared distance from even is the sum of
what the means of matchups add to it, what going first adds, and the rest: the deal, play and luck
(a nested design: Searle, Casella and McCulloch 1992, Variance Components, chapter 3).
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import check_level, usable_standard_error
from evenhand.analysis.tables.first_player import first_player
from evenhand.analysis.tables.polarity import measure_polarity
from evenhand.decks.problems import UsageError

__all__ = ["PairedScores", "what_decides"]

DECKS, FIRST, REST = "decks", "going first", "deal, play and luck"
HALVES = np.array([0.5, 0.5, 0])  # the mean of both games of a pair


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
    matchups = [measure_matchup(sums[""]) for sums in tally(run, PairedScores).by_matchup.values()]
    whole = float(np.mean([one.distance for one in matchups]))
    advantage = first_player(run, level).iloc[0]
    parts = np.array([
        measure_decks(matchups, level),
        square(advantage.advantage, advantage.advantage_low, advantage.advantage_high),
    ])  # fmt: skip
    shares = np.minimum(parts / whole, 1) if whole else np.array([[np.nan, 0, 1]] * len(parts))
    rest = np.clip(1 - shares.sum(axis=0), 0, 1)[[0, 2, 1]]
    table = pd.DataFrame(np.vstack([shares, rest]), columns=["share", "share_low", "share_high"])
    table.insert(0, "part", [DECKS, FIRST, REST])
    return table.assign(n_games=2 * sum(one.n_pairs for one in matchups))


@dataclass(frozen=True)
class MatchupSpread:
    """How the scores of one side of a matchup spread.

    Attributes
    ----------
    mean, error : float
        Mean score, and its standard error, NaN for one pair.
    distance : float
        Mean squared distance of scores from 1/2.
    n_pairs : int
    """

    mean: float
    error: float
    distance: float
    n_pairs: int


class PairedScores(Tally):
    """The scores of a matchup's first side in both games of a pair, and their spread."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs for games of two; none for more."""
        if block.n_seats > 2:
            return {}
        one, other = block.scores_of_side(0)
        distance = (one - 0.5) ** 2 + (other - 0.5) ** 2
        return {"": PairSums.of({"one": one, "other": other, "distance": distance})}


def measure_matchup(sums: PairSums) -> MatchupSpread:
    """Compute the spread of a matchup's scores from its sums."""
    n = sums.n_pairs
    one, other, distance = sums.sums[0] / n
    variance = HALVES @ sums.covariance[0] @ HALVES / n**2
    error = float(np.sqrt(np.maximum(0.0, variance)))
    return MatchupSpread((one + other) / 2, error, distance / 2, n)


def measure_decks(matchups: list[MatchupSpread], level: float) -> tuple[float, float, float]:
    """Return the mean squared distance of matchups' means from even, without sampling noise."""
    rates = np.array([one.mean for one in matchups])
    pairs = np.array([one.n_pairs for one in matchups])
    errors = usable_standard_error(rates, np.array([one.error for one in matchups]), pairs)
    value, low, high = measure_polarity(rates, errors, check_level(level))
    return value**2, low**2, high**2


def square(value: float, low: float, high: float) -> tuple[float, float, float]:
    """Return the square of an estimate and of the ends of its interval."""
    nearest = 0.0 if low < 0 < high else min(abs(low), abs(high))
    return value**2, nearest**2, max(abs(low), abs(high)) ** 2
