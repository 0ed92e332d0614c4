"""Whether decks that were searched for are better than all that were there before."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.differences import (
    Difference,
    Moments,
    PairedMoments,
    PooledMean,
    paired_difference,
)
from evenhand.analysis.statistics.intervals import rate_interval

__all__ = ["found_table"]

Scores = Sequence[np.ndarray]  # by opponent, what each pair of games scored, shape (n_pairs,)
COLUMNS = [
    "deck", "win_rate", "win_rate_low", "win_rate_high", "n_games", "rival", "ahead", "ahead_low",
    "ahead_high", "is_stronger",
]  # fmt: skip


def found_table(
    found: Mapping[str, Scores],
    present: Mapping[str, Scores],
    weights: np.ndarray,
    level: float = 0.95,
) -> pd.DataFrame:
    """Hold decks that were searched for against those that were there, on the same deals.

    A deck is stronger if it is surely ahead of every other one, not only of the one that seems
    best: so that the best need not be chosen by the same games (an intersection-union test:
    Berger 1982, Technometrics 24, 295-300).

    Parameters
    ----------
    found, present : mapping from str to sequence of float array
        By deck and opponent, scores in [0, 1] of the same pairs.
    weights : float array, shape (n_opponents,)
        Shares of the opponents in the mix.
    level : float
        Chance, in (0, 1), that the intervals of all decks found hold at once (Bonferroni).

    Returns
    -------
    pandas.DataFrame
        One row per deck found, in the order given: deck; win_rate, win_rate_low, win_rate_high
        against the mix; n_games; rival, the deck that it is least ahead of; ahead, ahead_low,
        ahead_high: by how much its win rate is above the rival's; is_stronger.
    """
    each = 1 - (1 - level) / max(len(found), 1)
    rows = [make_row(name, scores, present, weights, each) for name, scores in found.items()]
    return pd.DataFrame(rows, columns=COLUMNS)


def make_row(
    name: str, scores: Scores, present: Mapping[str, Scores], weights: np.ndarray, level: float
) -> tuple[object, ...]:
    """Put one deck's line together."""
    mean = PooledMean.of([Moments.of(one) for one in scores], weights)
    low, high = rate_interval(mean.value, mean.spread**0.5, mean.n_pairs, level)
    gaps = {rival: compare(own, scores, weights) for rival, own in present.items()}
    rival, gap = min(gaps.items(), key=lambda one: one[1].interval(level)[0])
    ahead_low, ahead_high = gap.interval(level)
    n_games = 2 * sum(len(one) for one in scores)
    return (
        name, mean.value, float(low), float(high), n_games, rival, gap.value, ahead_low,
        ahead_high, ahead_low > 0,
    )  # fmt: skip


def compare(before: Scores, after: Scores, weights: np.ndarray) -> Difference:
    """Compare two decks on the same deals."""
    parts = [PairedMoments.of(*pair) for pair in zip(before, after, strict=True)]
    return paired_difference(parts, weights=weights)
