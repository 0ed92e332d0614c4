"""The command `report`: the report of a run that is there."""

import webbrowser
from pathlib import Path

from evenhand.flags import ReportFlags
from evenhand.reports.report import write_report
from evenhand.simulate.runs.claim import is_unfinished
from evenhand.terminal import note
from evenhand.writing import print_place

__all__ = ["report_command", "write_run_report"]


def report_command(flags: ReportFlags) -> None:
    """Write a run's report, and show it if wanted."""
    path = write_report(flags.run_dir, flags.out)
    if is_unfinished(flags.run_dir):
        note("the command that began this run is not done: what it has yet to add is left out")
    print_place("Report", path)
    if flags.open_:
        webbrowser.open(path.resolve().as_uri())


def write_run_report(run_dir: Path) -> Path:
    """Write the report of a run anew, and return its path."""
    return write_report(run_dir)
