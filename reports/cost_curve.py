"""Drawing of a deck's curve: its number of cards by cost."""

from collections.abc import Mapping

from markupsafe import Markup

from evenhand.reports.palette import paint

__all__ = ["draw_curve"]

BAR, GAP = 26, 6  # pixels
TALLEST = 56
ABOVE, BELOW = 16, 18  # space for the counts and for the costs


def draw_curve(curve: Mapping[int, int], title: str) -> Markup:
    """Draw a deck's cost curve: one bar for each cost, its count above.

    Parameters
    ----------
    curve : mapping from int to int
        Copies by cost, from `DeckSummary.curve`; not empty.
    title : str
        Text alternative; the values are added to it.
    """
    most = max(curve.values())
    width, height = (BAR + GAP) * len(curve), ABOVE + TALLEST + BELOW
    values = ", ".join(f"{copies} of {cost}" for cost, copies in curve.items())
    bars = Markup("").join(
        _draw_bar(place, cost, copies, most) for place, (cost, copies) in enumerate(curve.items())
    )
    drawing = Markup(
        '<svg class="curve" role="img" aria-label="{}: {}" viewBox="0 0 {} {}" width="{}" '
        'height="{}" font-family="sans-serif" font-size="12" text-anchor="middle">{}</svg>'
    )
    return drawing.format(title, values, width, height, width, height, bars)


def _draw_bar(place: int, cost: int, copies: int, most: int) -> Markup:
    left, middle = place * (BAR + GAP) + GAP / 2, place * (BAR + GAP) + (BAR + GAP) / 2
    tall = round(TALLEST * copies / most, 1)
    top = round(ABOVE + TALLEST - tall, 1)
    bar = Markup(
        f'<rect {paint(fill="series")} x="{{:g}}" y="{{:g}}" width="{{}}" height="{{:g}}"/>'
        f'<text {paint(fill="ink")} x="{{:g}}" y="{{:g}}">{{}}</text>'
        f'<text {paint(fill="muted")} x="{{:g}}" y="{{}}">{{}}</text>'
    )
    foot = ABOVE + TALLEST + BELOW - 4
    return bar.format(left, top, BAR, tall, middle, top - 4, copies or "", middle, foot, cost)
