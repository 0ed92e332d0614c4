"""Scatter figure with named outliers."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    link_card,
    make_axes,
    shorten_label,
)
from evenhand.reports.palette import LINE, MUTED
from evenhand.reports.wording import number

__all__ = ["Point", "draw_scatter"]

HEIGHT = 340
SPREAD = 0.26  # width over which points of one place are spread, relative to the next place
LINE_HEIGHT = 14  # pixels, of a name
GAP = 7  # pixels between a point and its name


@dataclass(frozen=True)
class Point:
    """One point of a scatter; its label is beside it if `is_named` and there is space.

    The label links to `card` if given.
    """

    label: str
    place: float
    height: float
    standing: Standing
    is_named: bool = False
    card: str = ""


def draw_scatter(
    name: str,
    title: str,
    points: Sequence[Point],
    labels: tuple[str, str],
    line: tuple[float, float] | None = None,
    step: float = 1.0,
) -> Drawn:
    """Draw a scatter of points; those at the same place are drawn side by side.

    Parameters
    ----------
    name, title
        As for `evenhand.reports.figures.draw_dots`.
    points : sequence of Point
        In descending priority of their labels: labels that would overlap earlier ones are left
        out.
    labels : pair of str
        Of the horizontal and the vertical axis.
    line : pair of float, optional
        Height at place 0 and slope of a line that is drawn through the points.
    step : float
        Smallest distance of two places.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and the function that draws it.
    """
    named = [point for point in points if point.is_named]
    values = "; ".join(f"{point.label} {number(point.height)}" for point in named)
    spread = _spread_points(points, step)

    def make(width: int) -> Figure:
        return _make_figure(points, spread, labels, line, width)

    return draw_figure(name, title, values, make)


def _make_figure(
    points: Sequence[Point],
    spread: Sequence[float],
    labels: tuple[str, str],
    line: tuple[float, float] | None,
    width: int,
) -> Figure:
    figure, axes = make_axes(width, HEIGHT, left=48, right=12)
    if line is not None:
        places = [min(point.place for point in points), max(point.place for point in points)]
        heights = [line[0] + line[1] * place for place in places]
        axes.plot(places, heights, color=MUTED, linewidth=1.5)
    axes.axhline(0, color=MUTED, linewidth=1, linestyle=(0, (3, 3)))
    axes.grid(axis="y", color=LINE, linewidth=1)
    axes.set_axisbelow(True)
    for standing in dict.fromkeys(point.standing for point in points):
        alike = [i for i, point in enumerate(points) if point.standing == standing]
        colour, marker = LOOKS[standing]
        places, heights = [spread[i] for i in alike], [points[i].height for i in alike]
        # One drawing of the mark for all of them, which keeps the page light.
        axes.plot(
            places, heights, linestyle="", marker=marker, color=colour, markersize=7,
            markeredgewidth=0,
        )  # fmt: skip
    axes.margins(x=0.06, y=0.1)
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.tick_params(axis="y", length=0, labelcolor=MUTED)
    _name_points(axes, points, spread, width, POINTS_PER_INCH / figure.dpi)
    return figure


def _spread_points(points: Sequence[Point], step: float) -> list[float]:
    """Return horizontal positions of scattered points, side by side at the same place."""
    positions = [point.place for point in points]
    for place in set(positions):
        here = [i for i, point in enumerate(points) if point.place == place]
        here.sort(key=lambda i: points[i].height)
        for rank, i in enumerate(here):
            # Neighbours in height are put into different columns.
            columns = min(len(here), 5)
            share = (rank % columns - (columns - 1) / 2) / 2
            positions[i] = place + SPREAD * step * share
    return positions


def _name_points(
    axes: Axes, points: Sequence[Point], spread: Sequence[float], width: int, scale: float
) -> None:
    """Write labels beside scattered points, where they do not overlap anything."""
    axes.autoscale_view()  # fixes the transformation to pixels
    at = [scale * axes.transData.transform((x, point.height))
          for point, x in zip(points, spread, strict=True)]  # fmt: skip
    taken = [(x - GAP / 2, x + GAP / 2, y) for x, y in at]
    for point, x, (left, middle) in zip(points, spread, at, strict=True):
        if not point.is_named:
            continue
        label = shorten_label(show_unseen(point.label), 2 * width)
        length = LETTER_WIDTH * len(label)
        is_right = left + GAP + length < width
        start = left + GAP if is_right else left - GAP - length
        box = (start, start + length, middle)
        if start < 0 or any(_is_overlapping(box, other) for other in taken):
            continue
        taken.append(box)
        written = axes.annotate(
            label, (x, point.height), (GAP if is_right else -GAP, 0), "data", "offset points",
            horizontalalignment="left" if is_right else "right", verticalalignment="center",
            fontsize=11,
        )  # fmt: skip
        link_card(written, point.card)


def _is_overlapping(box: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    return abs(box[2] - other[2]) < LINE_HEIGHT and box[0] < other[1] and other[0] < box[1]
