"""The command `check`: a folder's numbers compared with its expectations."""

from functools import partial
from pathlib import Path

import typer

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.gate.judge import Outcome
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.table_location import find_table
from evenhand.flags import CheckFlags
from evenhand.gate.baseline import (
    Baseline,
    check_is_baseline,
    make_baseline,
    read_baseline,
    write_baseline,
)
from evenhand.gate.baseline_changes import print_baseline_changes
from evenhand.gate.changed_inputs import ChangedInputs, compare_inputs
from evenhand.gate.check import (
    FinishedCheck,
    NothingToCheckError,
    check_folder,
    claim_check,
    play_run,
)
from evenhand.gate.check_output import print_next, print_result, print_result_as_json
from evenhand.gate.check_setup import Setup, identify_job, prepare_check
from evenhand.gate.failure_places import FailurePlaces
from evenhand.inputs.faults import raise_faults
from evenhand.reports.check.edit_wording import name_edit
from evenhand.reports.wording import Sentence
from evenhand.result_folders import check_can_write, check_place, report_write_errors
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.terminal import finish_without_reader, note, print_json, tell

__all__ = ["check_command"]

EXIT_CODES = {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.INCONCLUSIVE: 4}
NOTHING_TO_CHECK = 5


def check_command(flags: CheckFlags) -> None:
    """Carry out `check`: check a folder, and end with the exit code of the verdict."""
    if flags.update_baseline:
        with raise_faults():
            setup = prepare_check(flags)
        update_baseline(setup, flags.json)
        return
    try:
        done = check_folder(flags, partial(show_verdict, flags))
    except NothingToCheckError as error:
        note(str(error))
        raise typer.Exit(NOTHING_TO_CHECK) from None
    if flags.json:
        print_result_as_json(done.result, done.run, done.page, done.report)
    elif flags.quiet:
        tell(done.page)
    else:
        print_next(done.result, done.run, done.page, done.report, flags.place)
    raise typer.Exit(EXIT_CODES[done.result.outcome])


def show_verdict(flags: CheckFlags, done: FinishedCheck) -> None:
    """Print the verdicts of `check` before its pages are written."""
    if not (flags.json or flags.quiet):
        with finish_without_reader():
            print_result(done.result)


def update_baseline(setup: Setup, is_json: bool) -> None:
    """Carry out `check --update-baseline`: play, show what has changed, and write the baseline."""
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
            edits = [] if before is None else list_edits_since(before, now, setup)
            print_baseline_changes(before, now, edits, scores, list_display_names(run.info))
        write_baseline(now, path)
        curve = freeze_cards(setup)
    if is_json:
        said = {"baseline": str(path), "games": now.games, "out": str(run.folder)}
        print_json(said | ({"curve": str(curve)} if curve else {}))
    else:
        tell(f"Baseline  {path}")
        if curve:
            tell(f"Curve     {curve}")


def list_edits_since(before: Baseline, now: Baseline, setup: Setup) -> list[Sentence]:
    """Write what was edited since an old baseline, for `check --update-baseline`."""
    plan = setup.job.plan
    inputs = ChangedInputs(plan, list(compare_inputs(before.inputs, now.inputs, plan)))
    places = FailurePlaces(setup.project, inputs).by_input
    return [name_edit(edit, places) for edit in inputs.edits]


def check_curve(setup: Setup) -> None:
    """Refuse a `curve` for `check --update-baseline` that would not be read as the cards are."""
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
    """Copy the cards to `curve` for `check --update-baseline`, if the folder keeps a copy."""
    pool, curve = setup.job.plan.pool, setup.project.folder.curve
    if curve is None:
        return None
    place = setup.project.folder.confine(find_table(curve).path)
    with report_write_errors(place):
        write_atomic(place, find_table(pool.file).read())
    return place
