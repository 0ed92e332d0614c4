"""The interval of a rate, by itself: many more settings than tables could be made for."""

from collections.abc import Iterator

import numpy as np

from evenhand.analysis.statistics.intervals import count_interval, rate_interval
from tests.coverage.duels import Duel, correlate
from tests.coverage.rows import Row, covers, simulation

SAMPLES = 5  # times as many as asked for: they cost little
MOST_NUMBERS = 1 << 22  # held at once


def play_pairs(rng: np.random.Generator, duel: Duel, n_samples: int) -> np.ndarray:
    """Play a duel and nothing else; shape (n_samples, n_pairs)."""
    luck = correlate(rng, (n_samples, duel.n_pairs, 2), duel.luck)
    half = duel.draws * min(duel.rate, 1 - duel.rate)
    scores = (luck < duel.rate - half) + (luck < duel.rate + half).astype(float)
    return scores.mean(axis=2) / 2


@simulation(
    {
        f"{100 * rate:g} %, {n_pairs} pairs, {100 * draws:g} % drawn, luck {luck:+g}": {
            "duel": Duel(n_pairs, rate, 0, draws, luck)
        }
        for rate in (0.5, 0.9, 0.98, 0.993, 0.997, 0.999)
        for n_pairs in (20, 100, 1_000)
        for draws, luck in ((0, -0.6), (0.4, 0.0), (0.8, 0.3))
    }
)
def rates(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Rates up to the edge, with draws and with deals that bind the games of a pair."""
    left, held = SAMPLES * repeats, []
    while left:
        n_samples = min(left, max(1, MOST_NUMBERS // duel.n_pairs))
        pairs = play_pairs(rng, duel, n_samples)
        error = pairs.std(axis=1, ddof=1) / np.sqrt(duel.n_pairs)
        held.append(
            rate_interval(pairs.mean(axis=1), np.where(error < 1e-9, 0, error), duel.n_pairs)
        )
        left -= n_samples
    yield covers("rate", *np.concatenate(held, axis=1), duel.rate)


@simulation(
    {
        f"{mean:g} a game, {n_pairs} pairs, {words}": {
            "mean": mean, "n_pairs": n_pairs, "at_once": at_once
        }
        for mean in (0.001, 0.01, 0.1, 0.6)
        for n_pairs in (50, 500, 5_000)
        for words, at_once in (("one by one", False), ("both games of a pair alike", True))
    }
)  # fmt: skip
def counts(
    rng: np.random.Generator, repeats: int, mean: float, n_pairs: int, at_once: bool
) -> Iterator[Row]:
    """Mean numbers of things, down to what is hardly ever seen."""
    shape = (min(repeats, MOST_NUMBERS // n_pairs), n_pairs)
    pairs = rng.poisson(mean, shape) if at_once else rng.poisson(2 * mean, shape) / 2
    error = pairs.std(axis=1, ddof=1) / np.sqrt(n_pairs)
    yield covers("mean number", *count_interval(pairs.mean(axis=1), error, n_pairs), mean)
