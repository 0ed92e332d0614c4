"""Notes of a check: exceptions no longer needed, new matchups, and games broken off."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from evenhand.analysis.data.panel import Member, Panel, load_panel
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.break_offs import has_many_broken_off
from evenhand.analysis.tables.endings import end_reasons
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.known_games import find_same_runs
from evenhand.gate.folder_expectations import Project
from evenhand.gate.reference import PlayedReference
from evenhand.gate.verdicts import judge_bands
from evenhand.reports.check.check_wording import name_measure, write_estimate, write_interval
from evenhand.reports.wording import enumerate_parts, percent
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "Opinion", "find_opinion", "note_break_offs", "note_needless_exceptions", "note_new_matchups",
    "note_smaller_field",
]  # fmt: skip

SHOWN = 3  # most names in one note
FindLast = Callable[[], PlayedReference | None]  # finds the last run before the edits, once


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


def note_smaller_field(
    judgements: Sequence[Judgement],
    project: Project,
    plan: Plan,
    find_last: FindLast,
    is_edited: bool,
) -> Iterator[str]:
    """Yield a check's note on failures that come from decks left out, as the last run shows.

    They are of numbers that pass in all games of that run, and fail in those of the decks that
    are played. These games are the same unless what is played was edited.
    """
    failed = {one.measure for one in judgements if one.outcome is Outcome.FAIL}
    if not plan.left_out or not failed or (last := find_last()) is None:
        return
    if is_edited:
        decks = {entrant.name for entrant in plan.entrants}
        played = {key: scores for key, scores in last.scores.items() if decks.issuperset(key)}
        in_part = judge_bands(project, played)
        failed &= {one.measure for one in in_part if one.verdict is Verdict.FAIL}
    parts = [
        f"{name_measure(one.measure)} (there {write_estimate(one)}, {write_interval(one)})"
        for one in judge_bands(project, last.scores)
        if one.measure in failed and one.verdict is Verdict.PASS
    ]
    if parts:
        shows = f"as {last.run.folder} shows with all of them"
        yield f"Not met only because decks are left out, {shows}: {enumerate_parts(parts, SHOWN)}"


class Opinion(NamedTuple):
    """A check's note on decks that the strongest player of an earlier run does not find in line.

    Attributes
    ----------
    note : str
    is_outside : bool
        Whether a deck is surely outside its band; else it is too close to tell.
    is_new : bool
        Whether any that is outside was not so before the edits.
    """

    note: str
    is_outside: bool
    is_new: bool = False


def find_opinion(project: Project, plan: Plan, find_last: FindLast) -> Opinion | None:
    """Find which decks the strongest bot of an earlier run of a check's games has out of line.

    Parameters
    ----------
    find_last : callable() -> PlayedReference or None
        Finds the last run before the edits, in which the same bot may have played.

    Returns
    -------
    Opinion, optional
        None if all decks surely are in line, or if no other bot has played these games.
    """
    bands = project.bands.of_run()
    if bands is None or (found := find_panel(plan)) is None:
        return None
    folder, panel = found
    player = panel.members[-1]
    if player is panel.lead:
        return None
    outside, near = (
        list_decks(player.run, bands, verdict) for verdict in (Verdict.FAIL, Verdict.INCONCLUSIVE)
    )
    parts, is_new = tell_outside(outside, player, bands, find_last)
    if near:
        who = enumerate_parts([*near.values()], SHOWN)
        parts.append(f"too close to tell whether inside: {who}")
    if not parts:
        return None
    note = (
        f"With {player.bot.name}, the strongest player of {folder}, {'; '.join(parts)}; to judge "
        "that as well: panel = true in [check] of balance.toml"
    )
    return Opinion(note, bool(outside), is_new)


def tell_outside(
    outside: Mapping[str, str], player: Member, bands: Bands, find_last: FindLast
) -> tuple[list[str], bool]:
    """Tell which decks a player finds outside their bands, and whether some only since the edits.

    Parameters
    ----------
    outside : mapping from str to str
        By deck, as `list_decks` returns them.
    """
    if not outside:
        return [], False
    opening, last = "these are outside their bands", find_last()
    before = find_player(last.run, player) if last else None
    if last is None or before is None:
        return [f"{opening}: {enumerate_parts([*outside.values()], SHOWN)}"], False
    known = list_decks(before.run, bands, Verdict.FAIL)
    new = [text for deck, text in outside.items() if deck not in known]
    old = [text for deck, text in outside.items() if deck in known]
    told = [
        f"{when}: {enumerate_parts(decks, SHOWN)}"
        for when, decks in ((f"new since {last.run.folder}", new), ("as before your edits", old))
        if decks
    ]
    return [f"{opening}, {'; '.join(told)}"], bool(new)


def list_decks(run: Run, bands: Bands, verdict: Verdict) -> dict[str, str]:
    """Return the decks of a run on which there is a verdict, each with its win rate."""
    return {
        str(deck): f"{deck} wins {percent(judgement.estimate)}"
        for (deck, *_), judgement in judge_run(run, bands).list_of(Topic.WIN_RATE).items()
        if judgement.verdict is verdict
    }


def find_player(run: Run, player: Member) -> Member | None:
    """Return the member of an earlier run's panel that is the same bot as one of a check's."""
    with suppress(InputError, UsageError, OSError):  # a run that is not whole says nothing here
        members = panel.members if (panel := load_panel(run)) else ()
        bots = player.run.info["bots"]
        return next((one for one in members if one.run.info["bots"] == bots), None)
    return None


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
