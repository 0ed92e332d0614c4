"""What the services read that a CI job runs on: JUnit, a summary, and annotations."""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.visible import find_unseen
from evenhand.flags import CheckFlags
from evenhand.gate.failure_places import FailurePlaces
from evenhand.machine import describe_refusal
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.check_wording import write_sentence
from evenhand.reports.check.junit import write_junit, write_refused_junit
from evenhand.reports.check.markdown import write_markdown, write_refused_markdown
from evenhand.reports.check.result import CheckResult
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import note_annotations
from evenhand.writing import check_place, name_place

__all__ = ["check_files", "tell_no_verdict", "tell_services", "tell_wrong_flags"]


def check_files(flags: CheckFlags) -> None:
    """Refuse files that cannot be written, before anything is played."""
    for flag, path in (("junit", flags.junit), ("markdown", flags.markdown)):
        if path is None:
            continue
        check_place(path)
        if path.is_dir():
            raise UsageError(f"--{flag}: {path} is a folder")


def tell_services(
    result: CheckResult, places: FailurePlaces, flags: CheckFlags, seconds: float
) -> None:
    """Write what CI services read, as far as they are there; `seconds` is what it all took."""
    failed = result.with_outcome(Outcome.FAIL)
    remarks = (make_remark(result, one, places) for one in failed)
    junit, markdown = write_junit(result, seconds), write_markdown(result.told)
    for tell in list_ways(flags, junit, markdown, remarks):
        tell()


def tell_no_verdict(error: Exception, flags: CheckFlags, seconds: float) -> None:
    """Write why a check came to no verdict, where CI services read it and it can be written."""
    remarks = list_reasons(error)
    reasons = [remark.text for remark in remarks]
    junit, markdown = write_refused_junit(reasons, seconds), write_refused_markdown(reasons)
    for tell in list_ways(flags, junit, markdown, remarks):
        with suppress(UsageError, OSError):  # the error itself is what is to be said
            tell()


def tell_wrong_flags(message: str, flags: Mapping[str, Any]) -> None:
    """Write that a check cannot begin, as far as its flags say where; flags are no paths."""
    if flags.get("update_baseline"):
        return
    named = {flag: flags.get(flag) for flag in ("junit", "markdown")}
    places = {flag: path for flag, path in named.items() if path and is_plain(path)}
    tell_no_verdict(UsageError(message), CheckFlags(**places), 0.0)


def is_plain(path: Path) -> bool:
    """Return whether a path is certainly meant as one: no flag whose value was forgotten."""
    return bool(path.name) and not str(path).startswith("-") and not find_unseen(str(path))


def list_ways(
    flags: CheckFlags, junit: str, markdown: str, remarks: Iterable[Remark]
) -> tuple[Callable[[], None], ...]:
    """Return a call for each way by which services are told."""
    return (
        partial(write_file, flags.junit, junit),
        partial(write_file, flags.markdown, markdown),
        partial(add_to_summary, markdown),
        partial(annotate, remarks),
    )


def add_to_summary(markdown: str) -> None:
    """Write into the summary of a job on GitHub, if this is one."""
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with name_place(Path(summary)), open(summary, "a", encoding="utf-8") as file:
            file.write(markdown)


def annotate(remarks: Iterable[Remark]) -> None:
    """Show remarks beside the lines that they are about, if this is a job on GitHub."""
    if os.environ.get("GITHUB_ACTIONS") == "true":
        note_annotations(write_annotations(remarks))


def write_file(path: Path | None, text: str) -> None:
    """Write a file that a flag names, if it names one, and the folders above it."""
    if path is None:
        return
    with name_place(path):
        make_folder(path.parent)
        write_whole(path, text)


def make_remark(result: CheckResult, judgement: Judgement, places: FailurePlaces) -> Remark:
    """Return what failed at the line that it is to be shown at, as the repository names it."""
    file, line = places.find(judgement.measure)
    return Remark(name_in_repository(file), line, write_sentence(result, result.tell(judgement)))


def list_reasons(error: Exception) -> list[Remark]:
    """Return what an error says, each at the line that it is about."""
    if not isinstance(error, InputError):
        return [Remark("", 1, describe_refusal(error) or str(error) or type(error).__name__)]
    return [
        Remark(
            name_in_repository(one.file) if Path(one.file).is_file() else "",
            one.line or 1,
            str(one),
        )
        for one in error.problems
    ]


def name_in_repository(file: str) -> str:
    """Return a file's path as the repository has it."""
    root = os.environ.get("GITHUB_WORKSPACE") or os.curdir
    return os.path.relpath(file, root).replace(os.sep, "/")
