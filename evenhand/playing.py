"""The commands that play: `run` and `simulate`."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decks.problems import UsageError
from evenhand.request import Job, Request, prepare
from evenhand.terminal import console, note, print_json
from simulate.engine.plan import UNFINISHED

if TYPE_CHECKING:
    from simulate.engine.runs import RunResult

__all__ = ["play", "run_command", "simulate_command"]

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
    from evenhand.impact import add_to_run

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
    from analysis.run import load_run
    from reports.evidence import gather
    from reports.report import render_report

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
    notice: Callable[[str], None] | None = None,
) -> "RunResult":
    """Play a job; if it is stopped midway, say how to go on.

    Parameters
    ----------
    name : str
        The command that plays it.
    progress, notice : callable, optional
        As `simulate.engine.runs.simulate` takes them.
    """
    from simulate.engine.runs import simulate

    request = job.request
    unfinished = job.out / UNFINISHED
    if notice and unfinished.exists():
        notice(f"Going on with the unfinished run in {job.out}")
    jobs = request.jobs or -1
    try:
        with workers(request):
            command = job.command(name)
            return simulate(job.plan, job.out, jobs, request.backend, command, progress, notice)
    except UsageError:
        raise
    except BaseException:
        if unfinished.exists():
            note(f"Stopped. To go on from here: {job.command(name, with_folder=True)}")
        raise


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
    """Give what --json says about any run."""
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
