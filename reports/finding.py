"""A finding: one sentence of the verdict, and where its numbers are."""

from dataclasses import dataclass
from enum import StrEnum

from evenhand.reports.wording import Sentence

__all__ = ["Finding", "Tone"]


class Tone(StrEnum):
    """Importance of a finding; always shown as a word as well."""

    ALARM = "alarm"
    NOTABLE = "notable"
    CALM = "calm"


@dataclass(frozen=True)
class Finding:
    """A finding: one sentence of the verdict.

    Attributes
    ----------
    topic : str
        One or two words for the margin.
    section : str
        Id of the section that shows the numbers.
    """

    topic: str
    tone: Tone
    sentence: Sentence
    section: str
