"""What going first is worth.

Each side of a matchup counts alike: its mean score over the games in which it went first,
averaged over the sides, has nothing in it but the first turn and luck. Where seats decide
who goes first, a side goes first once in each pair and the strengths of decks cancel
exactly; where the cards decide, a side that goes first more often counts no more for it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import sampled_interval, usable_standard_error
from evenhand.analysis.statistics.ratios import average, pool, ratio, standard_error

__all__ = [
    "FirstTurns", "Rate", "count_by_turn_order", "first_player", "overall", "quantities",
    "rate_and_error",
]  # fmt: skip

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
    own = [rate_and_error(sums[""], run.n_seats) for sums in tallied.values()]
    names = ["all", *(matchup.name for matchup in tallied)]
    rates = [overall(own), *own]
    rows = [make_row(*row, run.n_seats, level) for row in zip(names, rates, strict=True)]
    return pd.DataFrame(rows, columns=COLUMNS)


class FirstTurns(Tally):
    """Each side's games in which it went first, and its score in them."""

    def count(self, block: PairBlock) -> Sums:
        """Sum up some pairs."""
        return {"": PairSums.of(dict(count_by_turn_order(block)))}


def quantities(side: int, turns: int = 0) -> tuple[str, str]:
    """Name what is summed for a side that sits so many turns after the first player."""
    return f"games_{side}_{turns}", f"score_{side}_{turns}"


def count_by_turn_order(block: PairBlock, turns: int = 0) -> Iterator[tuple[str, np.ndarray]]:
    """Count each side's games so many turns after the first player, and its score in them."""
    seats = block.seat_after_first(turns)
    scores, sides = block.scores_in(seats), block.side_in(seats)
    for side in range(block.n_seats):
        sat_there = sides == side
        games, score = quantities(side, turns)
        yield games, sat_there.sum(axis=0)
        yield score, (sat_there * scores).sum(axis=0)


class Rate(NamedTuple):
    """How often the first player, or one of the others, won, over how many pairs."""

    value: float
    error: float  # standard error; NaN if not known
    n_pairs: int


def rate_and_error(part: PairSums, n_seats: int, turns: int = 0) -> Rate:
    """Turn one matchup's sums into a rate; a side that never went first is left out."""
    sums = pool([part])
    sides = [quantities(side, turns) for side in range(n_seats)]
    rates = [ratio(sums, [score], [games]) for games, score in sides if sums.count(games)[0]]
    estimate = average(rates)
    error = standard_error(sums, estimate)
    return Rate(float(estimate.value[0]), float(error[0]), part.n_pairs)


def overall(rates: list[Rate]) -> Rate:
    """Average the matchups, each weighing the same."""
    errors = [usable_standard_error(*rate) for rate in rates]
    return Rate(
        float(np.mean([rate.value for rate in rates])),
        float(np.linalg.norm(errors)) / len(rates),
        sum(rate.n_pairs for rate in rates),
    )


def make_row(scope: str, rate: Rate, n_seats: int, level: float) -> dict[str, Any]:
    """Put one line of the table together."""
    low, high = sampled_interval(*rate, level)
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
