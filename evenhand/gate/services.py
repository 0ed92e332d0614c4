"""What the services read that a CI job runs on: JUnit, a summary, and annotations."""

import os
from pathlib import Path

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.decks.problems import UsageError
from evenhand.flags import CheckFlags
from evenhand.gate.failure_places import FailurePlaces
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.check_wording import write_sentence
from evenhand.reports.check.junit import write_junit
from evenhand.reports.check.markdown import write_markdown
from evenhand.reports.check.result import CheckResult
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import note_annotations
from evenhand.writing import check_place, name_place

__all__ = ["check_files", "tell_services"]


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
    if flags.junit is not None:
        write_file(flags.junit, write_junit(result, seconds))
    if flags.markdown is not None:
        write_file(flags.markdown, write_markdown(result.told))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with name_place(Path(summary)), open(summary, "a", encoding="utf-8") as file:
            file.write(write_markdown(result.told))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        failed = result.with_outcome(Outcome.FAIL)
        note_annotations(write_annotations(make_remark(result, one, places) for one in failed))


def write_file(path: Path, text: str) -> None:
    """Write a file that a flag names, and the folders above it."""
    with name_place(path):
        make_folder(path.parent)
        write_whole(path, text)


def make_remark(result: CheckResult, judgement: Judgement, places: FailurePlaces) -> Remark:
    """Return what failed at the line that it is to be shown at, as the repository names it."""
    file, line = places.find(judgement.measure)
    root = os.environ.get("GITHUB_WORKSPACE") or os.curdir
    path = os.path.relpath(file, root).replace(os.sep, "/")
    return Remark(path, line, write_sentence(result, result.tell(judgement)))
