"""The command `repair`: the games of a run that are missing or damaged, played again."""

from evenhand.analysis.data.run import load_run
from evenhand.experiments.cluster import start_workers
from evenhand.flags import RepairFlags
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import Request
from evenhand.simulate.runs.repair import repair_run
from evenhand.terminal import note, progress_bar, tell

__all__ = ["repair_command"]


def repair_command(flags: RepairFlags) -> None:
    """Repair a run, and prove that it is whole."""
    request = Request(jobs=flags.jobs)
    check_workers(request)
    say = None if flags.quiet else note
    with start_workers(request) as workers, progress_bar(disabled=flags.quiet) as progress:
        games = repair_run(flags.run_dir, workers, progress, say)
    load_run(flags.run_dir)
    if flags.quiet:
        tell(flags.run_dir)
    else:
        tell(f"{games:,} games were played again; {flags.run_dir} is whole")
