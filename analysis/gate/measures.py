"""Measures that can have a band: topic, subject, and whether it is a change.

No text is read or written here: `evenhand.gate` parses a designer's words into subjects, and
`evenhand.reports.check` writes subjects as words.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from math import inf

from evenhand.analysis.data.run import Entrant

__all__ = [
    "CHANGE", "FORBIDDEN", "RATE", "TURNS", "WHOLE_RUN", "CardGroupSubject", "CardSubject",
    "DeckSubject", "Limits", "MatchupSubject", "Measure", "SeatSubject", "Subject", "Topic",
    "WholeRun", "name_topic",
]  # fmt: skip

Limits = tuple[float, float]
RATE: Limits = (0.0, 1.0)
CHANGE: Limits = (-1.0, 1.0)
TURNS: Limits = (0.0, inf)


class Topic(StrEnum):
    """The quantity of a measure; the value is its name in files and in ``--json``."""

    WIN_RATE = "win_rate"
    FIELD_WIN_RATE = "field_win_rate"
    BEST_HANDS = "best_hands"
    MATCHUP = "matchup"
    SEAT = "seat"
    FIRST_PLAYER = "first_player"
    DRAWS = "draws"
    TURNS = "turns"
    STALLS = "stalls"
    POLARITY = "polarity"
    CARD_IMPACT = "card_impact"
    ENGINE_ERRORS = "engine_errors"
    ENDLESS_TURNS = "endless_turns"


FORBIDDEN = (Topic.ENGINE_ERRORS, Topic.ENDLESS_TURNS)  # games that must not occur


class Subject:
    """Base class of the kinds of subject of a measure."""

    @property
    def reverse(self) -> "Subject | None":
        """The subject seen from the other side; None if there is no other side."""
        return None

    @property
    def covering(self) -> "tuple[Subject, ...]":
        """Subjects whose bands apply, the most specific (the subject itself) first."""
        return self, WHOLE_RUN


@dataclass(frozen=True)
class WholeRun(Subject):
    """The subject of all games; for topics by deck, matchup, seat or card, each of them."""

    @property
    def covering(self) -> tuple[Subject, ...]:
        """Only the subject itself."""
        return (self,)


WHOLE_RUN = WholeRun()


@dataclass(frozen=True)
class DeckSubject(Subject):
    """The subject of a measure that is a deck, or a deck played by one bot."""

    entrant: Entrant

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The deck with this bot, with any bot, and every deck."""
        return *map(DeckSubject, widen_entrant(self.entrant)), WHOLE_RUN


@dataclass(frozen=True)
class MatchupSubject(Subject):
    """The subject that is a deck and its opponents; a measure is of `own`."""

    own: Entrant
    opponents: tuple[Entrant, ...]

    @property
    def sides(self) -> tuple[Entrant, ...]:
        """All entrants, `own` first."""
        return self.own, *self.opponents

    @property
    def reverse(self) -> "MatchupSubject | None":
        """A duel seen by the opponent; None for a larger table."""
        if len(self.opponents) > 1:
            return None
        return MatchupSubject(self.opponents[0], (self.own,))

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The matchup with these bots, with any bots, and every matchup."""
        sides = sorted(product(*map(widen_entrant, self.sides)), key=rank_vagueness)
        return *(MatchupSubject(deck, tuple(others)) for deck, *others in sides), WHOLE_RUN


@dataclass(frozen=True)
class SeatSubject(Subject):
    """The subject that is a seat in turn order, counted from 1."""

    number: int


@dataclass(frozen=True)
class CardSubject(Subject):
    """The subject that is a card in one deck, or with `deck` "" in every deck."""

    card: str
    deck: str = ""

    @property
    def covering(self) -> tuple[Subject, ...]:
        """The card in this deck, in any deck, and every card."""
        in_any_deck = (CardSubject(self.card),) if self.deck else ()
        return self, *in_any_deck, WHOLE_RUN


@dataclass(frozen=True)
class CardGroupSubject(Subject):
    """The subject that is a group of cards: those with one of some words in a column, over others.

    With `less` () the subject is the one group alone.
    """

    column: str
    more: tuple[str, ...]
    less: tuple[str, ...] = ()

    @property
    def covering(self) -> tuple[Subject, ...]:
        """Only the subject itself: the band of every card is none for a group."""
        return (self,)


def widen_entrant(entrant: Entrant) -> tuple[Entrant, ...]:
    """Return a subject's entrant, and its deck with any bot."""
    return (entrant, Entrant(entrant.deck)) if entrant.bot else (entrant,)


def rank_vagueness(sides: tuple[Entrant, ...]) -> tuple[int, list[Entrant]]:
    """Return a sort key of subjects: number of sides with any bot, then the sorted sides.

    The order of ties is the same seen from each side.
    """
    return sum(not side.bot for side in sides), sorted(sides)


@dataclass(frozen=True)
class Measure:
    """A measure: a number that can have a band.

    Attributes
    ----------
    is_change : bool
        Whether it is the change of the number, not the number itself.
    bot : str
        The bot of a panel that it was measured with, or the group of players; "" for the first
        bot of a check. The same band applies to all bots.
    is_in_field : bool
        Whether a number of all games is of those in the stated field. Only what it is called
        hangs on that.
    """

    topic: Topic
    subject: Subject = WHOLE_RUN
    is_change: bool = False
    bot: str = ""
    is_in_field: bool = field(default=False, compare=False)

    @property
    def reverse(self) -> "Measure | None":
        """The number seen from the other side; None if there is no other side."""
        reverse = self.subject.reverse
        return None if reverse is None else replace(self, subject=reverse)

    @property
    def covering(self) -> "tuple[Measure, ...]":
        """Measures whose bands apply, the most specific (the measure itself) first."""
        return tuple(replace(self, subject=subject) for subject in self.subject.covering)

    @property
    def is_difference(self) -> bool:
        """Whether it is a difference, which has a sign: a change or a card impact."""
        return self.is_change or self.topic is Topic.CARD_IMPACT

    @property
    def limits(self) -> Limits:
        """Least and greatest possible value."""
        if self.topic is Topic.TURNS:
            return (-inf, inf) if self.is_change else TURNS
        return CHANGE if self.is_difference else RATE


def name_topic(topic: Topic, is_change: bool = False) -> str:
    """Return the name of a topic in balance.toml and ``--json``: "win_rate", "change.win_rate"."""
    return f"change.{topic}" if is_change else topic.value
