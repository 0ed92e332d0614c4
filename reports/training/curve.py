"""Figure of a curve over minutes, with an interval at each point."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.figures import (
    LETTER_WIDTH,
    POINTS_PER_INCH,
    Drawn,
    draw_figure,
    make_axes,
    shorten_label,
)
from evenhand.reports.palette import INK, LINE, MUTED, SERIES
from evenhand.reports.wording import number

__all__ = ["Line", "draw_curves"]

HEIGHT, LINE_HEIGHT = 300, 15
MOST_MARKED = 30  # points with a mark of their own
LOOKS = ((SERIES, "-", "o"), (INK, (0, (5, 2)), "s"), (MUTED, (0, (1, 2)), "^"))
AXES = ("Minutes of learning", "Wins, %")


class Line(NamedTuple):
    """A line of a figure: its label, and minutes, values and halves of intervals by point."""

    label: str
    minutes: Sequence[float]
    values: Sequence[float]
    half_widths: Sequence[float]


def draw_curves(name: str, title: str, lines: Sequence[Line], fair: float) -> Drawn:
    """Draw curves, each with a label at its end and its interval at each point.

    Parameters
    ----------
    name, title
        As for `evenhand.reports.figures.draw_dots`.
    lines : sequence of Line
        At most three; values in per cent.
    fair : float
        Where a line is drawn across.
    """
    values = "; ".join(
        f"{line.label} from {number(line.values[0])} to {number(line.values[-1])}" for line in lines
    )
    return draw_figure(name, title, values, lambda width: _make_figure(lines, fair, width))


def _make_figure(lines: Sequence[Line], fair: float, width: int) -> Figure:
    labels = [shorten_label(show_unseen(line.label), max(width, 350)) for line in lines]
    right = 18 + LETTER_WIDTH * max(map(len, labels))
    figure, axes = make_axes(width, HEIGHT, left=48, right=right)
    axes.axhline(fair, color=MUTED, linewidth=1, linestyle=(0, (3, 3)))
    for line, look in zip(lines, LOOKS, strict=False):
        _draw_line(axes, line, *look)
    axes.set_xlim(left=0)
    axes.margins(y=0.12)
    axes.set_xlabel(AXES[0])
    axes.set_ylabel(AXES[1])
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.tick_params(axis="y", length=0, labelcolor=MUTED)
    axes.grid(axis="y", color=LINE, linewidth=1)
    axes.set_axisbelow(True)
    _label_ends(axes, lines, labels, POINTS_PER_INCH / figure.dpi)
    return figure


def _draw_line(axes: Axes, line: Line, colour: str, dashes: object, marker: str) -> None:
    lows = [value - half for value, half in zip(line.values, line.half_widths, strict=True)]
    highs = [value + half for value, half in zip(line.values, line.half_widths, strict=True)]
    axes.vlines(line.minutes, lows, highs, color=colour, linewidth=1)
    axes.plot(
        line.minutes, line.values, color=colour, linewidth=1.8, linestyle=dashes,
        marker=marker if len(line.values) <= MOST_MARKED else "", markersize=5, markeredgewidth=0,
    )  # fmt: skip


def _label_ends(axes: Axes, lines: Sequence[Line], labels: Sequence[str], scale: float) -> None:
    """Write labels right of the ends of lines, pushed apart where they would overlap."""
    axes.autoscale_view()  # fixes the transformation to pixels
    ends = [(scale * axes.transData.transform((line.minutes[-1], line.values[-1]))[1], number)
            for number, line in enumerate(lines)]  # fmt: skip
    height = -LINE_HEIGHT
    for at, number_of_line in sorted(ends):
        height = max(height + LINE_HEIGHT, at)
        line = lines[number_of_line]
        axes.annotate(
            labels[number_of_line], (line.minutes[-1], line.values[-1]), (8, height - at),
            "data", "offset points", color=LOOKS[number_of_line][0], verticalalignment="center",
            annotation_clip=False,
        )  # fmt: skip
