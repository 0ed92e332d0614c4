"""The verdicts on a folder's numbers: the one judge of `check`, `watch` and what they write."""

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
    """Judge the numbers that have a band, after the counts of games that must not be.

    Parameters
    ----------
    reference, looks
        As `list_expectations` takes them.
    others : sequence of Expectation
        Of other games, judged together with these.
    """
    level = project.check.level
    found = [judge_engine_errors(scores, level), *judge_endless_turns(scores, level)]
    forbidden = [replace(one, acceptance=project.acceptance(one.measure)) for one in found]
    return [*forbidden, *judge_bands(project, scores, reference, looks, others)]


def judge_bands(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
    others: Sequence[Expectation] = (),
    level: float | None = None,
) -> list[Judgement]:
    """Judge the numbers that have a band, and nothing else.

    Parameters
    ----------
    reference, looks, others
        As `judge_scores` takes them.
    level : float, optional
        Confidence of all verdicts together; that of the folder if not given.
    """
    expectations = [*list_expectations(project.bands, scores, reference, looks), *others]
    found = judge(expectations, level or project.check.level, project.check.power)
    return [replace(one, acceptance=project.acceptance(one.measure)) for one in found]
