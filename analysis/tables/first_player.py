"""What going first is worth.

`average_sides` says what is meant by the first player's win rate, here and everywhere else.
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

ROUND = 12  # decimals, so that halves and quarters stay what they are

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
        First a row "all", in which every matchup weighs the same, then one per matchup
        ("A vs B"), mirrors included: scope, n_games, n_pairs, first_win_rate,
        first_win_rate_low, first_win_rate_high, advantage, advantage_low,
        advantage_high. `advantage` is the rate minus a fair share, 1/n for n seats.
        Draws and engine errors count as a fair share.
    """
    tallied = tally(run, FirstTurns).by_matchup
    own = [estimate_rate(sums[""], run.n_seats) for sums in tallied.values()]
    names = ["all", *(matchup.name for matchup in tallied)]
    rates = [average_rates(own), *own]
    rows = [make_row(*row, run.n_seats, level) for row in zip(names, rates, strict=True)]
    return pd.DataFrame(rows, columns=COLUMNS)


class FirstTurns(Tally):
    """Each side's games in which it went first, and its score in them."""

    def count(self, block: PairBlock) -> Sums:
        """Sum up some pairs."""
        return {"": PairSums.of(dict(count_by_turn_order(block)))}


def name_quantities(side: int, turns: int = 0) -> tuple[str, str]:
    """Name what is summed for a side that sits so many turns after the first player."""
    return f"games_{side}_{turns}", f"score_{side}_{turns}"


def count_by_turn_order(block: PairBlock, turns: int = 0) -> Iterator[tuple[str, np.ndarray]]:
    """Count each side's games so many turns after the first player, and its score in them."""
    seats = block.seat_after_first(turns)
    scores, sides = block.scores_in(seats), block.side_in(seats)
    for side in range(block.n_seats):
        sat_there = sides == side
        games, score = name_quantities(side, turns)
        yield games, sat_there.sum(axis=0)
        yield score, (sat_there * scores).sum(axis=0)


class Rate(NamedTuple):
    """How often the first player, or one of the others, won, over how many pairs."""

    value: float
    error: float  # standard error; NaN if not known
    n_pairs: int


def average_sides(sums: PooledSums, n_seats: int, turns: int = 0) -> Estimate:
    """Return how often the player wins in a matchup who sits so many turns after the first.

    Each side of the matchup counts alike: its mean score over the games in which it went
    first, averaged over the sides, has nothing in it but the first turn and luck. Where
    seats decide who goes first, a side goes first once in each pair and the strengths of
    decks cancel exactly; where the cards decide, a side that goes first more often counts no
    more for it. A side that never went first is left out.

    Parameters
    ----------
    sums : PooledSums
        Of what `count_by_turn_order` counts.
    n_seats : int
    turns : int
        0 for the first player.
    """
    sides = [name_quantities(side, turns) for side in range(n_seats)]
    rates = [ratio(sums, [score], [games]) for games, score in sides if sums.count(games)[0]]
    return average(rates)


def estimate_rate(part: PairSums, n_seats: int, turns: int = 0) -> Rate:
    """Turn one matchup's sums into a rate."""
    sums = pool([part])
    estimate = average_sides(sums, n_seats, turns)
    error = standard_error(sums, estimate)
    return Rate(float(estimate.value[0]), float(error[0]), part.n_pairs)


def split_by_pair(counted: Mapping[str, np.ndarray], n_seats: int, turns: int = 0) -> np.ndarray:
    """Return what each pair of a matchup adds to the rate of `average_sides`.

    Parameters
    ----------
    counted : mapping from str to array, shape (n_pairs,)
        As `count_by_turn_order` gives it, of the whole matchup.

    Returns
    -------
    float array, shape (n_pairs,)
        The mean is the rate, and the spread is that of which its standard error is made.
        Where each side goes first once in each pair it is the mean score of a pair.
    """
    names = [name for side in range(n_seats) for name in name_quantities(side, turns)]
    part = PairSums.of({name: counted[name] for name in names})
    estimate = average_sides(pool([part]), n_seats, turns)
    by_pair = estimate.gradient[0] @ np.stack([counted[name] for name in names])
    found: np.ndarray = np.round(estimate.value[0] + part.n_pairs * by_pair, ROUND)
    return found


def average_rates(rates: list[Rate]) -> Rate:
    """Average the matchups, each weighing the same."""
    if len(rates) == 1:
        return rates[0]
    errors = [usable_standard_error(*rate) for rate in rates]
    return Rate(
        float(np.mean([rate.value for rate in rates])),
        float(np.linalg.norm(errors)) / len(rates),
        sum(rate.n_pairs for rate in rates),
    )


def make_row(scope: str, rate: Rate, n_seats: int, level: float) -> dict[str, Any]:
    """Put one line of the table together."""
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
