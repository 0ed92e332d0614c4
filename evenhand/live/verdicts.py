"""What a folder expects, judged while games are still being played."""

from dataclasses import replace

from evenhand.analysis.gate.judge import Judgement, judge, judge_endless_turns, judge_engine_errors
from evenhand.analysis.gate.subjects import Topic
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.gate.expectations import list_expectations
from evenhand.gate.looks import Looks
from evenhand.gate.project import Project
from evenhand.gate.reference import PlayedReference

__all__ = ["judge_scores", "list_unmeasured"]


def judge_scores(
    project: Project,
    scores: dict[MatchupKey, PairScores],
    looks: Looks,
    reference: PlayedReference | None = None,
) -> list[Judgement]:
    """Judge the numbers that have a band, in the order in which the file means them.

    Games that may not be are counted, too, as `check` does: first if there are any, else last.
    """
    if not scores:
        return []
    check = project.check
    expectations = list_expectations(project, scores, reference, looks)
    forbidden = [
        judge_engine_errors(scores, check.level),
        *judge_endless_turns(scores, check.level),
    ]
    judged = judge(expectations, check.level, check.power)
    wrong = [one for one in forbidden if one.estimate]
    right = [one for one in forbidden if judged and not one.estimate]
    judged = [*wrong, *judged, *right]
    return [replace(one, acceptance=project.acceptance(one.measure)) for one in judged]


def list_unmeasured(project: Project) -> list[str]:
    """Say what has a band and is not measured while one looks on."""
    found = []
    if any(measure.topic is Topic.CARD_IMPACT for measure in project.bands):
        found.append("what cards are worth")
    if project.check.panel:
        found.append("the other bots of the panel")
    return found
