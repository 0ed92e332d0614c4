"""Play both sides of a comparison on the same deals."""

import shlex
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.known_games import copy_known_games
from evenhand.experiments.play_job import job_work
from evenhand.experiments.play_panel import play_panel
from evenhand.experiments.single_edits import keep_shared_decks
from evenhand.inputs.comparison_sides import Kind, Side, keep_common_decks, request_side
from evenhand.inputs.faults import collect_faults, list_collected
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.progress import Progress, progress_bar
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.simulate.runs.claim import Claim, Work, claim
from evenhand.simulate.runs.places import confine
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.same_games import align_decks, find_same_matchups
from evenhand.terminal import note

__all__ = [
    "NothingEditedError", "comparison_work", "explain_other_game", "play_sides", "prepare_sides",
    "refuse_unedited",
]  # fmt: skip

PLACES = ("before", "after")


class NothingEditedError(UsageError):
    """The error of a comparison in which all that was edited cannot be read."""


def prepare_sides(
    sides: Sequence[Side], given: Request, say: Callable[[str], None] | None = None
) -> list[Job]:
    """Prepare the games of both sides of a comparison, as jobs.

    A deck that one side leaves out, because it cannot be read, is left out of both, so that both
    play the same matchups.

    Parameters
    ----------
    say : callable(text), optional
        Called with what the user should know before it begins.
    """
    before, after = map(prepare_side, sides, request_sides(sides, given, say))
    plan = keep_shared_decks(before.plan, after.plan)
    now = align_decks(keep_shared_decks(after.plan, plan), plan)
    jobs = [replace(before, plan=plan), replace(after, plan=now)]
    for job, place in zip(jobs, PLACES, strict=True):
        if say:
            for text in job.notes:
                say(f"{place}: {text}")
    return jobs


def refuse_unedited(jobs: Sequence[Job]) -> None:
    """Refuse to play two sides alike, if something cannot be read: it is all that was edited.

    Raises
    ------
    NothingEditedError
    """
    before, after = (job.plan for job in jobs)
    if list_collected() and len(find_same_matchups(before, after)) == len(after.matchups):
        left_out = write_left_out_of_plan(after) or write_left_out_of_plan(before)
        message = "Of the rest, nothing was edited: there is nothing to compare."
        raise NothingEditedError(" ".join(map(str, filter(None, [left_out, message]))))


def prepare_side(side: Side, request: Request) -> Job:
    """Prepare the games of one side of a comparison."""
    with collect_faults() if side.is_past else nullcontext():
        return prepare(request)


def comparison_work(jobs: Sequence[Job]) -> Work:
    """Return the work of a comparison that plays both sides."""
    works = [job_work(job, "compare") for job in jobs]
    identity = {
        f"{name} ({place})": value
        for place, work in zip(PLACES, works, strict=True)
        for name, value in work.identity.items()
    }

    def is_in(folder: Path) -> bool:
        return any(work.is_in(folder / place) for place, work in zip(PLACES, works, strict=True))

    return Work(identity, f"a comparison over {works[1].goal}", is_in)


def play_sides(
    sides: Sequence[Side],
    jobs: Sequence[Job],
    held: Claim,
    is_quiet: bool,
    on_first: Callable[[Path, Path], None],
) -> list[Path]:
    """Play the games of both sides of a comparison, and return the folders of their runs.

    Matchups that no difference affects are played once, and copied to the second side.

    Parameters
    ----------
    on_first : callable(before, after)
        Called with the folders when the first bot has played, and further bots have not.
    """
    command = shlex.join(["evenhand", "compare", *(side.name for side in sides)])
    folders = [confine(held.folder, place) for place in PLACES]
    on_message = None if is_quiet else note
    with start_workers(jobs[0].request) as workers, progress_bar(disabled=is_quiet) as progress:
        for number, (job, folder) in enumerate(zip(jobs, folders, strict=True)):
            show = count_as_half(progress, number)
            with claim([folder], plan_work(job.plan)) as run_claim:
                copy_known_games(
                    job.plan, run_claim, (jobs[0].plan, folders[0]) if number else None
                )
                play_plan(job.plan, run_claim, workers, lambda _: command, show, on_message)
    on_first(*folders)
    for number, (job, folder) in enumerate(zip(jobs, folders, strict=True)):
        before = (jobs[0].plan, folders[0]) if number else None
        with progress_bar(disabled=is_quiet) as progress:
            play_panel(job, folder, progress, on_message, with_steps=False, before=before)
    return folders


def count_as_half(progress: Progress, number: int) -> Progress:
    """Return a progress function for the games of one side, as half of a comparison."""

    def show(done: int, total: int) -> None:
        progress(number * total + done, 2 * total)

    return show


def request_sides(
    sides: Sequence[Side], given: Request, say: Callable[[str], None] | None
) -> list[Request]:
    """Return the requests for a comparison's games, the same for both sides.

    Number of games and seed are those of the second side, unless given.
    """
    requests = [request_side(side, given) for side in sides]
    if sides[0].kind is Kind.FOLDER and not given.decks:
        requests = choose_common_decks(sides, requests, say)
    seed, games = requests[1].seed, requests[1].games
    games = DEFAULT_GAMES if games is None else games
    return [replace(request, seed=seed, games=games, precision=None) for request in requests]


def choose_common_decks(
    sides: Sequence[Side], requests: Sequence[Request], say: Callable[[str], None] | None
) -> list[Request]:
    """Limit a comparison's games to the common decks, and print the others' names."""
    kept, alone = keep_common_decks(requests)
    if not kept[0].decks:
        raise UsageError(f"{sides[0].name} and {sides[1].name} have no deck of the same name")
    for side, names in zip(sides, alone, strict=True):
        if names and say:
            say(f"only in {side.name}, and left out: {', '.join(names)}")
    return kept


def explain_other_game(old: Plan, new: Plan) -> str:
    """Return how a plan differs from another in what both must share; "" if it does not."""
    for word, before, after in (
        ("game", old.game.title, new.game.title),
        ("mode", old.mode, new.mode),
        ("number of players", str(old.n_seats), str(new.n_seats)),
        ("number of bots", str(len(old.bots)), str(len(new.bots))),
    ):
        if before != after:
            return f"the {word} is another one ({before}, now {after})"
    return ""
