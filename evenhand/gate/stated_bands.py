"""The bands that a designer's folder sets for its runs."""

from evenhand.analysis.gate.run_bands import Bands
from evenhand.decks.problems import InputError
from evenhand.gate.bands import read_bands
from evenhand.gate.known_names import load_known_names
from evenhand.inputs.folder import Folder, parse_folder
from evenhand.inputs.job import Job

__all__ = ["find_stated_bands"]


def find_stated_bands(job: Job) -> Bands | None:
    """Return the bands that the run of a job is judged by.

    Returns
    -------
    Bands or None
        None if no folder is named, if it has no band for a run's own numbers, or if the job
        has another mode or number of players than the folder.

    Raises
    ------
    InputError
        If a band names a subject that does not exist.
    """
    folder = job.folder
    if folder is None or not matches_job(folder, job):
        return None
    toml, _, wrong = parse_folder(folder.path)
    problems = [*wrong]
    bands = read_bands(folder.content, load_known_names(folder, problems), toml, problems)
    if problems:
        raise InputError(problems)
    return bands.of_run()


def matches_job(folder: Folder, job: Job) -> bool:
    """Return whether a job has the mode and number of players of a folder."""
    n_seats = folder.content.players or folder.game.seats[0]
    return (folder.mode, n_seats) == (job.plan.mode, job.plan.n_seats)
