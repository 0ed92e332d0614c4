"""A folder's numbers compared with its expectations: played, judged, and its pages written."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from time import monotonic
from typing import Any

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.data.run import Run, load_run, open_games
from evenhand.analysis.gate.expectations import (
    Reference,
    Scores,
    expect_best_hands,
    list_expectations,
    list_unmeasured,
)
from evenhand.analysis.gate.judge import Expectation, Outcome, sort_worst_first
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.measures import FORBIDDEN
from evenhand.analysis.gate.run_verdicts import Judged
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.impact import save_impact
from evenhand.experiments.known_games import copy_known_games
from evenhand.experiments.play_job import claim_places, job_work
from evenhand.experiments.play_panel import play_panel
from evenhand.experiments.question_store import store_in
from evenhand.flags import CheckFlags
from evenhand.gate.card_bands import MeasuredCards, has_card_bands, measure_cards
from evenhand.gate.card_groups import find_group_pulls
from evenhand.gate.changed_inputs import find_changed_inputs
from evenhand.gate.check_notes import (
    find_opinion,
    note_break_offs,
    note_needless_exceptions,
    note_new_matchups,
    note_smaller_field,
)
from evenhand.gate.check_output import save_page
from evenhand.gate.check_setup import Setup, prepare_check
from evenhand.gate.ci_reports import check_files, write_ci_failure, write_ci_reports
from evenhand.gate.edit_causes import split_failures
from evenhand.gate.failure_places import FailurePlaces
from evenhand.gate.forecast import describe_forecast
from evenhand.gate.reference import PlayedReference, find_last_reference
from evenhand.gate.verdicts import judge_bands, judge_scores, save_verdicts
from evenhand.inputs.faults import list_collected
from evenhand.inputs.git import find_tree
from evenhand.loading import load_meanwhile
from evenhand.progress import progress_bar
from evenhand.reports.check.result import CheckResult
from evenhand.reports.left_out import list_mistakes, write_left_out_of_plan
from evenhand.reports.page import CHECK_PAGE, REPORT_PAGE
from evenhand.simulate.runs.claim import Claim, Work, find_changes_since
from evenhand.simulate.runs.run import Growth, play_plan
from evenhand.terminal import note

__all__ = [
    "FinishedCheck", "NothingToCheckError", "check_folder", "claim_check", "find_next_look",
    "play_run",
]  # fmt: skip

AGAINST = "the files that --against names"


class NothingToCheckError(UsageError):
    """The error of a check without bands, or without any about what was played."""


@dataclass(frozen=True)
class FinishedCheck:
    """A check that was carried out.

    Attributes
    ----------
    result : CheckResult
    run : Run
        The games behind it.
    page : Path
        Its own page.
    report : Path, optional
        The report of its games; None for a check that passes, which has none.
    judged : Judged, optional
        The verdicts on the run's own numbers, for its report; None without bands of these.
    places : FailurePlaces
    notes : tuple of str
        What was said before it began.
    """

    result: CheckResult
    run: Run
    page: Path
    report: Path | None
    judged: Judged | None
    places: FailurePlaces
    notes: tuple[str, ...]


def check_folder(
    flags: CheckFlags, show: Callable[[FinishedCheck], None] = lambda _: None
) -> FinishedCheck:
    """Carry out a check, write what the services of CI read, and its pages.

    Parameters
    ----------
    show : callable
        What is done with the verdict before the pages are written.

    Raises
    ------
    NothingToCheckError
    UsageError
        If there is no folder, or a flag means nothing here.
    InputError
        If a file's content is wrong.
    """
    begun = monotonic()
    try:
        return reach_verdict(prepare_check(flags), flags, begun, show)
    except BaseException as error:  # Ctrl-C and a panic of Polars are no Exception
        write_ci_failure(error, flags, monotonic() - begun)
        raise


def reach_verdict(
    setup: Setup, flags: CheckFlags, begun: float, show: Callable[[FinishedCheck], None]
) -> FinishedCheck:
    """Play and judge a check, tell of its verdict, and write its pages."""
    project = setup.project
    if not any(map(setup.can_check, project.bands.by_measure)):
        expects = f"{project.folder.path} expects nothing that can be checked"
        raise NothingToCheckError(
            "; ".join([f"nothing to check: {expects}", *setup.note_unchecked()])
        )
    check_files(flags)
    setup.say(*project.notes, *setup.job.notes)
    with claim_check(setup) as held:
        done = carry_out(setup, held)
        if any(one.measure.topic not in FORBIDDEN for one in done.result.judgements):
            write_ci_reports(done.result, done.places, flags, monotonic() - begun)
            show(done)
            write_pages(done, flags.place)
            return done
    raise NothingToCheckError("nothing to check: no band is about anything that was played")


@contextmanager
def claim_check(setup: Setup, name: str = "check") -> Iterator[Claim]:
    """Lock the folder of a check, new or resumed, until the verdict is reached."""
    job = setup.job
    work = job_work(job, name, name_goal(setup))
    if setup.ref:
        files = find_tree(setup.project.folder.path.parent, setup.ref)
        work = replace(work, identity={**work.identity, AGAINST: files})
        refuse_moved_ref(setup, work)
    say = None if setup.is_quiet else note
    with claim_places(job.request.out, job.plan.game.name, work, say) as held:
        yield held


def refuse_moved_ref(setup: Setup, work: Work) -> None:
    """Refuse to resume a check whose git ref stands for other files by now."""
    out, ref = setup.job.request.out, setup.ref
    if out and find_changes_since(out, work) == [AGAINST]:
        message = f"{ref} means another commit now than when the check in {out} was begun"
        hint = (
            f"to begin anew, choose another --out, or remove {out}; to go on, name the commit that "
            f"it was, which git reflog {ref} lists: --against COMMIT"
        )
        raise UsageError(message, hint)


def carry_out(setup: Setup, held: Claim) -> FinishedCheck:
    """Play and judge a check."""
    project, reference = setup.project, setup.find_reference(held)
    with load_meanwhile():
        cards = measure_cards_with_bands(setup, held)
        run, looks = play_run(setup, held, reference, cards.expectations)
    scores = read_pair_scores(run)
    groups = play_panel_games(setup, run)
    others = [*cards.expectations, *expect_of_groups(setup, scores, groups)]
    judgements = judge_scores(project, scores, reference, looks, others)
    judged = save_verdicts(run.folder, project, judgements)
    left_out = write_left_out_of_plan(setup.job.plan)
    missing = [
        *setup.note_unchecked(),
        *(note_new_matchups(scores, reference) if project.has_changes else ()),
    ]
    reasons = missing if left_out is None else [str(left_out), *missing]
    if cards.effects is not None:
        save_impact(run.folder, cards.effects)
    info = run.info["run"]
    find_last = cache(partial(find_last_reference, project.folder.path.parent, setup.job.plan))
    unsettled = (Outcome.FAIL, Outcome.INCONCLUSIVE)
    is_unsettled = any(one.outcome in unsettled for one in judgements)
    of_edits = reference or (find_last() if is_unsettled else None)
    inputs = find_changed_inputs(of_edits, run, setup.job.plan)
    places = FailurePlaces(project, inputs)
    opinion = None if setup.job.panel else find_opinion(project, setup.job.plan, find_last)
    result = CheckResult(
        title=info["title"],
        judgements=tuple(sort_worst_first(judgements)),
        games=info["games"],
        budget=info["games"] + setup.card_games + setup.other_games,
        seed=info["seed"],
        n_seats=info["seats"],
        level=setup.level,
        notes=(
            *missing,
            *note_needless_exceptions(judgements, project),
            *note_break_offs(run),
            *note_smaller_field(
                judgements, project, setup.job.plan, find_last, bool(inputs.changes)
            ),
            *(() if opinion is None else (opinion.note,)),
        ),
        display_names=list_display_names(run.info),
        since=name_reference(setup, of_edits),
        changes=tuple(inputs.changes),
        causes={one.measure: inputs.list_possible_causes(one.measure) for one in judgements},
        places=places.by_input,
        pulls=find_group_pulls(judgements, setup.job.plan.pool, cards.exchanges, cards.changes),
        bot_games={name: int(of_bot.info["run"]["games"]) for name, of_bot in groups.items()},
        players=" against ".join(setup.job.players[bot.name] for bot in setup.job.plan.bots),
        splits=split_failures(setup, held, of_edits, scores, inputs, judgements),
        unchecked={
            measure: "; ".join(reasons)
            for measure in list_unmeasured(
                project.bands, scores, {one.measure for one in judgements}
            )
        },
        left_out=str(left_out or ""),
        faults=tuple(map(str, list_collected())),
        mistakes=list_mistakes(list_collected()),
        is_disputed=opinion is not None and opinion.is_outside,
        has_newly_outside=opinion is not None and opinion.is_new,
        tuned_options=tuple(project.folder.content.tune.options),
    )
    has_report = result.outcome is not Outcome.PASS
    return FinishedCheck(
        result,
        run,
        page=run.folder / CHECK_PAGE,
        report=run.folder / REPORT_PAGE if has_report else None,
        judged=judged,
        places=places,
        notes=(*project.notes, *setup.job.notes),
    )


def write_pages(done: FinishedCheck, place: str) -> None:
    """Write the page of a check, and the report of its games if it does not pass."""
    save_page(done.result, done.run, done.page, done.report, place)
    if done.report:
        # What makes reports is imported when there is something to report.
        from evenhand.reports.report import save_report
        from evenhand.reports.report_tables import gather_evidence

        save_report(gather_evidence(done.run, done.judged), done.report, done.run.folder)


def name_reference(setup: Setup, reference: Reference | None) -> str:
    """Name what a check tells edits from; "" if from nothing."""
    match reference:
        case None:
            return ""
        case PlayedReference(run=run) if not setup.ref:
            return str(run.folder)
    return setup.ref or (setup.baseline.name if setup.baseline else "")


def measure_cards_with_bands(setup: Setup, held: Claim) -> MeasuredCards:
    """Measure the cards that have a band, in the store of a check."""
    if not has_card_bands(setup.project):
        return MeasuredCards([], None)
    with store_in(held, setup.job.request, setup.is_quiet) as store:
        effort = Effort(most_games=setup.card_games, store=store)
        return measure_cards(setup.project, setup.job.plan, effort, setup.budget)


def play_run(
    setup: Setup, held: Claim, reference: Reference | None, cards: Sequence[Expectation]
) -> tuple[Run, Looks | None]:
    """Play the run of a check, all of it or until verdicts are sure; return its looks, too."""
    job, plan = setup.job, setup.job.plan
    n_pairs = min(matchup.pairs for matchup in plan.matchups)
    looks, growth = None, None
    if setup.is_sequential:
        looks = Looks.up_to(n_pairs)
        setup.say(*describe_forecast(setup.project, plan, looks))
        plan = plan.with_games(looks.pairs[0] * len(plan.sides) * plan.n_seats)
        growth = Growth(name_goal(setup), partial(find_next_look, setup, reference, cards, looks))
    command, say = partial(job.command, "run"), None if setup.is_quiet else note
    with start_workers(job.request) as workers, progress_bar(disabled=setup.is_quiet) as progress:
        copy_known_games(plan, held)
        played = play_plan(plan, held, workers, command, progress, say, growth)
    run = load_run(held.folder, plan.with_games(played.games))
    return run, looks.at(run.info) if looks else None


def play_panel_games(setup: Setup, lead: Run) -> dict[str, Run]:
    """Play a panel's further bots for a check; return their runs by group of players, or bot."""
    with progress_bar(disabled=setup.is_quiet) as progress:
        say = None if setup.is_quiet else note
        played = play_panel(setup.job, lead.folder, progress, say)
    names = setup.job.players
    return {
        names[one.bot_names[0]]: load_run(one.result.out)
        for one in played
        if len(one.bot_names) == 1
    }


def expect_of_groups(
    setup: Setup, scores: Scores, groups: Mapping[str, Run]
) -> Iterator[Expectation]:
    """Yield what a check expects of a panel's further bots, and of all of them together."""
    bands = setup.project.bands
    of_groups = {name: read_pair_scores(run) for name, run in groups.items()}
    if bands.has_panel:
        for name, of_group in of_groups.items():
            for expectation in list_expectations(bands, of_group):
                yield replace(expectation, measure=replace(expectation.measure, bot=name))
    if of_groups and bands.has_best_hands:
        players = sorted((*setup.job.plan.bots, *setup.job.panel), key=lambda bot: bot.strength)
        names = [setup.job.players[bot.name] for bot in players]
        yield from expect_best_hands(bands, {name: of_groups.get(name, scores) for name in names})


def name_goal(setup: Setup) -> str:
    """Name what a check is to find, to tell it from one with other bands or games."""
    bands = sorted(setup.project.bands.by_measure.items(), key=repr)
    games = (setup.job.plan.games, setup.card_games, setup.other_games, setup.is_sequential)
    field = setup.project.bands.field
    wanted = repr((bands, setup.level, games, *([field] if field else [])))
    return f"check {hashlib.sha256(wanted.encode()).hexdigest()[:16]}"


def find_next_look(
    setup: Setup,
    reference: Reference | None,
    cards: Sequence[Expectation],
    looks: Looks,
    folder: Path,
    info: dict[str, Any],
) -> int:
    """Return the games at the next look of a check, or those there are if all is sure."""
    looks = looks.at(info)
    scores = read_pair_scores(open_games(folder, info))
    judgements = judge_bands(setup.project, scores, reference, looks, cards)
    judgements = judgements[: len(judgements) - len(cards)]
    is_sure = all(one.verdict is not Verdict.INCONCLUSIVE for one in judgements)
    if is_sure or looks.next is None:
        return int(info["run"]["games"])
    return looks.next * len(info["matchups"]) * int(info["run"]["seats"])
