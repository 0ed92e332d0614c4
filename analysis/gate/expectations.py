"""What is expected of the games that were played: numbers that have a band, and their evidence."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from math import isclose
from typing import Protocol

from evenhand.analysis.gate.bands import Bands
from evenhand.analysis.gate.evidence import (
    FixedEvidence,
    NumberEvidence,
    RateEvidence,
    SequentialEvidence,
)
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.gate.subjects import RATE, MatchupSubject, Measure, Topic
from evenhand.analysis.statistics.differences import Difference, Moments
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores

__all__ = ["Reference", "Scores", "list_expectations", "list_unmeasured"]

Scores = Mapping[MatchupKey, PairScores]


class Reference(Protocol):
    """Something to measure changes from."""

    def has_matchup(self, key: MatchupKey) -> bool:
        """Return whether it knows a matchup."""

    def measure_change(self, mean: PairMean, now: Scores) -> Difference | None:
        """Return how far a number has moved; None if there is nothing to compare it with."""


def list_expectations(
    bands: Bands,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
) -> list[Expectation]:
    """List the numbers of some games that have a band, each with what is known of it.

    Parameters
    ----------
    reference : Reference, optional
        Where changes are measured from; without it none is listed.
    looks : Looks, optional
        If the run grows until it is long enough.
    """
    found: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        for one in (
            expect_number(bands, mean, scores, looks),
            expect_change(bands, mean, scores, reference, looks),
        ):
            if one is not None and not is_said(one, found):
                found[one.measure] = one
    return [*found.values(), *expect_unplayed(bands, found)]


def expect_number(
    bands: Bands, mean: PairMean, scores: Scores, looks: Looks | None
) -> Expectation | None:
    """Put together what is known of a number; None if it has no band."""
    band, limits = bands.find(mean.measure), mean.measure.limits
    if band is None:
        return None
    is_by_turn = mean.measure.topic in (Topic.FIRST_PLAYER, Topic.SEAT)
    # Bets may not know of pairs to come.
    can_bet = not is_by_turn or all(scores[key].seats_decide for key in mean.keys)
    evidence: NumberEvidence
    if looks and limits == RATE and can_bet:
        parts = [scores[key].numbers[mean.kind] for key in mean.keys]
        evidence = SequentialEvidence.of(parts, looks.next is None)
    else:
        evidence = weigh(mean, scores, count_looks(looks))
    return Expectation(mean.measure, band, evidence)


def weigh(mean: PairMean, scores: Scores, n_looks: int) -> RateEvidence | FixedEvidence:
    """Put together what is known of a number that is looked at so many times."""
    moments = [Moments.of(scores[key].numbers[mean.kind]) for key in mean.keys]
    if mean.measure.limits == RATE:
        return RateEvidence.of(moments, n_looks)
    return FixedEvidence.of(moments, mean.measure.limits, n_looks)


def expect_change(
    bands: Bands,
    mean: PairMean,
    scores: Scores,
    reference: Reference | None,
    looks: Looks | None,
) -> Expectation | None:
    """Put together what is known of a change; None if it has no band or nothing to compare."""
    measure = replace(mean.measure, is_change=True)
    band = bands.find(measure)
    change = reference.measure_change(mean, scores) if band and reference else None
    if band is None or change is None:
        return None
    return Expectation(measure, band, FixedEvidence.of_change(change, count_looks(looks)))


def expect_unplayed(bands: Bands, found: Collection[Measure]) -> Iterator[Expectation]:
    """List what is expected at tables that are not among those chosen to be played."""
    played = {covering for measure in found for covering in measure.covering}
    for measure, band in bands.by_measure.items():
        is_table = isinstance(measure.subject, MatchupSubject) and not measure.reverse
        if is_table and measure not in played:
            yield Expectation(measure, band, FixedEvidence.without_games(measure.limits))


def list_unmeasured(bands: Bands, scores: Scores, judged: Collection[Measure]) -> Iterator[Measure]:
    """List the changes that have a band and nothing to be measured from."""
    found: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        measure = replace(mean.measure, is_change=True)
        band = bands.find(measure)
        if band is None or measure in judged or measure.reverse in judged:
            continue
        one = Expectation(measure, band, FixedEvidence.without_games(measure.limits))
        if not is_said(one, found):
            found[measure] = one
    yield from found


def is_said(one: Expectation, found: Mapping[Measure, Expectation]) -> bool:
    """Return whether a matchup was judged from its other side, by what comes to the same band."""
    other = found.get(one.measure.reverse) if one.measure.reverse else None
    if other is None:
        return False
    whole = 0.0 if one.measure.is_change else 1.0  # what the two sides add up to
    return isclose(other.band.low, whole - one.band.high, abs_tol=1e-9) and isclose(
        other.band.high, whole - one.band.low, abs_tol=1e-9
    )


def count_looks(looks: Looks | None) -> int:
    """Return how many looks share the level."""
    return len(looks.pairs) if looks else 1
