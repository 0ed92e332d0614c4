"""Win rates of seats, in turn order from the player who goes first."""

from itertools import chain

import numpy as np
import pandas as pd
from scipy.special import stdtr

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.multiplicity import holm, joint_level
from evenhand.analysis.tables.first_player import (
    Rate,
    average_rates,
    count_by_turn_order,
    estimate_rate,
)

__all__ = ["TurnOrders", "seats"]

COLUMNS = [
    "seat", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high",
    "advantage", "advantage_low", "advantage_high", "advantage_p", "advantage_holm",
]  # fmt: skip


def seats(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the win rate of each seat in turn order.

    Sides of a matchup and matchups are weighted equally, as in `first_player`, whose rate is
    that of seat 1.

    Parameters
    ----------
    run : Run
    level : float
        Chance, in (0, 1), that all intervals hold simultaneously.

    Returns
    -------
    pandas.DataFrame
        One row per seat, in turn order: seat (1 goes first), n_games, n_pairs, win_rate,
        win_rate_low, win_rate_high; advantage, advantage_low, advantage_high (the win rate
        minus a fair share, 1/n for n seats); advantage_p (of "the win rate is fair") and
        advantage_holm (corrected for the number of seats by Holm's method).
    """
    n = run.n_seats
    parts = [sums[""] for sums in tally(run, TurnOrders).by_matchup.values()]
    rates = [average_rates([estimate_rate(part, n, turns) for part in parts]) for turns in range(n)]
    each = float(joint_level(level, n))
    frame = pd.DataFrame([make_row(turns + 1, rate, n, each) for turns, rate in enumerate(rates)])
    frame["advantage_holm"] = holm(frame["advantage_p"])
    return frame[COLUMNS]


class TurnOrders(Tally):
    """Each side's games by its place in turn order, and its score in them."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs."""
        turns = range(block.n_seats)
        return {"": PairSums.of(dict(chain(*(count_by_turn_order(block, of) for of in turns))))}


def make_row(seat: int, rate: Rate, n_seats: int, level: float) -> dict[str, float]:
    """Return the row of one seat."""
    low, high = rate_interval(*rate, level)
    fair = 1 / n_seats
    spread = rate.error if rate.error > 0 else np.nan
    t = abs(rate.value - fair) / spread
    return {
        "seat": seat,
        "n_games": rate.n_pairs * n_seats,
        "n_pairs": rate.n_pairs,
        "win_rate": rate.value,
        "win_rate_low": low,
        "win_rate_high": high,
        "advantage": rate.value - fair,
        "advantage_low": low - fair,
        "advantage_high": high - fair,
        "advantage_p": 2 * stdtr(max(rate.n_pairs - 1, 1), -t),
    }
