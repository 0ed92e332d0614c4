"""The bands that a designer's folder states, kept with the runs that are made of it."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path

from evenhand.analysis.gate.bands import Allowance, Bands, is_of_run, save_bands
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.run_verdicts import Judged
from evenhand.analysis.gate.subjects import FORBIDDEN
from evenhand.decks.problems import InputError
from evenhand.gate.bands import read_bands
from evenhand.gate.project import Project
from evenhand.gate.subject_texts import load_known_names
from evenhand.inputs.folder import Folder, examine
from evenhand.inputs.job import Job

__all__ = ["find_stated_bands", "keep_verdicts"]


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
    toml, _, wrong = examine(folder.path)
    problems = [*wrong]
    bands = read_bands(folder.said, load_known_names(folder, problems), toml, problems)
    if problems:
        raise InputError(problems)
    return bands.of_run()


def fits(folder: Folder, job: Job) -> bool:
    """Return whether a job plays the mode and the number of players that a folder is about."""
    n_seats = folder.said.players or folder.game.seats[0]
    return (folder.mode, n_seats) == (job.plan.mode, job.plan.n_seats)


def keep_verdicts(
    run_dir: Path, project: Project, judgements: Sequence[Judgement]
) -> Judged | None:
    """Keep what a check held its run against, and what came of it; None if against nothing."""
    if (bands := project.bands.of_run()) is None:
        return None
    own = [
        one for one in judgements if is_of_run(one.measure) and one.measure.topic not in FORBIDDEN
    ]
    verdicts = {one.measure: one.verdict for one in own}
    allowances = {
        one.measure: Allowance(one.low_all, one.high_all, one.n_together)
        for one in own
        if not isnan(one.low_all)
    }
    bands = replace(bands, verdicts=verdicts, allowances=allowances)
    save_bands(run_dir, bands)
    return Judged.of(bands, own)
