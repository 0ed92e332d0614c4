"""The numbers of a run: each a mean over pairs of games, every matchup weighing the same."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from evenhand.analysis.gate.subjects import (
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
    """A measure, and the pairs that it is the mean of.

    Attributes
    ----------
    measure : Measure
    kind : (str, str)
        What of each pair counts, as `evenhand.analysis.tables.pair_scores.PairScores.numbers`
        names it.
    keys : tuple of MatchupKey
        The matchups that it is of, each weighing the same.
    """

    measure: Measure
    kind: PairKind
    keys: tuple[MatchupKey, ...]


def list_pair_means(scores: Mapping[MatchupKey, PairScores]) -> Iterator[PairMean]:
    """List the numbers of a run; a duel is there from both sides, a mirror from none."""
    fair = {key: found.matchup for key, found in scores.items() if not found.matchup.is_mirror}
    for side in dict.fromkeys(side for matchup in fair.values() for side in matchup.sides):
        met = tuple(key for key in fair if side.name in key)
        yield PairMean(Measure(Topic.WIN_RATE, DeckSubject(side)), ("score", side.name), met)
    for key, matchup in fair.items():
        for side in dict.fromkeys(matchup.sides):
            subject = MatchupSubject(side, matchup.other_sides(side))
            yield PairMean(Measure(Topic.MATCHUP, subject), ("score", side.name), (key,))
    for kind in dict.fromkeys(kind for found in scores.values() for kind in found.numbers):
        if kind[0] == "seat":
            yield PairMean(Measure(Topic.SEAT, SeatSubject(int(kind[1]))), kind, tuple(scores))
    for topic, name in OF_ALL.items():
        yield PairMean(Measure(topic), (name, ""), tuple(scores))
