"""What else there is to say of a check: exceptions that can go, and matchups that are new."""

from collections.abc import Iterator, Mapping, Sequence

from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.gate.project import Project
from evenhand.gate.reference import PlayedReference
from evenhand.reports.break_off_findings import write_break_offs
from evenhand.reports.check.check_wording import name_measure
from evenhand.reports.evidence import Evidence

__all__ = ["note_break_offs", "note_needless_exceptions", "note_new_matchups"]

SHOWN = 3  # names in one note


def note_needless_exceptions(judgements: Sequence[Judgement], project: Project) -> Iterator[str]:
    """Name the exceptions of which everything is inside its band by now."""
    for accepted in project.accepted:
        about = [one for one in judgements if accepted.covers(one.measure)]
        if about and all(one.verdict is Verdict.PASS for one in about):
            place = f"{project.folder.path}:{accepted.line}"
            name = name_measure(about[0].measure)
            yield f"{place}: {name} is inside its band; this exception can go"


def note_new_matchups(
    scores: Mapping[MatchupKey, PairScores], reference: Reference | None
) -> Iterator[str]:
    """Name the matchups that are new, so that nothing is said of their change."""
    if reference is None:
        return
    new = [found.matchup.name for key, found in scores.items() if not reference.has_matchup(key)]
    if new:
        more = f" and {len(new) - SHOWN} more" if len(new) > SHOWN else ""
        since = "" if isinstance(reference, PlayedReference) else " since the baseline"
        yield f"new{since}, so no change is checked: {', '.join(new[:SHOWN])}{more}"


def note_break_offs(evidence: Evidence) -> Iterator[str]:
    """Name the cards that games broken off go with, if there were many such games."""
    sentence = write_break_offs(evidence)
    if sentence is not None:
        yield str(sentence)
