"""References of changes: the counts of a baseline, or the same pairs played with other files."""

from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.statistics.differences import (
    Difference,
    Moments,
    PairedMoments,
    paired_difference,
    unpaired_difference,
)
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind, PairScores
from evenhand.gate.baseline import Inputs
from evenhand.simulate.runs.plan import Plan

__all__ = ["BaselineReference", "PlayedReference"]


@dataclass(frozen=True)
class BaselineReference:
    """The reference of a baseline, whose games are taken as independent of those of the run.

    Attributes
    ----------
    moments : mapping from (matchup, kind) to Moments
    inputs : Inputs
        The inputs of the baseline's games.
    is_same : bool
        Whether all that determines games is as it was, so that no number can have changed.
    """

    moments: Mapping[tuple[MatchupKey, PairKind], Moments]
    inputs: Inputs
    is_same: bool = False

    def has_matchup(self, key: MatchupKey) -> bool:
        """Return whether the reference has a matchup."""
        return (key, ("first", "")) in self.moments

    def measure_change(
        self, mean: PairMean, now: Mapping[MatchupKey, PairScores]
    ) -> Difference | None:
        """Return how a number differs from the baseline's over the common matchups, or None."""
        keys = [key for key in mean.keys if (key, mean.kind) in self.moments]
        if not keys:
            return None
        is_score = mean.measure.topic is not Topic.TURNS
        if self.is_same:
            return Difference.of_same_games(sum(now[key].n_pairs for key in keys), is_score)
        return unpaired_difference(
            [self.moments[key, mean.kind] for key in keys],
            [Moments.of(now[key].numbers[mean.kind]) for key in keys],
            is_score,
        )


@dataclass(frozen=True)
class PlayedReference:
    """A reference that is played: the same pairs with other files.

    Attributes
    ----------
    scores : mapping from MatchupKey to PairScores
    run : Run
        The run, with copies of its files.
    plan : Plan
        What was played.
    """

    scores: Mapping[MatchupKey, PairScores]
    run: Run
    plan: Plan

    def has_matchup(self, key: MatchupKey) -> bool:
        """Return whether the reference has a matchup."""
        return key in self.scores

    def measure_change(
        self, mean: PairMean, now: Mapping[MatchupKey, PairScores]
    ) -> Difference | None:
        """Return how a number differs from the played reference's, or None."""
        keys = [key for key in mean.keys if key in self.scores]
        if not keys:
            return None
        parts = [pair_moments(self.scores[key], now[key], mean.kind) for key in keys]
        return paired_difference(parts, is_score=mean.measure.topic is not Topic.TURNS)


def pair_moments(before: PairScores, now: PairScores, kind: PairKind) -> PairedMoments:
    """Return a number's paired moments with a reference over the common pairs."""
    n_pairs = min(before.n_pairs, now.n_pairs)
    return PairedMoments.of(before.numbers[kind][:n_pairs], now.numbers[kind][:n_pairs])
