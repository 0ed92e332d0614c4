"""Compare the present folder with a finished run, whose games are one side."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from evenhand.experiments.cluster import start_workers
from evenhand.experiments.known_games import copy_known_games
from evenhand.experiments.play_job import job_work
from evenhand.experiments.play_panel import play_panel
from evenhand.inputs.job import Job
from evenhand.progress import progress_bar
from evenhand.simulate.runs.claim import Claim, Work, claim
from evenhand.simulate.runs.panel_folder import find_panel_runs
from evenhand.simulate.runs.places import confine
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import list_differences, plan_work
from evenhand.simulate.runs.stored import read_run_file
from evenhand.terminal import note

__all__ = ["can_reuse", "has_bots", "play_since", "since_work"]

AFTER = "after"  # folder of the second side's run, as in any comparison


def can_reuse(run_dir: Path, jobs: Sequence[Job]) -> bool:
    """Return whether a finished run's games are those of the first side of a comparison.

    Parameters
    ----------
    run_dir : Path
    jobs : sequence of Job
        The jobs of both sides; the first made from the run's own files.
    """
    info, before = read_run_file(run_dir), jobs[0].plan
    is_same = set(list_differences(before, info)) <= {"the program"}
    has_rules = info["run"]["rules_version"] == before.game.rules_version
    return is_same and has_rules and info["run"]["games"] >= jobs[1].plan.games


def has_bots(run_dir: Path, job: Job) -> bool:
    """Return whether a finished run leads all bots of a job's panel."""
    return {bot.name for bot in job.panel} <= list_led(run_dir)


def list_led(run_dir: Path) -> set[str]:
    """Return the names of the further bots of the panel that a finished run leads."""
    led = [read_run_file(folder)["bots"] for folder in find_panel_runs(run_dir)]
    return {bots[0]["name"] for bots in led if len(bots) == 1}


def since_work(run_dir: Path, job: Job) -> Work:
    """Return the work of a comparison with a run."""
    work = job_work(job, "compare")
    results_hash = read_run_file(run_dir)["run"]["results_hash"]
    identity = {**work.identity, "the run before": results_hash}
    return Work(identity, f"a comparison with a run over {work.goal}",
                lambda folder: work.is_in(folder / AFTER))  # fmt: skip


def play_since(
    run_dir: Path,
    jobs: Sequence[Job],
    held: Claim,
    is_quiet: bool,
    on_first: Callable[[Path, Path], None],
) -> Path:
    """Play only the second side of a comparison with a run; return the folder of its run.

    Games of matchups that no difference affects are copied from the run. Further bots of a
    panel play only if they did in the run.

    Parameters
    ----------
    on_first : callable(before, after)
        Called with the folders when the first bot has played, and further bots have not.
    """
    led = list_led(run_dir)
    job = replace(jobs[1], panel=tuple(bot for bot in jobs[1].panel if bot.name in led))
    folder, on_message = confine(held.folder, AFTER), None if is_quiet else note
    with (
        start_workers(job.request) as workers,
        progress_bar(disabled=is_quiet) as progress,
        claim([folder], plan_work(job.plan)) as run_claim,
    ):
        copy_known_games(job.plan, run_claim, (jobs[0].plan, run_dir))
        play_plan(job.plan, run_claim, workers, lambda _: "evenhand compare", progress, on_message)
    on_first(run_dir, folder)
    before = (jobs[0].plan, run_dir)
    with progress_bar(disabled=is_quiet) as progress:
        play_panel(job, folder, progress, on_message, with_steps=False, before=before)
    return folder
