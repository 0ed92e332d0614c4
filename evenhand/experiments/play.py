"""Playing a job: its folder, its pace, its workers, and how long it goes on."""

import glob
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.precision import count_games_in, count_needed_games, describe_duration
from evenhand.inputs.job import Job
from evenhand.inputs.length import read_budget
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.claim import Claim, Work, claim, has_begun, holds_begun
from evenhand.simulate.runs.pace import expected_pace
from evenhand.simulate.runs.run import Growth, RunResult, play_plan, warm_up
from evenhand.simulate.runs.run_folder import hash_json, plan_work
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import Progress, note_stopped
from evenhand.writing import RUNS, list_places

__all__ = ["claim_places", "claim_run", "job_work", "play"]

Notice = Callable[[str], None]


@contextmanager
def claim_run(job: Job, name: str = "run", notice: Notice | None = None) -> Iterator[Claim]:
    """Have the folder of a job's run, begun or new, until all is done.

    Parameters
    ----------
    name : str
        The command that makes the run.
    notice : callable(text), optional
        Told if an unfinished run is gone on with.
    """
    work = job_work(job, name, name_goal(job))
    with claim_places(job.request.out, job.plan.game.name, work, notice) as held:
        yield held


def job_work(job: Job, name: str, goal: str = "") -> Work:
    """Say what a command makes of a job: its run, and all that is added to that.

    Parameters
    ----------
    name : str
        The command, since each adds something else.
    goal : str
        As for `plan_work`.
    """
    work, curve = plan_work(job.plan, goal), job.plan.pool.curve
    panel = [[bot.name, bot.policy, bot.content_hash] for bot in job.panel]
    added = {
        "the command": name,
        "the panel": hash_json([panel, job.request.panel_games]),
        "the curve": curve.content_hash if curve else "",
    }
    return replace(work, identity={**work.identity, **added})


@contextmanager
def claim_places(
    out: Path | None,
    name: str,
    work: Work,
    notice: Notice | None = None,
) -> Iterator[Claim]:
    """Have the folder that the user named or, of those named for us, the first one free.

    Parameters
    ----------
    notice : callable(text), optional
        Told if unfinished work is gone on with.
    """
    places = [out] if out else chain(find_begun(name, work), list_places(name))
    with claim(places, work, is_named=out is not None) as held:
        if held.goes_on and notice:
            notice(f"Resuming the unfinished run in {held.folder}")
        try:
            yield held
        except (UsageError, InputError):
            raise
        except BaseException as error:
            note_stopped(error, has_begun(held.folder), None if out else held.folder)
            raise


def find_begun(name: str, work: Work) -> Iterator[Path]:
    """Find the folders for results in which a work was begun whose place nobody named."""
    folders = RUNS.glob(f"{glob.escape(name)}-*")
    yield from sorted(folder for folder in folders if holds_begun(folder, work))


def name_goal(job: Job) -> str:
    """Name what a run is to reach."""
    if job.request.precision is not None:
        return f"a precision of {job.request.precision:g}"
    if job.request.time_budget is not None:
        return f"what can be played in {job.request.time_budget}"
    return f"{job.plan.games} games"


def play(
    job: Job,
    held: Claim,
    name: str = "run",
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> RunResult:
    """Play a job in its folder.

    Parameters
    ----------
    name : str
        The command that plays it.
    progress, notice : callable, optional
        As `evenhand.simulate.runs.run.play_plan` takes them.
    """
    with start_workers(job.request) as workers:
        job, pace = choose_games(job, held, workers, name, notice)
        command = partial(job.command, name)
        growth = grow_to_precision(job, pace, notice)
        return play_plan(job.plan, held, workers, command, progress, notice, growth)


def choose_games(
    job: Job, held: Claim, workers: Workers, name: str, notice: Notice | None
) -> tuple[Job, float | None]:
    """Measure the pace if someone wants to know it, and let a time budget choose by it.

    Returns
    -------
    job : Job
        With the number of games that the budget is enough for.
    pace : float or None
        Games a second.
    """
    budget = job.request.time_budget
    if held.games:  # the choice was made before
        return replace(job, plan=job.plan.with_games(held.games)), None
    if budget is None and not (notice and sys.stderr.isatty()):
        return job, None
    pace = measure_pace(job, workers, notice)
    if budget is not None:
        games = count_games_in(job.plan, read_budget(budget), pace)
        job = replace(job, plan=job.plan.with_games(games))
    if notice:
        notice(describe_forecast(job, pace, name))
    return job, pace


def measure_pace(job: Job, workers: Workers, notice: Notice | None) -> float:
    """Measure for a moment how many games a second there will be."""
    arrays = plan_arrays(job.plan)
    if workers.are_here:
        warm_up(arrays, notice)
    return expected_pace(arrays, workers)


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

    return Growth(name_goal(job), games)
