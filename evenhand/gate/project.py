"""A designer's folder as the balance check needs it: expectations that fit its cards and decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.decks.text_file import shortened
from evenhand.decks.toml_file import TomlFile, TomlValueError
from evenhand.gate.subjects import Known, known_names, turned
from evenhand.inputs.balance_file import Accept, Changes, Check, Expect
from evenhand.inputs.folder import Folder, examine
from evenhand.reports.bands import Band

__all__ = ["CHANGE", "Accepted", "Project", "load_project"]

# Topics of [expect] that are about each of several things, and the table of bands for single ones.
TABLES = {"win_rate": "decks", "matchup": "matchups", "card_impact": "cards"}
SUBJECTS = {"win_rate": "DECK", "matchup": "DECK vs DECK", "card_impact": "CARD", "seat": "N"}
PLAIN_TOPICS = tuple(
    name for name in Expect.model_fields if name not in (*TABLES.values(), "change")
)
CHANGE = "change."  # begins the topics of [expect.change]
TOPICS = (*PLAIN_TOPICS, *(CHANGE + name for name in Changes.model_fields))


@dataclass(frozen=True)
class Accepted:
    """Something outside its band that is put up with for a time.

    Attributes
    ----------
    topic : str
        As for `Project.band`.
    subjects : frozenset of str
        What it is about, in all the words that results have for it.
    until : date
        The last day.
    line : int or None
        Where it stands in the file.
    """

    topic: str
    subjects: frozenset[str]
    reason: str
    until: date
    line: int | None


@dataclass(frozen=True)
class Project:
    """What a ``balance.toml`` says, all of it known to be right.

    Attributes
    ----------
    folder : Folder
        What is played.
    bands : mapping from (topic, subject) to Band
        Subject "" stands for all that have no band of their own. A duel is here from
        both sides, and a deck in the hands of each of two bots, too.
    notes : tuple of str
        Things worth knowing that are no errors.
    """

    folder: Folder
    bands: Mapping[tuple[str, str], Band]
    accepted: tuple[Accepted, ...]
    notes: tuple[str, ...]

    @property
    def check(self) -> Check:
        """How the check goes about it."""
        return self.folder.said.check

    @property
    def baseline(self) -> Path | None:
        """Path of the baseline, whether or not it is there; None if none is wanted."""
        file = self.check.baseline
        return None if file is None else self.folder.path.parent / file

    def band(self, topic: str, subject: str = "") -> Band | None:
        """Return the band that a number is held against; None if it is not checked.

        Parameters
        ----------
        topic : str
            A key of ``[expect]``, or "change." and one of ``[expect.change]``.
        subject : str
            The deck, "DECK vs OPPONENT", or the card, as the tables of `analysis` name
            them; "" for the whole run.
        """
        return self.bands.get((topic, subject)) or self.bands.get((topic, ""))

    def acceptance(self, topic: str, subject: str = "") -> Accepted | None:
        """Return the exception that lets a number be outside its band, if there is one."""
        fitting = (one for one in self.accepted if one.topic == topic and subject in one.subjects)
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
    toml, folder, problems = examine(path)
    if folder is None:
        raise InputError(problems)
    known = known_names(folder, problems)
    bands = read_bands(folder.said.expect, known, toml, problems)
    accepted = read_accepted(folder.said.accept, known, toml, problems)
    problems += expired(accepted, toml, today or date.today())
    if problems:
        raise InputError(problems)
    notes = (*needless_bands(folder.said.expect, known, toml), *needless(accepted, bands, toml))
    return Project(folder, bands, tuple(accepted), notes)


def spellings(known: Known, topic: str, text: str) -> list[str]:
    """List the words that results have for the subject of a topic."""
    find: dict[str, Callable[[str], list[str]]] = {
        "win_rate": known.deck,
        "matchup": known.matchup,
        "card_impact": known.card,
        "seat": known.seat,
    }
    return find[topic.removeprefix(CHANGE)](text)


def read_bands(
    expect: Expect, known: Known, toml: TomlFile, problems: list[Problem]
) -> dict[tuple[str, str], Band]:
    """Gather the bands, and add what is wrong with their names to `problems`."""
    bands: dict[tuple[str, str], Band] = {}
    said = [(topic, getattr(expect, topic)) for topic in PLAIN_TOPICS]
    said += [(CHANGE + topic, band) for topic, band in expect.change]
    for topic, band in said:
        if band is not None:
            bands[topic, ""] = band
            if topic.removeprefix(CHANGE) == "seat" and known.n_seats == 2:
                message = "of two players, one goes first: expected 'first_player'"
                problems.append(toml.problem(("expect", *topic.split(".")), message))
    for topic, table in TABLES.items():
        found: dict[str, tuple[list[str], Band]] = {}
        for text, band in getattr(expect, table).items():
            place = ("expect", table, text)
            try:
                names = spellings(known, topic, text)
            except TomlValueError as error:
                problems.append(toml.problem(place, str(error), error.hint))
                continue
            if names[0] in found or turned(names[0]) in found:
                problems.append(toml.problem(place, "there is a band for this already"))
            found[names[0]] = names, band
        # What is said of a deck in one bot's hands goes before what is said of the deck.
        for names, band in sorted(found.values(), key=lambda entry: -len(entry[0])):
            bands |= {(topic, name): band for name in names}
            if topic == "matchup":
                other = Band(1 - band.high, 1 - band.low)
                bands |= {(topic, turned(name)): other for name in names if turned(name)}
    return bands


def read_accepted(
    said: Sequence[Accept], known: Known, toml: TomlFile, problems: list[Problem]
) -> list[Accepted]:
    """Understand what exceptions are about, and add what is wrong with them to `problems`."""
    found = []
    for index, one in enumerate(said):
        place = ("accept", index, "what")
        try:
            topic, subjects = read_subject(one.what, known)
        except TomlValueError as error:
            problems.append(toml.problem(place, str(error), error.hint))
            continue
        line = toml.line_of(place)
        found.append(Accepted(topic, frozenset(subjects), one.reason, one.until, line))
    return found


def read_subject(what: str, known: Known) -> tuple[str, list[str]]:
    """Read a topic and what it is about: ``matchup aggro vs control``."""
    topic, _, text = what.partition(" ")
    if topic not in TOPICS:
        hint = did_you_mean(topic, TOPICS) or f"one of {', '.join(TOPICS)}"
        raise TomlValueError(f"'{shortened(topic)}' is nothing that is checked", hint)
    form = SUBJECTS.get(topic.removeprefix(CHANGE), "")
    if bool(form) != bool(text):
        raise TomlValueError(f"expected '{f'{topic} {form}'.strip()}', found '{shortened(what)}'")
    if not text:
        return topic, [""]
    names = spellings(known, topic, text)
    return topic, [*names, *filter(None, map(turned, names))]


def expired(accepted: Sequence[Accepted], toml: TomlFile, today: date) -> Iterator[Problem]:
    """Find the exceptions that have ended."""
    for one in accepted:
        if one.until < today:
            message = f"this exception ended on {one.until}"
            hint = "put right what it is about, or say again how long it may last"
            yield Problem(toml.file, one.line, "accept", message, hint)


def needless_bands(expect: Expect, known: Known, toml: TomlFile) -> Iterator[str]:
    """Say which cards with a band no deck holds."""
    for text in expect.cards if known.played else ():
        rows = known.pool.rows_of(text) if known.pool else []
        if known.played.isdisjoint(rows):
            line = toml.line_of(("expect", "cards", text))
            yield f"{toml.file}:{line}: '{text}' is in no deck, so nothing is checked"


def needless(
    accepted: Sequence[Accepted], bands: Mapping[tuple[str, str], Band], toml: TomlFile
) -> Iterator[str]:
    """Say which exceptions are about something that has no band."""
    for one in accepted:
        if not any((one.topic, subject) in bands for subject in ("", *one.subjects)):
            yield f"{toml.file}:{one.line}: nothing is expected of this, so nothing is excepted"
