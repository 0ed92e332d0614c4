"""References of changes: the counts of a baseline, or the same pairs played with other files."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.statistics.differences import (
    Difference,
    Moments,
    PairedMoments,
    paired_difference,
    unpaired_difference,
)
from evenhand.analysis.tables.pair_scores import (
    MatchupKey,
    PairKind,
    PairScores,
    read_pair_scores,
)
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.single_edits import keep_shared_decks, with_pool
from evenhand.gate.baseline import Baseline, identify_games, list_inputs
from evenhand.inputs.last_run import find_last_plan
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import Played, describe_run, list_differences
from evenhand.simulate.runs.same_games import find_same_matchups
from evenhand.simulate.runs.stored import read_run_file

__all__ = ["BaselineReference", "PlayedReference", "find_last_reference"]

MAY_DIFFER = {"the cards", "the decks", "the options", "who meets whom"}  # of the last run


@dataclass(frozen=True)
class BaselineReference:
    """The reference of a baseline, whose games are taken as independent of those of the run.

    Games of matchups that no edit can have touched are taken as the same, whatever was dealt.

    Attributes
    ----------
    baseline : Baseline
    now : Plan
        The present plan.
    """

    baseline: Baseline
    now: Plan

    @cached_property
    def moments(self) -> Mapping[tuple[MatchupKey, PairKind], Moments]:
        """The moments of a baseline, keyed by matchup, and by kind and deck."""
        return self.baseline.moments

    @cached_property
    def plan(self) -> Plan | None:
        """The present plan with the cards of a baseline; None if nobody kept them."""
        pool, digest = self.now.pool, self.baseline.inputs.cards
        if pool.content_hash == digest:
            return self.now
        is_kept = pool.curve is not None and pool.curve.content_hash == digest
        return with_pool(self.now, pool.curve) if pool.curve is not None and is_kept else None

    @cached_property
    def same(self) -> frozenset[MatchupKey]:
        """The matchups whose games by the baseline's files are those of the present ones."""
        then, info = self.baseline.inputs, describe_run(self.now, "", Played(0, 0, ""))
        today, before = list_inputs(info), self.plan
        is_other = (then.bots, then.options) != (today.bots, today.options)
        if self.baseline.identity != identify_games(info) or is_other:
            return frozenset()
        matchups = Run(Path(), info, pl.LazyFrame()).matchups
        if then == today:
            return frozenset(tuple(sorted(one.entrants)) for one in matchups)
        rows = {} if before is None else find_same_matchups(before, self.now)
        kept = {name for name, digest in today.decks.items() if then.decks.get(name) == digest}
        return frozenset(
            tuple(sorted(one.entrants))
            for one in matchups
            if one.index in rows and kept.issuperset(side.deck for side in one.sides)
        )

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
        if self.same.issuperset(keys):
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


def find_last_reference(folder: Path, plan: Plan) -> PlayedReference | None:
    """Return a folder's last run of another state, if it has the deals and bots of a plan.

    Decks that the plan lacks, such as those that cannot be read, are left out of its plan, and
    not of its scores.
    """
    found = find_last_plan(folder)
    if found is None:
        return None
    run_dir, before = found
    differing = set(list_differences(plan, read_run_file(run_dir)))
    if not differing or not differing <= MAY_DIFFER:
        return None
    with suppress(InputError, UsageError, OSError):  # a run that is not whole says nothing here
        run = load_run(run_dir, before)
        return PlayedReference(read_pair_scores(run), run, keep_shared_decks(before, plan))
    return None
