"""Expectations of a field: win rates against it, and how often uneven matchups are met in it.

Neither is a plain mean over pairs. A win rate against a field is a weighted one, with half of the
games against the deck itself. The share of uneven matchups is tested matchup by matchup, see
`evenhand.analysis.tables.polarity`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from evenhand.analysis.gate.evidence import (
    FixedEvidence,
    Method,
    NumberEvidence,
    RateEvidence,
    open_ends,
)
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.measures import RATE, DeckSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.statistics.differences import Moments
from evenhand.analysis.statistics.intervals import usable_standard_error
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.analysis.tables.polarity import EVEN, UnevenShare, test_matchups

__all__ = ["UnevenEvidence", "expect_field"]

Scores = Mapping[MatchupKey, PairScores]
ROUNDING = 1e-9  # of sums of weights
HALVINGS = 40  # of the range of p-values, to find one
LARGEST_GROWTH = 30.0  # power of 2
GROWTH_HALVINGS = 12  # of the range of powers, to find one


def expect_field(bands: Bands, scores: Scores, n_looks: int) -> Iterator[Expectation]:
    """Yield the expectations of a field that have a band; of duels between decks of one bot."""
    met = {key: each for key, each in scores.items() if not each.matchup.is_mirror}
    sides = list(dict.fromkeys(side for each in met.values() for side in each.matchup.sides))
    if not met or any(each.n_seats > 2 for each in met.values()) or any(one.bot for one in sides):
        return
    shares = bands.field if isinstance(bands.field, Mapping) else None
    for side in sides if shares is not None else ():
        measure = Measure(Topic.FIELD_WIN_RATE, DeckSubject(side))
        if shares is not None and (band := bands.find(measure)):
            yield Expectation(measure, band, measure_in_field(side.deck, shares, met, n_looks))
    if band := bands.find(Measure(Topic.POLARITY)):
        evidence = measure_unevenness(met, shares, n_looks)
        measure = Measure(Topic.POLARITY, is_in_field=shares is not None)
        yield Expectation(measure, band, evidence)


def measure_in_field(
    deck: str, shares: Mapping[str, float], met: Scores, n_looks: int
) -> NumberEvidence:
    """Return the evidence on a deck's win rate in a field; without games if a matchup lacks."""
    own = shares.get(deck, 0.0)
    others = {name: share for name, share in shares.items() if share and name != deck}
    keys = [tuple(sorted((deck, name))) for name in others]
    if not others or any(key not in met for key in keys):
        return FixedEvidence.without_games(RATE)
    weights = np.array(list(others.values())) / sum(others.values())
    own /= own + sum(others.values())
    parts = [own / 2 + (1 - own) * met[key].numbers["score", deck] for key in keys]
    return RateEvidence.of([Moments.of(part) for part in parts], n_looks, weights)


def measure_unevenness(
    met: Scores, shares: Mapping[str, float] | None, n_looks: int
) -> "UnevenEvidence":
    """Return the evidence on how often uneven matchups are met, in a field or among all decks."""
    parts = [Moments.of(each.numbers["score", key[0]]) for key, each in met.items()]
    rates, n_pairs = np.array([(part.mean, part.n_pairs) for part in parts]).T
    spreads = np.array([part.variance for part in parts])
    errors = usable_standard_error(rates, np.sqrt(spreads / n_pairs), n_pairs)
    weights = np.full(len(met), 1 / len(met))
    if shares is not None:
        weights = np.array([2 * shares.get(a, 0.0) * shares.get(b, 0.0) for a, b in met])
    share = UnevenShare(rates, *test_matchups(rates, errors, n_pairs.astype(int)), weights)
    return UnevenEvidence(share, errors, n_pairs, n_looks)


@dataclass(frozen=True)
class UnevenEvidence:
    """Evidence on how often a matchup is met that lies outside `EVEN`.

    Attributes
    ----------
    share : UnevenShare
    errors, sizes : float array, shape (n,)
        Standard error and number of pairs of each matchup.
    """

    share: UnevenShare
    errors: NDArray[np.float64]
    sizes: NDArray[np.float64]
    n_looks: int = 1

    limits = RATE
    method = Method.CLOSED

    @property
    def n_pairs(self) -> int:
        """Number of pairs played."""
        return int(self.sizes.sum())

    @property
    def value(self) -> float:
        """The share as measured."""
        return self.share.with_interval(0.5)[0]

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""
        return self.share.with_interval(alpha / self.n_looks)[1:]

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside."""
        ends = open_ends(band, self.limits)
        inside, outside = partial(is_inside, ends), partial(is_outside, ends)
        return self._find_p_value(inside), self._find_p_value(outside)

    def estimate_growth(self, band: Band, alpha: float, power: float) -> float:
        """Return the factor on the number of pairs for a verdict, if the win rates are the truth.

        Each matchup is thought to come out nearer to an edge of `EVEN` than it is, by what chance
        does in all but 1 - `power` of samples. Infinite if one that matters lies on the edge.
        """
        ends = open_ends(band, self.limits)
        is_proven = partial(
            is_inside if is_inside(ends, self.value, self.value) else is_outside, ends
        )
        low, high = 0.0, LARGEST_GROWTH
        if not is_proven(*self._grow(2.0**high, power).interval(alpha)):
            return inf
        for _ in range(GROWTH_HALVINGS):
            middle = (low + high) / 2
            if is_proven(*self._grow(2.0**middle, power).interval(alpha)):
                high = middle
            else:
                low = middle
        return float(2.0**high)

    def _grow(self, growth: float, power: float) -> "UnevenEvidence":
        """Return what `growth` times as many pairs would say, but for 1 - `power` of samples."""
        errors, sizes = self.errors / growth**0.5, self.sizes * growth
        rates = self.share.rates
        edges = np.where(rates < 0.5, EVEN.low, EVEN.high)
        reach = np.minimum(float(ndtri(power)) * errors, np.abs(edges - rates))
        rates = rates + np.sign(edges - rates) * reach
        share = replace(self.share, rates=rates)
        even, uneven = test_matchups(rates, errors, np.rint(sizes).astype(np.int64))
        return replace(self, share=replace(share, p_even=even, p_uneven=uneven))

    def _find_p_value(self, is_proven: Callable[[float, float], bool]) -> float:
        """Return the smallest level at which the interval proves a claim; 1 if none does."""
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if is_proven(*self.interval(middle)):
                high = middle
            else:
                low = middle
        return high


def is_inside(ends: Band, low: float, high: float) -> bool:
    """Return whether an interval of the uneven share lies inside a band."""
    return ends.low - ROUNDING <= low and high <= ends.high + ROUNDING


def is_outside(ends: Band, low: float, high: float) -> bool:
    """Return whether an interval of the uneven share lies outside a band."""
    return low > ends.high + ROUNDING or high < ends.low - ROUNDING
