"""The commands that play: `run` and `simulate`."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.decks.problems import UsageError
from evenhand.experiments.precision import duration, games_in, needed_games, read_budget
from evenhand.inputs.request import Job, Request, prepare
from evenhand.simulate.runs.plan import UNFINISHED
from evenhand.terminal import console, note, print_json

if TYPE_CHECKING:
    from evenhand.simulate.runs.run import Growth, RunResult

__all__ = ["COMMANDS", "play"]

Notice = Callable[[str], None]
Progress = Callable[[int, int], None]


def simulate_command(flags: Mapping[str, Any]) -> None:
    """Play, and say where the games are."""
    result = played("simulate", flags)
    if flags["json"]:
        print_json(facts(result))
    elif flags["quiet"]:
        print(result.out)
    else:
        say_speed(result)
        print(f"Games   {result.out}")
        print(f"Next    evenhand report {result.out}")


def run_command(flags: Mapping[str, Any]) -> None:
    """Play, write the report, and sum it up."""
    from evenhand.commands.impact import add_to_run

    result = played("run", flags)
    try:
        add_to_run(result.out, flags)
        report, evidence = write_report(result.out)
    except BaseException:
        note(f"The games are kept. To write the report: evenhand report {result.out}")
        raise
    from evenhand.summary import print_summary, records

    if flags["json"]:
        rates = records(evidence.win_rates)
        print_json({**facts(result), "report": str(report), "win_rates": rates})
    elif flags["quiet"]:
        print(report)
    else:
        say_speed(result)
        print_summary(evidence)
        print(f"Report  {report}")
        print(f"Next    evenhand report {result.out} --open")


def write_report(folder: Path) -> tuple[Path, Any]:
    """Analyse a run once, for the report and for the summary."""
    from evenhand.analysis.data.run import load_run
    from evenhand.reports.evidence import gather
    from evenhand.reports.report import render_report

    evidence = gather(load_run(folder))
    path = folder / "report.html"
    path.write_text(render_report(evidence), encoding="utf-8", newline="\n")
    return path, evidence


def played(name: str, flags: Mapping[str, Any]) -> "RunResult":
    """Check the flags and play, with progress on a terminal."""
    known = {field.name for field in fields(Request)}
    given = {flag: value for flag, value in flags.items() if value is not None}
    job = prepare(Request(**{flag: given[flag] for flag in known & given.keys()}))
    is_quiet = flags["quiet"]
    if not is_quiet:
        for text in job.notes:
            note(text)
    with progress_bar(disabled=is_quiet) as progress:
        return play(job, name, progress, notice=None if is_quiet else note)


def play(
    job: Job,
    name: str = "run",
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> "RunResult":
    """Play a job; if it is stopped midway, say how to go on.

    Parameters
    ----------
    name : str
        The command that plays it.
    progress, notice : callable, optional
        As `evenhand.simulate.runs.run.simulate` takes them.
    """
    from evenhand.simulate.runs.run import simulate

    unfinished = job.out / UNFINISHED
    if notice and unfinished.exists():
        notice(f"Going on with the unfinished run in {job.out}")
    try:
        with workers(job.request):
            job, pace = timed(job, name, notice)
            return simulate(
                job.plan,
                job.out,
                job.request.jobs or -1,
                job.request.backend,
                partial(job.command, name),
                progress,
                notice,
                growth(job, pace, notice),
            )
    except UsageError:
        raise
    except BaseException:
        if unfinished.exists():
            note(f"Stopped. To go on from here: {job.command(name, with_folder=True)}")
        raise


def timed(job: Job, name: str, notice: Notice | None) -> tuple[Job, float | None]:
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
    pace = measured_pace(job, notice)
    if budget is not None:
        games = games_in(job.plan, read_budget(budget), pace)
        job = replace(job, plan=replace(job.plan, games=games))
    if notice:
        notice(forecast(job, pace, name))
    return job, pace


def measured_pace(job: Job, notice: Notice | None) -> float:
    """Measure for a moment how many games a second there will be."""
    from evenhand.simulate.runs.batch import plan_arrays
    from evenhand.simulate.runs.pace import expected_pace
    from evenhand.simulate.runs.run import warm_up

    arrays = plan_arrays(job.plan)
    warm_up(arrays, notice)
    return expected_pace(arrays, job.request.jobs or -1, job.request.backend)


def forecast(job: Job, pace: float, name: str) -> str:
    """Return how many games there will be and how long they will take."""
    games, budget = job.plan.games, job.request.time_budget
    if budget is not None:
        return f"{games:,} games for {budget}; to play the same again: {job.command(name)}"
    purpose = " to see how many it takes" if job.request.precision is not None else ""
    return f"{games:,} games{purpose}, about {duration(games / pace)}"


def growth(job: Job, pace: float | None, notice: Notice | None) -> "Growth | None":
    """Let a run grow until its intervals are narrow enough, if that was asked for."""
    from evenhand.simulate.runs.run import Growth

    precision = job.request.precision
    if precision is None:
        return None

    def games(folder: Path, info: dict[str, Any]) -> int:
        there = int(info["run"]["games"])
        needed = needed_games(folder, info, precision)
        if notice and needed > there:
            time = f", about {duration((needed - there) / pace)}" if pace else ""
            notice(f"--precision {precision:g} takes {needed:,} games{time}")
        return needed

    return Growth(f"precision {precision:g}", games)


@contextmanager
def workers(request: Request) -> Iterator[None]:
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


@contextmanager
def progress_bar(disabled: bool) -> Iterator[Progress]:
    """Show games done, games a second and the time left, on a terminal only."""
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    screen = console(sys.stderr)
    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    off = disabled or not screen.is_terminal
    with Bar(*columns, console=screen, transient=True, disable=off) as bar:
        task = bar.add_task("", total=None, visible=False, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed else ""
            bar.update(task, completed=done, total=total, visible=True, rate=rate)

        yield show


def facts(result: "RunResult") -> dict[str, Any]:
    """Return what --json says about any run."""
    return {
        "out": str(result.out),
        "games": result.games,
        "seconds": round(result.seconds, 3),
        "games_per_second": round(result.games_per_second, 1),
        "results_hash": result.results_hash,
    }


def say_speed(result: "RunResult") -> None:
    """Say how many games were played and how fast."""
    resumed = f"{result.resumed:,} games were there already; " if result.resumed else ""
    print(
        f"{resumed}{result.games - result.resumed:,} games in {result.seconds:,.1f} s"
        f" ({result.games_per_second:,.0f} games/s)"
    )


COMMANDS: dict[str, Callable[[Mapping[str, Any]], None]] = {
    "run": run_command,
    "simulate": simulate_command,
}
