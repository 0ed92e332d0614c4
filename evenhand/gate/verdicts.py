"""Verdicts on a folder's numbers, for `check` and `watch`: judged, and saved with a run."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path

from evenhand.analysis.gate.expectations import Reference, Scores, list_expectations
from evenhand.analysis.gate.judge import (
    Expectation,
    Judgement,
    judge,
    judge_endless_turns,
    judge_engine_errors,
)
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.measures import FORBIDDEN
from evenhand.analysis.gate.run_bands import Allowance, is_of_run, save_bands
from evenhand.analysis.gate.run_verdicts import Judged
from evenhand.gate.folder_expectations import Project

__all__ = ["judge_bands", "judge_scores", "save_verdicts"]


def judge_scores(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
    others: Sequence[Expectation] = (),
    level: float | None = None,
) -> list[Judgement]:
    """Return verdicts on a folder: on forbidden outcomes, then on the numbers with a band.

    Parameters
    ----------
    reference, looks
        As `list_expectations` takes them.
    others : sequence of Expectation
        Expectations of other games, judged together with these.
    level : float, optional
        Joint confidence level of all verdicts; by default that of the folder.
    """
    level = level or project.check.level
    counts = [judge_engine_errors(scores, level), *judge_endless_turns(scores, level)]
    forbidden = [
        replace(judgement, acceptance=project.find_acceptance(judgement.measure))
        for judgement in counts
    ]
    return [*forbidden, *judge_bands(project, scores, reference, looks, others, level)]


def judge_bands(
    project: Project,
    scores: Scores,
    reference: Reference | None = None,
    looks: Looks | None = None,
    others: Sequence[Expectation] = (),
    level: float | None = None,
) -> list[Judgement]:
    """Return verdicts only on the numbers of a folder that have a band.

    Parameters
    ----------
    reference, looks, others, level
        As `judge_scores` takes them.
    """
    expectations = [*list_expectations(project.bands, scores, reference, looks), *others]
    judgements = judge(expectations, level or project.check.level, project.check.power)
    return [
        replace(judgement, acceptance=project.find_acceptance(judgement.measure))
        for judgement in judgements
    ]


def save_verdicts(
    run_dir: Path, project: Project, judgements: Sequence[Judgement]
) -> Judged | None:
    """Save bands, field and verdicts of a folder beside its run; None if the run has no bands."""
    if (bands := project.bands.of_run()) is None:
        return None
    own = [
        judgement
        for judgement in judgements
        if is_of_run(judgement.measure) and judgement.measure.topic not in FORBIDDEN
    ]
    verdicts = {judgement.measure: judgement.verdict for judgement in own}
    allowances = {
        judgement.measure: Allowance(judgement.low_all, judgement.high_all, judgement.n_together)
        for judgement in own
        if not isnan(judgement.low_all)
    }
    bands = replace(bands, verdicts=verdicts, allowances=allowances)
    save_bands(run_dir, bands)
    return Judged.of(bands, own) if bands.by_measure else None
