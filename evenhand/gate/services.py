"""What the services read that a CI job runs on: JUnit, a summary, and annotations."""

import os
from pathlib import Path

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.decks.problems import UsageError
from evenhand.gate.failure_places import FailurePlaces
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.check_wording import write_sentence
from evenhand.reports.check.junit import write_junit
from evenhand.reports.check.markdown import write_markdown
from evenhand.reports.check.result import CheckResult
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.terminal import note_annotations
from evenhand.writing import check_place, name_place

__all__ = ["check_junit_path", "tell_services"]


def check_junit_path(junit: Path | None) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    if junit is None:
        return
    check_place(junit)
    if junit.is_dir():
        raise UsageError(f"--junit: {junit} is a folder")


def tell_services(
    result: CheckResult, places: FailurePlaces, junit: Path | None, seconds: float
) -> None:
    """Write what CI services read, as far as they are there; `seconds` is what it all took."""
    if junit is not None:
        with name_place(junit):
            junit.parent.mkdir(parents=True, exist_ok=True)
            write_whole(junit, write_junit(result, seconds))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with name_place(Path(summary)), open(summary, "a", encoding="utf-8") as file:
            file.write(write_markdown(result.told))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        failed = result.with_outcome(Outcome.FAIL)
        note_annotations(write_annotations(make_remark(result, one, places) for one in failed))


def make_remark(result: CheckResult, judgement: Judgement, places: FailurePlaces) -> Remark:
    """Return what failed at the line that it is to be shown at, as the repository names it."""
    file, line = places.find(judgement.measure)
    root = os.environ.get("GITHUB_WORKSPACE") or os.curdir
    path = os.path.relpath(file, root).replace(os.sep, "/")
    return Remark(path, line, write_sentence(result, result.tell(judgement)))
