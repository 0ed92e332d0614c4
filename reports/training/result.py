"""The result of a training: how strong its player became, and how it plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pandas as pd

__all__ = ["Course", "OpponentRow", "Position", "Sense", "Training", "Trend"]


class Trend(StrEnum):
    """Whether a player still became stronger when its training ended."""

    RISING = "rising"
    LEVEL = "level"
    OPEN = "open"


class Sense(StrEnum):
    """What a player makes of a higher number of a card, worst first."""

    LOSES = "wins less"
    UNUSED = "is played less, and wins no more"
    OPEN = "too small to tell"
    GAINS = "wins more"


@dataclass(frozen=True)
class Course:
    """How much stronger a player became at the end of its training.

    Attributes
    ----------
    gain, low, high : float
        Gain of the win rate, with a 95 % interval.
    minutes : float
        In which it was gained, up to the end.
    """

    gain: float
    low: float
    high: float
    minutes: float

    @property
    def trend(self) -> Trend:
        """Whether the player still rose: surely, surely by less than a point, or neither."""
        if self.low > 0:
            return Trend.RISING
        return Trend.LEVEL if self.high < LITTLE else Trend.OPEN


LITTLE = 0.01  # gain of a win rate that is as good as none


@dataclass(frozen=True)
class OpponentRow:
    """How often a player wins against an opponent.

    Attributes
    ----------
    meaning : str
        How the opponent plays, in a few words; "" if not known.
    is_met : bool
        Whether the player learned from games against it.
    """

    name: str
    meaning: str
    is_met: bool
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    n_games: int


@dataclass(frozen=True)
class Position:
    """A question that a player answers otherwise than the rules of thumb do.

    Attributes
    ----------
    decks : tuple of str
        By seat.
    seat : int
        Who is asked.
    own, other : str
        The player's answer and that of the rules of thumb, in words.
    own_chance, other_chance : float
        How often the player gives either, as it plays while it learns.
    table : mapping
        The table, as replays show it.
    """

    decks: tuple[str, ...]
    turn: int
    seat: int
    question: str
    n_options: int
    own: str
    other: str
    own_chance: float
    other_chance: float
    table: Mapping[str, Any]


@dataclass(frozen=True)
class Training:
    """The result of a training.

    Attributes
    ----------
    minutes, n_games, n_decisions : float, int, int
        What it learned from, earlier trainings of the same player included.
    curve : sequence of mapping
        Points with ``minutes`` and ``against``: win rate and half of its interval by opponent.
    course : Course, optional
        None if the training was too short to say.
    opponents : sequence of OpponentRow
        The rules of thumb first.
    doses : pandas.DataFrame
        One row for each number of a card that was raised, worst first: deck, card, what,
        share, n_games, gain, gain_low, gain_high, played, played_low, played_high, sense.
    n_numbers, n_tried : int
        Numbers of the decks' cards that can be raised, and how many of them were.
    no_doses : str
        Why no number was raised; "" if some were.
    positions : sequence of Position
    n_asked, n_differ : int
        Questions with a choice in the games looked at, and those answered otherwise.
    """

    title: str
    mode: str
    file: str
    began_as: str
    seed: int
    n_seats: int
    minutes: float
    n_games: int
    n_decisions: int
    curve: Sequence[Mapping[str, Any]]
    course: Course | None
    opponents: Sequence[OpponentRow]
    doses: pd.DataFrame
    n_numbers: int
    n_tried: int
    no_doses: str
    positions: Sequence[Position]
    n_asked: int
    n_differ: int
    display_names: Mapping[str, str]

    @property
    def fair(self) -> float:
        """Win rate of a player that is as strong as the others."""
        return 1 / self.n_seats

    @property
    def yardstick(self) -> OpponentRow:
        """The opponent against which strength is reported: the rules of thumb."""
        return self.opponents[0]
