"""Polarity: how far matchups lie from even, beyond what chance makes of too few games.

Measured win rates spread even where all matchups are even. The sum of their squared distances from
1/2, in units of the sampling variance, is noncentral chi-square distributed; its noncentrality is
the true sum, as for the parts in `evenhand.analysis.statistics.hodge`.

A matchup is uneven if its true win rate lies outside `EVEN`. Whether it does is tested for each
matchup on either side, and the share of uneven ones is bounded by
`evenhand.analysis.statistics.multiplicity.bound_true_weight`: counting measured win rates
outside would count chance.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.statistics.hodge import noise_free_interval
from evenhand.analysis.statistics.intervals import (
    check_level,
    rate_p_value,
    usable_standard_error,
)
from evenhand.analysis.statistics.multiplicity import bound_true_weight
from evenhand.analysis.tables.field_win_rates import Shares, read_shares
from evenhand.analysis.tables.metagame import WinMatrix, read_win_matrix

__all__ = ["EVEN", "UnevenShare", "make_polarity_table", "polarity"]

Floats = NDArray[np.float64]
EVEN = Band(0.4, 0.6)  # win rates of matchups that are not called uneven
COLUMNS = [
    "deck", "polarity", "polarity_low", "polarity_high", "uneven_share", "uneven_share_low",
    "uneven_share_high", "n_matchups", "n_games",
]  # fmt: skip


def polarity(run: Run, level: float = 0.95, shares: Shares | None = None) -> pd.DataFrame:
    """Return how far the matchups of a run lie from even, without what chance adds.

    Parameters
    ----------
    run : Run
        As for `evenhand.analysis.metagame`.
    level : float
        Coverage, in (0, 1), of the interval of the whole field; and, of those of its decks, the
        chance that all hold together (Bonferroni).
    shares : mapping from str to float, or "metagame", optional
        Shares of the decks in the field, as for `evenhand.analysis.field_win_rates`, for
        uneven_share. Default: every deck meets every other equally often.

    Returns
    -------
    pandas.DataFrame
        The whole field, with the deck "", then its decks, the most polar first: deck; polarity,
        polarity_low, polarity_high: root mean square distance of the true win rates from 1/2, in
        [0, 1/2], over the matchups of all decks or of one; uneven_share, uneven_share_low,
        uneven_share_high: how often all players of the field, or those of one deck, meet a
        matchup whose win rate lies outside `EVEN`: as measured, and the bounds of the true share;
        n_matchups, n_games.

    Raises
    ------
    UsageError
        As for `evenhand.analysis.metagame`, and for shares as `evenhand.analysis.field_win_rates`.

    References
    ----------
    Patnaik (1949), Biometrika 36, 202-232: the distribution. Where matchups have unequal errors,
    their mean variance stands for each.
    """
    matrix = read_win_matrix(run)
    weights = None if shares is None else read_shares(run, matrix, shares)
    return make_polarity_table(matrix, level, weights)


def make_polarity_table(
    matrix: WinMatrix, level: float, weights: Floats | None = None
) -> pd.DataFrame:
    """Return the table of `polarity`; `weights` are the shares of a field, shape (n_decks,)."""
    n = len(matrix.decks)
    above = np.triu_indices(n, 1)
    of_decks = [(above[0] == deck) | (above[1] == deck) for deck in range(n)]
    rates, n_games = matrix.rates[above], matrix.n_games[above]
    errors = usable_standard_error(rates, matrix.errors[above], matrix.n_pairs[above])
    joint = 1 - (1 - check_level(level)) / n
    tested = test_matchups(rates, errors, matrix.n_pairs[above])
    rows = [("", np.full(rates.size, True), level)]
    rows += [(name, own, joint) for name, own in zip(matrix.decks, of_decks, strict=True)]
    met = [weigh_matchups(weights, deck, above) for deck in (None, *range(n))]
    frame = pd.DataFrame(
        [
            (name, *measure_polarity(rates[own], errors[own], each),
             *UnevenShare(rates, *tested, weight).with_interval((1 - each) / 2),
             rates[own].size, n_games[own].sum())
            for (name, own, each), weight in zip(rows, met, strict=True)
        ],
        columns=COLUMNS,
    )  # fmt: skip
    field, decks = frame[:1], frame[1:].sort_values("polarity", ascending=False, kind="stable")
    return pd.concat([field, decks], ignore_index=True)


def measure_polarity(rates: Floats, errors: Floats, level: float) -> tuple[float, float, float]:
    """Return the polarity of some win rates, and the ends of its interval.

    Parameters
    ----------
    rates, errors : float array, shape (n,)
        Independent win rates, and their standard errors, all above 0.
    level : float
    """
    variance, n = float((errors**2).mean()), rates.size
    total = float(((rates - 0.5) ** 2).sum()) / variance
    sums = max(0.0, total - n), *noise_free_interval(total, n, level)
    value, low, high = (min(0.5, (variance * one / n) ** 0.5) for one in sums)
    return value, min(low, value), max(high, value)


def weigh_matchups(
    weights: Floats | None, deck: int | None, above: tuple[NDArray[np.intp], NDArray[np.intp]]
) -> Floats:
    """Return how often matchups are met in a field, by all players or by those of one deck.

    Parameters
    ----------
    weights : float array, shape (n_decks,), optional
        The shares of the field; by default every deck meets every other equally often.
    above : pair of int array, shape (n_matchups,)
        The two decks of each matchup.

    Returns
    -------
    float array, shape (n_matchups,)
        Their sum is less than 1 by what decks meet themselves.
    """
    first, second = above
    if deck is None:
        met = np.ones(first.size) if weights is None else 2 * weights[first] * weights[second]
    else:
        others = np.where(first == deck, second, first)
        met = np.where(first == deck, 1.0, second == deck)
        met = met if weights is None else met * weights[others]
    return met / met.sum() if weights is None else met


@dataclass(frozen=True)
class UnevenShare:
    """The weight of the matchups whose true win rate lies outside `EVEN`.

    Attributes
    ----------
    rates : float array, shape (n,)
    p_even, p_uneven : float array, shape (n,)
        From `test_matchups`.
    weights : float array, shape (n,)
        How often each matchup is met; their sum is at most 1.
    """

    rates: Floats
    p_even: Floats
    p_uneven: Floats
    weights: Floats

    def with_interval(self, alpha: float) -> tuple[float, float, float]:
        """Return the share as measured, and ends each of which misses with chance `alpha`."""
        value = float(self.weights @ ((self.rates < EVEN.low) | (self.rates > EVEN.high)))
        low = bound_true_weight(self.p_uneven, self.weights, alpha)
        high = float(self.weights.sum()) - bound_true_weight(self.p_even, self.weights, alpha)
        return value, min(low, value), max(high, value)


def test_matchups(
    rates: Floats, errors: Floats, n_pairs: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Return the p-values of "it is not even" and "it is not uneven" of each matchup."""
    tested = [test_matchup(*each) for each in zip(rates, errors, n_pairs, strict=True)]
    even, uneven = np.array(tested, float).reshape(-1, 2).T
    return even, uneven


def test_matchup(rate: float, error: float, n_pairs: float) -> tuple[float, float]:
    """Test that a matchup is even, and that it is uneven; return the p-values of both."""

    def test_edge(edge: float, is_above: bool) -> float:
        return rate_p_value(rate, error, n_pairs, edge, is_above)

    even = max(test_edge(EVEN.low, True), test_edge(EVEN.high, False))
    return even, min(test_edge(EVEN.high, True), test_edge(EVEN.low, False))
