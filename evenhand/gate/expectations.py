"""From a run to what is expected of it: numbers that have a band, with what is known of them."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from evenhand.analysis.gate.evidence import FixedEvidence, NumberEvidence, SequentialEvidence
from evenhand.analysis.gate.expectations import Scores, is_said, weigh
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.gate.subjects import RATE, MatchupSubject, Measure, Topic
from evenhand.gate.looks import Looks
from evenhand.gate.project import Project
from evenhand.gate.reference import Reference

__all__ = ["list_expectations", "list_unmeasured"]


def list_expectations(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
) -> list[Expectation]:
    """List the numbers of a run that have a band, each with what is known of it.

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
            expect_number(project, mean, scores, looks),
            expect_change(project, mean, scores, reference, looks),
        ):
            if one is not None and not is_said(one, found):
                found[one.measure] = one
    return [*found.values(), *expect_unplayed(project, found)]


def expect_number(
    project: Project, mean: PairMean, scores: Scores, looks: Looks | None
) -> Expectation | None:
    """Put together what is known of a number; None if it has no band."""
    band, limits = project.band(mean.measure), mean.measure.limits
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


def expect_change(
    project: Project,
    mean: PairMean,
    scores: Scores,
    reference: Reference | None,
    looks: Looks | None,
) -> Expectation | None:
    """Put together what is known of a change; None if it has no band or nothing to compare."""
    measure = replace(mean.measure, is_change=True)
    band = project.band(measure)
    change = reference.measure_change(mean, scores) if band and reference else None
    if band is None or change is None:
        return None
    return Expectation(measure, band, FixedEvidence.of_change(change, count_looks(looks)))


def expect_unplayed(project: Project, found: Collection[Measure]) -> Iterator[Expectation]:
    """List what is expected at tables that are not among those chosen to be played."""
    played = {covering for measure in found for covering in measure.covering}
    for measure, band in project.bands.items():
        is_table = isinstance(measure.subject, MatchupSubject) and not measure.reverse
        if is_table and measure not in played:
            yield Expectation(measure, band, FixedEvidence.without_games(measure.limits))


def list_unmeasured(
    project: Project, scores: Scores, judged: Collection[Measure]
) -> Iterator[Measure]:
    """List the changes that have a band and nothing to be measured from."""
    found: dict[Measure, Expectation] = {}
    for mean in list_pair_means(scores):
        measure = replace(mean.measure, is_change=True)
        band = project.band(measure)
        if band is None or measure in judged or measure.reverse in judged:
            continue
        one = Expectation(measure, band, FixedEvidence.without_games(measure.limits))
        if not is_said(one, found):
            found[measure] = one
    yield from found


def count_looks(looks: Looks | None) -> int:
    """Return how many looks share the level."""
    return len(looks.pairs) if looks else 1
