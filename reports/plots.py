"""Figures of the report as matplotlib axes: the same numbers, painted by the same code."""

from itertools import chain
from typing import Any

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.equivalence import Band
from evenhand.decks.problems import UsageError
from evenhand.decks.visible import show_unseen
from evenhand.reports.evidence import Evidence, gather, tell_decks
from evenhand.reports.figures import (
    FAIR,
    HIGH,
    INK,
    LINE,
    LOW,
    MUTED,
    SERIES,
    SETTINGS,
    Dot,
    paint_bars,
    paint_dots,
)
from evenhand.reports.sections.card_impact import IMPACT_AXIS, list_impact_dots
from evenhand.reports.sections.decks import RATE_AXIS, find_deck_band, list_deck_dots
from evenhand.reports.sections.lengths import LENGTH_AXES, list_length_bars

__all__ = ["plot_card_impact", "plot_lengths", "plot_win_rates"]

ROW = 0.36  # inches
COLOURS = {
    INK: "#15191e", MUTED: "#58626d", LINE: "#e3e6ea", FAIR: "#edf1f5",
    HIGH: "#0072b2", LOW: "#b84a00", SERIES: "#0072b2",
}  # fmt: skip
PAINTED = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")


def plot_win_rates(run: Run, axes: Axes | None = None) -> Axes:
    """Draw the decks' win rates with their 95 % intervals and the band that they are held to.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Where to draw; a figure of its own if not given.

    Returns
    -------
    matplotlib Axes
        In per cent; ``axes.figure.savefig`` writes it as SVG, PNG or PDF.
    """
    evidence = tell_decks(gather(run))
    return _plot_dots(list_deck_dots(evidence), find_deck_band(evidence), RATE_AXIS, axes)


def plot_card_impact(run: Run, axes: Axes | None = None) -> Axes:
    """Draw what the strongest and the weakest cards do to their decks.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Where to draw; a figure of its own if not given.

    Returns
    -------
    matplotlib Axes
        In percentage points, with 95 % intervals.

    Raises
    ------
    UsageError
        If the run did not measure its cards.
    """
    evidence = tell_decks(gather(run))
    if evidence.card_impact.empty:
        hint = "evenhand impact --run RUN_DIR does"
        raise UsageError(f"{run.folder} did not measure what its cards are worth", hint)
    return _plot_dots(list_impact_dots(evidence.card_impact), Band(0, 0), IMPACT_AXIS, axes)


def plot_lengths(run: Run, axes: Axes | None = None) -> Axes:
    """Draw how many turns games take.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Where to draw; a figure of its own if not given.

    Returns
    -------
    matplotlib Axes
        Shares of the games in per cent.
    """
    evidence: Evidence = gather(run)
    turns, shares = list_length_bars(evidence.game_lengths)
    with matplotlib.style.context(SETTINGS):
        axes = axes or _own_axes(3.2)
        paint_bars(axes, turns, shares, LENGTH_AXES)
    return _in_colour(axes)


def _plot_dots(dots: list[Dot], band: Band, label: str, axes: Axes | None) -> Axes:
    names = [show_unseen(dot.label) for dot in dots]
    with matplotlib.style.context(SETTINGS):
        axes = axes or _own_axes(ROW * len(dots) + 0.8)
        paint_dots(axes, dots, names, band, label)
    return _in_colour(axes)


def _own_axes(height: float) -> Axes:
    figure = Figure(figsize=(8, height), layout="constrained")
    return figure.add_subplot()


def _in_colour(axes: Axes) -> Axes:
    """Put the colours of the light page in place of the stand-ins."""
    ticks = chain(axes.xaxis.get_major_ticks(), axes.yaxis.get_major_ticks())
    for artist in {*axes.findobj(), *chain.from_iterable(tick.findobj() for tick in ticks)}:
        for name in PAINTED:
            _recolour(artist, name)
    axes.tick_params(axis="x", labelcolor=COLOURS[MUTED], color=COLOURS[LINE])
    axes.grid(visible=None, color=COLOURS[LINE])
    return axes


def _recolour(artist: Any, name: str) -> None:
    read, write = getattr(artist, f"get_{name}", None), getattr(artist, f"set_{name}", None)
    if read is None or write is None:
        return
    found = read()
    colours = found if getattr(found, "ndim", 1) == 2 else [found]
    for colour in colours:
        if isinstance(colour, str) and colour in ("none", "auto"):
            continue
        if (shown := COLOURS.get(to_hex(colour))) is not None:
            write(shown)
