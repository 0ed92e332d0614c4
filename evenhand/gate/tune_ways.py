"""What tuning can move in a folder, which way, and so whose cards are worth trying."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evenhand.analysis.gate.measures import MatchupSubject, Measure, Topic
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.gate.edit_choice import (
    Choice,
    Scores,
    find_band,
    find_margins,
    measure_values,
    open_band,
)
from evenhand.gate.folder_expectations import Project

__all__ = [
    "OF_DECKS",
    "KnownNumbers",
    "choose_rules",
    "choose_ways",
    "list_movable",
    "list_movable_bands",
]

OF_DECKS = (Topic.WIN_RATE, Topic.MATCHUP)
OF_RULES = (Topic.FIRST_PLAYER, Topic.SEAT, Topic.DRAWS, Topic.STALLS)  # if any may be changed


def list_movable_topics(project: Project) -> tuple[Topic, ...]:
    """List what tuning can move in a folder: win rates, and with rule options who goes first."""
    return (*OF_DECKS, *OF_RULES) if project.folder.content.tune.options else OF_DECKS


def list_movable_bands(project: Project) -> list[Measure]:
    """List the bands of a folder that tuning chooses edits for."""
    topics = list_movable_topics(project)
    return [one for one in project.bands.by_measure if one.topic in topics and not one.is_change]


def list_movable(project: Project, scores: Scores) -> list[PairMean]:
    """List the numbers with a band that tuning chooses edits for."""
    topics = list_movable_topics(project)
    return [
        mean
        for mean in list_pair_means(scores)
        if mean.measure.topic in topics and project.bands.find(mean.measure) is not None
    ]


@dataclass(frozen=True)
class KnownNumbers:
    """The numbers that tuning chooses edits for, and how far inside their bands they should be.

    Attributes
    ----------
    means : sequence of PairMean
    values, lows, highs : float array, shape (n_numbers,)
        What they are with the cards as they are, and between what they would pass.
    """

    means: Sequence[PairMean]
    values: np.ndarray
    lows: np.ndarray
    highs: np.ndarray

    @classmethod
    def of(cls, project: Project, means: Sequence[PairMean], scores: Scores) -> "KnownNumbers":
        """Return what is known of the numbers to tune before any edit."""
        margins = find_margins(project, means, scores)
        bands = np.array([open_band(find_band(project, mean)) for mean in means]).reshape(-1, 2)
        values, _ = measure_values(means, scores)
        return cls(means, values, bands[:, 0] + margins, bands[:, 1] - margins)

    def list_ways(self, values: np.ndarray) -> np.ndarray:
        """Return which way tuning should move each number: 1 up, -1 down, 0 if it is in place."""
        return (values < self.lows).astype(int) - (values > self.highs).astype(int)


def choose_rules(known: KnownNumbers, choice: Choice) -> np.ndarray:
    """Choose the rule options that bring what is not of decks into its bands, before cards.

    Parameters
    ----------
    known : KnownNumbers
    choice : Choice
        Among values of rule options.

    Returns
    -------
    int array, shape (n_values,)
        1 for each value that is chosen.
    """
    is_of_rules = np.array([mean.measure.topic in OF_RULES for mean in known.means], bool)
    if not is_of_rules.any() or not choice.moved:
        return np.zeros(len(choice.moved), np.int64)
    return choice.choose(only=is_of_rules).steps


def choose_ways(known: KnownNumbers, expected: np.ndarray) -> dict[str, set[int]]:
    """Say which decks tuning should make win more, and which less, or both.

    Parameters
    ----------
    known : KnownNumbers
        Some decks are out of place now ..
    expected : float array, shape (n_numbers,)
        .. and others once a rule option is changed.
    """
    wanted: dict[str, set[int]] = {}
    for values in (known.values, expected):
        for mean, way in zip(known.means, known.list_ways(values), strict=True):
            if not way or mean.measure.topic not in OF_DECKS:
                continue
            wanted.setdefault(mean.kind[1], set()).add(int(way))
            if isinstance(mean.measure.subject, MatchupSubject):
                for other in mean.measure.subject.opponents:
                    wanted.setdefault(other.name, set()).add(-int(way))
    return wanted
