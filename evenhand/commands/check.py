"""The command `check`: a folder's numbers compared with its expectations."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import typer

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.data.run import Run, load_run, open_games
from evenhand.analysis.gate.expectations import Reference, list_expectations, list_unmeasured
from evenhand.analysis.gate.judge import (
    Expectation,
    Outcome,
    sort_worst_first,
)
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.subjects import FORBIDDEN, Measure
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.table_file import find_table
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.contrasts import Effort, store_in
from evenhand.experiments.impact import save_impact
from evenhand.experiments.panel import play_panel
from evenhand.experiments.play import claim_places, job_work
from evenhand.flags import CheckFlags
from evenhand.gate.baseline import check_is_baseline, make_baseline, read_baseline, write_baseline
from evenhand.gate.baseline_changes import print_baseline_changes
from evenhand.gate.card_bands import MeasuredCards, has_card_bands, measure_cards
from evenhand.gate.changed_inputs import find_changed_inputs
from evenhand.gate.ci_reports import check_files, write_ci_failure, write_ci_reports
from evenhand.gate.failure_places import FailurePlaces
from evenhand.gate.forecast import describe_forecast
from evenhand.gate.git_reference import play_git_ref
from evenhand.gate.notes import note_break_offs, note_needless_exceptions, note_new_matchups
from evenhand.gate.output import print_result, print_result_as_json, save_page
from evenhand.gate.project import Project, load_project
from evenhand.gate.reference import BaselineReference
from evenhand.gate.saved_verdicts import save_verdicts
from evenhand.gate.verdicts import judge_bands, judge_scores
from evenhand.inputs.git import find_tree
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.loading import load_meanwhile
from evenhand.reports.check.result import CheckResult
from evenhand.reports.evidence import gather_evidence, rename_decks
from evenhand.simulate.runs.claim import Claim, Work, claim, find_changes_since
from evenhand.simulate.runs.run import Growth, play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import note, print_json, progress_bar, tell
from evenhand.writing import check_can_write, check_place, name_place

__all__ = ["check_command"]

EXIT_CODES = {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.INCONCLUSIVE: 4}
NOTHING_TO_CHECK = 5
AGAINST = "the files that --against names"
CARD_SHARE = 2  # of the games one in so many is for cards, if some have a band


def check_command(flags: CheckFlags) -> None:
    """Check a folder and end with the exit code of the verdict."""
    begun = monotonic()
    try:
        done = reach_verdict(flags, begun)
    except Exception as error:
        if not flags.update_baseline:
            write_ci_failure(error, flags, monotonic() - begun)
        if isinstance(error, NothingToCheckError):
            note(str(error))
            raise typer.Exit(NOTHING_TO_CHECK) from None
        raise
    if done is None:
        return
    if flags.json:
        print_result_as_json(done.result, done.run, done.pages)
    elif flags.quiet:
        tell(done.pages[1])
    else:
        print_result(done.result, done.run, done.pages, flags.place)
    raise typer.Exit(EXIT_CODES[done.result.outcome])


class NothingToCheckError(Exception):
    """There is no band, or none about anything that was played."""


def reach_verdict(flags: CheckFlags, begun: float) -> "FinishedCheck | None":
    """Carry a check out and tell the services of it; None if it was a baseline's turn."""
    project = load_project(find_balance_file(flags.place))
    refuse_flags(project, flags)
    setup = set_up(project, flags)
    if flags.update_baseline:
        update_baseline(setup, flags.json)
        return None
    if not any(map(setup.can_check, project.bands.by_measure)):
        expects = f"{project.folder.path} expects nothing that can be checked"
        raise NothingToCheckError(
            "; ".join([f"nothing to check: {expects}", *setup.note_unchecked()])
        )
    check_files(flags)
    setup.say(*project.notes, *setup.job.notes)
    with claim_check(setup) as held:
        done = carry_out(setup, held, flags.place)
        if any(one.measure.topic not in FORBIDDEN for one in done.result.judgements):
            write_ci_reports(done.result, done.places, flags, monotonic() - begun)
            return done
    raise NothingToCheckError("nothing to check: no band is about anything that was played")


def find_balance_file(name: str) -> Path:
    """Find the ``balance.toml`` that a user means."""
    source = find_source(name)
    if source.folder is None:
        where = f"'{name}' is a game" if name else "there is no balance.toml here"
        raise UsageError(f"{where}: which folder should be checked?", "evenhand init makes one")
    return source.folder.path


@dataclass(frozen=True)
class Setup:
    """What is to be checked, and how.

    Attributes
    ----------
    job : Job
        Its plan has all the games that the run may have.
    ref : str
        A git ref that changes are measured from; "" for the baseline.
    baseline : Path, optional
    card_games, other_games : int
        Games for exchanging cards, and for the other side of a comparison.
    """

    project: Project
    job: Job
    ref: str
    baseline: Path | None
    is_sequential: bool
    card_games: int
    other_games: int
    is_quiet: bool

    def can_check(self, measure: Measure) -> bool:
        """Return whether a band can be checked: changes need something to be measured from."""
        return not measure.is_change or bool(self.ref or self.baseline)

    def note_unchecked(self) -> tuple[str, ...]:
        """Return a note if changes are expected that cannot be checked."""
        if all(map(self.can_check, self.project.bands.by_measure)):
            return ()
        named = 'baseline = "baseline.json", then evenhand check --update-baseline'
        where = f"name a baseline in [check] ({named}), or give --against GIT_REF"
        return (f"[expect.change] is not checked: {where}",)

    def find_reference(self, held: Claim) -> Reference | None:
        """Return what changes are measured from, if any are expected."""
        if not self.project.has_changes:
            return None
        if self.ref:
            out = held.add_temporary("reference")
            return play_git_ref(self.project.folder, self.ref, self.job, out, self.play)
        if self.baseline is None:
            return None
        found = read_baseline(self.baseline, identify_job(self.job))
        return BaselineReference(found.moments, found.inputs)

    def play(self, job: Job, out: Path) -> None:
        """Play another job with the same workers."""
        with (
            claim([out], plan_work(job.plan)) as held,
            start_workers(self.job.request) as workers,
            progress_bar(disabled=self.is_quiet) as progress,
        ):
            play_plan(job.plan, held, workers, progress=progress)

    def say(self, *texts: str) -> None:
        """Print notes, unless nobody wants them."""
        for text in () if self.is_quiet else texts:
            note(text)

    @property
    def level(self) -> float:
        """How sure verdicts are to be."""
        return self.project.check.level


def set_up(project: Project, flags: CheckFlags) -> Setup:
    """Divide the games, and load all that is played."""
    check, ref = project.check, flags.against
    total = check.games if flags.games is None else flags.games
    card_games = total // CARD_SHARE if has_card_bands(project) else 0
    other_games = (total - card_games) // 2 if ref else 0
    request = Request(
        game=str(project.folder.path),
        games=max(1, total - card_games - other_games),
        out=flags.out,
        jobs=flags.jobs,
    )
    job = prepare(request)
    is_sequential = check.sequential if flags.sequential is None else flags.sequential
    return Setup(
        project=project,
        job=job if check.panel else replace(job, panel=()),
        ref=ref,
        baseline=flags.baseline or project.baseline,
        is_sequential=is_sequential and not ref and not flags.update_baseline,
        card_games=card_games,
        other_games=other_games,
        is_quiet=flags.quiet or flags.json,
    )


def refuse_flags(project: Project, flags: CheckFlags) -> None:
    """Refuse flags that mean nothing here, or not together."""
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    if flags.against and flags.baseline:
        raise UsageError("--against and --baseline: give only one of them")
    if flags.against and flags.sequential:
        raise UsageError(
            "--sequential and --against do not go together: all pairs are played at once"
        )
    if flags.update_baseline:
        refuse_updates(flags)
        return
    for flag, value in (("against", flags.against), ("baseline", flags.baseline)):
        if value and not project.has_changes:
            message = f"--{flag}: there is no band to compare a change with"
            raise UsageError(message, "give one in [expect.change]")


def refuse_updates(flags: CheckFlags) -> None:
    """Refuse what does not go with writing a baseline."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        message = "--update-baseline is for people: in CI it would let every change pass"
        raise UsageError(message, "run it on your machine and commit the file")
    for flag, value in (
        ("against", flags.against), ("junit", flags.junit), ("markdown", flags.markdown),
    ):  # fmt: skip
        if value:
            raise UsageError(f"--update-baseline and --{flag} do not go together")


def identify_job(job: Job) -> dict[str, Any]:
    """Return what a baseline must be of."""
    plan = job.plan
    return {
        "game": plan.game.name,
        "rules_version": plan.game.rules_version,
        "mode": plan.mode,
        "seats": plan.n_seats,
    }


@dataclass(frozen=True)
class FinishedCheck:
    """A check that was carried out, the games behind it, its page and their report."""

    result: CheckResult
    run: Run
    pages: tuple[Path, Path]
    places: FailurePlaces


@contextmanager
def claim_check(setup: Setup, name: str = "check") -> Iterator[Claim]:
    """Have the folder of a check, begun or new, until the verdict is reached."""
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
    """Refuse to go on with a check whose git ref stands for other files by now."""
    out, ref = setup.job.request.out, setup.ref
    if out and find_changes_since(out, work) == [AGAINST]:
        message = f"{ref} means another commit now than when the check in {out} was begun"
        hint = (
            f"to begin anew, choose another --out, or remove {out}; to go on, name the commit that "
            f"it was, which git reflog {ref} lists: --against COMMIT"
        )
        raise UsageError(message, hint)


def carry_out(setup: Setup, held: Claim, place: str) -> FinishedCheck:
    """Play and judge."""
    project, reference = setup.project, setup.find_reference(held)
    with load_meanwhile():
        cards = measure_cards_with_bands(setup, held)
        run, looks = play_run(setup, held, reference, cards.expectations)
    # What makes reports is imported when there are games to report on.
    from evenhand.reports.report import REPORT_PAGE, save_report

    scores = read_pair_scores(run)
    others = [*cards.expectations, *play_panel_games(setup, run)]
    judgements = judge_scores(project, scores, reference, looks, others)
    judged = save_verdicts(run.folder, project, judgements)
    missing = [*setup.note_unchecked(), *note_new_matchups(scores, reference)]
    if cards.effects is not None:
        save_impact(run.folder, cards.effects)
    evidence, info = gather_evidence(run, judged), run.info["run"]
    inputs = find_changed_inputs(reference, run, setup.job.plan)
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
            *note_break_offs(rename_decks(evidence)),
        ),
        display_names=list_display_names(run.info),
        since=name_reference(setup, reference),
        changes=tuple(inputs.changes),
        causes={one.measure: inputs.list_possible_causes(one.measure) for one in judgements},
        unchecked={
            measure: "; ".join(missing)
            for measure in list_unmeasured(
                project.bands, scores, {one.measure for one in judgements}
            )
        },
    )
    pages = save_page(result, run, place), run.folder / REPORT_PAGE
    save_report(evidence, pages[1], run.folder)
    return FinishedCheck(result, run, pages, FailurePlaces(project, inputs))


def name_reference(setup: Setup, reference: Reference | None) -> str:
    """Name what changes are measured from; "" if from nothing."""
    if reference is None:
        return ""
    return setup.ref or (setup.baseline.name if setup.baseline else "")


def measure_cards_with_bands(setup: Setup, held: Claim) -> MeasuredCards:
    """Measure the cards that have a band."""
    if not setup.card_games:
        return MeasuredCards([], None)
    with store_in(held, setup.job.request, setup.is_quiet) as store:
        effort = Effort(most_games=setup.card_games, store=store)
        return measure_cards(setup.project, setup.job.plan, effort)


def play_run(
    setup: Setup, held: Claim, reference: Reference | None, cards: Sequence[Expectation]
) -> tuple[Run, Looks | None]:
    """Play the run, all of it or until every verdict is sure; return the looks at it, too."""
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
        played = play_plan(plan, held, workers, command, progress, say, growth)
    run = load_run(held.folder, plan.with_games(played.games))
    return run, looks.at(run.info) if looks else None


def play_panel_games(setup: Setup, lead: Run) -> Iterator[Expectation]:
    """Play what the further bots of a panel play, and list what is expected of each."""
    if not setup.job.panel:
        return
    with progress_bar(disabled=setup.is_quiet) as progress:
        say = None if setup.is_quiet else note
        played = play_panel(setup.job, lead.folder, progress, say)
    for one in played:
        if len(one.bot_names) == 1:
            scores = read_pair_scores(load_run(one.result.out))
            for expectation in list_expectations(setup.project.bands, scores):
                measure = replace(expectation.measure, bot=one.bot_names[0])
                yield replace(expectation, measure=measure)


def name_goal(setup: Setup) -> str:
    """Name what a check is to find, to tell it from one with other bands or games."""
    bands = sorted(setup.project.bands.by_measure.items(), key=repr)
    games = (setup.job.plan.games, setup.card_games, setup.other_games, setup.is_sequential)
    wanted = repr((bands, setup.level, games))
    return f"check {hashlib.sha256(wanted.encode()).hexdigest()[:16]}"


def find_next_look(
    setup: Setup,
    reference: Reference | None,
    cards: Sequence[Expectation],
    looks: Looks,
    folder: Path,
    info: dict[str, Any],
) -> int:
    """Return the games at the next look, or those there are if all verdicts are sure."""
    looks = looks.at(info)
    scores = read_pair_scores(open_games(folder, info))
    judgements = judge_bands(setup.project, scores, reference, looks, cards)
    judgements = judgements[: len(judgements) - len(cards)]
    is_sure = all(one.verdict is not Verdict.INCONCLUSIVE for one in judgements)
    if is_sure or looks.next is None:
        return int(info["run"]["games"])
    return looks.next * len(info["matchups"]) * int(info["run"]["seats"])


def update_baseline(setup: Setup, is_json: bool) -> None:
    """Play, show what has changed, and write the baseline."""
    path, project = setup.baseline, setup.project
    if path is None:
        message = "which file is the baseline?"
        raise UsageError(message, 'baseline = "baseline.json" in [check], or --baseline FILE')
    if path == project.baseline:  # which the folder names, not the user
        project.folder.confine(path)
    check_can_write(path)
    check_is_baseline(path)
    check_curve(setup)
    setup.say(*project.notes, *setup.job.notes)
    with claim_check(setup, "check --update-baseline") as held:
        run, _ = play_run(setup, held, None, ())
        scores = read_pair_scores(run)
        now = make_baseline(run, scores)
        try:
            before = read_baseline(path, identify_job(setup.job))
        except InputError as error:
            before = None
            if path.exists():
                problems = "; ".join(map(str, error.problems))
                setup.say(f"The old baseline cannot be used: {problems}")
        if not setup.is_quiet:
            print_baseline_changes(before, now, scores, list_display_names(run.info))
        write_baseline(now, path)
        curve = freeze_cards(setup)
    if is_json:
        said = {"baseline": str(path), "games": now.games, "out": str(run.folder)}
        print_json(said | ({"curve": str(curve)} if curve else {}))
    else:
        tell(f"Baseline  {path}")
        if curve:
            tell(f"Curve     {curve}")


def check_curve(setup: Setup) -> None:
    """Refuse a place for a copy of the cards that would not be read as they are."""
    curve, pool = setup.project.folder.curve, setup.job.plan.pool
    if curve is None:
        return
    copy, sheet = find_table(curve), find_table(pool.file).kept_sheet
    ending = Path(pool.kept_as.removesuffix(sheet)).suffix
    if copy.path.suffix.lower() != ending.lower() or copy.kept_sheet != sheet:
        message = f"curve: expected a {ending}{sheet} file, as {pool.kept_as} is, found {curve}"
        raise UsageError(message, f'curve = "curve{ending}{sheet}"')
    check_place(setup.project.folder.confine(copy.path))


def freeze_cards(setup: Setup) -> Path | None:
    """Let plain cards be as the cards are now, if the folder keeps a copy for them."""
    pool, curve = setup.job.plan.pool, setup.project.folder.curve
    if curve is None:
        return None
    place = setup.project.folder.confine(find_table(curve).path)
    with name_place(place):
        write_whole(place, find_table(pool.file).read())
    return place
