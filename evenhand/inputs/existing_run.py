"""A finished run whose deals are reused: its plan, and the further bots of its panel."""

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
    """Refuse a request that selects games, because an existing run determines them.

    Raises
    ------
    UsageError
    """
    if given := request.list_given_flags():
        what = "the game" if given[0] == "game" else f"--{given[0]}"
        message = f"{what} and --run do not go together: the run says what is played"
        raise UsageError(message)


def load_run_plan(run_dir: Path, table: str) -> Plan:
    """Return the plan of an existing run, after proving that the run is whole.

    Parameters
    ----------
    run_dir : Path
    table : str
        The table that is written anew, and is not proved.

    Raises
    ------
    InputError
        If the run is not whole.
    """
    plan = load_plan(run_dir)
    prove_run(run_dir, read_run_file(run_dir), table)
    return plan


def list_panel_bots(run_dir: Path, plan: Plan, table: str) -> list[tuple[Bot, Path | None]]:
    """Return the further bots of an existing run's panel, each with its own run.

    Parameters
    ----------
    run_dir : Path
    plan : Plan
        The run's plan. Two bots that play each other have no panel.
    table : str
        As for `load_run_plan`.
    """
    if len(plan.bots) > 1:
        return []
    return [
        (load_run_plan(folder, table).bots[0], folder)
        for folder in find_panel_runs(run_dir)
        if len(read_run_file(folder)["bots"]) == 1
    ]
