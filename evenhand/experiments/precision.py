"""How many games to play: so many that intervals are narrow, or that time is up.

A precision is the half-width of the widest interval of a win rate: of decks, matchups and
the first player, and of seats where more than two play. A pilot tells how much pairs of
games differ; the run then grows to the number of pairs that this asks for, and again if the
larger sample asks for more. The numbers of games follow from the games alone, so that a
precision, too, gives the same run every time, and the run of a number of games that anyone
can ask for.
"""

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.decks.problems import UsageError

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.simulate.runs.plan import Plan

__all__ = ["duration", "first_games", "games_in", "half_width", "needed_games", "read_budget"]

SECONDS = {"s": 1, "m": 60, "h": 3600}
BUDGET = re.compile(r"(\d+(?:\.\d+)?)\s*([smh])")
FEWEST_PAIRS, MOST_PAIRS = 50, 500  # of each matchup in a pilot
PILOT = 0.02  # about a tenth of the pairs that a matchup needs, times the half-width squared
MARGIN = 1.02  # asked for beyond the estimate, to be done with one step more often
ROUND = 10  # pairs: numbers that can be read


def read_budget(text: str) -> float:
    """Read a time such as 60s, 2m or 1.5h, in seconds.

    Raises
    ------
    UsageError
        If it is none.
    """
    found = BUDGET.fullmatch(text.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if not seconds:
        message = f"--time-budget: expected a time such as 60s, 2m or 1h, found '{text}'"
        raise UsageError(message)
    return seconds


def duration(seconds: float) -> str:
    """Say roughly how long something takes."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 100 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


def first_games(plan: "Plan", precision: float | None) -> int:
    """Return the games that a plan begins with: a pilot, or a pair for each matchup."""
    pairs = 1
    if precision is not None:
        wanted = PILOT / (precision / 100) ** 2
        pairs = round_up(min(MOST_PAIRS, max(FEWEST_PAIRS, wanted)))
    return pairs * len(plan.sides()) * plan.n_seats


def games_in(plan: "Plan", seconds: float, pace: float) -> int:
    """Return the games that can be played in some seconds, in two digits, rounded down."""
    games = max(int(seconds * pace), first_games(plan, None))
    unit = 10 ** max(0, len(str(games)) - 2)
    return max(games // unit * unit, first_games(plan, None))


def needed_games(folder: Path, info: dict[str, Any], precision: float) -> int:
    """Return the games that a run needs for a precision, judged by those that it has.

    Parameters
    ----------
    folder : Path
        Of the run, which need not be finished.
    info : dict
        What its ``run.toml`` will hold.
    precision : float
        Percentage points.

    Returns
    -------
    int
        The run's own number of games if they are enough.
    """
    from evenhand.analysis.data.run import open_games

    games = int(info["run"]["games"])
    width = half_width(open_games(folder, info)) / (precision / 100)
    if width <= 1:
        return games
    pairs = max(matchup["pairs"] for matchup in info["matchups"])
    more = max(round_up(pairs * width**2 * MARGIN), pairs + ROUND)
    return more * len(info["matchups"]) * int(info["run"]["seats"])


def half_width(run: "Run") -> float:
    """Return half the width of the widest interval of a win rate in a run's report."""
    from evenhand import analysis

    widths = [
        analysis.win_rates(run).eval("win_rate_high - win_rate_low"),
        analysis.matchups(run).eval("win_rate_high - win_rate_low"),
        analysis.first_player(run).eval("first_win_rate_high - first_win_rate_low"),
    ]
    if run.n_seats > 2:
        widths.append(analysis.seats(run).eval("win_rate_high - win_rate_low"))
    return max(float(column.max()) for column in widths) / 2


def round_up(pairs: float) -> int:
    """Round pairs up to a number that can be read."""
    return math.ceil(pairs / ROUND) * ROUND
