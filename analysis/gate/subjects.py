"""What an expectation is about: a topic, a subject, and whether its change is meant.

No text is read or written here: a designer's words become subjects in `evenhand.gate`, and
subjects become words in `evenhand.reports.check`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from math import inf

from evenhand.analysis.data.run import Entrant

__all__ = [
    "CHANGE", "FORBIDDEN", "RATE", "TURNS", "WHOLE_RUN", "CardSubject", "DeckSubject", "Limits",
    "MatchupSubject", "Measure", "SeatSubject", "Subject", "Topic", "WholeRun",
]  # fmt: skip

Limits = tuple[float, float]
RATE: Limits = (0.0, 1.0)
CHANGE: Limits = (-1.0, 1.0)
TURNS: Limits = (0.0, inf)


class Topic(StrEnum):
    """What is measured; the value is its name in files and in ``--json``."""

    WIN_RATE = "win_rate"
    MATCHUP = "matchup"
    SEAT = "seat"
    FIRST_PLAYER = "first_player"
    DRAWS = "draws"
    TURNS = "turns"
    STALLS = "stalls"
    CARD_IMPACT = "card_impact"
    ENGINE_ERRORS = "engine_errors"
    ENDLESS_TURNS = "endless_turns"


FORBIDDEN = (Topic.ENGINE_ERRORS, Topic.ENDLESS_TURNS)  # of which there must be none


class Subject:
    """What a number is of; one of the five kinds below."""

    @property
    def reverse(self) -> "Subject | None":
        """The same seen from the other side; None if there is no other side."""
        return None

    @property
    def covering(self) -> "tuple[Subject, ...]":
        """Itself and all that it is part of, the nearest first: a band of those holds for it."""
        return self, WHOLE_RUN


@dataclass(frozen=True)
class WholeRun(Subject):
    """All games; for a topic that is about each of several things, every one of them."""

    @property
    def covering(self) -> tuple[Subject, ...]:
        """Itself alone."""
        return (self,)


WHOLE_RUN = WholeRun()


@dataclass(frozen=True)
class DeckSubject(Subject):
    """A deck, or a deck in one bot's hands."""

    entrant: Entrant

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The deck in these hands, in any hands, and every deck."""
        return *map(DeckSubject, widen_hands(self.entrant)), WHOLE_RUN


@dataclass(frozen=True)
class MatchupSubject(Subject):
    """A deck against those that it meets in one game; the win rate is that of `own`."""

    own: Entrant
    opponents: tuple[Entrant, ...]

    @property
    def sides(self) -> tuple[Entrant, ...]:
        """All that meet, the own deck first."""
        return self.own, *self.opponents

    @property
    def reverse(self) -> "MatchupSubject | None":
        """A duel seen by the opponent; None for a larger table."""
        if len(self.opponents) > 1:
            return None
        return MatchupSubject(self.opponents[0], (self.own,))

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The matchup in these hands, in any hands, and every matchup."""
        sides = sorted(product(*map(widen_hands, self.sides)), key=rank_vagueness)
        return *(MatchupSubject(own, tuple(others)) for own, *others in sides), WHOLE_RUN


@dataclass(frozen=True)
class SeatSubject(Subject):
    """A seat in turn order, counted from 1."""

    number: int


@dataclass(frozen=True)
class CardSubject(Subject):
    """A card; in one deck, or with `deck` "" in every deck that holds it."""

    card: str
    deck: str = ""

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The card in this deck, in any deck, and every card."""
        in_any_deck = (CardSubject(self.card),) if self.deck else ()
        return self, *in_any_deck, WHOLE_RUN


def widen_hands(entrant: Entrant) -> tuple[Entrant, ...]:
    """Return an entrant, and its deck in whoever's hands."""
    return (entrant, Entrant(entrant.deck)) if entrant.bot else (entrant,)


def rank_vagueness(sides: tuple[Entrant, ...]) -> tuple[int, list[Entrant]]:
    """Count the sides that any bot may play; among equals the order is the same from each side."""
    return sum(not side.bot for side in sides), sorted(sides)


@dataclass(frozen=True)
class Measure:
    """A number that can be held against a band.

    Attributes
    ----------
    is_change : bool
        Whether it is how far the number has moved, not the number itself.
    bot : str
        The bot that it was measured with, one of a panel; "" for the one that a folder is
        checked with first. The same band holds for all.
    """

    topic: Topic
    subject: Subject = WHOLE_RUN
    is_change: bool = False
    bot: str = ""

    @property
    def reverse(self) -> "Measure | None":
        """The same number seen from the other side; None if there is no other side."""
        reverse = self.subject.reverse
        return None if reverse is None else replace(self, subject=reverse)

    @property
    def covering(self) -> "tuple[Measure, ...]":
        """Itself and all whose bands hold for it, too, the nearest first."""
        return tuple(replace(self, subject=subject) for subject in self.subject.covering)

    @property
    def is_difference(self) -> bool:
        """Whether it has a sign: it is a change, or what a card does."""
        return self.is_change or self.topic is Topic.CARD_IMPACT

    @property
    def limits(self) -> Limits:
        """The least and the greatest that it can be."""
        if self.topic is Topic.TURNS:
            return (-inf, inf) if self.is_change else TURNS
        return CHANGE if self.is_difference else RATE
