"""The first player's win rate and the advantage of going first.

`average_sides` defines the first player's win rate for all modules.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import rate_interval, usable_standard_error
from evenhand.analysis.statistics.ratios import (
    Estimate,
    PooledSums,
    average,
    pool,
    ratio,
    standard_error,
)

__all__ = [
    "FirstTurns",
    "Rate",
    "average_rates",
    "average_sides",
    "count_by_turn_order",
    "estimate_rate",
    "first_player",
    "name_quantities",
    "split_by_pair",
]  # fmt: skip

ROUND = 12  # decimals, so that halves and quarters stay exact

COLUMNS = [
    "scope", "n_games", "n_pairs",
    "first_win_rate", "first_win_rate_low", "first_win_rate_high",
    "advantage", "advantage_low", "advantage_high",
]  # fmt: skip


def first_player(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often the player who goes first wins.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row "all", in which all matchups are weighted equally, then one per matchup
        ("A vs B"), mirrors included: scope, n_games, n_pairs, first_win_rate,
        first_win_rate_low, first_win_rate_high, advantage, advantage_low,
        advantage_high. `advantage` is the rate minus a fair share, 1/n for n seats.
        Draws and engine errors count as a fair share.
    """
    tallied = tally(run, FirstTurns).by_matchup
    by_matchup = [estimate_rate(sums[""], run.n_seats) for sums in tallied.values()]
    names = ["all", *(matchup.name for matchup in tallied)]
    rates = [average_rates(by_matchup), *by_matchup]
    rows = [make_row(*row, run.n_seats, level) for row in zip(names, rates, strict=True)]
    return pd.DataFrame(rows, columns=COLUMNS)


class FirstTurns(Tally):
    """The games in which each side went first, and its score in them."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs."""
        return {"": PairSums.of(dict(count_by_turn_order(block)))}


def name_quantities(side: int, turns: int = 0) -> tuple[str, str]:
    """Return the names of a side's games and scores `turns` places after the first player."""
    return f"games_{side}_{turns}", f"score_{side}_{turns}"


def count_by_turn_order(block: PairBlock, turns: int = 0) -> Iterator[tuple[str, np.ndarray]]:
    """Count each side's games, and score, in the seat `turns` places after the first player.

    Yields
    ------
    name : str
        From `name_quantities`.
    values : array, shape (n_pairs,)
    """
    seats = block.seat_after_first(turns)
    scores, sides = block.scores_in(seats), block.side_in(seats)
    for side in range(block.n_seats):
        sat_there = sides == side
        games, score = name_quantities(side, turns)
        yield games, sat_there.sum(axis=0)
        yield score, (sat_there * scores).sum(axis=0)


class Rate(NamedTuple):
    """Win rate of the first player, or of another place in turn order."""

    value: float
    error: float  # standard error; NaN if unknown
    n_pairs: int


def average_sides(sums: PooledSums, n_seats: int, turns: int = 0) -> Estimate:
    """Estimate the win rate of the player `turns` places after the first player in a matchup.

    It is the mean score of each side over the games in which it sat there, averaged over
    the sides with equal weights, so that it depends only on turn order and luck. If
    seats decide who goes first, a side goes first once in each pair and the strengths of
    decks cancel exactly; if the cards decide, a side that goes first more often gets no
    larger weight. A side that never sat there is left out.

    Parameters
    ----------
    sums : PooledSums
        Sums of the counts of `count_by_turn_order`.
    n_seats : int
    turns : int
        0 for the first player.
    """
    sides = [name_quantities(side, turns) for side in range(n_seats)]
    rates = [ratio(sums, [score], [games]) for games, score in sides if sums.count(games)[0]]
    return average(rates)


def estimate_rate(part: PairSums, n_seats: int, turns: int = 0) -> Rate:
    """Compute the first player's rate in one matchup from its sums."""
    sums = pool([part])
    estimate = average_sides(sums, n_seats, turns)
    error = standard_error(sums, estimate)
    return Rate(float(estimate.value[0]), float(error[0]), part.n_pairs)


def split_by_pair(counted: Mapping[str, np.ndarray], n_seats: int, turns: int = 0) -> np.ndarray:
    """Return each pair's contribution to the first player's rate of `average_sides`.

    Parameters
    ----------
    counted : mapping from str to array, shape (n_pairs,)
        Counts of `count_by_turn_order`, for the whole matchup.

    Returns
    -------
    float array, shape (n_pairs,)
        The mean is the rate, and the variance gives its standard error. If each side goes
        first once in each pair, it is the mean score of the pair.
    """
    names = [name for side in range(n_seats) for name in name_quantities(side, turns)]
    part = PairSums.of({name: counted[name] for name in names})
    estimate = average_sides(pool([part]), n_seats, turns)
    by_pair = estimate.gradient[0] @ np.stack([counted[name] for name in names])
    contributions: np.ndarray = np.round(estimate.value[0] + part.n_pairs * by_pair, ROUND)
    return contributions


def average_rates(rates: list[Rate]) -> Rate:
    """Average the first player's rates in matchups, with equal weights."""
    if len(rates) == 1:
        return rates[0]
    errors = [usable_standard_error(*rate) for rate in rates]
    return Rate(
        float(np.mean([rate.value for rate in rates])),
        float(np.linalg.norm(errors)) / len(rates),
        sum(rate.n_pairs for rate in rates),
    )


def make_row(scope: str, rate: Rate, n_seats: int, level: float) -> dict[str, Any]:
    """Return a row of the first player's table."""
    low, high = rate_interval(*rate, level)
    fair = 1 / n_seats
    return {
        "scope": scope,
        "n_games": rate.n_pairs * n_seats,
        "n_pairs": rate.n_pairs,
        "first_win_rate": rate.value,
        "first_win_rate_low": low,
        "first_win_rate_high": high,
        "advantage": rate.value - fair,
        "advantage_low": low - fair,
        "advantage_high": high - fair,
    }
