"""Expectations: what pairs of games came to, held against bands.

Each number with a band is a cell and gets one of three verdicts, by its interval and
never by the number alone. It passes if a test of equivalence puts it inside the band,
fails if a test puts it outside, and is inconclusive if there are too few games to tell.
That all cells pass needs no correction, for every single one must; that some cell fails
is as likely by chance as there are cells, so those p-values are Holm's.

A number comes with its evidence. A `Sample` is looked at once, when all is played: then
Student's distribution serves. A `Watch` is looked at while it grows, and tested by
betting; see `evenhand.analysis.statistics.sequential`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf, isfinite, isnan, nan, sqrt
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from evenhand.analysis.data.pair_scores import Key, Scores
from evenhand.analysis.statistics.differences import Difference, Estimate, Moments
from evenhand.analysis.statistics.equivalence import (
    Band,
    Verdict,
    inside_p_value,
    outside_p_value,
    pairs_to_decide,
    verdicts,
)
from evenhand.analysis.statistics.sequential import betting_p_value, confidence_sequence

__all__ = [
    "CHANGE", "ENGINE_ERRORS", "RATE", "TURNS", "Cell", "Evidence", "Expected", "Number", "Outcome",
    "Sample", "Watch", "engine_errors", "judge", "numbers_of", "worst_first",
]  # fmt: skip

Floats = NDArray[np.float64]
Limits = tuple[float, float]
RATE: Limits = (0.0, 1.0)
CHANGE: Limits = (-1.0, 1.0)
TURNS: Limits = (0.0, inf)
PAIRS = "pairs, Student"  # the method of a sample of pairs
ENGINE_ERRORS = "engine_errors"
OF_ALL = {"first_player": "first", "draws": "draws", "turns": "turns", "stalls": "stalls"}


class Number(NamedTuple):
    """Something that pairs of games are summed up to.

    Attributes
    ----------
    topic : str
        win_rate, matchup, seat, first_player, draws, turns or stalls.
    subject : str
        The deck, "DECK vs OPPONENT", the seat from "1", or "" for the whole run.
    kind : (str, str)
        What of each pair counts, as `evenhand.analysis.data.pair_scores.Scores.numbers` names it.
    keys : tuple of Key
        The matchups that it is of, each weighing the same.
    """

    topic: str
    subject: str
    kind: tuple[str, str]
    keys: tuple[Key, ...]

    @property
    def limits(self) -> Limits:
        """The least and the greatest that it can be."""
        return TURNS if self.topic == "turns" else RATE


def numbers_of(scores: Mapping[Key, Scores]) -> Iterator[Number]:
    """List the numbers of a run; a duel is there from both sides, a mirror from none."""
    fair = {key: found.matchup for key, found in scores.items() if not found.matchup.is_mirror}
    entrants = dict.fromkeys(name for matchup in fair.values() for name in matchup.entrants)
    for name in entrants:
        met = tuple(key for key in fair if name in key)
        yield Number("win_rate", name, ("score", name), met)
    for key, matchup in fair.items():
        for name in dict.fromkeys(matchup.entrants):
            subject = f"{name} vs {matchup.opponents_of(name)}"
            yield Number("matchup", subject, ("score", name), (key,))
    seats = dict.fromkeys(kind for found in scores.values() for kind in found.numbers)
    for kind in seats:
        if kind[0] == "seat":
            yield Number("seat", kind[1], kind, tuple(scores))
    for topic, name in OF_ALL.items():
        yield Number(topic, "", (name, ""), tuple(scores))


class Evidence(Protocol):
    """What is known of a number."""

    @property
    def value(self) -> float:
        """The estimate; NaN without games."""

    @property
    def n_pairs(self) -> int:
        """Pairs that were played."""

    @property
    def method(self) -> str:
        """How it is tested, in words."""

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""

    def more(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes; infinite on an edge."""


@dataclass(frozen=True)
class Sample:
    """A number that is looked at a fixed number of times.

    Attributes
    ----------
    centre, standard_error, degrees : float
        Of Student's distribution; the standard error is NaN for fewer than two pairs.
    limits : (float, float)
        The least and the greatest that the number can be.
    method : str
    n_looks : int
        How often it is looked at in all; each look has its share of the level.
    """

    value: float
    centre: float
    standard_error: float
    degrees: float
    n_pairs: int
    limits: Limits
    method: str
    n_looks: int = 1

    @classmethod
    def of(cls, parts: Sequence[Moments], limits: Limits, n_looks: int = 1) -> "Sample":
        """Average parts, each weighing the same.

        Two pairs are added, one at either end of what is possible; where there is no
        end, one turn to either side. So a sample without spread is not taken for proof.
        """
        found = Estimate.of(parts)
        added = limits if isfinite(sum(limits)) else (found.value - 1, found.value + 1)
        shown = found.with_pairs(*added)
        return cls(
            value=found.value,
            centre=shown.value,
            standard_error=sqrt(shown.spread) if shown.spread >= 0 else nan,
            degrees=shown.degrees,
            n_pairs=sum(part.n_pairs for part in parts),
            limits=limits,
            method=PAIRS,
            n_looks=n_looks,
        )

    @classmethod
    def without_games(cls, limits: Limits) -> "Sample":
        """Say that nothing is known of a number."""
        return cls(nan, nan, nan, nan, 0, limits, PAIRS)

    @classmethod
    def of_change(cls, found: Difference, n_looks: int = 1) -> "Sample":
        """Take over a difference of two runs."""
        way = "paired" if found.is_paired else "unpaired"
        return cls(
            value=found.value,
            centre=found.centre,
            standard_error=found.standard_error,
            degrees=found.degrees,
            n_pairs=found.n_pairs,
            limits=(-found.largest, found.largest),
            method=f"{way} differences, Student",
            n_looks=n_looks,
        )

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha`."""
        if isnan(self.standard_error):
            return self.limits
        t = float(stdtrit(self.degrees, 1 - alpha / self.n_looks))
        low, high = self.centre - t * self.standard_error, self.centre + t * self.standard_error
        return max(low, self.limits[0]), min(high, self.limits[1])

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside, NaN if unknown."""
        if isnan(self.standard_error):
            return nan, nan
        known = (self.centre, self.standard_error, self.degrees, open_ends(band, self.limits))
        inside, outside = inside_p_value(*known), outside_p_value(*known)
        return min(1.0, self.n_looks * inside), min(1.0, self.n_looks * outside)

    def more(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes; infinite on an edge."""
        if isnan(self.standard_error):
            return inf
        ends = open_ends(band, self.limits)
        variance = self.standard_error**2 * self.n_pairs
        share = alpha / self.n_looks
        return pairs_to_decide(self.centre, variance, ends, share, power) / self.n_pairs


@dataclass(frozen=True)
class Watch:
    """A number that is looked at while it grows.

    Attributes
    ----------
    values : float array, shape (n_rounds,)
        The mean over its matchups of what their first pairs scored, their second ones, ..
    n_pairs : int
    limits : (float, float)
        The least and the greatest that a value can be, both finite.
    """

    values: Floats
    n_pairs: int
    limits: Limits

    method = "pairs, betting"

    @classmethod
    def of(cls, parts: Sequence[Floats], limits: Limits) -> "Watch":
        """Watch the mean of parts, one array of shape (n_pairs,) for each matchup."""
        rounds = min(part.size for part in parts)
        values = np.mean([part[:rounds] for part in parts], axis=0)
        return cls(values, rounds * len(parts), limits)

    @property
    def value(self) -> float:
        """The mean so far."""
        return float(self.values.mean())

    def interval(self, alpha: float) -> tuple[float, float]:
        """Return the interval each of whose ends misses with chance `alpha` at any look."""
        now = [self.values.size]
        low, high = confidence_sequence(self.values, now, 1 - 2 * alpha, self.limits)
        return float(low[-1]), float(high[-1])

    def p_values(self, band: Band, alpha: float) -> tuple[float, float]:
        """Return the p-values of being inside a band and of being outside."""
        ends = open_ends(band, self.limits)
        level = 1 - 2 * alpha

        def p_value(edge: float, is_above: bool) -> float:
            if not isfinite(edge):
                return float((edge > 0) == is_above)
            return betting_p_value(self.values, edge, is_above, level, self.limits)

        inside = max(p_value(ends.low, True), p_value(ends.high, False))
        return inside, min(p_value(ends.high, True), p_value(ends.low, False))

    def more(self, band: Band, alpha: float, power: float) -> float:
        """Return how many times as many pairs a verdict takes, roughly; infinite on an edge."""
        ends = open_ends(band, self.limits)
        low, high = self.interval(alpha)
        to_edge = min(abs(self.value - ends.low), abs(self.value - ends.high))
        error = float(self.values.std()) / sqrt(self.values.size)
        reach = (high - low) / 2 + float(ndtri(power)) * error
        return max(1.0, reach / to_edge) ** 2 if to_edge > 0 else inf


def open_ends(band: Band, limits: Limits) -> Band:
    """Take away an end that nothing can be beyond: there is no need to prove that."""
    low = -inf if band.low <= limits[0] else band.low
    return Band(low, inf if band.high >= limits[1] else band.high)


@dataclass(frozen=True)
class Expected:
    """A number, what is known of it, and its band.

    Attributes
    ----------
    topic : str
        As for `Number`; or card_impact; with "change." before it a change.
    subject : str
    within : str
        The deck that a card is in; else "".
    limits : (float, float)
        The least and the greatest that the number can be.
    """

    topic: str
    subject: str
    band: Band
    evidence: Evidence
    within: str = ""
    limits: Limits = RATE


class Outcome(StrEnum):
    """What becomes of an expectation, the worst first."""

    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    ACCEPTED = "accepted"
    PASS = "pass"


@dataclass(frozen=True)
class Cell:
    """The verdict on one number.

    Attributes
    ----------
    topic, subject, within : str
        As for `Expected`.
    estimate, low, high : float
        With the interval that lies inside the band exactly if the cell passes.
    n_pairs : int
    level : float
        How sure the verdict is.
    p_inside, p_outside : float
        The second is Holm's over all cells.
    more : float
        If inconclusive, how many times as many pairs a verdict takes; else 1.
    excuse : str
        Why a failure is put up with; "" if it is not.
    """

    topic: str
    subject: str
    within: str
    estimate: float
    low: float
    high: float
    n_pairs: int
    level: float
    band: Band
    method: str
    verdict: Verdict
    p_inside: float = nan
    p_outside: float = nan
    more: float = 1.0
    excuse: str = ""

    @property
    def outcome(self) -> Outcome:
        """The verdict, unless it is a failure that is put up with."""
        is_excused = self.verdict == Verdict.FAIL and self.excuse
        return Outcome.ACCEPTED if is_excused else Outcome(self.verdict)

    @property
    def is_change(self) -> bool:
        """Whether it is about a difference, that may be negative."""
        return self.topic.startswith("change.") or self.topic == "card_impact"


def judge(expected: Sequence[Expected], level: float = 0.95, power: float = 0.9) -> list[Cell]:
    """Judge numbers together.

    Parameters
    ----------
    expected : sequence of Expected
    level : float
        How sure each pass is, and that no failure at all is a false one; in (0.5, 1).
    power : float
        For those that are inconclusive: the chance of a verdict with as many games as are
        said to be needed.

    Returns
    -------
    list of Cell
        In the same order.
    """
    alpha = 1 - level
    tested = [one.evidence.p_values(one.band, alpha) for one in expected]
    inside = [p for p, _ in tested]
    outside = [
        p if can_fail(one.band, one.limits) else nan
        for one, (_, p) in zip(expected, tested, strict=True)
    ]
    found, adjusted = verdicts(inside, outside, alpha)
    n_failable = max(1, sum(not isnan(p) for p in outside))
    return [
        cell_of(one, verdict, level, power, n_failable, p_inside, float(p_outside))
        for one, verdict, p_inside, p_outside in zip(expected, found, inside, adjusted, strict=True)
    ]


def can_fail(band: Band, limits: Limits) -> bool:
    """Return whether a number can be outside a band at all."""
    return open_ends(band, limits) != Band(-inf, inf)


def cell_of(
    one: Expected,
    verdict: Verdict,
    level: float,
    power: float,
    n_failable: int,
    p_inside: float,
    p_outside: float,
) -> Cell:
    """Put a verdict together."""
    evidence, alpha = one.evidence, 1 - level
    low, high = evidence.interval(alpha)
    more = 1.0
    if verdict == Verdict.INCONCLUSIVE:
        is_inside = one.band.low <= evidence.value <= one.band.high
        more = evidence.more(one.band, alpha if is_inside else alpha / n_failable, power)
    return Cell(
        one.topic, one.subject, one.within, evidence.value, low, high, evidence.n_pairs, level,
        one.band, evidence.method, verdict, p_inside, p_outside, more,
    )  # fmt: skip


def engine_errors(scores: Mapping[Key, Scores], level: float = 0.95) -> Cell:
    """Count the games that the engine could not finish; none may be."""
    shares = np.concatenate([found.numbers["errors", ""] for found in scores.values()])
    share = float(shares.mean())
    return Cell(
        topic=ENGINE_ERRORS,
        subject="",
        within="",
        estimate=share,
        low=share,
        high=share,
        n_pairs=shares.size,
        level=level,
        band=Band(0.0, 0.0),
        method="count",
        verdict=Verdict.FAIL if share else Verdict.PASS,
    )


def worst_first(cells: Sequence[Cell]) -> list[Cell]:
    """Order cells: failures, the furthest outside first, then what is nearest to failing."""
    ranks = list(Outcome)
    return sorted(cells, key=lambda cell: (ranks.index(cell.outcome), -beyond(cell)))


def beyond(cell: Cell) -> float:
    """Return how far a number is outside its band, in half-widths; negative inside."""
    band, estimate = cell.band, cell.estimate
    if isnan(estimate):
        return 0.0
    width = (band.high - band.low) / 2
    distance = max(band.low - estimate, estimate - band.high)
    return distance / width if isfinite(width) and width > 0 else distance
