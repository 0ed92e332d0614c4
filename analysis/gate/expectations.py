"""Expectations: the numbers of a run that have a band, with their evidence."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from math import isclose
from typing import Protocol

from evenhand.analysis.gate.best_hands import BestHands
from evenhand.analysis.gate.evidence import (
    FixedEvidence,
    NumberEvidence,
    RateEvidence,
    SequentialEvidence,
)
from evenhand.analysis.gate.field_expectations import expect_field
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.looks import Looks, count_looks
from evenhand.analysis.gate.measures import RATE, MatchupSubject, Measure, Topic
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.differences import Difference, Moments
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores

__all__ = [
    "Reference", "Scores", "expect_best_hands", "list_expectations", "list_unmeasured",
]  # fmt: skip

Scores = Mapping[MatchupKey, PairScores]


class Reference(Protocol):
    """Interface of a reference from which changes are measured."""

    def has_matchup(self, key: MatchupKey) -> bool:
        """Return whether the reference has a matchup."""

    def measure_change(self, mean: PairMean, now: Scores) -> Difference | None:
        """Return the change of a number; None if the reference does not have it."""


def list_expectations(
    bands: Bands,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
) -> list[Expectation]:
    """List the expectations of a run: numbers that have a band, with their evidence.

    Parameters
    ----------
    reference : Reference, optional
        The reference for changes; without it changes are not listed.
    looks : Looks, optional
        The planned looks, for a run that is tested sequentially.
    """
    listed: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        for expectation in (
            expect_number(bands, mean, scores, looks),
            expect_change(bands, mean, scores, reference, looks),
        ):
            if expectation is not None and not is_listed_reversed(expectation, listed):
                listed[expectation.measure] = expectation
    of_field = expect_field(bands, scores, count_looks(looks))
    return [*listed.values(), *of_field, *expect_unplayed(bands, listed)]


def expect_number(
    bands: Bands, mean: PairMean, scores: Scores, looks: Looks | None
) -> Expectation | None:
    """Return the expectation of a number; None if it has no band."""
    band, limits = bands.find(mean.measure), mean.measure.limits
    if band is None:
        return None
    is_by_turn = mean.measure.topic in (Topic.FIRST_PLAYER, Topic.SEAT)
    # Betting is valid only if the contribution of a pair does not depend on later pairs.
    can_bet = not is_by_turn or all(scores[key].seats_decide for key in mean.keys)
    evidence: NumberEvidence
    if looks and limits == RATE and can_bet:
        parts = [scores[key].numbers[mean.kind] for key in mean.keys]
        evidence = SequentialEvidence.of(parts, looks.next is None)
    else:
        evidence = make_plain_evidence(mean, scores, count_looks(looks))
    return Expectation(mean.measure, band, evidence)


def make_plain_evidence(
    mean: PairMean, scores: Scores, n_looks: int
) -> RateEvidence | FixedEvidence:
    """Return the evidence on an expected number that is tested at `n_looks` looks."""
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
    """Return the expectation of a change; None if it has no band or no reference."""
    measure = replace(mean.measure, is_change=True)
    band = bands.find(measure)
    change = reference.measure_change(mean, scores) if band and reference else None
    if band is None or change is None:
        return None
    return Expectation(measure, band, FixedEvidence.of_change(change, count_looks(looks)))


def expect_best_hands(bands: Bands, of_groups: Mapping[str, Scores]) -> Iterator[Expectation]:
    """Yield the expectations of decks in their best hands, if these have a band.

    Parameters
    ----------
    bands : Bands
    of_groups : mapping from str to Scores
        The scores of each group of players, who play the same matchups; two or more.
    """
    for mean in list_pair_means(next(iter(of_groups.values()))):
        measure = replace(mean.measure, topic=Topic.BEST_HANDS)
        if mean.measure.topic is Topic.WIN_RATE and (band := bands.find(measure)):
            evidence = {
                group: make_plain_evidence(mean, scores, n_looks=1)
                for group, scores in of_groups.items()
            }
            yield Expectation(measure, band, BestHands(evidence))


def expect_unplayed(bands: Bands, listed: Collection[Measure]) -> Iterator[Expectation]:
    """Yield the expectations of tables (matchups) that were not played, without evidence."""
    played = {covering for measure in listed for covering in measure.covering}
    for measure, band in bands.by_measure.items():
        is_table = isinstance(measure.subject, MatchupSubject) and not measure.reverse
        if is_table and measure not in played:
            yield Expectation(measure, band, FixedEvidence.without_games(measure.limits))


def list_unmeasured(bands: Bands, scores: Scores, judged: Collection[Measure]) -> Iterator[Measure]:
    """Yield the expected changes that have a band but no reference."""
    listed: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        measure = replace(mean.measure, is_change=True)
        band = bands.find(measure)
        if band is None or measure in judged or measure.reverse in judged:
            continue
        expectation = Expectation(measure, band, FixedEvidence.without_games(measure.limits))
        if not is_listed_reversed(expectation, listed):
            listed[measure] = expectation
    yield from listed


def is_listed_reversed(expectation: Expectation, listed: Mapping[Measure, Expectation]) -> bool:
    """Return whether a duel's expectation is listed from its other side."""
    measure, band = expectation.measure, expectation.band
    other = listed.get(measure.reverse) if measure.reverse else None
    if other is None:
        return False
    whole = 0.0 if measure.is_change else 1.0  # sum of the two sides
    return isclose(other.band.low, whole - band.high, abs_tol=1e-9) and isclose(
        other.band.high, whole - band.low, abs_tol=1e-9
    )
