"""The curve of a player's strength over the minutes of its training."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evenhand.reports.training.result import Course
from evenhand.training.self_play import Z_95, Strength

__all__ = ["continue_curve", "find_course", "make_point"]

FEWEST_POINTS = 4
SHARE = 0.5  # of the training, at its end, over which it is judged
ADDED = ("minutes", "games", "decisions")  # numbers that add up over trainings of one player


def make_point(
    minutes: float, n_games: int, n_decisions: int, against: Mapping[str, Strength]
) -> dict[str, Any]:
    """Make a point of the curve as plain data; the yardstick comes first in ``against``."""
    first = next(iter(against.values()))
    return {
        "minutes": round(minutes, 2),
        "games": n_games,
        "decisions": n_decisions,
        "win_rate": round(first.win_rate, 4),
        "half_width": round(first.half_width, 4),
        "against": {
            name: [round(one.win_rate, 4), round(one.half_width, 4), one.n_games]
            for name, one in against.items()
        },
    }


def continue_curve(
    earlier: Sequence[Mapping[str, Any]], curve: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Append a curve to that of the training which its player came from."""
    if not earlier:
        return [dict(point) for point in curve]
    done = {name: earlier[-1][name] for name in ADDED}
    later = [
        {**point, **{name: round(point[name] + done[name], 2) for name in ADDED}} for point in curve
    ]
    return [*map(dict, earlier), *later]


def find_course(curve: Sequence[Mapping[str, Any]]) -> Course | None:
    """Find how much the win rate gained at the end: a line of least squares through the points.

    Each point weighs as its interval says. All are measured on the same deals, so that the
    interval of the gain is rather too wide than too narrow.

    Returns
    -------
    Course, optional
        None with fewer than `FEWEST_POINTS` points in the second half.
    """
    if not curve:
        return None
    minutes = np.array([point["minutes"] for point in curve], float)
    is_late = minutes >= (1 - SHARE) * minutes[-1]
    if is_late.sum() < FEWEST_POINTS or minutes[is_late][0] == minutes[-1]:
        return None
    x = minutes[is_late]
    y = np.array([point["win_rate"] for point in curve])[is_late]
    error = np.array([point["half_width"] for point in curve])[is_late] / Z_95
    weight = 1 / np.maximum(error, 1e-3) ** 2
    apart = x - (weight @ x) / weight.sum()
    spread = weight @ apart**2
    slope, doubt = (weight * apart) @ y / spread, spread**-0.5
    span = float(x[-1] - x[0])
    return Course(
        float(slope * span), float((slope - 1.96 * doubt) * span),
        float((slope + 1.96 * doubt) * span), span,
    )  # fmt: skip
