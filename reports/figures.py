"""Figures of dots with intervals and of bars, and the parts that all figures share.

matplotlib draws in placeholder colours; `evenhand.reports.svg` makes inline SVG of it.
"""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import matplotlib.style
from markupsafe import Markup
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from evenhand.analysis.statistics.bands import Band
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.bands import Standing
from evenhand.reports.card_links import address_card
from evenhand.reports.palette import FAIR, HIGH, INK, LINE, LOW, MUTED, SERIES
from evenhand.reports.svg import embed_svg, write_svg
from evenhand.reports.wording import number

__all__ = [
    "LETTER_WIDTH",
    "LOOKS",
    "POINTS_PER_INCH",
    "SETTINGS",
    "WIDTH",
    "Dot",
    "Drawn",
    "draw_bars",
    "draw_dots",
    "draw_figure",
    "draw_groups",
    "link_card",
    "make_axes",
    "mark_left_out",
    "paint_bars",
    "paint_dots",
    "shorten_label",
]  # fmt: skip

MakeFigure = Callable[[int], Figure]  # of a width in pixels
Drawn = tuple[Markup, MakeFigure]

WIDTH = 440  # pixels of the page; a figure shrinks on a phone, and grows by a fifth elsewhere
POINTS_PER_INCH = 72
TEXT_SIZE = 12
ROW_HEIGHT = 26
TALL_ROW_HEIGHT = 34  # with a name in two lines
MARKER = 9
BREAK = 1.4  # height of a break, in rows
GROUP_ROW_HEIGHT, GROUP_MARKER = 20, 7
GROUP_HEAD = 1.3  # height of a heading, in rows
HEADING_SHARE = 3  # maximum length of a heading relative to that of a label
LETTER_WIDTH = 6.6  # pixels of an average letter, to reserve space for names

LOOKS = {
    Standing.ABOVE: (HIGH, "^"),
    Standing.BELOW: (LOW, "v"),
    Standing.INSIDE: (INK, "o"),
    Standing.UNSURE: (MUTED, "D"),
    Standing.FREE: (INK, "o"),
}
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "evenhand",
    "font.size": TEXT_SIZE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "text.parse_math": False,
}


@dataclass(frozen=True)
class Dot:
    """One row of a dot-and-interval figure; `shown` is the value as text.

    The label links to `card` if given; `n_left_out` rows before this one are not drawn.
    """

    label: str
    value: float
    low: float
    high: float
    shown: str
    standing: Standing
    card: str = ""
    n_left_out: int = 0


def draw_dots(name: str, title: str, dots: Sequence[Dot], band: Band, axis_label: str) -> Drawn:
    """Draw one dot with its interval per row, the first on top.

    Parameters
    ----------
    name : str
        Prefix of the ids in the SVG, unique in the page.
    title : str
        Text alternative; the values are added to it.
    dots : sequence of Dot
        In the unit of the axis.
    band : Band
        Shaded; a line is drawn in its middle.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and the function that draws it.
    """
    values = "; ".join(
        f"{dot.label} {dot.shown} ({number(dot.low)} to {number(dot.high)})" for dot in dots
    )
    return draw_figure(
        name, title, values, lambda width: _make_dot_figure(dots, band, axis_label, width)
    )


def draw_groups(
    name: str,
    title: str,
    groups: Sequence[tuple[str, Sequence[Dot]]],
    band: Band,
    axis_label: str,
    has_edges: bool = False,
) -> Drawn:
    """Draw dots with their intervals in groups, each below its heading.

    Parameters
    ----------
    name, title, band, axis_label
        As for `draw_dots`.
    groups : sequence of (heading, dots)
    has_edges : bool
        Whether lines are drawn at the ends of the band, instead of in its middle.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and what draws it.
    """
    values = "; ".join(
        f"{heading}: "
        + ", ".join(f"{dot.label} {dot.shown} ({number(dot.low)} to {number(dot.high)})"
                    for dot in dots)
        for heading, dots in groups
    )  # fmt: skip
    return draw_figure(
        name, title, values,
        lambda width: _make_group_figure(groups, band, axis_label, width, has_edges),
    )  # fmt: skip


def draw_bars(
    name: str, title: str, places: Sequence[int], heights: Sequence[float], labels: tuple[str, str]
) -> Drawn:
    """Draw bars of a distribution over whole numbers.

    Parameters
    ----------
    name, title
        As for `draw_dots`.
    places, heights : sequence, shape (n,)
        Where each bar stands and its percentage.
    labels : pair of str
        Of the horizontal and the vertical axis.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and what draws it.
    """
    top = max(range(len(places)), key=lambda bar: heights[bar])
    values = f"{places[0]} to {places[-1]}; the highest bar is that of {places[top]}"
    return draw_figure(
        name, title, values, lambda width: _make_bar_figure(places, heights, labels, width)
    )


def draw_figure(name: str, title: str, values: str, make_figure: MakeFigure) -> Drawn:
    """Draw a figure for a page of any width.

    Parameters
    ----------
    name, title
        As for `draw_dots`.
    values : str
        Added to the text alternative.
    make_figure : callable(width) -> Figure
        Makes the figure for a width in pixels.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and what draws it.
    """
    with matplotlib.style.context(["default", SETTINGS]):
        drawing = write_svg(make_figure(WIDTH))
    return embed_svg(drawing, f"{name}-drawing", title, values), make_figure


def _make_dot_figure(dots: Sequence[Dot], band: Band, axis_label: str, width: int) -> Figure:
    labels = [wrap_label(show_unseen(dot.label), width) for dot in dots]
    lines = [line for label in labels for line in label.split("\n")]
    left = 16 + LETTER_WIDTH * max(map(len, lines), default=0)
    row_height = TALL_ROW_HEIGHT if len(lines) > len(labels) else ROW_HEIGHT
    figure, axes = make_axes(width, row_height * _count_rows(dots) + 52, left, right=52)
    paint_dots(axes, dots, labels, band, axis_label)
    return figure


def paint_dots(
    axes: Axes, dots: Sequence[Dot], labels: Sequence[str], band: Band, axis_label: str
) -> None:
    """Paint one dot with its interval per row into axes, in placeholder colours."""
    rows = _place_rows(dots)
    _shade_band(axes, band)
    for row, dot in zip(rows, dots, strict=True):
        _draw_dot(axes, row, dot)
        if dot.n_left_out:
            _break_rows(axes, row - (1 + BREAK) / 2, dot.n_left_out)
    axes.set_yticks(rows, labels)
    for written, dot in zip(axes.get_yticklabels(), dots, strict=True):
        link_card(written, dot.card)
    axes.set_ylim(_count_rows(dots) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(axis_label)


def mark_left_out(dots: Sequence[Dot], n_ranked: int) -> list[Dot]:
    """Mark the dot after which rows are left out in the middle of a figure, with their number."""
    half = len(dots) // 2
    if n_ranked == len(dots):
        return list(dots)
    return [*dots[:half], replace(dots[half], n_left_out=n_ranked - len(dots)), *dots[half + 1 :]]


def _count_rows(dots: Sequence[Dot]) -> float:
    """Count the rows of a figure of dots, breaks included."""
    return len(dots) + BREAK * sum(bool(dot.n_left_out) for dot in dots)


def _place_rows(dots: Sequence[Dot]) -> list[float]:
    """Return the vertical position of each dot, with space where rows are left out."""
    breaks = accumulate(BREAK * bool(dot.n_left_out) for dot in dots)
    return [row + more for row, more in enumerate(breaks)]


def _break_rows(axes: Axes, row: float, n_left_out: int) -> None:
    """Mark a break where rows are left out, with their number."""
    across = axes.get_yaxis_transform()
    for edge in (row - BREAK / 3, row + BREAK / 3):
        axes.axhline(edge, color=MUTED, linewidth=1, linestyle=(0, (1, 3)), clip_on=False)
    axes.annotate(
        f"{number(n_left_out, 0)} cards between are not drawn", (0, row), (4, 0), across,
        "offset points", color=MUTED, verticalalignment="center", annotation_clip=False,
    )  # fmt: skip


def link_card(text: Artist, card: str) -> None:
    """Link a text of a figure to a card; do nothing if `card` is ""."""
    if card:
        text.set_url(f"#{address_card(card)}")


def _make_group_figure(
    groups: Sequence[tuple[str, Sequence[Dot]]],
    band: Band,
    axis_label: str,
    width: int,
    has_edges: bool,
) -> Figure:
    labels = [shorten_label(show_unseen(dot.label), width) for _, dots in groups for dot in dots]
    headings = [shorten_label(show_unseen(heading), HEADING_SHARE * width) for heading, _ in groups]
    left = 16 + LETTER_WIDTH * max(map(len, labels), default=0)
    n_rows = sum(len(dots) + GROUP_HEAD for _, dots in groups)
    figure, axes = make_axes(width, GROUP_ROW_HEIGHT * n_rows + 52, left, right=52)
    _shade_band(axes, band, has_edges)
    row, rows = -0.5, []
    for heading, (_, dots) in zip(headings, groups, strict=True):
        row += GROUP_HEAD
        axes.annotate(
            heading, (0, row - 0.5), (4 - left, 0), axes.get_yaxis_transform(), "offset points",
            fontweight="bold", verticalalignment="center", annotation_clip=False,
        )  # fmt: skip
        for dot in dots:
            row += 1
            rows.append(row - 0.5)
            _draw_dot(axes, rows[-1], dot, GROUP_MARKER)
    axes.set_yticks(rows, labels)
    axes.tick_params(axis="y", length=0, labelcolor=MUTED)
    axes.set_ylim(row, -0.5)
    axes.set_xlabel(axis_label)
    return figure


def _make_bar_figure(
    places: Sequence[int], heights: Sequence[float], labels: tuple[str, str], width: int
) -> Figure:
    figure, axes = make_axes(width, 240, left=48, right=12)
    paint_bars(axes, places, heights, labels)
    return figure


def paint_bars(
    axes: Axes, places: Sequence[int], heights: Sequence[float], labels: tuple[str, str]
) -> None:
    """Paint bars of a distribution over whole numbers into axes, in placeholder colours."""
    axes.bar(places, heights, width=0.82, color=SERIES)
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.tick_params(axis="y", length=0, labelcolor=MUTED)
    axes.grid(axis="y", color=LINE, linewidth=1)
    axes.set_axisbelow(True)


def make_axes(width: int, height: float, left: float, right: float) -> tuple[Figure, Axes]:
    """Make a figure with axes of fixed margins; all lengths in pixels."""
    figure = Figure(figsize=(width / POINTS_PER_INCH, height / POINTS_PER_INCH))
    top, bottom = 8, 44
    inner_width, inner_height = width - left - right, height - top - bottom
    box = (left / width, bottom / height, inner_width / width, inner_height / height)
    return figure, figure.add_axes(box)


def shorten_label(label: str, width: int) -> str:
    """Truncate a name to the space that a figure of the given width has for it."""
    most = width // 24  # letters: about a quarter of the width
    return label if len(label) <= most else label[: most - 1].rstrip() + "\u2026"


def wrap_label(label: str, width: int) -> str:
    """Wrap a name to at most two lines that fit a figure of the given width; may be truncated."""
    most = width // 18
    name, _, place = label.partition(" (")
    if len(label) > most >= max(len(name), len(place) + 1) and place:
        return f"{name}\n({place}"
    lines = textwrap.wrap(label, most, max_lines=2, placeholder="\u2026", break_on_hyphens=False)
    return label if len(label) <= most else "\n".join(lines)


def _shade_band(axes: Axes, band: Band, has_edges: bool = False) -> None:
    if band.high > band.low:
        axes.axvspan(band.low, band.high, color=FAIR, linewidth=0)
    for place in band if has_edges else [(band.low + band.high) / 2]:
        axes.axvline(place, color=MUTED, linewidth=1, linestyle=(0, (3, 3)))
    axes.grid(axis="x", color=LINE, linewidth=1)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))


def _draw_dot(axes: Axes, row: float, dot: Dot, size: float = MARKER) -> None:
    colour, marker = LOOKS[dot.standing]
    axes.hlines(row, dot.low, dot.high, color=colour, linewidth=2.2)
    axes.plot(dot.value, row, marker=marker, color=colour, markersize=size, markeredgewidth=0)
    across = axes.get_yaxis_transform()
    axes.text(1.02, row, dot.shown, transform=across, verticalalignment="center")
