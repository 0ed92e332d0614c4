"""Notes of a check: exceptions no longer needed, new matchups, and games broken off."""

from collections.abc import Iterator, Mapping, Sequence

from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.break_offs import has_many_broken_off
from evenhand.analysis.tables.endings import end_reasons
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.gate.folder_expectations import Project
from evenhand.gate.reference import PlayedReference
from evenhand.reports.check.check_wording import name_measure

__all__ = ["note_break_offs", "note_needless_exceptions", "note_new_matchups"]

SHOWN = 3  # most names in one note


def note_needless_exceptions(judgements: Sequence[Judgement], project: Project) -> Iterator[str]:
    """Yield a check's note for each exception whose numbers are all in their bands."""
    for accepted in project.accepted:
        about = [judgement for judgement in judgements if accepted.covers(judgement.measure)]
        if about and all(judgement.verdict is Verdict.PASS for judgement in about):
            place = f"{project.folder.path}:{accepted.line}"
            name = name_measure(about[0].measure)
            yield f"{place}: {name} is inside its band; this exception can go"


def note_new_matchups(
    scores: Mapping[MatchupKey, PairScores], reference: Reference | None
) -> Iterator[str]:
    """Yield a check's note on matchups that the reference lacks, so not checked for change."""
    if reference is None:
        return
    new = [
        pair_scores.matchup.name
        for key, pair_scores in scores.items()
        if not reference.has_matchup(key)
    ]
    if new:
        more = f" and {len(new) - SHOWN} more" if len(new) > SHOWN else ""
        since = "" if isinstance(reference, PlayedReference) else " since the baseline"
        yield f"new{since}, so no change is checked: {', '.join(new[:SHOWN])}{more}"


def note_break_offs(run: Run) -> Iterator[str]:
    """Yield a check's note on cards of games broken off, if these were many."""
    if has_many_broken_off(end_reasons(run)):
        # What makes reports is slow to import, and hardly ever needed here.
        from evenhand.reports.break_off_findings import write_break_offs
        from evenhand.reports.report_tables import gather_evidence, rename_decks

        yield str(write_break_offs(rename_decks(gather_evidence(run))))
