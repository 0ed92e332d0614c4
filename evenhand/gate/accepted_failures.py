"""The failures that ``[[accept]]`` accepts until a date."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from evenhand.analysis.gate.judge import Acceptance
from evenhand.analysis.gate.measures import Measure
from evenhand.decks.problems import Problem
from evenhand.decks.toml_file import TomlFile, TomlValueError
from evenhand.gate.known_names import KnownNames
from evenhand.inputs.balance_file import Accept

__all__ = ["AcceptedFailure", "find_expired", "note_without_band", "read_accepted"]


@dataclass(frozen=True)
class AcceptedFailure:
    """A failure accepted until a date: of a number outside its band.

    Attributes
    ----------
    measure : Measure
    acceptance : Acceptance
    line : int or None
        Line in the file.
    """

    measure: Measure
    acceptance: Acceptance
    line: int | None

    def covers(self, measure: Measure) -> bool:
        """Return whether an accepted failure is a number's; a duel's may be either side's."""
        covering = replace(measure, bot="").covering
        return self.measure in covering or self.measure.reverse in covering


def read_accepted(
    entries: Sequence[Accept], known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> list[AcceptedFailure]:
    """Parse the accepted failures, and append their problems to `problems`."""
    accepted = []
    for index, entry in enumerate(entries):
        place = ("accept", index, "what")
        try:
            measure = known.read_measure(entry.what)
        except TomlValueError as error:
            problems.append(toml.problem(place, str(error), error.hint))
            continue
        acceptance = Acceptance(entry.reason, entry.until)
        accepted.append(AcceptedFailure(measure, acceptance, toml.line_of(place)))
    return accepted


def find_expired(
    accepted: Sequence[AcceptedFailure], toml: TomlFile, today: date
) -> Iterator[Problem]:
    """Yield a problem for each accepted failure whose date has passed."""
    for entry in accepted:
        if entry.acceptance.until < today:
            message = f"this exception ended on {entry.acceptance.until}"
            hint = "mend what it is about, or give it a later day"
            yield Problem(toml.file, entry.line, "accept", message, hint)


def note_without_band(
    accepted: Sequence[AcceptedFailure], bands: Iterable[Measure], toml: TomlFile
) -> Iterator[str]:
    """Yield a note for each accepted failure whose number has no band."""
    for entry in accepted:
        if not any(band in entry.measure.covering or entry.covers(band) for band in bands):
            yield f"{toml.file}:{entry.line}: nothing is expected of this, so nothing is accepted"
