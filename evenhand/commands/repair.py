"""The command `repair`: the games of a run that are missing or damaged, played again."""

from evenhand.analysis.data.run import load_run
from evenhand.flags import RepairFlags
from evenhand.simulate.runs.repair import repair_run
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note, progress_bar, tell

__all__ = ["repair_command"]


def repair_command(flags: RepairFlags) -> None:
    """Repair a run, and prove that it is whole."""
    say = None if flags.quiet else note
    with progress_bar(disabled=flags.quiet) as progress:
        games = repair_run(flags.run_dir, Workers(flags.jobs or -1), progress, say)
    load_run(flags.run_dir)
    if flags.quiet:
        tell(flags.run_dir)
    else:
        tell(f"{games:,} games were played again; {flags.run_dir} is whole")
