"""Compute the number of games, for a precision or a time budget.

A precision is the half-width of the widest interval of a win rate: of decks, matchups and
the first player, and of seats with more than two players. A pilot estimates the variance of
pairs; the run then grows to the number of pairs computed from it, and again if the larger
sample needs more. The number of games depends on the games only, so a precision gives the
same run every time, which equals a run of that number of games.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.inputs.run_length import ROUND, count_first_games, round_up
from evenhand.simulate.runs.plan import Plan

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run

__all__ = ["count_games_in", "count_needed_games", "describe_duration", "find_half_width"]

MARGIN = 1.02  # factor on the estimate, so that one step suffices more often


def describe_duration(seconds: float) -> str:
    """Return how long the games for a precision take in words, rounded."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 100 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


def count_games_in(plan: Plan, seconds: float, pace: float) -> int:
    """Return the games that fit a time budget, rounded down to two digits.

    Parameters
    ----------
    plan : Plan
    seconds : float
    pace : float
        Games per second.
    """
    games = max(int(seconds * pace), count_first_games(plan, None))
    unit = 10 ** max(0, len(str(games)) - 2)
    return max(games // unit * unit, count_first_games(plan, None))


def count_needed_games(folder: Path, info: dict[str, Any], precision: float) -> int:
    """Return the games that a run needs for a precision, estimated from its games.

    Parameters
    ----------
    folder : Path
        Folder of the run, which need not be finished.
    info : dict
        The content of its future ``run.toml``.
    precision : float
        The precision in percentage points.

    Returns
    -------
    int
        The run's own number of games if it suffices.
    """
    from evenhand.analysis.data.run import open_games

    games = int(info["run"]["games"])
    width = find_half_width(open_games(folder, info)) / (precision / 100)
    if width <= 1:
        return games
    pairs = max(matchup["pairs"] for matchup in info["matchups"])
    more = max(round_up(pairs * width**2 * MARGIN), pairs + ROUND)
    return more * len(info["matchups"]) * int(info["run"]["seats"])


def find_half_width(run: "Run") -> float:
    """Return the precision of a run: half of its report's widest interval of a win rate."""
    from evenhand import analysis

    widths = [
        analysis.win_rates(run).eval("win_rate_high - win_rate_low"),
        analysis.matchups(run).eval("win_rate_high - win_rate_low"),
        analysis.first_player(run).eval("first_win_rate_high - first_win_rate_low"),
    ]
    if run.n_seats > 2:
        widths.append(analysis.seats(run).eval("win_rate_high - win_rate_low"))
    return max(float(column.max()) for column in widths) / 2
