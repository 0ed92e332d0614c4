"""Notes of a check: exceptions no longer needed, new matchups, and games broken off."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from evenhand.analysis.data.panel import Panel, load_panel
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.break_offs import has_many_broken_off
from evenhand.analysis.tables.endings import end_reasons
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.known_games import find_same_runs
from evenhand.gate.folder_expectations import Project
from evenhand.gate.reference import PlayedReference
from evenhand.reports.check.check_wording import name_measure
from evenhand.reports.wording import enumerate_parts, percent
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "note_break_offs", "note_needless_exceptions", "note_new_matchups", "note_stronger_player",
]  # fmt: skip

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


def note_stronger_player(project: Project, plan: Plan) -> Iterator[str]:
    """Yield a check's note on decks that the strongest bot of an earlier run finds out of line."""
    bands = project.bands.of_run()
    if bands is None or (found := find_panel(plan)) is None:
        return
    folder, panel = found
    player = panel.members[-1]
    if player is panel.lead:
        return
    judged = judge_run(player.run, bands).list_of(Topic.WIN_RATE)
    outside = [
        f"{deck} wins {percent(judgement.estimate)}"
        for (deck, *_), judgement in judged.items()
        if judgement.verdict is Verdict.FAIL
    ]
    if outside:
        yield (
            f"With {player.bot.name}, the strongest player of {folder}, these are outside their "
            f"bands: {enumerate_parts(outside, SHOWN)}; panel = true in [check] judges that"
        )


def find_panel(plan: Plan) -> tuple[Path, Panel] | None:
    """Return the panel of an earlier run that played a check's games, with its folder."""
    for folder in find_same_runs(plan):
        with suppress(InputError, UsageError, OSError):  # a run that is not whole says nothing here
            if panel := load_panel(load_run(folder)):
                return folder, panel
    return None


def note_break_offs(run: Run) -> Iterator[str]:
    """Yield a check's note on cards of games broken off, if these were many."""
    if has_many_broken_off(end_reasons(run)):
        # What makes reports is slow to import, and hardly ever needed here.
        from evenhand.reports.break_off_findings import write_break_offs
        from evenhand.reports.report_tables import gather_evidence, rename_decks

        yield str(write_break_offs(rename_decks(gather_evidence(run))))
