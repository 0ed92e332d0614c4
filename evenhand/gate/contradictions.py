"""Find bands that no results can meet, because the decks' scores in a matchup add up to 1."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import linprog

from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.statistics.bands import Band

__all__ = ["find_contradiction"]

LEAST = 1e-6  # smallest distance from a band that counts as missed


def find_contradiction(
    means: Sequence[PairMean], find_band: Callable[[PairMean], Band]
) -> list[PairMean]:
    """Find a contradiction: win rates whose bands cannot all be met by any results.

    In every matchup the scores of the decks add up to 1, or to at most 1 with more than two
    players, who can all lose. Among all such scores, a linear programme finds those that miss
    the bands by the least total.

    Parameters
    ----------
    means : sequence of PairMean
        Win rates of decks and matchups that have a band.
    find_band : callable(PairMean) -> Band

    Returns
    -------
    list of PairMean
        The win rates outside their bands in that solution; empty if all bands can be met.
    """
    keys = sorted({key for mean in means for key in mean.keys})
    shares = [(key, deck) for key in keys for deck in sorted(set(key))]
    n_shares, n_means = len(shares), len(means)
    averages = np.array(
        [
            [(key in mean.keys and deck == mean.kind[1]) / len(mean.keys) for key, deck in shares]
            for mean in means
        ]
    )
    totals = np.array(
        [[key.count(deck) * (own == key) for own, deck in shares] + [0] * n_means for key in keys]
    )
    is_duel = np.array([len(key) == 2 for key in keys])
    low, high = np.clip([find_band(mean) for mean in means], -1, 2).T
    missed = np.eye(n_means)
    solution = linprog(
        np.concatenate([np.zeros(n_shares), np.ones(n_means)]),
        A_ub=np.vstack([np.hstack([averages, -missed]), np.hstack([-averages, -missed]), totals]),
        b_ub=np.concatenate([high, -low, np.ones(len(keys))]),
        A_eq=totals[is_duel],
        b_eq=np.ones(is_duel.sum()),
        bounds=[(0, 1)] * n_shares + [(0, None)] * n_means,
    )
    misses = solution.x[n_shares:]
    return [mean for mean, miss in zip(means, misses, strict=True) if miss > LEAST]
