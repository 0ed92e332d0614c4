"""Figures of the report as matplotlib axes: the same numbers, painted by the same code."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain, product
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from evenhand.analysis.data.display_names import add_titles
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.bands import Band
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import UsageError
from evenhand.reports.blocks import find_figures
from evenhand.reports.figures import (
    SETTINGS,
    Dot,
    paint_bars,
    paint_dots,
)
from evenhand.reports.page import PROGRAM, refuse_other
from evenhand.reports.palette import LINE, MUTED, list_colours, read_palette
from evenhand.reports.report_tables import Evidence, gather_evidence, rename_decks
from evenhand.reports.sections import make_sections
from evenhand.reports.sections.card_impact import IMPACT_AXIS, list_impact_dots
from evenhand.reports.sections.deck_win_rates import RATE_AXIS, find_deck_band, list_deck_dots
from evenhand.reports.sections.lengths import LENGTH_AXES, list_length_bars
from evenhand.reports.sections.matchups import HEAT_TITLE, order_matchups
from evenhand.reports.shades import choose_shade
from evenhand.reports.wording import interval, number
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.places import make_folder

__all__ = [
    "plot_card_impact", "plot_lengths", "plot_matchups", "plot_win_rates", "write_figures",
]  # fmt: skip

ROW = 0.36  # inches
CELL_HEIGHT, CELL_WIDTH = 0.62, 1.1  # inches: of a heat map
MOST_SPREADS = 10  # maximum number of decks for which the heat map has space for intervals
KINDS = ("svg", "png")
DOTS_PER_INCH = 200
WIDTH = 720  # points, of a figure of the report
PAINTED = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")


def plot_win_rates(run: Run, axes: Axes | None = None) -> Axes:
    """Draw the decks' win rates with 95 % intervals and band on matplotlib axes.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Axes to draw into. Default: a new figure.

    Returns
    -------
    matplotlib Axes
        In per cent; ``axes.figure.savefig`` writes it as SVG, PNG or PDF.
    """
    evidence = rename_decks(gather_evidence(run))
    return _plot_dots(list_deck_dots(evidence), find_deck_band(evidence), RATE_AXIS, axes)


def plot_card_impact(run: Run, axes: Axes | None = None) -> Axes:
    """Draw the impact of the strongest and weakest cards on matplotlib axes.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Axes to draw into. Default: a new figure.

    Returns
    -------
    matplotlib Axes
        In percentage points, with 95 % intervals.

    Raises
    ------
    UsageError
        If card impact was not measured for the run.
    """
    evidence = rename_decks(gather_evidence(run))
    if evidence.card_impact.empty:
        hint = "evenhand impact --run RUN_DIR does"
        raise UsageError(f"{run.folder} did not measure what its cards are worth", hint)
    return _plot_dots(list_impact_dots(evidence.card_impact), Band(0, 0), IMPACT_AXIS, axes)


def plot_lengths(run: Run, axes: Axes | None = None) -> Axes:
    """Draw the distribution of game lengths in turns on matplotlib axes.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Axes to draw into. Default: a new figure.

    Returns
    -------
    matplotlib Axes
        Shares of the games in per cent.
    """
    evidence: Evidence = gather_evidence(run)
    turns, shares = list_length_bars(evidence.game_lengths)
    with matplotlib.style.context(SETTINGS):
        axes = axes or _new_figure(3.2).add_subplot()
        paint_bars(axes, turns, shares, LENGTH_AXES)
    return _apply_colours(axes)


def plot_matchups(run: Run, axes: Axes | None = None) -> Axes:
    """Draw the heat map of matchups, in the report's colours, on matplotlib axes.

    Parameters
    ----------
    run : Run
    axes : matplotlib Axes, optional
        Axes to draw into. Default: a new figure.

    Returns
    -------
    matplotlib Axes
        Win rates of the row against the column in per cent, with 95 % intervals.

    Raises
    ------
    UsageError
        If the game has more than two players.
    """
    if run.n_seats > 2:
        raise UsageError(f"{run.folder} has no matchups: {run.n_seats} players met at each table")
    evidence = rename_decks(gather_evidence(run))
    return _paint_heat_map(evidence, axes or _new_figure(*_size_heat_map(evidence)).add_subplot())


def write_figures(evidence: Evidence, folder: Path) -> list[Path]:
    """Write the figures of a report as files: those of the page, and the heat map of matchups.

    Parameters
    ----------
    folder : Path
        Created if missing; files of the same names are replaced.

    Returns
    -------
    list of Path
        An SVG and a PNG file for each.
    """
    renamed = rename_decks(replace(evidence, info=add_titles(evidence.info)))
    make_folder(folder)
    return [
        _save_figure(figure, folder / f"{name}.{kind}")
        for name, figure in _list_figures(renamed)
        for kind in KINDS
    ]


def _list_figures(evidence: Evidence) -> Iterator[tuple[str, Figure]]:
    """Yield a report's matplotlib figures with their names."""
    if evidence.n_seats == 2 and len(evidence.matchups):
        figure = _new_figure(*_size_heat_map(evidence))
        _paint_heat_map(evidence, figure.add_subplot())
        yield "matchups", figure
    for section in make_sections(evidence):
        for block in find_figures(section.blocks):
            with matplotlib.style.context(["default", SETTINGS]):
                figure = block.make(WIDTH)
            for axes in figure.axes:
                _apply_colours(axes)
            yield block.id.removeprefix("figure-"), figure


def _save_figure(figure: Figure, path: Path) -> Path:
    """Write a matplotlib figure; the same figure gives the same bytes."""
    refuse_other(path)
    content, kind = BytesIO(), path.suffix.removeprefix(".")
    metadata = {"Date": None, "Creator": PROGRAM} if kind == "svg" else {"Software": PROGRAM}
    with matplotlib.style.context({"svg.hashsalt": SETTINGS["svg.hashsalt"]}):
        figure.savefig(
            content, format=kind, dpi=DOTS_PER_INCH, metadata=metadata, bbox_inches="tight",
            pad_inches=0.1,
        )  # fmt: skip
    return write_in_folder(path.parent, path.name, content.getvalue())


def _size_heat_map(evidence: Evidence) -> tuple[float, float]:
    """Return height and width of the matplotlib heat map, in inches."""
    decks, others, _ = order_matchups(evidence)
    return CELL_HEIGHT * len(decks) + 1.2, max(8, CELL_WIDTH * len(others) + 2)


def _paint_heat_map(evidence: Evidence, axes: Axes) -> Axes:
    decks, others, cells = order_matchups(evidence)
    has_spread = len(others) <= MOST_SPREADS
    with matplotlib.style.context(SETTINGS):
        names = [show_unseen(name) for name in others]
        axes.set_xticks(range(len(others)), [textwrap.fill(name, 12) for name in names])
        axes.set_yticks(range(len(decks)), [show_unseen(name) for name in decks])
        for (y, deck), (x, other) in product(enumerate(decks), enumerate(others)):
            row = cells.get((deck, other))
            if row is not None and deck != other:
                _paint_matchup(axes, x, y, row, evidence.fair, has_spread)
    axes.set(xlim=(-0.5, len(others) - 0.5), ylim=(len(decks) - 0.5, -0.5), title=HEAT_TITLE)
    axes.tick_params(length=0)
    axes.tick_params(axis="x", rotation=0 if has_spread else 90)
    axes.spines[:].set_visible(False)
    _apply_colours(axes).grid(visible=False)
    return axes


def _paint_matchup(axes: Axes, x: int, y: int, row: Any, fair: float, has_spread: bool) -> None:
    """Paint one cell of the matplotlib heat map: colour, win rate and interval."""
    step = choose_shade(row.win_rate, fair)
    colour = read_palette()["even" if step == "e" else step]
    axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=colour, edgecolor="none"))
    up = 0.12 if has_spread else 0
    _write_in_cell(axes, x, y - up, number(100 * row.win_rate), fontweight="bold")
    if has_spread:
        spread = interval(row.win_rate_low, row.win_rate_high)
        _write_in_cell(axes, x, y + 0.24, spread, fontsize="small")


def _write_in_cell(axes: Axes, x: float, y: float, text: str, **looks: Any) -> None:
    axes.text(x, y, text, ha="center", va="center", **looks)


def _plot_dots(dots: list[Dot], band: Band, label: str, axes: Axes | None) -> Axes:
    names = [show_unseen(dot.label) for dot in dots]
    with matplotlib.style.context(SETTINGS):
        axes = axes or _new_figure(ROW * len(dots) + 0.8).add_subplot()
        paint_dots(axes, dots, names, band, label)
    return _apply_colours(axes)


def _new_figure(height: float, width: float = 8) -> Figure:
    return Figure(figsize=(width, height), layout="constrained")


def _apply_colours(axes: Axes) -> Axes:
    """Replace the placeholder colours of matplotlib axes by those of the light page."""
    colours = list_colours()
    ticks = chain(axes.xaxis.get_major_ticks(), axes.yaxis.get_major_ticks())
    for artist in {*axes.findobj(), *chain.from_iterable(tick.findobj() for tick in ticks)}:
        for name in PAINTED:
            _recolour(artist, name)
    axes.tick_params(axis="x", labelcolor=colours[MUTED], color=colours[LINE])
    axes.grid(visible=None, color=colours[LINE])
    return axes


def _recolour(artist: Any, name: str) -> None:
    read, write = getattr(artist, f"get_{name}", None), getattr(artist, f"set_{name}", None)
    if read is None or write is None:
        return
    value = read()
    colours = value if getattr(value, "ndim", 1) == 2 else [value]
    for colour in colours:
        if isinstance(colour, str) and colour in ("none", "auto"):
            continue
        if (replacement := list_colours().get(to_hex(colour))) is not None:
            write(replacement)
