"""The bands that a designer's folder states, which its runs are compared with."""

from evenhand.analysis.gate.bands import Bands
from evenhand.decks.problems import InputError
from evenhand.gate.bands import read_bands
from evenhand.gate.known_names import load_known_names
from evenhand.inputs.folder import Folder, parse_folder
from evenhand.inputs.job import Job

__all__ = ["find_stated_bands"]


def find_stated_bands(job: Job) -> Bands | None:
    """Find the bands that the games of a job are held against.

    Returns
    -------
    Bands or None
        None where no folder is named, or it states none of a run's own numbers; or where a
        flag asks for another mode or number of players, of which it says nothing.

    Raises
    ------
    InputError
        If a band is about something that there is not.
    """
    folder = job.folder
    if folder is None or not fits(folder, job):
        return None
    toml, _, wrong = parse_folder(folder.path)
    problems = [*wrong]
    bands = read_bands(folder.content, load_known_names(folder, problems), toml, problems)
    if problems:
        raise InputError(problems)
    return bands.of_run()


def fits(folder: Folder, job: Job) -> bool:
    """Return whether a job plays the mode and the number of players that a folder is about."""
    n_seats = folder.content.players or folder.game.seats[0]
    return (folder.mode, n_seats) == (job.plan.mode, job.plan.n_seats)
