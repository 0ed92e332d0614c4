"""Win rates of matchups, drawn as games with some true ones would show them."""

import numpy as np

from evenhand.analysis.tables.metagame import WinMatrix

N_PAIRS = 400


def simulate(truth: np.ndarray, rng: np.random.Generator) -> WinMatrix:
    """Draw the win rates of matchups with some true ones, each from `N_PAIRS` pairs."""
    n = len(truth)
    wins = np.triu(rng.binomial(2 * N_PAIRS, truth), 1) / (2 * N_PAIRS)
    rates = wins + np.tril(1 - wins.T, -1) + np.eye(n) / 2
    errors = np.sqrt(rates * (1 - rates) / (2 * N_PAIRS))
    pairs = np.full((n, n), N_PAIRS)
    return WinMatrix(tuple(f"deck {k}" for k in range(n)), rates, errors, pairs, 2 * pairs)
