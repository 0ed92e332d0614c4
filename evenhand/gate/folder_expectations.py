"""A designer's folder with its expectations, checked against its cards and decks."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from evenhand.analysis.gate.judge import Acceptance
from evenhand.analysis.gate.measures import Measure
from evenhand.analysis.gate.run_bands import Bands
from evenhand.decks.problems import InputError, Problem
from evenhand.gate.accepted_failures import (
    AcceptedFailure,
    find_expired,
    note_without_band,
    read_accepted,
)
from evenhand.gate.expected_bands import note_unfair_share, note_unplayed_cards, read_bands
from evenhand.gate.known_names import load_known_names
from evenhand.gate.tune_settings import find_tune_problems
from evenhand.inputs.balance_file import Check
from evenhand.inputs.faults import add_faults
from evenhand.inputs.folder import Folder, parse_folder

__all__ = ["Project", "load_project"]


@dataclass(frozen=True)
class Project:
    """A designer's folder with its expectations, checked and without problems.

    Attributes
    ----------
    folder : Folder
        The settings of the games.
    bands : Bands
        The bands of all numbers that a check measures.
    accepted : tuple of AcceptedFailure
    notes : tuple of str
        Remarks that are not errors.
    """

    folder: Folder
    bands: Bands
    accepted: tuple[AcceptedFailure, ...]
    notes: tuple[str, ...]

    @property
    def check(self) -> Check:
        """The settings of a folder's check."""
        return self.folder.content.check

    @property
    def baseline(self) -> Path | None:
        """Path of a folder's baseline, which need not exist; None if the file sets none."""
        file = self.check.baseline
        return None if file is None else self.folder.path.parent / file

    @property
    def has_changes(self) -> bool:
        """Whether a folder expects any change to be in a band."""
        return any(measure.is_change for measure in self.bands.by_measure)

    def find_acceptance(self, measure: Measure) -> Acceptance | None:
        """Return the acceptance in a folder of a number outside its band, or None."""
        matches = (entry.acceptance for entry in self.accepted if entry.covers(measure))
        return next(matches, None)


def load_project(path: str | Path, today: date | None = None) -> Project:
    """Read a folder's expectations, and check them against its cards and decks.

    Parameters
    ----------
    path : str or Path
    today : date, optional
        Exceptions that ended before this day are problems; by default the current day.

    Raises
    ------
    UsageError
        If the path does not exist.
    InputError
        With all problems of the file and of those that it names.
    """
    toml, folder, wrong = parse_folder(path)
    if folder is None:
        raise InputError(wrong)
    problems: list[Problem] = [*wrong]
    faults: list[Problem] = []
    known = load_known_names(folder, problems, faults)
    bands = read_bands(folder.content, known, toml, problems)
    accepted = read_accepted(folder.content.accept, known, toml, problems)
    problems += find_tune_problems(folder, known.pool, toml)
    problems += find_expired(accepted, toml, today or date.today())
    if problems:
        of_settings = [problem for problem in problems if problem.file == toml.file]
        raise InputError(dict.fromkeys([*of_settings, *faults, *problems]))
    add_faults(faults)
    notes = (
        *note_unfair_share(folder.content.expect, known, toml),
        *note_unplayed_cards(folder.content.expect, known, toml),
        *note_without_band(accepted, bands.by_measure, toml),
    )
    return Project(folder, bands, tuple(accepted), notes)
