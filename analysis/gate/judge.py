"""Verdicts on numbers with bands.

Each number with a band gets one of three verdicts, by its interval and never by the estimate
alone. It passes if an equivalence test shows that it is inside the band, fails if a test shows
that it is outside, and is inconclusive if there are too few games. "All pass" needs no
correction, because every single number must pass; "some fail" becomes more likely by chance
with the number of tests, so those p-values are adjusted by Holm's method.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from math import inf, isfinite, isnan, nan
from typing import NamedTuple, TypeVar

import numpy as np

from evenhand.analysis.gate.best_hands import BestHands, GroupRate
from evenhand.analysis.gate.evidence import Method, NumberEvidence, open_ends
from evenhand.analysis.gate.measures import Limits, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.equivalence import decide_verdicts
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores

__all__ = [
    "Acceptance", "Expectation", "Judgement", "Outcome", "judge", "judge_endless_turns",
    "judge_engine_errors", "put_cause_first", "sort_worst_first",
]  # fmt: skip

CAUSE = 0.5  # of the distance of the furthest deck, from where one that wins too often comes first
Item = TypeVar("Item")


@dataclass(frozen=True)
class Expectation:
    """A number to judge, its band and the evidence on it."""

    measure: Measure
    band: Band
    evidence: NumberEvidence

    @property
    def can_fail(self) -> bool:
        """Whether values outside the band are possible."""
        return open_ends(self.band, self.evidence.limits) != Band(-inf, inf)


class Outcome(StrEnum):
    """The outcome of judging an expectation, the worst first."""

    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    ACCEPTED = "accepted"
    PASS = "pass"


class Acceptance(NamedTuple):
    """Why a failure is accepted when judged, and the last day of the acceptance."""

    reason: str
    until: date


@dataclass(frozen=True)
class Judgement:
    """The judgement on one number: its verdict.

    Attributes
    ----------
    measure : Measure
    estimate, low, high : float
        The estimate and the interval that lies inside the band exactly if the number passes.
    n_pairs : int
    level : float
        Confidence level of the verdict, in (0.5, 1).
    p_inside, p_outside : float
        p-values; the second is adjusted by Holm's method over all numbers.
    growth_needed : float
        If inconclusive, the factor on the number of pairs for a verdict: infinite on an edge of
        the band, NaN if there are too few pairs for an estimate; else 1.
    acceptance : Acceptance, optional
        If a failure of this number is accepted.
    low_all, high_all : float
        For an inconclusive number outside its band, the interval corrected for the numbers
        judged together, which must lie outside the band for a failure; else NaN.
    n_together : int
        Number of measures that this interval accounts for.
    groups : tuple of GroupRate
        Of a deck in its best hands, its win rate in the hands of each group; else empty.
    """

    measure: Measure
    estimate: float
    low: float
    high: float
    n_pairs: int
    level: float
    band: Band
    method: Method
    verdict: Verdict
    p_inside: float = nan
    p_outside: float = nan
    growth_needed: float = 1.0
    acceptance: Acceptance | None = None
    low_all: float = nan
    high_all: float = nan
    n_together: int = 1
    groups: tuple[GroupRate, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The verdict, unless it is a failure that is accepted."""
        is_accepted = self.verdict is Verdict.FAIL and self.acceptance is not None
        return Outcome.ACCEPTED if is_accepted else Outcome(self.verdict)


def judge(
    expectations: Sequence[Expectation], level: float = 0.95, power: float = 0.9
) -> list[Judgement]:
    """Judge numbers with bands together.

    Parameters
    ----------
    expectations : sequence of Expectation
    level : float
        Confidence level of each pass, and of "no failure is a false one"; in (0.5, 1).
    power : float
        Chance of a verdict with the number of games that an inconclusive judgement states.

    Returns
    -------
    list of Judgement
        In the same order.
    """
    alpha = 1 - level
    tested = [each.evidence.p_values(each.band, alpha) for each in expectations]
    inside = [p for p, _ in tested]
    outside = [
        p if each.can_fail else nan for each, (_, p) in zip(expectations, tested, strict=True)
    ]
    verdicts, adjusted = decide_verdicts(inside, outside, alpha)
    n_failable = max(1, sum(not isnan(p) for p in outside))
    n_open = max(1, n_failable - verdicts.count(Verdict.FAIL))
    judged = [
        make_judgement(each, verdict, level, power, n_failable, p_inside, float(p_outside))
        for each, verdict, p_inside, p_outside in zip(
            expectations, verdicts, inside, adjusted, strict=True
        )
    ]
    return [
        add_deciding_interval(each, judgement, n_open)
        for each, judgement in zip(expectations, judged, strict=True)
    ]


def add_deciding_interval(expectation: Expectation, judgement: Judgement, n_open: int) -> Judgement:
    """Add the interval by which a number outside its band is inconclusive, not a failure.

    Holm's procedure stops when no remaining p-value is small enough, so the interval is corrected
    for the number of remaining measures, `n_open`.
    """
    band, value = judgement.band, judgement.estimate
    is_outside = value < band.low or value > band.high
    if judgement.verdict is not Verdict.INCONCLUSIVE or not is_outside:
        return judgement
    low, high = expectation.evidence.interval((1 - judgement.level) / n_open)
    return replace(judgement, low_all=low, high_all=high, n_together=n_open)


def make_judgement(
    expectation: Expectation,
    verdict: Verdict,
    level: float,
    power: float,
    n_failable: int,
    p_inside: float,
    p_outside: float,
) -> Judgement:
    """Return the judgement on one number, without the deciding interval."""
    evidence, band, alpha = expectation.evidence, expectation.band, 1 - level
    low, high = evidence.interval(alpha)
    growth_needed = 1.0
    if verdict is Verdict.INCONCLUSIVE:
        is_inside = band.low <= evidence.value <= band.high
        share = alpha if is_inside else alpha / n_failable
        growth_needed = evidence.estimate_growth(band, share, power)
        if growth_needed == inf and high - low >= find_narrowest_part(band, evidence.limits):
            growth_needed = nan
    groups: tuple[GroupRate, ...] = ()
    if isinstance(evidence, BestHands):
        groups = evidence.list_rates(band, alpha, power, n_failable)
    return Judgement(
        expectation.measure, evidence.value, low, high, evidence.n_pairs, level, band,
        evidence.method, verdict, p_inside, p_outside, growth_needed, groups=groups,
    )  # fmt: skip


def find_narrowest_part(band: Band, limits: Limits) -> float:
    """Return the smallest width among a judged band and the ranges beside it.

    A wider interval may reach across it, so that a number cannot be said to be on the edge.
    """
    low, high = max(band.low, limits[0]), min(band.high, limits[1])
    return min(width for width in (low - limits[0], high - low, limits[1] - high) if width > 0)


def judge_engine_errors(scores: Mapping[MatchupKey, PairScores], level: float = 0.95) -> Judgement:
    """Judge the share of games with an engine error, which must be 0."""
    return judge_forbidden(Topic.ENGINE_ERRORS, "errors", scores, level)


def judge_endless_turns(
    scores: Mapping[MatchupKey, PairScores], level: float = 0.95
) -> list[Judgement]:
    """Judge the share of games with an endless turn, which must be 0; [] without such games."""
    judgement = judge_forbidden(Topic.ENDLESS_TURNS, "endless", scores, level)
    return [judgement] if judgement.estimate else []


def judge_forbidden(
    topic: Topic, kind: str, scores: Mapping[MatchupKey, PairScores], level: float
) -> Judgement:
    """Judge a share of games that must be 0."""
    shares = np.concatenate([of_matchup.numbers[kind, ""] for of_matchup in scores.values()])
    share = float(shares.mean())
    return Judgement(
        measure=Measure(topic),
        estimate=share,
        low=share,
        high=share,
        n_pairs=shares.size,
        level=level,
        band=Band(0.0, 0.0),
        method=Method.COUNT,
        verdict=Verdict.FAIL if share else Verdict.PASS,
    )


def sort_worst_first(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Sort judgements by outcome, the worst first, then by distance from the band, descending.

    Where a deck that wins too seldom would be the first, one that wins too often may come before
    it, see `put_cause_first`.
    """
    ranks = list(Outcome)
    ranked = sorted(
        judgements, key=lambda each: (ranks.index(each.outcome), -measure_distance(each))
    )
    alike = [each for each in ranked if is_alike(each, ranked[0])]
    cause = put_cause_first(alike, measure_distance, lambda each: each.estimate > each.band.high)
    return [*cause[:1], *(each for each in ranked if each is not cause[0])]


def is_alike(one: Judgement, other: Judgement) -> bool:
    """Return whether two judgements are the same, or on win rates of decks that met."""
    is_of_decks = one.measure.topic is Topic.WIN_RATE and not one.measure.is_change
    kinds = [(each.measure.topic, each.measure.is_change, each.measure.bot, each.outcome)
             for each in (one, other)]  # fmt: skip
    return one is other or (is_of_decks and kinds[0] == kinds[1])


def put_cause_first(
    ranked: Sequence[Item], distance: Callable[[Item], float], is_strong: Callable[[Item], bool]
) -> list[Item]:
    """Put the cause before its victims: what wins too often makes others lose.

    Parameters
    ----------
    ranked : sequence
        What is outside its band, the furthest first.
    distance : callable(one) -> float
        From its band.
    is_strong : callable(one) -> bool
        Whether it wins too often.

    Returns
    -------
    list
        The first that wins too often comes first if it is at least `CAUSE` times as far outside
        as the furthest.
    """
    strong = next((one for one in ranked if is_strong(one)), None)
    if strong is None or distance(strong) < CAUSE * distance(ranked[0]):
        return list(ranked)
    return [strong, *(one for one in ranked if one is not strong)]


def measure_distance(judgement: Judgement) -> float:
    """Return the distance of a judged number from its band, in half-widths."""
    band, estimate = judgement.band, judgement.estimate
    if isnan(estimate):
        return 0.0
    width = (band.high - band.low) / 2
    distance = max(band.low - estimate, estimate - band.high)
    return distance / width if isfinite(width) and width > 0 else distance
