"""A designer's folder as the balance check needs it: expectations that fit its cards and decks."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from evenhand.analysis.gate.bands import Bands
from evenhand.analysis.gate.judge import Acceptance
from evenhand.analysis.gate.subjects import Measure
from evenhand.decks.problems import InputError
from evenhand.gate.accepted import (
    AcceptedFailure,
    find_expired,
    note_without_band,
    read_accepted,
)
from evenhand.gate.bands import note_unfair_share, note_unplayed_cards, read_bands
from evenhand.gate.known_names import load_known_names
from evenhand.gate.tunable import find_tune_problems
from evenhand.inputs.balance_file import Check
from evenhand.inputs.folder import Folder, parse_folder

__all__ = ["Project", "load_project"]


@dataclass(frozen=True)
class Project:
    """What a ``balance.toml`` says, all of it known to be right.

    Attributes
    ----------
    folder : Folder
        What is played.
    bands : Bands
        Of all that a check measures.
    accepted : tuple of AcceptedFailure
    notes : tuple of str
        Things worth knowing that are no errors.
    """

    folder: Folder
    bands: Bands
    accepted: tuple[AcceptedFailure, ...]
    notes: tuple[str, ...]

    @property
    def check(self) -> Check:
        """How the check goes about it."""
        return self.folder.content.check

    @property
    def baseline(self) -> Path | None:
        """Path of the baseline, whether or not it is there; None if none is wanted."""
        file = self.check.baseline
        return None if file is None else self.folder.path.parent / file

    @property
    def has_changes(self) -> bool:
        """Whether changes have a band."""
        return any(measure.is_change for measure in self.bands.by_measure)

    def acceptance(self, measure: Measure) -> Acceptance | None:
        """Return why a number may be outside its band; None if it may not."""
        fitting = (one.acceptance for one in self.accepted if one.covers(measure))
        return next(fitting, None)


def load_project(path: str | Path, today: date | None = None) -> Project:
    """Read a ``balance.toml`` and hold it against the cards and decks that it names.

    Parameters
    ----------
    path : str or Path
    today : date, optional
        Exceptions that ended before it are problems; the day it is if not given.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        With all problems of the file and of those that it names.
    """
    toml, folder, wrong = parse_folder(path)
    if folder is None:
        raise InputError(wrong)
    problems = [*wrong]
    known = load_known_names(folder, problems)
    bands = read_bands(folder.content, known, toml, problems)
    accepted = read_accepted(folder.content.accept, known, toml, problems)
    problems += find_tune_problems(folder.content.tune, known.pool, toml)
    problems += find_expired(accepted, toml, today or date.today())
    if problems:
        raise InputError(problems)
    notes = (
        *note_unfair_share(folder.content.expect, known, toml),
        *note_unplayed_cards(folder.content.expect, known, toml),
        *note_without_band(accepted, bands.by_measure, toml),
    )
    return Project(folder, bands, tuple(accepted), notes)
