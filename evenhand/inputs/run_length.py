"""Length of a run: a number of games, a precision to reach, or a time budget."""

import math
import re

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "ROUND",
    "check_length",
    "count_first_games",
    "find_wrong_precision",
    "read_budget",
    "read_precision",
    "round_up",
]

FINEST, COARSEST = 0.01, 50.0  # percentage points
SECONDS = {"s": 1, "m": 60, "h": 3600}
LONGEST = 1000 * 3600  # seconds
BUDGET = re.compile(r"(\d+(?:\.\d+)?)\s*([smh])")
FEWEST_PAIRS, MOST_PAIRS = 50, 500  # per matchup in a pilot
PILOT = 0.02  # about a tenth of the pairs that a matchup needs, times the half-width squared
ROUND = 10  # pairs; counts are multiples of it, which are easy to read


def find_wrong_precision(points: float) -> str:
    """Return an error for a precision as a run's length outside 0.01 to 50 points, or ""."""
    if FINEST <= points <= COARSEST:
        return ""
    return f"expected {FINEST:g} to {COARSEST:g} percentage points, found {points:g}"


def check_length(games: int | None, precision: float | None, time_budget: str | None) -> None:
    """Refuse more than one of the three lengths of a run, and invalid values."""
    ways = {"--games": games, "--precision": precision, "--time-budget": time_budget}
    given = [flag for flag, value in ways.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)}: give only one of them")
    if precision is not None and (wrong := find_wrong_precision(precision)):
        raise UsageError(f"--precision: {wrong}")
    if time_budget is not None:
        read_budget(time_budget)


def read_precision(points: float) -> float:
    """Return the precision given as a length, a difference's half-width, as a rate.

    Parameters
    ----------
    points : float
        The half-width in percentage points.

    Raises
    ------
    UsageError
        If it is outside 0.05 to 50 points.
    """
    if not 0.05 <= points <= COARSEST:
        raise UsageError(f"--precision: expected 0.05 to 50 percentage points, found {points:g}")
    return points / 100


def read_budget(text: str) -> float:
    """Parse the length of a run as a time budget, such as 60s, 2m or 1.5h, and return seconds.

    Raises
    ------
    UsageError
        If the text is no time, or the time is 0 or above 1000 hours.
    """
    match = BUDGET.fullmatch(text.strip().lower())
    seconds = float(match[1]) * SECONDS[match[2]] if match else 0.0
    if not seconds:
        message = f"--time-budget: expected a time such as 60s, 2m or 1h, found '{shorten(text)}'"
        raise UsageError(message)
    if seconds > LONGEST:
        raise UsageError(f"--time-budget: expected at most {LONGEST // 3600}h, found more")
    return seconds


def count_first_games(plan: Plan, precision: float | None) -> int:
    """Return the length that a run begins with: the games of a pilot, or a pair of each matchup."""
    pairs = 1
    if precision is not None:
        wanted = PILOT / (precision / 100) ** 2
        pairs = round_up(min(MOST_PAIRS, max(FEWEST_PAIRS, wanted)))
    return pairs * len(plan.sides) * plan.n_seats


def round_up(pairs: float) -> int:
    """Round the length of a run up to a multiple of 10 pairs."""
    return math.ceil(pairs / ROUND) * ROUND
