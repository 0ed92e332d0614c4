"""From the games of a run to what is expected of them: numbers with a band, all looked at once."""

from collections.abc import Iterator, Mapping
from math import isclose

from evenhand.analysis.gate.bands import Bands
from evenhand.analysis.gate.evidence import FixedEvidence, RateEvidence
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.gate.subjects import RATE, Measure
from evenhand.analysis.statistics.differences import Moments
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores

__all__ = ["Scores", "is_said", "list_run_expectations", "weigh"]

Scores = Mapping[MatchupKey, PairScores]


def list_run_expectations(bands: Bands, scores: Scores) -> Iterator[Expectation]:
    """List the numbers of a run that have a band, each with what is known of it."""
    found: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        if band := bands.find(mean.measure):
            one = Expectation(mean.measure, band, weigh(mean, scores))
            if not is_said(one, found):
                found[one.measure] = one
    yield from found.values()


def weigh(mean: PairMean, scores: Scores, n_looks: int = 1) -> RateEvidence | FixedEvidence:
    """Put together what is known of a number that is looked at so many times."""
    moments = [Moments.of(scores[key].numbers[mean.kind]) for key in mean.keys]
    if mean.measure.limits == RATE:
        return RateEvidence.of(moments, n_looks)
    return FixedEvidence.of(moments, mean.measure.limits, n_looks)


def is_said(one: Expectation, found: Mapping[Measure, Expectation]) -> bool:
    """Return whether a matchup was judged from its other side, by what comes to the same band."""
    other = found.get(one.measure.reverse) if one.measure.reverse else None
    if other is None:
        return False
    whole = 0.0 if one.measure.is_change else 1.0  # what the two sides add up to
    return isclose(other.band.low, whole - one.band.high, abs_tol=1e-9) and isclose(
        other.band.high, whole - one.band.low, abs_tol=1e-9
    )
