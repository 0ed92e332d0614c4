"""Colours of numbers in heat maps and of places.

In a heat map blue is above fair and orange below; places have shades of one hue, the stronger the
better.
"""

from evenhand.reports.bands import CLIP
from evenhand.reports.blocks import Block, Scale
from evenhand.reports.wording import percent

__all__ = ["choose_shade", "list_strengths", "make_shade_scale"]

SHADES = 6  # on either side of fair
STRONGEST, WEAKEST = 100, 16  # per cent of a place's colour


def choose_shade(rate: float, fair: float) -> str:
    """Return the shade of a rate, a CSS class: w1 to w6 above fair, l1 to l6 below, e for even."""
    strength = (rate - fair) / (CLIP * fair)
    step = min(round(SHADES * abs(strength)), SHADES)
    if step == 0:
        return "e"
    return f"w{step}" if strength > 0 else f"l{step}"


def make_shade_scale(fair: float, worst: str, best: str) -> Block:
    """Return the legend of a heat map: its colours, their range, and the meaning of both ends."""
    low, high = fair * (1 - CLIP), fair * (1 + CLIP)
    steps = range(1, SHADES + 1)
    shades = [*(f"l{step}" for step in reversed(steps)), "e", *(f"w{step}" for step in steps)]
    digits = 0 if fair == 0.5 else 1
    ends = f"{percent(low, digits)} or less: {worst}", f"{percent(high, digits)} or more: {best}"
    return Scale(shades, *ends)


def list_strengths(n_places: int) -> list[int]:
    """Return the strength of each place's shade, in per cent, the first the strongest."""
    step = (STRONGEST - WEAKEST) / max(n_places - 1, 1)
    return [round(STRONGEST - step * place) for place in range(n_places)]
