"""Win rate of the player whose turn it was when the game ended.

If turns alternate between two players, the player of the last turn follows from the number of
turns and from who went first. The win rate of that player measures the value of having the
decisive turn; it does not depend on who went first.
"""

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums, score
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.ratios import average, pool, ratio, standard_error
from evenhand.analysis.tables.first_player import Rate, average_rates
from evenhand.decks.problems import UsageError

__all__ = ["LastTurns", "last_turn"]


def last_turn(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often the player of the last turn won.

    Parameters
    ----------
    run : Run
        A run of a game for two with alternating turns.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row "all", in which all matchups are weighted equally, then one per matchup
        ("A vs B"), mirrors included: scope, n_games, n_pairs, win_rate, win_rate_low,
        win_rate_high. Draws and engine errors count as a fair share.

    Raises
    ------
    UsageError
        If the game has more than two players: players who are out of the game have no turns,
        and the results do not contain when they left.
    """
    if run.n_seats > 2:
        raise UsageError("whose turn was the last is known in games for two players only")
    tallied = tally(run, LastTurns).by_matchup
    by_matchup = [estimate_rate(sums[""]) for sums in tallied.values()]
    names = ["all", *(matchup.name for matchup in tallied)]
    rates = [average_rates(by_matchup), *by_matchup]
    return pd.DataFrame(
        [make_row(*row, run.n_seats, level) for row in zip(names, rates, strict=True)]
    )


class LastTurns(Tally):
    """Games, and the score of the player of the last turn."""

    columns = ("turns",)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs."""
        turns = block.columns["turns"].astype(np.int64)
        last_seat = (block.columns["first"] + turns - 1) % block.n_seats
        scores = score(block.columns["winner"], last_seat, block.n_seats)
        games = np.full(block.n_pairs, block.n_seats)
        return {"": PairSums.of({"games": games, "score": scores.sum(axis=0)})}


def estimate_rate(part: PairSums) -> Rate:
    """Compute the last turn's rate in one matchup from its sums."""
    sums = pool([part])
    estimate = average([ratio(sums, ["score"], ["games"])])
    error = standard_error(sums, estimate)
    return Rate(float(estimate.value[0]), float(error[0]), part.n_pairs)


def make_row(scope: str, rate: Rate, n_seats: int, level: float) -> dict[str, object]:
    """Return a row of the last turn's table."""
    low, high = rate_interval(*rate, level)
    return {
        "scope": scope,
        "n_games": rate.n_pairs * n_seats,
        "n_pairs": rate.n_pairs,
        "win_rate": rate.value,
        "win_rate_low": low,
        "win_rate_high": high,
    }
