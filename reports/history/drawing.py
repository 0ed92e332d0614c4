"""Figure of a history: a strip for each deck, with its win rate in every state."""

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.bands import Standing
from evenhand.reports.figures import (
    LETTER_WIDTH,
    LOOKS,
    POINTS_PER_INCH,
    Drawn,
    draw_figure,
    shorten_label,
)
from evenhand.reports.palette import INK, LINE, MUTED, SERIES
from evenhand.reports.wording import number

__all__ = ["Point", "Strip", "draw_strips"]

STRIP, TITLE, GAP = 80, 18, 10  # heights in pixels: of a strip, its title, the space below
LEFT, RIGHT = 40, 56
MARKER = 8
DOT = 4


class Point(NamedTuple):
    """A deck in one state, in per cent; NaN where it was not there.

    `is_edited` says whether its list or one of its cards was edited, `standing` whether it
    surely won more or less than before.
    """

    value: float
    low: float
    high: float
    standing: Standing
    is_edited: bool


class Strip(NamedTuple):
    """A deck and its points, one for each state."""

    deck: str
    points: Sequence[Point]


def draw_strips(
    name: str, title: str, states: Sequence[str], strips: Sequence[Strip], fair: float
) -> Drawn:
    """Draw a strip for each deck, with its win rate in every state.

    Parameters
    ----------
    name, title
        As for `evenhand.reports.figures.draw_dots`.
    states : sequence of str
        Names of the states, below the last strip.
    strips : sequence of Strip
    fair : float
        In per cent, where a line is drawn across.
    """
    values = "; ".join(
        f"{strip.deck} "
        + ", ".join(number(point.value) for point in strip.points if not isnan(point.value))
        for strip in strips
    )
    return draw_figure(name, title, values, lambda width: _make_figure(states, strips, fair, width))


def _make_figure(states: Sequence[str], strips: Sequence[Strip], fair: float, width: int) -> Figure:
    labels = [shorten_label(show_unseen(state), 350) for state in states]
    bottom = 16 + LETTER_WIDTH * max(map(len, labels))
    step = TITLE + STRIP + GAP
    height = step * len(strips) + bottom
    figure = Figure(figsize=(width / POINTS_PER_INCH, height / POINTS_PER_INCH))
    lows, highs = _find_limits(strips, fair)
    for row, strip in enumerate(strips):
        top = height - row * step - TITLE
        box = (LEFT / width, (top - STRIP) / height, (width - LEFT - RIGHT) / width, STRIP / height)
        axes = figure.add_axes(box)
        axes.set_xlim(-0.5, len(states) - 0.5)
        axes.set_ylim(lows, highs)
        _paint_strip(axes, strip, fair)
        axes.set_xticks(range(len(states)), labels if row == len(strips) - 1 else [])
        axes.tick_params(axis="x", length=0, rotation=90, labelcolor=MUTED)
    return figure


def _find_limits(strips: Sequence[Strip], fair: float) -> tuple[float, float]:
    """Return the limits of all strips: whatever is drawn, and a margin."""
    ends = [end for strip in strips for point in strip.points
            for end in (point.low, point.high) if not isnan(end)]  # fmt: skip
    low, high = min([fair, *ends]), max([fair, *ends])
    margin = 0.12 * (high - low) or 1.0
    return low - margin, high + margin


def _paint_strip(axes: Axes, strip: Strip, fair: float) -> None:
    """Paint one deck: a line through its points, a mark where it jumped, a line at its edits."""
    axes.axhline(fair, color=MUTED, linewidth=1, linestyle=(0, (3, 3)))
    places = range(len(strip.points))
    for place, point in zip(places, strip.points, strict=True):
        if point.is_edited:
            axes.axvline(place, color=LINE, linewidth=7)
    axes.plot(places, [point.value for point in strip.points], color=SERIES, linewidth=1.6)
    for place, point in zip(places, strip.points, strict=True):
        if isnan(point.value):
            continue
        colour, marker = LOOKS[point.standing]
        is_jump = point.standing in (Standing.ABOVE, Standing.BELOW)
        axes.vlines(place, point.low, point.high, color=colour, linewidth=1.6)
        axes.plot(
            place, point.value, marker=marker, color=colour, markeredgewidth=0,
            markersize=MARKER if is_jump else DOT,
        )  # fmt: skip
    axes.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    axes.tick_params(axis="y", length=0, labelcolor=MUTED)
    axes.grid(axis="y", color=LINE, linewidth=1)
    axes.set_axisbelow(True)
    _label_strip(axes, strip)


def _label_strip(axes: Axes, strip: Strip) -> None:
    """Write the deck above its strip, and its last win rate behind it."""
    axes.annotate(
        show_unseen(strip.deck), (0, 1), (0, 4), "axes fraction", "offset points",
        fontweight="bold", color=INK, annotation_clip=False,
    )  # fmt: skip
    last = strip.points[-1]
    if not isnan(last.value):
        axes.annotate(
            f"{number(last.value)} %", (1, last.value), (6, 0), ("axes fraction", "data"),
            "offset points", verticalalignment="center", annotation_clip=False,
        )  # fmt: skip
