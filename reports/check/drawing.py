"""Small drawing of an expectation: its band shaded, its interval a line, its estimate a dot.

Positions are shares of the width, so that the drawing stretches while its dot and numbers keep
their size. Colours come from the page. An estimate outside its band is drawn as a triangle that
points away from it, an inconclusive one as a diamond, so that the drawing is readable without
colours. The row has the same information as text.
"""

from collections.abc import Sequence
from math import inf, isfinite, isnan
from typing import NamedTuple

from markupsafe import Markup, escape

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import FORBIDDEN
from evenhand.reports.bands import Standing
from evenhand.reports.check.check_wording import (
    name_measure,
    write_band,
    write_estimate,
    write_interval,
)
from evenhand.reports.palette import paint

__all__ = ["Axis", "draw_expectation", "find_axes", "find_judgement_standing"]

MARGIN = 0.13  # share of the width on either side, for the numbers at the band's ends
MIDDLE, BAND_TOP, BAND_HEIGHT, TEXT_LINE = 12, 3, 18, 34
SHAPES = {
    Standing.ABOVE: "M0,-6 6,5 -6,5z",
    Standing.BELOW: "M0,6 6,-5 -6,-5z",
    Standing.UNSURE: "M0,-6 6,0 0,6 -6,0z",
}

FILLS = {Standing.ABOVE: "high", Standing.BELOW: "low", Standing.UNSURE: "muted"}


class Axis(NamedTuple):
    """The range of numbers that drawings of one kind show."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return the position of a number as a share of the drawing's width, clipped."""
        inner = (value - self.low) / (self.high - self.low) if isfinite(value) else inf
        inner = (0 if value < 0 else 1) if inner == inf else min(1.0, max(0.0, inner))
        return MARGIN + (1 - 2 * MARGIN) * inner


def find_axes(judgements: Sequence[Judgement]) -> dict[tuple[str, bool], Axis]:
    """Find the axes, one for all drawings of a kind, so that they are comparable."""
    values_of: dict[tuple[str, bool], list[float]] = {}
    for judgement in judgements:
        values = (*judgement.band, judgement.low, judgement.high, judgement.estimate)
        if judgement.n_pairs:
            values_of.setdefault(find_kind(judgement), []).extend(filter(isfinite, values))
    axes = {kind: Axis(min(values), max(values)) for kind, values in values_of.items() if values}
    return {kind: axis for kind, axis in axes.items() if axis.low < axis.high}


def find_kind(judgement: Judgement) -> tuple[str, bool]:
    """Return the kind that determines a drawing's axis: topic, and whether it is a change."""
    return judgement.measure.topic.value, judgement.measure.is_change


def find_judgement_standing(judgement: Judgement) -> Standing:
    """Return the standing of a number drawn, by its outcome."""
    if judgement.outcome is Outcome.PASS:
        return Standing.INSIDE
    if judgement.outcome is Outcome.INCONCLUSIVE:
        return Standing.UNSURE
    return Standing.ABOVE if judgement.estimate > judgement.band.high else Standing.BELOW


def draw_expectation(judgement: Judgement, axes: dict[tuple[str, bool], Axis]) -> Markup:
    """Draw an expectation; "" without an estimate or a band to draw."""
    axis = axes.get(find_kind(judgement))
    if axis is None or isnan(judgement.estimate) or judgement.measure.topic in FORBIDDEN:
        return Markup("")
    parts = [*draw_band(judgement, axis), draw_line(judgement, axis), draw_dot(judgement, axis)]
    return Markup(
        '<svg class="gauge" role="img" aria-label="{}" width="100%" height="38" font-size="11" '
        'font-family="sans-serif">{}</svg>'
    ).format(describe_drawing(judgement), Markup("").join(parts))


def describe_drawing(judgement: Judgement) -> str:
    """Write the text alternative of a drawing."""
    return (
        f"{name_measure(judgement.measure)}: measured {write_estimate(judgement)}, interval "
        f"{write_interval(judgement)}, band {write_band(judgement)}"
    )


def draw_band(judgement: Judgement, axis: Axis) -> list[Markup]:
    """Draw the band and its ends; an open end extends to the edge of the drawing."""
    low, high = judgement.band
    left = axis.place(low) if isfinite(low) else 0.0
    right = axis.place(high) if isfinite(high) else 1.0
    colours = Markup(paint(fill="fair-band", stroke="edge"))
    shade = Markup('<rect {} x="{}" y="{}" width="{}" height="{}"/>').format(
        colours, share(left), BAND_TOP, share(right - left), BAND_HEIGHT
    )
    texts = write_ends(judgement)
    ends = [(low, left, "end", texts[0]), (high, right, "start", texts[-1])]
    is_narrow = right - left < 3 * MARGIN
    return [shade, *(
        Markup('<text {} x="{}" y="{}" text-anchor="{}">{}</text>').format(
            Markup(paint(fill="muted")), share(place), TEXT_LINE,
            anchor if is_narrow else "middle", escape(text),
        )
        for end, place, anchor, text in ends
        if isfinite(end)
    )]  # fmt: skip


def write_ends(judgement: Judgement) -> list[str]:
    """Return the texts at the ends of a drawn band, as in the row."""
    text = write_band(judgement)
    return text.replace(" or more", "").replace(" or less", "").replace("\u2013", " to ").split(
        " to "
    )  # fmt: skip


def draw_line(judgement: Judgement, axis: Axis) -> Markup:
    """Draw the interval of an expectation."""
    ends = (axis.place(judgement.low), axis.place(judgement.high))
    return Markup('<line {} stroke-width="2" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
        Markup(paint(stroke="ink")), *map(share, ends), MIDDLE, MIDDLE
    )


def draw_dot(judgement: Judgement, axis: Axis) -> Markup:
    """Draw the estimate of an expectation."""
    standing = find_judgement_standing(judgement)
    place = share(axis.place(judgement.estimate))
    colours = Markup(paint(fill=FILLS.get(standing, "ink"), stroke="paper") + ' stroke-width="1.5"')
    if standing in SHAPES:
        shape = Markup('<path {} d="{}"/>').format(colours, SHAPES[standing])
    else:
        shape = Markup('<circle {} r="5"/>').format(colours)
    return Markup('<svg class="{}" x="{}" y="{}" overflow="visible">{}</svg>').format(
        standing.value, place, MIDDLE, shape
    )


def share(value: float) -> str:
    """Write a share of the drawing's width in per cent."""
    return f"{100 * value:.2f}%"
