"""The command `check`: a folder's numbers held against its expectations."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import typer

from evenhand.analysis.data.pair_scores import scores_by_key
from evenhand.analysis.data.run import Run, load_run, open_games
from evenhand.analysis.gate.judge import Cell, Expected, Outcome, engine_errors, judge, worst_first
from evenhand.analysis.statistics.equivalence import Verdict
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.impact import choose_effort, save_impact
from evenhand.experiments.play import start_workers
from evenhand.flags import CheckFlags
from evenhand.gate.baseline import baseline_of, read_baseline, write_baseline
from evenhand.gate.expectations import (
    CardsMeasured,
    Looks,
    excused,
    expectations,
    has_card_bands,
    measured_cards,
    needless,
    unknown,
)
from evenhand.gate.output import (
    Places,
    check_files,
    print_baseline_change,
    tell_services,
    tell_user,
)
from evenhand.gate.project import CHANGE as CHANGE_OF
from evenhand.gate.project import Project, load_project
from evenhand.gate.reference import AsItWas, Reference, Stored, as_it_was
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.reports.check.sentences import Checked
from evenhand.simulate.runs.plan import UNFINISHED
from evenhand.simulate.runs.run import Growth, simulate
from evenhand.summary import write_report
from evenhand.terminal import note, print_json, progress_bar
from evenhand.writing import check_place

__all__ = ["check_command"]

EXIT_CODES = {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.INCONCLUSIVE: 4}
NOTHING_TO_CHECK = 5
CARD_SHARE = 2  # of the games one in so many is for cards, if some have a band


def check_command(flags: CheckFlags) -> None:
    """Check a folder and end with the exit code of the verdict."""
    project = load_project(path_of(flags.place))
    setup = set_up(project, flags)
    if flags.update_baseline:
        update_baseline(setup, flags.json)
        return
    if not any(setup.is_checked(topic) for topic, _ in project.bands):
        note(f"nothing to check: {project.folder.path} expects nothing that can be checked")
        setup.say(*setup.unchecked)
        raise typer.Exit(NOTHING_TO_CHECK)
    check_files(flags.junit)
    setup.say(*project.notes, *setup.job.notes)
    done = carried_out(setup)
    if len(done.checked.cells) < 2:  # that of engine errors is always there
        note("nothing to check: no band is about anything that was played")
        raise typer.Exit(NOTHING_TO_CHECK)
    tell_services(done.checked, done.places, flags.junit)
    tell_user(done.checked, done.run, done.report, flags)
    raise typer.Exit(EXIT_CODES[done.checked.outcome])


def path_of(name: str) -> Path:
    """Find the ``balance.toml`` that a user means."""
    source = find_source(name)
    if source.folder is None:
        where = f"'{name}' is a game" if name else "there is no balance.toml here"
        raise UsageError(f"{where}: which folder is to be checked?", "evenhand init makes one")
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

    def is_checked(self, topic: str) -> bool:
        """Return whether a topic can be checked: changes need something to be measured from."""
        return not topic.startswith(CHANGE_OF) or bool(self.ref or self.baseline)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Say so if changes are expected that cannot be checked."""
        if all(self.is_checked(topic) for topic, _ in self.project.bands):
            return ()
        where = "name a baseline in [check], or --against GIT_REF"
        return (f"[expect.change] is not checked: {where}",)

    def reference(self) -> Reference | None:
        """Return what changes are measured from, if any are expected."""
        if not has_changes(self.project):
            return None
        if self.ref:
            return as_it_was(self.project.folder, self.ref, self.job, self.is_quiet)
        if self.baseline is None:
            return None
        return Stored.of(read_baseline(self.baseline, identity(self.job)))

    def say(self, *texts: str) -> None:
        """Print notes, unless nobody wants them."""
        for text in () if self.is_quiet else texts:
            note(text)

    @property
    def level(self) -> float:
        """How sure verdicts are to be."""
        return self.project.check.level

    def judged(self, expected: Sequence[Expected]) -> list[Cell]:
        """Judge numbers as the file says."""
        return judge(expected, self.level, self.project.check.power)


def set_up(project: Project, flags: CheckFlags) -> Setup:
    """Check the flags, share the games out, and load all that is played."""
    refuse_flags(project, flags)
    check, ref = project.check, flags.against
    total = check.games if flags.games is None else flags.games
    card_games = total // CARD_SHARE if has_card_bands(project) else 0
    other_games = (total - card_games) // 2 if ref else 0
    asked = Request(
        game=str(project.folder.path),
        games=max(1, total - card_games - other_games),
        out=flags.out,
        jobs=flags.jobs,
    )
    is_sequential = check.sequential if flags.sequential is None else flags.sequential
    return Setup(
        project=project,
        job=prepare(asked),
        ref=ref,
        baseline=flags.baseline or project.baseline,
        is_sequential=is_sequential and not ref and not flags.update_baseline,
        card_games=card_games,
        other_games=other_games,
        is_quiet=flags.quiet or flags.json,
    )


def has_changes(project: Project) -> bool:
    """Return whether changes have a band."""
    return any(topic.startswith(CHANGE_OF) for topic, _ in project.bands)


def refuse_flags(project: Project, flags: CheckFlags) -> None:
    """Refuse flags that mean nothing here, or not together."""
    if flags.games is not None and flags.games < 1:
        raise UsageError(f"--games: expected 1 or more, found {flags.games}")
    if flags.against and flags.baseline:
        raise UsageError("--against and --baseline: give only one of them")
    if flags.against and flags.sequential:
        raise UsageError("--sequential and --against do not go together: pairs are played at once")
    if flags.update_baseline:
        refuse_updates(flags)
        return
    for flag, value in (("against", flags.against), ("baseline", flags.baseline)):
        if value and not has_changes(project):
            message = f"--{flag}: there is no band that a change could be held against"
            raise UsageError(message, "give one in [expect.change]")


def refuse_updates(flags: CheckFlags) -> None:
    """Refuse what does not go with writing a baseline."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        message = "--update-baseline is for people: in CI it would let every change pass"
        raise UsageError(message, "run it on your machine and commit the file")
    for flag, value in (("against", flags.against), ("junit", flags.junit)):
        if value:
            raise UsageError(f"--update-baseline and --{flag} do not go together")


def identity(job: Job) -> dict[str, Any]:
    """Return what a baseline must be of."""
    plan = job.plan
    return {
        "game": plan.game.name,
        "rules_version": plan.game.rules_version,
        "mode": plan.mode,
        "seats": plan.n_seats,
    }


@dataclass(frozen=True)
class Done:
    """A check that was carried out, and the games behind it."""

    checked: Checked
    run: Run
    report: Path
    places: Places


def carried_out(setup: Setup) -> Done:
    """Play and judge."""
    reference = setup.reference()
    cards = cards_of(setup)
    run, looks = played(setup, reference, cards.expected)
    scores = scores_by_key(run)
    expected = [*expectations(setup.project, scores, reference, looks), *cards.expected]
    cells = [engine_errors(scores, setup.level), *setup.judged(expected)]
    cells = [excused(cell, setup.project) for cell in cells]
    if cards.effects is not None:
        save_impact(run.folder, cards.effects)
    report, _ = write_report(run.folder)
    info = run.info["run"]
    checked = Checked(
        title=info["title"],
        cells=tuple(worst_first(cells)),
        games=info["games"],
        budget=info["games"] + setup.card_games + setup.other_games,
        seed=info["seed"],
        n_seats=info["seats"],
        level=setup.level,
        notes=(
            *setup.unchecked,
            *unknown(scores, reference),
            *needless(cells, setup.project),
        ),
    )
    changed = reference.changed if isinstance(reference, AsItWas) else ()
    return Done(checked, run, report, Places(setup.project, setup.job.plan, changed))


def cards_of(setup: Setup) -> CardsMeasured:
    """Measure the cards that have a band."""
    if not setup.card_games:
        return CardsMeasured([], None)
    request = setup.job.request
    with start_workers(request), progress_bar(disabled=setup.is_quiet) as progress:
        effort = choose_effort(request, most_games=setup.card_games)
        return measured_cards(setup.project, setup.job.plan, effort, progress)


def played(
    setup: Setup, reference: Reference | None, cards: Sequence[Expected]
) -> tuple[Run, Looks | None]:
    """Play the run, all of it or until every verdict is sure; give the looks at it, too."""
    job, plan = setup.job, setup.job.plan
    n_pairs = min(matchup.pairs for matchup in plan.matchups())
    looks, growth = None, None
    if setup.is_sequential:
        looks = Looks.up_to(n_pairs)
        plan = replace(plan, games=looks.pairs[0] * len(plan.sides()) * plan.n_seats)
        growth = Growth(goal_of(setup), partial(next_look, setup, reference, cards, looks))
    request, command = job.request, partial(job.command, "run")
    n_jobs, say = request.jobs or -1, None if setup.is_quiet else note
    try:
        with start_workers(request), progress_bar(disabled=setup.is_quiet) as progress:
            simulate(plan, job.out, n_jobs, request.backend, command, progress, say, growth)
    except BaseException:
        if (job.out / UNFINISHED).exists():
            note(f"Stopped. To go on from here, repeat the command with --out {job.out}")
        raise
    run = load_run(job.out)
    return run, looks.at(run.info) if looks else None


def goal_of(setup: Setup) -> str:
    """Name what a growing run is to reach, to tell it from one with other bands or games."""
    bands = sorted(setup.project.bands.items(), key=repr)
    wanted = repr((bands, setup.level, setup.job.plan.games))
    return f"check {hashlib.sha256(wanted.encode()).hexdigest()[:16]}"


def next_look(
    setup: Setup,
    reference: Reference | None,
    cards: Sequence[Expected],
    looks: Looks,
    folder: Path,
    info: dict[str, Any],
) -> int:
    """Return the games at the next look, or those there are if all verdicts are sure."""
    looks = looks.at(info)
    scores = scores_by_key(open_games(folder, info))
    expected = expectations(setup.project, scores, reference, looks)
    cells = setup.judged([*expected, *cards])[: len(expected)]
    is_sure = all(cell.verdict != Verdict.INCONCLUSIVE for cell in cells)
    if is_sure or looks.next is None:
        return int(info["run"]["games"])
    return looks.next * len(info["matchups"]) * int(info["run"]["seats"])


def update_baseline(setup: Setup, is_json: bool) -> None:
    """Play, show what is other than it was, and write the baseline."""
    path, project = setup.baseline, setup.project
    if path is None:
        message = "which file is the baseline?"
        raise UsageError(message, 'baseline = "baseline.json" in [check], or --baseline FILE')
    check_place(path)
    setup.say(*project.notes, *setup.job.notes)
    run, _ = played(setup, None, ())
    scores = scores_by_key(run)
    now = baseline_of(run, scores)
    try:
        before = read_baseline(path, identity(setup.job))
    except InputError as error:
        before = None
        if path.exists():
            setup.say(f"The old baseline is of no use: {error}")
    if not setup.is_quiet:
        print_baseline_change(before, now, scores)
    write_baseline(now, path)
    if is_json:
        print_json({"baseline": str(path), "games": now.games, "out": str(run.folder)})
    else:
        print(f"Baseline  {path}")
