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

__all__ = ["judge_scores"]


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
    check = project.check
    expectations = [*list_expectations(project.bands, scores, reference, looks), *others]
    found = [
        judge_engine_errors(scores, check.level),
        *judge_endless_turns(scores, check.level),
        *judge(expectations, check.level, check.power),
    ]
    return [replace(one, acceptance=project.acceptance(one.measure)) for one in found]
