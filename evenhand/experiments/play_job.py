"""Play a job: lock its folder, choose the number of games, start workers, and play."""

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
from evenhand.experiments.games_for_precision import (
    count_games_in,
    count_needed_games,
    describe_duration,
)
from evenhand.experiments.known_games import copy_known_games, count_known_games
from evenhand.inputs.job import Job
from evenhand.inputs.run_length import read_budget
from evenhand.progress import Progress
from evenhand.result_folders import RUNS, list_places
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.claim import Claim, Work, claim, has_results, has_unfinished
from evenhand.simulate.runs.pace import measure_games_per_second
from evenhand.simulate.runs.run import Growth, RunResult, play_plan, warm_up
from evenhand.simulate.runs.run_folder import hash_json, plan_work
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note_stopped

__all__ = ["claim_places", "claim_run", "job_work", "play", "use_known_games"]

OnMessage = Callable[[str], None]


@contextmanager
def claim_run(job: Job, name: str = "run", on_message: OnMessage | None = None) -> Iterator[Claim]:
    """Lock the folder of a job's run, unfinished or new.

    Parameters
    ----------
    name : str
        The command that makes the run.
    on_message : callable(text), optional
        Called with a message if an unfinished run is resumed.
    """
    work = job_work(job, name, name_goal(job))
    with claim_places(job.request.out, job.plan.game.name, work, on_message) as held:
        yield held


def job_work(job: Job, name: str, goal: str = "") -> Work:
    """Return the work of a command on a job: its run, and all that is added to it.

    Parameters
    ----------
    name : str
        The command, because each adds something else.
    goal : str
        As `plan_work` takes it.
    """
    work, curve = plan_work(job.plan, goal), job.plan.pool.curve
    panel = [[bot.name, bot.policy, bot.content_hash, bot.weights_hash] for bot in job.panel]
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
    on_message: OnMessage | None = None,
) -> Iterator[Claim]:
    """Lock the folder to play a job in: the one named, an unfinished, or the first free one.

    Parameters
    ----------
    on_message : callable(text), optional
        Called with a message if unfinished work is resumed.
    """
    places = [out] if out else chain(find_unfinished(name, work), list_places(name))
    with claim(places, work, is_named=out is not None) as held:
        if held.is_resumed and on_message:
            on_message(f"Resuming the unfinished run in {held.folder}")
        try:
            yield held
        except (UsageError, InputError):
            raise
        except BaseException as error:
            note_stopped(error, has_results(held.folder), None if out else held.folder)
            raise


def use_known_games(job: Job) -> Job:
    """Return a job with the games of the longest earlier run of the same, if they are more."""
    return replace(job, plan=job.plan.with_games(max(job.plan.games, count_known_games(job.plan))))


def find_unfinished(name: str, work: Work) -> Iterator[Path]:
    """Yield the folders in ``runs/`` in which a job was begun."""
    folders = RUNS.glob(f"{glob.escape(name)}-*")
    yield from sorted(folder for folder in folders if has_unfinished(folder, work))


def name_goal(job: Job) -> str:
    """Return the goal of a job's run in words."""
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
    on_message: OnMessage | None = None,
) -> RunResult:
    """Play a job in its folder, except the games that earlier runs have played.

    Parameters
    ----------
    name : str
        The command.
    progress, on_message : callable, optional
        As `evenhand.simulate.runs.run.play_plan` takes them.
    """
    with start_workers(job.request) as workers:
        is_chosen = job.request.time_budget is None
        is_known = is_chosen and copy_known_games(job.plan, held)
        job, pace = choose_games(job, held, workers, name, None if is_known else on_message)
        if not is_chosen:
            copy_known_games(job.plan, held)
        command = partial(job.command, name)
        growth = grow_to_precision(job, pace, on_message)
        return play_plan(job.plan, held, workers, command, progress, on_message, growth)


def choose_games(
    job: Job, held: Claim, workers: Workers, name: str, on_message: OnMessage | None
) -> tuple[Job, float | None]:
    """Measure a job's pace if displayed or needed, and set the games of a time budget.

    Returns
    -------
    job : Job
        With the number of games of the time budget, if any.
    pace : float or None
        Games per second; None if not measured.
    """
    budget = job.request.time_budget
    if held.games:  # the choice was made before
        return replace(job, plan=job.plan.with_games(held.games)), None
    if budget is None and not (on_message and sys.stderr.isatty()):
        return job, None
    pace = measure_pace(job, workers, on_message)
    if budget is not None:
        games = count_games_in(job.plan, read_budget(budget), pace)
        job = replace(job, plan=job.plan.with_games(games))
    if on_message:
        on_message(describe_forecast(job, pace, name))
    return job, pace


def measure_pace(job: Job, workers: Workers, on_message: OnMessage | None) -> float:
    """Measure the games per second of a job in a short trial."""
    arrays = plan_arrays(job.plan)
    if workers.are_here:
        warm_up(arrays, on_message)
    return measure_games_per_second(arrays, workers)


def describe_forecast(job: Job, pace: float, name: str) -> str:
    """Return a message with the number of games of a job and their duration."""
    games, budget = job.plan.games, job.request.time_budget
    if budget is not None:
        return f"{games:,} games for {budget}; to play the same again: {job.command(name)}"
    purpose = " to see how many it takes" if job.request.precision is not None else ""
    return f"{games:,} games{purpose}, about {describe_duration(games / pace)}"


def grow_to_precision(job: Job, pace: float | None, on_message: OnMessage | None) -> Growth | None:
    """Return the growth of a job's run up to the requested precision; None without one."""
    precision = job.request.precision
    if precision is None:
        return None

    def games(folder: Path, info: dict[str, Any]) -> int:
        played = int(info["run"]["games"])
        needed = count_needed_games(folder, info, precision)
        if on_message and needed > played:
            time = f", about {describe_duration((needed - played) / pace)}" if pace else ""
            on_message(f"--precision {precision:g} takes {needed:,} games{time}")
        return needed

    return Growth(name_goal(job), games)
