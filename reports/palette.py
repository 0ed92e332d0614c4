"""Colours of the light page by role; style.css replaces them in dark mode.

Figures are painted in placeholder colours, one for each role, which are replaced afterwards.
"""

import re
from functools import cache

from evenhand.reports.page import read_template

__all__ = [
    "FAIR", "HIGH", "INK", "LINE", "LOW", "MUTED", "ROLES", "SERIES", "list_colours", "paint",
    "read_palette",
]  # fmt: skip

INK, MUTED, LINE, FAIR = "#010101", "#020202", "#030303", "#040404"
HIGH, LOW, SERIES = "#050505", "#060606", "#070707"
ROLES = {
    INK: "ink", MUTED: "muted", LINE: "line", FAIR: "fair-band",
    HIGH: "high", LOW: "low", SERIES: "series",
}  # fmt: skip
ROLE = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")


@cache
def read_palette() -> dict[str, str]:
    """Return the colours of the light page, by the names of their roles."""
    return dict(reversed(ROLE.findall(read_template("palette.css").partition("@media")[0])))


def paint(**roles: str) -> str:
    """Write a shape's colours by role: as CSS classes, and for use without a style sheet.

    Parameters
    ----------
    roles : str
        Roles of ``fill`` and ``stroke``.
    """
    classes = " ".join(f"{name}-{role}" for name, role in roles.items())
    colours = " ".join(f'{name}="{read_palette()[role]}"' for name, role in roles.items())
    return f'class="{classes}" {colours}'


@cache
def list_colours() -> dict[str, str]:
    """Return the colour of the light page for each placeholder colour."""
    return {stand_in: read_palette()[role] for stand_in, role in ROLES.items()}
