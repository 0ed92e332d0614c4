"""A finished run whose deals are played on: what it played, and with which further bots."""

from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.inputs.request import Request
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.panel_folder import find_panel_runs
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.proof import prove_run
from evenhand.simulate.runs.stored import load_plan, read_run_file

__all__ = ["list_panel_bots", "load_run_plan", "refuse_choices"]


def refuse_choices(request: Request) -> None:
    """Refuse a request that says what is played: the run does.

    Raises
    ------
    UsageError
    """
    if given := request.chosen():
        what = "the game" if given[0] == "game" else f"--{given[0]}"
        message = f"{what} and --run do not go together: the run says what is played"
        raise UsageError(message)


def load_run_plan(run_dir: Path, besides: str) -> Plan:
    """Return what a run played.

    Parameters
    ----------
    run_dir : Path
    besides : str
        The table that is made anew, and need not be whole.

    Raises
    ------
    InputError
        If the run is not whole.
    """
    plan = load_plan(run_dir)
    prove_run(run_dir, read_run_file(run_dir), besides)
    return plan


def list_panel_bots(run_dir: Path, plan: Plan, besides: str) -> list[tuple[Bot, Path | None]]:
    """Return the further bots of the panel that a run leads, each with its run.

    Parameters
    ----------
    run_dir : Path
    plan : Plan
        Of the run. Bots that meet at one table have no panel here.
    besides : str
        As for `load_run_plan`.
    """
    if len(plan.bots) > 1:
        return []
    return [
        (load_run_plan(folder, besides).bots[0], folder)
        for folder in find_panel_runs(run_dir)
        if len(read_run_file(folder)["bots"]) == 1
    ]
