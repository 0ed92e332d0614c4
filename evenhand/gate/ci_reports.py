"""Reports for CI services: JUnit, a summary, and annotations."""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.decks.invisible_characters import find_unseen
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.flags import CheckFlags
from evenhand.gate.failure_places import FailurePlaces
from evenhand.inputs.faults import list_collected
from evenhand.machine import describe_refusal
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.check_wording import write_sentence
from evenhand.reports.check.junit import write_junit, write_refused_junit
from evenhand.reports.check.markdown import write_markdown, write_refused_markdown
from evenhand.reports.check.result import CheckResult
from evenhand.result_folders import check_place, report_write_errors
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.places import make_folder
from evenhand.terminal import note_annotations

__all__ = ["check_files", "write_ci_failure", "write_ci_reports", "write_ci_usage_error"]


STOPPED = "the check was stopped before it had a verdict"


def check_files(flags: CheckFlags) -> None:
    """Refuse CI report files that cannot be written, before any game is played."""
    for flag, path in (("junit", flags.junit), ("markdown", flags.markdown)):
        if path is None:
            continue
        check_place(path)
        if path.is_dir():
            raise UsageError(f"--{flag}: {path} is a folder")


def write_ci_reports(
    result: CheckResult, places: FailurePlaces, flags: CheckFlags, seconds: float
) -> None:
    """Write the CI reports of a check that are requested or that the service reads.

    Parameters
    ----------
    result : CheckResult
    places : FailurePlaces
    flags : CheckFlags
    seconds : float
        Duration of the check.
    """
    failed = result.with_outcome(Outcome.FAIL)
    remarks = [
        *map(remark_problem, list_collected()),
        *(make_remark(result, judgement, places) for judgement in failed),
    ]
    junit, markdown = write_junit(result, seconds), write_markdown(result.with_display_names)
    for write in list_writers(flags, junit, markdown, remarks):
        write()


def write_ci_failure(error: BaseException, flags: CheckFlags, seconds: float) -> None:
    """Write the error that ended a check to all CI reports that can be written."""
    remarks = list(dict.fromkeys([*map(remark_problem, list_collected()), *list_reasons(error)]))
    reasons = [remark.text for remark in remarks]
    junit, markdown = write_refused_junit(reasons, seconds), write_refused_markdown(reasons)
    for write in list_writers(flags, junit, markdown, remarks):
        with suppress(UsageError, OSError):  # the check's own error is reported, not this one
            write()


def write_ci_usage_error(message: str, flags: Mapping[str, Any]) -> None:
    """Write a usage error of a check to the CI reports that its flags name plainly."""
    if flags.get("update_baseline"):
        return
    named = {flag: flags.get(flag) for flag in ("junit", "markdown")}
    places = {flag: path for flag, path in named.items() if path and is_plain(path)}
    write_ci_failure(UsageError(message), CheckFlags(**places), 0.0)


def is_plain(path: Path) -> bool:
    """Return whether a CI report's path is plain: no flag taken for a forgotten value."""
    return bool(path.name) and not str(path).startswith("-") and not find_unseen(str(path))


def list_writers(
    flags: CheckFlags, junit: str, markdown: str, remarks: Iterable[Remark]
) -> tuple[Callable[[], None], ...]:
    """Return a callable that writes each CI report."""
    return (
        partial(write_file, flags.junit, junit),
        partial(write_file, flags.markdown, markdown),
        partial(append_to_summary, markdown),
        partial(print_annotations, remarks),
    )


def append_to_summary(markdown: str) -> None:
    """Append to the summary of the CI job, on GitHub."""
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with report_write_errors(Path(summary)), open(summary, "a", encoding="utf-8") as file:
            file.write(markdown)


def print_annotations(remarks: Iterable[Remark]) -> None:
    """Print remarks of a check as CI annotations of lines, on GitHub."""
    if os.environ.get("GITHUB_ACTIONS") == "true":
        note_annotations(write_annotations(remarks))


def write_file(path: Path | None, text: str) -> None:
    """Write a CI report and its parent folders; nothing without a path."""
    if path is None:
        return
    with report_write_errors(path):
        make_folder(path.parent)
        write_atomic(path, text)


def make_remark(result: CheckResult, judgement: Judgement, places: FailurePlaces) -> Remark:
    """Return a failure for CI with the line to annotate, by its path in the repository."""
    file, line = places.find(judgement.measure, find_culprit(result, judgement))
    return Remark(
        find_path_in_repository(file), line, write_sentence(result, result.rename_decks(judgement))
    )


def find_culprit(result: CheckResult, judgement: Judgement) -> str:
    """Return the card whose edit did most of a failure for certain; "" if none did."""
    split = result.splits.get(judgement.measure)
    return split.culprit[0].name if split and split.culprit else ""


def list_reasons(error: BaseException) -> list[Remark]:
    """Return the problems of an error for CI, each with its line."""
    if isinstance(error, KeyboardInterrupt | SystemExit):
        return [Remark("", 1, STOPPED)]
    if not isinstance(error, InputError):
        return [Remark("", 1, describe_refusal(error) or str(error) or type(error).__name__)]
    return list(map(remark_problem, error.problems))


def remark_problem(problem: Problem) -> Remark:
    """Return a problem of a file for CI, with its line."""
    file = find_path_in_repository(problem.file) if Path(problem.file).is_file() else ""
    return Remark(file, problem.line or 1, str(problem))


def find_path_in_repository(file: str) -> str:
    """Return the path that CI annotates a file by: relative to the repository's root."""
    root = os.environ.get("GITHUB_WORKSPACE") or os.curdir
    return os.path.relpath(file, root).replace(os.sep, "/")
