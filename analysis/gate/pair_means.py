"""The numbers of a run: means over pairs of games, with equal weights of the matchups."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from evenhand.analysis.gate.measures import (
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Topic,
)
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind, PairScores

__all__ = ["PairMean", "list_pair_means"]

OF_ALL = {
    Topic.FIRST_PLAYER: "first",
    Topic.DRAWS: "draws",
    Topic.TURNS: "turns",
    Topic.STALLS: "stalls",
}


class PairMean(NamedTuple):
    """A measure that is a mean over pairs.

    Attributes
    ----------
    measure : Measure
    kind : (str, str)
        Key of the averaged number in `evenhand.analysis.tables.pair_scores.PairScores.numbers`.
    keys : tuple of MatchupKey
        The matchups, weighted equally.
    """

    measure: Measure
    kind: PairKind
    keys: tuple[MatchupKey, ...]


def list_pair_means(scores: Mapping[MatchupKey, PairScores]) -> Iterator[PairMean]:
    """Yield the means over pairs of a run; duels from both sides, mirrors are left out."""
    fair = {key: each.matchup for key, each in scores.items() if not each.matchup.is_mirror}
    for side in dict.fromkeys(side for matchup in fair.values() for side in matchup.sides):
        met = tuple(key for key in fair if side.name in key)
        yield PairMean(Measure(Topic.WIN_RATE, DeckSubject(side)), ("score", side.name), met)
    for key, matchup in fair.items():
        for side in dict.fromkeys(matchup.sides):
            subject = MatchupSubject(side, matchup.other_sides(side))
            yield PairMean(Measure(Topic.MATCHUP, subject), ("score", side.name), (key,))
    for kind in dict.fromkeys(kind for each in scores.values() for kind in each.numbers):
        if kind[0] == "seat":
            yield PairMean(Measure(Topic.SEAT, SeatSubject(int(kind[1]))), kind, tuple(scores))
    for topic, name in OF_ALL.items():
        yield PairMean(Measure(topic), (name, ""), tuple(scores))
