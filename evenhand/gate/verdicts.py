"""Judge a folder's numbers, for `check`, `watch` and the files that they write."""

from collections.abc import Sequence
from dataclasses import replace

from evenhand.analysis.gate.expectations import Reference, Scores, list_expectations
from evenhand.analysis.gate.judge import (
    Expectation,
    Judgement,
    judge,
    judge_endless_turns,
    judge_engine_errors,
)
from evenhand.analysis.gate.looks import Looks
from evenhand.gate.project import Project

__all__ = ["judge_bands", "judge_scores"]


def judge_scores(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
    others: Sequence[Expectation] = (),
) -> list[Judgement]:
    """Judge the forbidden outcomes, then the numbers that have a band.

    Parameters
    ----------
    reference, looks
        As `list_expectations` takes them.
    others : sequence of Expectation
        Expectations of other games, judged together with these.
    """
    level = project.check.level
    counts = [judge_engine_errors(scores, level), *judge_endless_turns(scores, level)]
    forbidden = [
        replace(judgement, acceptance=project.find_acceptance(judgement.measure))
        for judgement in counts
    ]
    return [*forbidden, *judge_bands(project, scores, reference, looks, others)]


def judge_bands(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
    others: Sequence[Expectation] = (),
    level: float | None = None,
) -> list[Judgement]:
    """Judge the numbers that have a band only.

    Parameters
    ----------
    reference, looks, others
        As `judge_scores` takes them.
    level : float, optional
        Joint confidence level of all verdicts; by default that of the folder.
    """
    expectations = [*list_expectations(project.bands, scores, reference, looks), *others]
    judgements = judge(expectations, level or project.check.level, project.check.power)
    return [
        replace(judgement, acceptance=project.find_acceptance(judgement.measure))
        for judgement in judgements
    ]
