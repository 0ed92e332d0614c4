"""The command `report`: the report of a run that is there."""

import webbrowser
from pathlib import Path

from evenhand.analysis.data.run import load_run
from evenhand.flags import ReportFlags
from evenhand.reports.linked_games import NO_GAMES
from evenhand.reports.page import REPORT_PAGE
from evenhand.reports.report import save_report
from evenhand.reports.report_tables import Evidence, gather_evidence
from evenhand.reports.wording import plural
from evenhand.result_folders import print_place, report_write_errors
from evenhand.simulate.runs.claim import is_unfinished
from evenhand.terminal import note

__all__ = ["report_command"]


def report_command(flags: ReportFlags) -> None:
    """Carry out `report`: write a run's report, and show it if wanted."""
    run = load_run(flags.run_dir)
    note(f"Reading {plural(run.info['run']['games'], 'game')} ..")
    evidence = gather_evidence(run)
    path = flags.out or Path(run.folder) / REPORT_PAGE
    save_report(evidence, path, Path(run.folder))
    if is_unfinished(flags.run_dir):
        note("the command that began this run is not done: what it has yet to add is left out")
    if evidence.games.missing:
        note(f"{NO_GAMES}: {evidence.games.missing}")
    print_place("Report", path)
    if flags.figures:
        write_run_figures(evidence, flags.figures)
    if flags.open_:
        webbrowser.open(path.resolve().as_uri())


def write_run_figures(evidence: Evidence, folder: Path) -> None:
    """Write the figures of a run's report as files, for `report`."""
    from evenhand.reports.matplotlib_figures import (
        write_figures,  # reports without them need not load it
    )

    with report_write_errors(folder):
        write_figures(evidence, folder)
    print_place("Figures", folder)
