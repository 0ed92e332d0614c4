"""Bands that no games can meet: what one deck wins, others lose."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import linprog

from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.statistics.bands import Band

__all__ = ["find_contradiction"]

LEAST = 1e-6  # by which a band must be missed to be called one that cannot be met


def find_contradiction(
    means: Sequence[PairMean], find_band: Callable[[PairMean], Band]
) -> list[PairMean]:
    """Find win rates with bands that cannot all be met, whatever the games come to.

    In every matchup the decks share one game: their scores come to 1, or to less where more than
    two can all lose. Of all such scores, those that miss the bands by least are looked for (a
    linear programme).

    Parameters
    ----------
    means : sequence of PairMean
        Win rates of decks and matchups that have a band.
    find_band : callable(PairMean) -> Band

    Returns
    -------
    list of PairMean
        That are missed then; empty if all bands can be met.
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
    found = linprog(
        np.concatenate([np.zeros(n_shares), np.ones(n_means)]),
        A_ub=np.vstack([np.hstack([averages, -missed]), np.hstack([-averages, -missed]), totals]),
        b_ub=np.concatenate([high, -low, np.ones(len(keys))]),
        A_eq=totals[is_duel],
        b_eq=np.ones(is_duel.sum()),
        bounds=[(0, 1)] * n_shares + [(0, None)] * n_means,
    )
    misses = found.x[n_shares:]
    return [mean for mean, miss in zip(means, misses, strict=True) if miss > LEAST]
