"""Old beside new: what is played of both, look after look, and what is known at each.

There may be no new: then old is played alone, so that its games are there when something is
saved.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

import pandas as pd
import polars as pl

from evenhand.analysis.data.input_changes import input_changes
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.subjects import FORBIDDEN
from evenhand.analysis.tables.followed_changes import FollowedChanges, Look, follow_changes
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.gate.reference import PlayedReference
from evenhand.gate.verdicts import judge_scores
from evenhand.live.folder_state import FolderState, list_band_changes
from evenhand.live.games import Side
from evenhand.live.touched import find_incomparable, find_touched
from evenhand.simulate.runs.same_games import align_decks
from evenhand.simulate.runs.workers import Workers

__all__ = ["Comparing"]

MOST_GAMES = 200_000  # where a precision says how many
NO_GAMES = pl.LazyFrame()


class Comparing:
    """Old and new, and what is known of them so far.

    Parameters
    ----------
    old, new : FolderState
        The same if nothing was changed.
    before : Side
        The games of old.

    Attributes
    ----------
    after : Side or None
        The games of new; those that are the same it shares with old.
    touched : set of MatchupKey
        Matchups of new that may play other games.
    obstacle : str
        Why old and new cannot be compared; "" if they can.
    goes_on : bool
        Whether there are games to play.
    changes : FollowedChanges or None
    judged_before, judged_after : list of Judgement
        What is expected of old and of new.
    """

    def __init__(self, old: FolderState, before: Side, new: FolderState) -> None:
        self.old, self.before, self.new = old, before, new
        self.after: Side | None = None
        self.touched: set[MatchupKey] = set()
        self.obstacle = ""
        self.changes: FollowedChanges | None = None
        self.judged_before: list[Judgement] = []
        self.judged_after: list[Judgement] = []
        self.looks = plan_looks(new)
        self.goes_on = True
        if new is not old:
            self.set_beside()

    def set_beside(self) -> None:
        """Make the side of new."""
        plan, old = self.new.job.plan, self.before.plan
        self.obstacle = find_incomparable(old, plan)
        if self.obstacle:
            self.after, self.goes_on = Side(plan), False
            return
        plan = replace(align_decks(plan, old), seed=old.seed)
        side = Side(plan)
        self.touched = find_touched(self.before, side)
        shared = {key: own for key, own in self.before.games.items() if key not in self.touched}
        self.after = Side(plan, shared)

    @cached_property
    def inputs(self) -> pd.DataFrame:
        """What differs between the files, cell by cell."""
        after = self.after or self.before
        runs = (self.before.run(NO_GAMES), after.run(NO_GAMES))
        return input_changes(*runs, pools=(self.before.plan.pool, after.plan.pool))

    @cached_property
    def bands(self) -> list[tuple[str, str, str]]:
        """What differs in how games are judged: key, before, after."""
        return list(list_band_changes(self.old.project, self.new.project))

    @property
    def n_games(self) -> int:
        """Games of both that have been played."""
        new = self.after.count_games(self.touched) if self.after else 0
        return self.before.count_games(self.before.games) + new

    @property
    def n_games_all(self) -> int:
        """Games of both that there will be at the last look."""
        n_matchups = len(self.before.games) + len(self.touched)
        return max(self.n_games, self.looks.pairs[-1] * n_matchups * self.before.plan.n_seats)

    def look(
        self, workers: Workers, is_unwanted: Callable[[], bool], tell: Callable[[int], None]
    ) -> bool:
        """Play up to the next look, and judge; return whether that was done.

        It is not if, meanwhile, something else is wanted.
        """
        target = self.looks.next
        if target is None:
            self.goes_on = False
            return True
        for side, keys in self.list_growing():
            if not side.grow(sorted(keys), target, workers, is_unwanted, tell):
                return False
        self.looks = replace(self.looks, n_done=self.looks.n_done + 1)
        self.judge(target)
        self.goes_on = self.looks.next is not None and not self.is_precise()
        return True

    def list_growing(self) -> Iterator[tuple[Side, set[MatchupKey]]]:
        """List what is played, that first which is looked at first."""
        if self.after:
            yield self.before, self.touched & self.before.games.keys()
            yield self.after, self.touched
            yield self.after, set(self.after.games) - self.touched
        yield self.before, set(self.before.games)

    def judge(self, n_pairs: int) -> None:
        """Make the figures of a look."""
        old = self.before.scores()
        self.judged_before = order_for_page(
            judge_scores(self.old.project, old, looks=self.looks_at_old) if old else []
        )
        if self.after is None:
            return
        new = self.after.scores()
        look = Look(n_pairs, len(self.looks.pairs), self.looks.next is None)
        self.changes = follow_changes(old, new, self.touched & old.keys(), look)
        self.judged_after = self.judge_new(old, new)

    def judge_new(
        self, old: dict[MatchupKey, PairScores], new: dict[MatchupKey, PairScores]
    ) -> list[Judgement]:
        """Judge the numbers of new, and how far they moved."""
        reference = PlayedReference(old, self.before.run(NO_GAMES))
        judged = judge_scores(self.new.project, new, reference, self.looks) if new else []
        return order_for_page(judged)

    @property
    def looks_at_old(self) -> Looks:
        """Return how often old was looked at: it may have been played to its end before."""
        played = min(games.n_pairs for games in self.before.games.values())
        return replace(self.looks, n_done=sum(look <= played for look in self.looks.pairs))

    def is_precise(self) -> bool:
        """Return whether every interval is as narrow as the folder wants it."""
        precision = self.new.job.request.precision
        if precision is None:
            return False
        if self.changes is None:
            widths = [one.high - one.low for one in self.judged_before]
        else:
            widths = list(self.changes.decks["high"] - self.changes.decks["low"])
        return all(width <= 2 * precision / 100 for width in widths)


def order_for_page(judged: list[Judgement]) -> list[Judgement]:
    """Put games that must not be first if there are any, else last; left out where they are all."""
    forbidden = [one for one in judged if one.measure.topic in FORBIDDEN]
    stated = [one for one in judged if one.measure.topic not in FORBIDDEN]
    wrong = [one for one in forbidden if one.estimate]
    right = [one for one in forbidden if stated and not one.estimate]
    return [*wrong, *stated, *right]


def plan_looks(state: FolderState) -> Looks:
    """Say after how many pairs to look: up to as many games as the folder plays."""
    plan = state.job.plan
    games = plan.games if state.job.request.precision is None else MOST_GAMES
    return Looks.up_to(max(2, games // (plan.n_seats * len(plan.sides))))
