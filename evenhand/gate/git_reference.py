"""A reference from git: the folder at a ref, played with the same deals."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.problems import InputError, UsageError
from evenhand.gate.reference import PlayedReference
from evenhand.inputs.comparison_sides import Kind, Side, keep_common_decks, request_side
from evenhand.inputs.folder import BALANCE_FILE, Folder
from evenhand.inputs.git import extract_folder
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.simulate.runs.same_games import align_decks

__all__ = ["play_git_ref"]


def play_git_ref(
    folder: Folder, ref: str, job: Job, out: Path, play: Callable[[Job, Path], object]
) -> PlayedReference:
    """Play the reference from git: a job's pairs with its folder's files at a ref.

    Parameters
    ----------
    folder : Folder
    ref : str
    job : Job
        The job of the present files.
    out : Path
        Folder of the run.
    play : callable(job, out)
        Play a job and write its run into a folder.

    Raises
    ------
    UsageError
        If the ref or the repository does not exist, or no deck is in common.
    InputError
        If the files at the ref have problems.
    """
    if folder.path.name != BALANCE_FILE:
        raise UsageError(f"--against: {folder.path} must be called {BALANCE_FILE} for that")
    with tempfile.TemporaryDirectory() as temporary:
        files = extract_folder(folder.path.parent, ref, Path(temporary, "files"))
        if not (files / BALANCE_FILE).is_file():
            raise UsageError(f"--against: there is no {BALANCE_FILE} in {ref}")
        with replace_folder_in_errors(ref, files):
            before = prepare_old_job(Side(ref, Kind.FOLDER, files), folder, job)
        play(before, out)
        run = load_run(out)
        return PlayedReference(read_pair_scores(run), run, before.plan)


def prepare_old_job(side: Side, folder: Folder, job: Job) -> Job:
    """Prepare the pairs of the decks that existed at a git ref, each card in its slot."""
    plan = job.plan
    given = Request(seed=plan.seed, games=1, jobs=job.request.jobs, mode=plan.mode)
    requests = [
        request_side(Side("", Kind.FOLDER, folder.path.parent), given),
        request_side(side, given),
    ]
    (_, before), _ = keep_common_decks(requests)
    if not before.decks:
        raise UsageError(f"{side.name} has no deck of the same name as the folder now")
    old_job = prepare(before)
    refuse_another_game(job, old_job, side.name)
    n_pairs = max(matchup.pairs for matchup in plan.matchups)
    games = n_pairs * len(old_job.plan.sides) * plan.n_seats
    return replace(old_job, plan=align_decks(old_job.plan.with_games(games), plan))


def refuse_another_game(now: Job, before: Job, ref: str) -> None:
    """Refuse a git ref as reference if game, mode or number of players differ."""
    sides = [
        (job.plan.game.name, job.plan.mode, f"{job.plan.n_seats} players") for job in (now, before)
    ]
    for new, old in zip(*sides, strict=True):
        if new != old:
            raise UsageError(f"{ref} cannot be compared with the folder: it plays {old}, not {new}")


@contextmanager
def replace_folder_in_errors(ref: str, files: Path) -> Iterator[None]:
    """Replace the temporary folder in the paths of errors by the git ref."""
    try:
        yield
    except InputError as error:
        raise InputError(
            [
                replace(problem, file=problem.file.replace(str(files), ref))
                for problem in error.problems
            ]
        ) from None
