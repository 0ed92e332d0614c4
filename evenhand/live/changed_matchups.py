"""Matchups whose games may have changed by an edit of the folder's files."""

from evenhand.analysis.tables.pair_scores import MatchupKey
from evenhand.experiments.comparison_games import explain_other_game
from evenhand.live.state_games import Side
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import find_same_matchups

__all__ = ["explain_incomparable", "find_changed_matchups"]


def explain_incomparable(old: Plan, new: Plan) -> str:
    """Return why the changed plan cannot play the same deals; "" if it can."""
    if other := explain_other_game(old, new):
        return other
    if not {deck.name for deck in old.entrants} & {deck.name for deck in new.entrants}:
        return "no deck has the name of one of before"
    return ""


def find_changed_matchups(old: Side, new: Side) -> set[MatchupKey]:
    """Return the keys of the new side's matchups whose games may differ from the old side's."""
    same = find_same_matchups(old.plan, new.plan)
    return {key for key, matchup in new.matchups.items() if matchup.index not in same}
