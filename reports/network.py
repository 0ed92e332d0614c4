"""Network figure: names around an oval, with lines between pairs of them.

No three points of an oval lie on one line, so that no line passes through the dot of another
name; all lines are inside, so that none crosses a name. Names are in rows of their own at either
side, so that they do not overlap.
"""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.figures import (
    LETTER_WIDTH,
    POINTS_PER_INCH,
    Drawn,
    draw_figure,
    link_card,
    shorten_label,
)
from evenhand.reports.palette import HIGH, INK, LOW, MUTED
from evenhand.reports.wording import number

__all__ = ["Link", "draw_network", "place_names"]

ROW = 28  # pixels between two names
NARROWEST = 410  # pixels, for which names are cut
WIDEST = 190  # pixels from the middle to the names
THINNEST, THICKEST = 1.5, 7.0
LEGEND_ROW, LEGEND_LINE = 22, 60
MARGIN, GAP = 14, 12


class Link(NamedTuple):
    """A line of a network between two names.

    Attributes
    ----------
    value : float
        Strength; negative links are drawn in another colour and dashed.
    shown : str
        The value as text.
    """

    first: str
    second: str
    value: float
    shown: str


def draw_network(name: str, title: str, links: Sequence[Link]) -> Drawn:
    """Draw a network: names and the lines between them.

    Parameters
    ----------
    name : str
        Prefix of the ids in the SVG, unique in the page.
    title : str
        Text alternative; the values are added to it.
    links : sequence of Link
        In percentage points; at least one.

    Returns
    -------
    Drawn
        The ``<svg>`` element, and the function that draws it.
    """
    values = "; ".join(f"{link.first} + {link.second} {link.shown}" for link in links)
    return draw_figure(name, title, values, lambda width: _make_network_figure(links, width))


def place_names(links: Sequence[Link]) -> dict[str, tuple[float, float]]:
    """Place a network's names on a circle of radius 1, half at either side, in even rows.

    Names swap places as long as this reduces crossings, lines within one side, or steepness.

    Returns
    -------
    dict of str to (float, float)
        By name: offsets from the centre to the right and downwards.
    """
    order = list(dict.fromkeys(name for link in links for name in (link.first, link.second)))
    places = _list_places(len(order))
    best, is_better = _rate_layout(order, places, links), True
    while is_better:
        is_better = False
        for a, b in combinations(range(len(order)), 2):
            order[a], order[b] = order[b], order[a]
            if (cost := _rate_layout(order, places, links)) < best - 1e-9:
                best, is_better = cost, True
            else:
                order[a], order[b] = order[b], order[a]
    return dict(zip(order, places, strict=True))


def _list_places(n_names: int) -> list[tuple[float, float]]:
    """List places around a network's circle, clockwise from the top."""
    right = -(-n_names // 2)
    rows = {side: [(2 * row + 1) / n - 1 for row in range(n)]
            for side, n in ((1, right), (-1, n_names - right))}  # fmt: skip
    around = [(1, y) for y in rows[1]] + [(-1, y) for y in reversed(rows[-1])]
    return [(side * sqrt(1 - y**2), y) for side, y in around]


def _rate_layout(
    order: Sequence[str], places: Sequence[tuple[float, float]], links: Sequence[Link]
) -> float:
    """Return the cost of a network's layout: crossings, lines at one side, steepness."""
    place = {name: row for row, name in enumerate(order)}
    ends = [sorted((place[link.first], place[link.second])) for link in links]
    crossings = sum(
        a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1] for a, b in combinations(ends, 2)
    )
    at_one_side = sum(places[first][0] * places[second][0] > 0 for first, second in ends)
    steepness = sum(abs(places[first][1] - places[second][1]) for first, second in ends)
    return 3 * crossings + 2 * at_one_side + steepness


def _make_network_figure(links: Sequence[Link], width: int) -> Figure:
    unit = place_names(links)
    labels = {name: shorten_label(show_unseen(name), max(width, NARROWEST)) for name in unit}
    reach = width / 2 - MARGIN - GAP - LETTER_WIDTH * max(map(len, labels.values()))
    across, down = min(WIDEST, reach), ROW * (len(unit) + 1) / 4
    kinds = {link.value > 0 for link in links}
    height = 2 * (down + MARGIN) + LEGEND_ROW * (len(kinds) + 1) + MARGIN
    figure = Figure(figsize=(width / POINTS_PER_INCH, height / POINTS_PER_INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    places = {name: (width / 2 + across * x, MARGIN + down * (1 + y))
              for name, (x, y) in unit.items()}  # fmt: skip
    strongest = max(abs(link.value) for link in links)
    for link in sorted(links, key=lambda link: -abs(link.value)):
        _draw_line(axes, places[link.first], places[link.second], link.value, strongest)
    for name, (x, y) in places.items():
        axes.plot(x, y, marker="o", color=INK, markersize=8, markeredgewidth=0)
        is_right = x > width / 2
        written = axes.text(
            x + (GAP if is_right else -GAP), y, labels[name],
            horizontalalignment="left" if is_right else "right", verticalalignment="center",
        )  # fmt: skip
        link_card(written, name)
    _draw_legend(axes, links, 2 * (down + MARGIN) + MARGIN, strongest)
    return figure


def _draw_line(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], value: float, strongest: float
) -> None:
    axes.plot(
        *zip(start, end, strict=True),
        color=HIGH if value > 0 else LOW,
        linestyle="-" if value > 0 else (0, (3, 1.2)),
        linewidth=THINNEST + (THICKEST - THINNEST) * abs(value) / strongest,
    )


def _draw_legend(axes: Axes, links: Sequence[Link], top: float, strongest: float) -> None:
    """Draw the legend of colours, dashes and widths below a network."""
    texts = {True: "worth more together", False: "worth less together"}
    sizes = sorted(abs(link.value) for link in links)
    rows = [(strongest if sign else -strongest, text) for sign, text in texts.items()
            if any((link.value > 0) is sign for link in links)]  # fmt: skip
    row = top
    for value, text in rows:
        _draw_line(axes, (MARGIN, row), (MARGIN + LEGEND_LINE, row), value, strongest)
        _write_label(axes, row, text)
        row += LEGEND_ROW
    span = " to ".join(dict.fromkeys(number(size) for size in (sizes[0], sizes[-1])))
    _write_label(axes, row, f"by {span} points, the wider the more")


def _write_label(axes: Axes, row: float, text: str) -> None:
    axes.text(
        2 * MARGIN + LEGEND_LINE, row, text, color=MUTED, verticalalignment="center"
    )  # fmt: skip
