"""Playing a job: its pace, its workers, and how long it goes on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from evenhand.decks.problems import UsageError
from evenhand.experiments.precision import count_games_in, count_needed_games, describe_duration
from evenhand.inputs.job import Job
from evenhand.inputs.length import read_budget
from evenhand.inputs.request import Request
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.pace import expected_pace
from evenhand.simulate.runs.plan import UNFINISHED
from evenhand.simulate.runs.run import Growth, RunResult, simulate, warm_up
from evenhand.terminal import Progress, note

__all__ = ["play", "start_workers"]

Notice = Callable[[str], None]


def play(
    job: Job,
    name: str = "run",
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> RunResult:
    """Play a job; if it is stopped midway, say how to go on.

    Parameters
    ----------
    name : str
        The command that plays it.
    progress, notice : callable, optional
        As `evenhand.simulate.runs.run.simulate` takes them.
    """
    unfinished = job.out / UNFINISHED
    if notice and unfinished.exists():
        notice(f"Going on with the unfinished run in {job.out}")
    try:
        with start_workers(job.request):
            job, pace = choose_games(job, name, notice)
            return simulate(
                job.plan,
                job.out,
                job.request.jobs or -1,
                job.request.backend,
                partial(job.command, name),
                progress,
                notice,
                grow_to_precision(job, pace, notice),
            )
    except UsageError:
        raise
    except BaseException:
        if unfinished.exists():
            note(f"Stopped. To go on from here: {job.command(name, with_folder=True)}")
        raise


def choose_games(job: Job, name: str, notice: Notice | None) -> tuple[Job, float | None]:
    """Measure the pace if someone wants to know it, and let a time budget choose by it.

    Returns
    -------
    job : Job
        With the number of games that the budget is enough for.
    pace : float or None
        Games a second.
    """
    budget = job.request.time_budget
    if budget is None and not (notice and sys.stderr.isatty()):
        return job, None
    pace = measure_pace(job, notice)
    if budget is not None:
        games = count_games_in(job.plan, read_budget(budget), pace)
        job = replace(job, plan=replace(job.plan, games=games))
    if notice:
        notice(describe_forecast(job, pace, name))
    return job, pace


def measure_pace(job: Job, notice: Notice | None) -> float:
    """Measure for a moment how many games a second there will be."""
    arrays = plan_arrays(job.plan)
    warm_up(arrays, notice)
    return expected_pace(arrays, job.request.jobs or -1, job.request.backend)


def describe_forecast(job: Job, pace: float, name: str) -> str:
    """Return how many games there will be and how long they will take."""
    games, budget = job.plan.games, job.request.time_budget
    if budget is not None:
        return f"{games:,} games for {budget}; to play the same again: {job.command(name)}"
    purpose = " to see how many it takes" if job.request.precision is not None else ""
    return f"{games:,} games{purpose}, about {describe_duration(games / pace)}"


def grow_to_precision(job: Job, pace: float | None, notice: Notice | None) -> Growth | None:
    """Let a run grow until its intervals are narrow enough, if that was asked for."""
    precision = job.request.precision
    if precision is None:
        return None

    def games(folder: Path, info: dict[str, Any]) -> int:
        there = int(info["run"]["games"])
        needed = count_needed_games(folder, info, precision)
        if notice and needed > there:
            time = f", about {describe_duration((needed - there) / pace)}" if pace else ""
            notice(f"--precision {precision:g} takes {needed:,} games{time}")
        return needed

    return Growth(f"precision {precision:g}", games)


@contextmanager
def start_workers(request: Request) -> Iterator[None]:
    """Reach a Dask cluster, or start one here; other backends need no preparation."""
    if request.backend != "dask":
        yield
        return
    try:
        from distributed import Client
    except ImportError:
        message = "the backend dask needs packages that are not installed"
        raise UsageError(message, "pip install 'evenhand[dask]'") from None
    where = {"address": request.scheduler} if request.scheduler else {"n_workers": request.jobs}
    try:
        client = Client(**where)
    except OSError as error:
        message = f"no Dask scheduler answers at {request.scheduler}"
        raise UsageError(message, str(error)) from None
    with client:
        yield
