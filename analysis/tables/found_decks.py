"""Decks found by a search (`break`), compared with the decks that existed before."""

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

Scores = Sequence[np.ndarray]  # by opponent, the score of each pair, shape (n_pairs,)
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
    """Compare decks found by a search with the existing decks, on the same deals.

    A deck is stronger if it is significantly ahead of every existing one, not only of the
    apparently best, so that the best is not selected by the same games (an intersection-union
    test: Berger 1982, Technometrics 24, 295-300).

    Parameters
    ----------
    found, present : mapping from str to sequence of float array
        By deck and opponent, scores in [0, 1] of the same pairs.
    weights : float array, shape (n_opponents,)
        Shares of the opponents in the mix.
    level : float
        Chance, in (0, 1), that the intervals of all found decks hold simultaneously (Bonferroni).

    Returns
    -------
    pandas.DataFrame
        One row per found deck, in the given order: deck; win_rate, win_rate_low, win_rate_high
        against the mix; n_games; rival, the existing deck that it is least ahead of; ahead,
        ahead_low, ahead_high: its win rate minus the rival's; is_stronger.
    """
    each = 1 - (1 - level) / max(len(found), 1)
    rows = [make_row(name, scores, present, weights, each) for name, scores in found.items()]
    return pd.DataFrame(rows, columns=COLUMNS)


def make_row(
    name: str, scores: Scores, present: Mapping[str, Scores], weights: np.ndarray, level: float
) -> tuple[object, ...]:
    """Return the row of one found deck."""
    mean = PooledMean.of([Moments.of(pairs) for pairs in scores], weights)
    low, high = rate_interval(mean.value, mean.spread**0.5, mean.n_pairs, level)
    gaps = {rival: compare(of_rival, scores, weights) for rival, of_rival in present.items()}
    rival, gap = min(gaps.items(), key=lambda item: item[1].interval(level)[0])
    ahead_low, ahead_high = gap.interval(level)
    n_games = 2 * sum(len(pairs) for pairs in scores)
    return (
        name, mean.value, float(low), float(high), n_games, rival, gap.value, ahead_low,
        ahead_high, ahead_low > 0,
    )  # fmt: skip


def compare(before: Scores, after: Scores, weights: np.ndarray) -> Difference:
    """Estimate the difference of a found deck's and another's win rate on the same deals."""
    parts = [PairedMoments.of(*pair) for pair in zip(before, after, strict=True)]
    return paired_difference(parts, weights=weights)
