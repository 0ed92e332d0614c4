"""Verdicts: what pairs of games came to, held against bands.

Each number with a band gets one of three verdicts, by its interval and never by the number
alone. It passes if a test of equivalence puts it inside the band, fails if a test puts it
outside, and is inconclusive if there are too few games to tell. That all pass needs no
correction, for every single one must; that some number fails is as likely by chance as
there are numbers, so those p-values are Holm's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from math import inf, isfinite, isnan, nan
from typing import NamedTuple

import numpy as np

from evenhand.analysis.gate.evidence import Method, NumberEvidence, open_ends
from evenhand.analysis.gate.subjects import Limits, Measure, Topic
from evenhand.analysis.statistics.equivalence import Band, Verdict, decide_verdicts
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores

__all__ = [
    "Acceptance", "Expectation", "Judgement", "Outcome", "judge", "judge_endless_turns",
    "judge_engine_errors",
    "sort_worst_first",
]  # fmt: skip


@dataclass(frozen=True)
class Expectation:
    """A number, what is known of it, and its band."""

    measure: Measure
    band: Band
    evidence: NumberEvidence

    @property
    def can_fail(self) -> bool:
        """Whether the number can be outside the band at all."""
        return open_ends(self.band, self.evidence.limits) != Band(-inf, inf)


class Outcome(StrEnum):
    """What becomes of an expectation, the worst first."""

    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    ACCEPTED = "accepted"
    PASS = "pass"


class Acceptance(NamedTuple):
    """Why a failure is accepted, and the last day on which it is."""

    reason: str
    until: date


@dataclass(frozen=True)
class Judgement:
    """The verdict on one number.

    Attributes
    ----------
    measure : Measure
    estimate, low, high : float
        With the interval that lies inside the band exactly if the number passes.
    n_pairs : int
    level : float
        How sure the verdict is.
    p_inside, p_outside : float
        The second is Holm's over all numbers.
    growth_needed : float
        If inconclusive, how many times as many pairs a verdict takes: infinite on an edge of
        the band, NaN if there are too few to say; else 1.
    acceptance : Acceptance, optional
        If a failure of this number is accepted.
    low_all, high_all : float
        Of an inconclusive number outside its band: the interval that allows for the numbers
        judged together, and which would have to lie outside for a failure; else NaN.
    n_together : int
        How many numbers that interval allows for.
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

    @property
    def outcome(self) -> Outcome:
        """The verdict, unless it is a failure that is accepted."""
        is_accepted = self.verdict is Verdict.FAIL and self.acceptance is not None
        return Outcome.ACCEPTED if is_accepted else Outcome(self.verdict)


def judge(
    expectations: Sequence[Expectation], level: float = 0.95, power: float = 0.9
) -> list[Judgement]:
    """Judge numbers together.

    Parameters
    ----------
    expectations : sequence of Expectation
    level : float
        How sure each pass is, and that no failure at all is a false one; in (0.5, 1).
    power : float
        For those that are inconclusive: the chance of a verdict with as many games as are
        said to be needed.

    Returns
    -------
    list of Judgement
        In the same order.
    """
    alpha = 1 - level
    tested = [one.evidence.p_values(one.band, alpha) for one in expectations]
    inside = [p for p, _ in tested]
    outside = [p if one.can_fail else nan for one, (_, p) in zip(expectations, tested, strict=True)]
    verdicts, adjusted = decide_verdicts(inside, outside, alpha)
    n_failable = max(1, sum(not isnan(p) for p in outside))
    n_open = max(1, n_failable - verdicts.count(Verdict.FAIL))
    judged = [
        judge_one(one, verdict, level, power, n_failable, p_inside, float(p_outside))
        for one, verdict, p_inside, p_outside in zip(
            expectations, verdicts, inside, adjusted, strict=True
        )
    ]
    return [
        allow_for_all(one, judgement, n_open)
        for one, judgement in zip(expectations, judged, strict=True)
    ]


def allow_for_all(expectation: Expectation, judgement: Judgement, n_open: int) -> Judgement:
    """Add the interval that keeps a number outside its band from being a failure.

    Holm's procedure stops where no p-value is small enough for those that are left, so that
    is how many the interval allows for.
    """
    band, value = judgement.band, judgement.estimate
    is_outside = value < band.low or value > band.high
    if judgement.verdict is not Verdict.INCONCLUSIVE or not is_outside:
        return judgement
    low, high = expectation.evidence.interval((1 - judgement.level) / n_open)
    return replace(judgement, low_all=low, high_all=high, n_together=n_open)


def judge_one(
    expectation: Expectation,
    verdict: Verdict,
    level: float,
    power: float,
    n_failable: int,
    p_inside: float,
    p_outside: float,
) -> Judgement:
    """Put a judgement together."""
    evidence, band, alpha = expectation.evidence, expectation.band, 1 - level
    low, high = evidence.interval(alpha)
    growth_needed = 1.0
    if verdict is Verdict.INCONCLUSIVE:
        is_inside = band.low <= evidence.value <= band.high
        share = alpha if is_inside else alpha / n_failable
        growth_needed = evidence.estimate_growth(band, share, power)
        if growth_needed == inf and high - low >= narrowest_part(band, evidence.limits):
            growth_needed = nan
    return Judgement(
        expectation.measure, evidence.value, low, high, evidence.n_pairs, level, band,
        evidence.method, verdict, p_inside, p_outside, growth_needed,
    )  # fmt: skip


def narrowest_part(band: Band, limits: Limits) -> float:
    """Return the width of the band, or of what is beside it, whichever is less.

    An interval as wide may reach across: then nobody knows that a number is on the edge.
    """
    low, high = max(band.low, limits[0]), min(band.high, limits[1])
    return min(width for width in (low - limits[0], high - low, limits[1] - high) if width > 0)


def judge_engine_errors(scores: Mapping[MatchupKey, PairScores], level: float = 0.95) -> Judgement:
    """Count the games that the engine could not finish; none may be."""
    return count_forbidden(Topic.ENGINE_ERRORS, "errors", scores, level)


def judge_endless_turns(
    scores: Mapping[MatchupKey, PairScores], level: float = 0.95
) -> list[Judgement]:
    """Count the games with a turn that came to no end, if there are any; none may be."""
    found = count_forbidden(Topic.ENDLESS_TURNS, "endless", scores, level)
    return [found] if found.estimate else []


def count_forbidden(
    topic: Topic, kind: str, scores: Mapping[MatchupKey, PairScores], level: float
) -> Judgement:
    """Count games that must not occur."""
    shares = np.concatenate([found.numbers[kind, ""] for found in scores.values()])
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
    """Order judgements: failures, the furthest outside first, then what is nearest to failing."""
    ranks = list(Outcome)
    return sorted(judgements, key=lambda one: (ranks.index(one.outcome), -measure_distance(one)))


def measure_distance(judgement: Judgement) -> float:
    """Return how far a number is outside its band, in half-widths; negative inside."""
    band, estimate = judgement.band, judgement.estimate
    if isnan(estimate):
        return 0.0
    width = (band.high - band.low) / 2
    distance = max(band.low - estimate, estimate - band.high)
    return distance / width if isfinite(width) and width > 0 else distance
