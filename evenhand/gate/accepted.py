"""The failures that ``[[accept]]`` accepts for a time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from evenhand.analysis.gate.judge import Acceptance
from evenhand.analysis.gate.subjects import Measure
from evenhand.decks.problems import Problem
from evenhand.decks.toml_file import TomlFile, TomlValueError
from evenhand.gate.known_names import KnownNames
from evenhand.inputs.balance_file import Accept

__all__ = ["AcceptedFailure", "find_expired", "note_without_band", "read_accepted"]


@dataclass(frozen=True)
class AcceptedFailure:
    """Something outside its band that is accepted for a time.

    Attributes
    ----------
    measure : Measure
    acceptance : Acceptance
    line : int or None
        Where it stands in the file.
    """

    measure: Measure
    acceptance: Acceptance
    line: int | None

    def covers(self, measure: Measure) -> bool:
        """Return whether it is about a number; a duel may be named from either side."""
        covering = replace(measure, bot="").covering
        return self.measure in covering or self.measure.reverse in covering


def read_accepted(
    entries: Sequence[Accept], known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> list[AcceptedFailure]:
    """Read what each entry is about, and add what is wrong with it to `problems`."""
    found = []
    for index, entry in enumerate(entries):
        place = ("accept", index, "what")
        try:
            measure = known.read_measure(entry.what)
        except TomlValueError as error:
            problems.append(toml.problem(place, str(error), error.hint))
            continue
        acceptance = Acceptance(entry.reason, entry.until)
        found.append(AcceptedFailure(measure, acceptance, toml.line_of(place)))
    return found


def find_expired(
    accepted: Sequence[AcceptedFailure], toml: TomlFile, today: date
) -> Iterator[Problem]:
    """Find the exceptions that have ended."""
    for one in accepted:
        if one.acceptance.until < today:
            message = f"this exception ended on {one.acceptance.until}"
            hint = "mend what it is about, or give it a later day"
            yield Problem(toml.file, one.line, "accept", message, hint)


def note_without_band(
    accepted: Sequence[AcceptedFailure], bands: Iterable[Measure], toml: TomlFile
) -> Iterator[str]:
    """Name the exceptions that are about something without a band."""
    for one in accepted:
        if not any(band in one.measure.covering or one.covers(band) for band in bands):
            yield f"{toml.file}:{one.line}: nothing is expected of this, so nothing is accepted"
