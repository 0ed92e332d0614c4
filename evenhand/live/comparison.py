"""Comparison of the old with the new state of a folder, in looks after growing numbers of games.

If nothing was changed, the old state is played alone, so that its games are available when
something is saved.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import pandas as pd
import polars as pl

from evenhand.analysis.data.input_changes import input_changes
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.measures import FORBIDDEN
from evenhand.analysis.tables.followed_changes import FollowedChanges, Look, follow_changes
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.experiments.single_edits import (
    keep_shared_decks,
    list_edited_cards,
    list_numbers,
    measure_single_edits,
    read_scores,
)
from evenhand.gate.reference import PlayedReference
from evenhand.gate.verdicts import judge_scores
from evenhand.live.changed_matchups import explain_incomparable, find_changed_matchups
from evenhand.live.folder_state import FolderState, list_band_changes
from evenhand.live.state_games import Side
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import align_decks
from evenhand.simulate.runs.workers import Workers

__all__ = ["Comparison"]

MOST_GAMES = 200_000  # if the folder sets a precision and no number of games
NO_GAMES = pl.LazyFrame()


class _UnwantedError(Exception):
    """Raised to stop playing, because something was saved."""


class Comparison:
    """A live comparison: old and new state of a folder, their games, and the results so far.

    Parameters
    ----------
    old, new : FolderState
        The same object if nothing was changed.
    before : Side
        The games of the old state.

    Attributes
    ----------
    after : Side or None
        The games of the new state; unchanged matchups share the games of `before`.
    changed : set of MatchupKey
        Matchups of the new state whose games may differ.
    obstacle : str
        Why the states cannot be compared; "" if they can.
    is_unfinished : bool
        Whether games are left to play.
    changes : FollowedChanges or None
        The differences at the last look; None before the first.
    judged_before, judged_after : list of Judgement
        The expectations of the old and of the new state, judged.
    by_edit : pandas.DataFrame or None
        What each of several edited cards does alone, as `measure_single_edits` returns it; None
        before all games are played.
    """

    def __init__(self, old: FolderState, before: Side, new: FolderState) -> None:
        self.old, self.before, self.new = old, before, new
        self.after: Side | None = None
        self.changed: set[MatchupKey] = set()
        self.obstacle = ""
        self.changes: FollowedChanges | None = None
        self.judged_before: list[Judgement] = []
        self.judged_after: list[Judgement] = []
        self.looks = plan_looks(new)
        self.is_unfinished = True
        self.by_edit: pd.DataFrame | None = None
        if new is not old:
            self.make_new_side()

    def make_new_side(self) -> None:
        """Set the compared side of the new state, and which of its matchups changed."""
        plan, old = self.new.job.plan, self.before.plan
        self.obstacle = explain_incomparable(old, plan)
        if self.obstacle:
            self.after, self.is_unfinished = Side(plan), False
            return
        plan = replace(align_decks(plan, old), seed=old.seed)
        side = Side(plan)
        self.changed = find_changed_matchups(self.before, side)
        shared = {key: games for key, games in self.before.games.items() if key not in self.changed}
        self.after = Side(plan, shared)

    @cached_property
    def inputs(self) -> pd.DataFrame:
        """Differences between the compared files, one row per cell."""
        after = self.after or self.before
        runs = (self.before.make_run(NO_GAMES), after.make_run(NO_GAMES))
        return input_changes(*runs, pools=(self.before.plan.pool, after.plan.pool))

    @cached_property
    def bands(self) -> list[tuple[str, str, str]]:
        """Differences between the compared states in how games are judged: (key, before, after)."""
        return list(list_band_changes(self.old.project, self.new.project))

    @property
    def n_games(self) -> int:
        """Number of games of both live sides played so far."""
        new = self.after.count_games(self.changed) if self.after else 0
        return self.before.count_games(self.before.games) + new

    @property
    def n_games_all(self) -> int:
        """Number of games of both live sides at the last look."""
        keys = [*self.before.games, *self.changed]
        n_pairs = sum(self.count_wanted(key, self.looks.pairs[-1]) for key in keys)
        return max(self.n_games, n_pairs * self.before.plan.n_seats)

    def play_to_next_look(
        self, workers: Workers, is_unwanted: Callable[[], bool], tell: Callable[[int], None]
    ) -> bool:
        """Play a live comparison up to the next look, and judge.

        Parameters
        ----------
        workers : Workers
        is_unwanted : callable() -> bool
            Called between batches; playing stops if true.
        tell : callable(int)
            Called with the number of games of each batch.

        Returns
        -------
        bool
            False if playing was stopped.
        """
        target = self.looks.next
        if target is None:
            self.is_unfinished = False
            return True
        for side, keys in self.list_matchups_to_play():
            wanted = {key: self.count_wanted(key, target) for key in sorted(keys)}
            if not side.play_up_to(wanted, workers, is_unwanted, tell):
                return False
        self.looks = replace(self.looks, n_done=self.looks.n_done + 1)
        self.judge(max(self.count_wanted(key, target) for key in self.before.games))
        self.is_unfinished = self.looks.next is not None and not self.is_precise()
        return True

    def count_wanted(self, key: MatchupKey, n_pairs: int) -> int:
        """Return the pairs of a matchup wanted at a look: at the last, as many as a run plays."""
        is_last = n_pairs == self.looks.pairs[-1]
        return self.planned_pairs.get(key, n_pairs) if is_last else n_pairs

    @cached_property
    def planned_pairs(self) -> dict[MatchupKey, int]:
        """The pairs of each compared matchup that a run of the folder plays."""
        matchups = plan_most_games(self.new).matchups
        side = self.after or self.before
        return {key: matchups[one.index].pairs for key, one in side.matchups.items()}

    def list_matchups_to_play(self) -> Iterator[tuple[Side, set[MatchupKey]]]:
        """Yield the compared sides and matchups to play, in the order of judging."""
        if self.after:
            yield self.before, self.changed & self.before.games.keys()
            yield self.after, self.changed
            yield self.after, set(self.after.games) - self.changed
        yield self.before, set(self.before.games)

    @property
    def has_edits_left(self) -> bool:
        """Whether all games are played, but several edited cards are not yet told apart."""
        return not self.is_unfinished and self.by_edit is None and len(self.edited_cards) > 1

    @cached_property
    def edited_cards(self) -> list[str]:
        """The edited cards that are compared, those edited most first."""
        return list_edited_cards(*self.shared_plans) if self.after else []

    @property
    def shared_plans(self) -> tuple[Plan, Plan]:
        """The compared plans, without decks that either leaves out."""
        assert self.after
        before = keep_shared_decks(self.before.plan, self.after.plan)
        return before, keep_shared_decks(self.after.plan, before)

    def tell_edits_apart(self, workers: Workers, is_unwanted: Callable[[], bool]) -> bool:
        """Measure what each edited card of a live comparison does alone, as `compare` does.

        Returns
        -------
        bool
            False if playing was stopped.
        """
        assert self.after
        plan, now = self.shared_plans
        old, new = (read_scores(plan, side.compute_scores()) for side in (self.before, self.after))

        def stop_if_unwanted(done: int, total: int) -> None:
            if is_unwanted():
                raise _UnwantedError

        store = PairStore(workers=workers, progress=stop_if_unwanted)
        with suppress(_UnwantedError):
            self.by_edit = measure_single_edits(plan, now, (old, new), store, list_numbers(plan))
        return self.by_edit is not None

    def judge(self, n_pairs: int) -> None:
        """Compute the results of a look at a live comparison."""
        old = self.before.compute_scores()
        self.judged_before = order_for_page(
            judge_scores(self.old.project, old, looks=self.old_looks) if old else []
        )
        if self.after is None:
            return
        new = self.after.compute_scores()
        look = Look(n_pairs, len(self.looks.pairs), self.looks.next is None)
        self.changes = follow_changes(old, new, self.changed & old.keys(), look)
        self.judged_after = self.judge_new_side(old, new)

    def judge_new_side(
        self, old: dict[MatchupKey, PairScores], new: dict[MatchupKey, PairScores]
    ) -> list[Judgement]:
        """Judge the numbers of the new state, compared with the old."""
        reference = PlayedReference(old, self.before.make_run(NO_GAMES), self.before.plan)
        judged = judge_scores(self.new.project, new, reference, self.looks) if new else []
        return order_for_page(judged)

    @property
    def old_looks(self) -> Looks:
        """The looks with those done at the old state, of which more games may be played."""
        played = min(games.n_pairs for games in self.before.games.values())
        return replace(self.looks, n_done=sum(look <= played for look in self.looks.pairs))

    def is_precise(self) -> bool:
        """Return whether all compared intervals are as narrow as the folder's precision."""
        precision = self.new.job.request.precision
        if precision is None:
            return False
        if self.changes is None:
            widths = [judgement.high - judgement.low for judgement in self.judged_before]
        else:
            widths = list(self.changes.decks["high"] - self.changes.decks["low"])
        return all(width <= 2 * precision / 100 for width in widths)


def order_for_page(judged: list[Judgement]) -> list[Judgement]:
    """Order a live comparison's judgements: forbidden outcomes that occur first, absent last.

    Forbidden outcomes that do not occur are left out if nothing else is judged.
    """
    forbidden = [judgement for judgement in judged if judgement.measure.topic in FORBIDDEN]
    stated = [judgement for judgement in judged if judgement.measure.topic not in FORBIDDEN]
    occurring = [judgement for judgement in forbidden if judgement.estimate]
    absent = [judgement for judgement in forbidden if stated and not judgement.estimate]
    return [*occurring, *stated, *absent]


def plan_most_games(state: FolderState) -> Plan:
    """Return what a live comparison plays of a state at most: as many games as a run."""
    plan = state.job.plan
    return plan if state.job.request.precision is None else plan.with_games(MOST_GAMES)


def plan_looks(state: FolderState) -> Looks:
    """Return the looks of a live comparison, up to the pairs that a run plays of each matchup."""
    pairs = (matchup.pairs for matchup in plan_most_games(state).matchups)
    return Looks.up_to(min(pairs))
