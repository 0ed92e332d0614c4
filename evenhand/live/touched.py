"""Which matchups an edit of the folder's files can have touched."""

from evenhand.analysis.tables.pair_scores import MatchupKey
from evenhand.live.games import Side
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import find_same_matchups

__all__ = ["find_incomparable", "find_touched"]


def find_incomparable(old: Plan, new: Plan) -> str:
    """Return why two plans cannot play the same deals; "" if they can."""
    for word, before, after in (
        ("game", old.game.title, new.game.title),
        ("mode", old.mode, new.mode),
        ("number of players", str(old.n_seats), str(new.n_seats)),
        ("number of bots", str(len(old.bots)), str(len(new.bots))),
    ):
        if before != after:
            return f"the {word} is another one ({before}, now {after})"
    if not {one.name for one in old.entrants} & {one.name for one in new.entrants}:
        return "no deck has the name of one of before"
    return ""


def find_touched(old: Side, new: Side) -> set[MatchupKey]:
    """Find the matchups of the new side that may play other games than those of the old one."""
    same = find_same_matchups(old.plan, new.plan)
    return {key for key, one in new.matchups.items() if one.index not in same}
