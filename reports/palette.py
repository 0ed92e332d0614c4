"""Colours of the light page by role; style.css replaces them in dark mode."""

import re
from functools import cache

from evenhand.reports.page import read_template

__all__ = ["paint", "read_palette"]

ROLE = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")


@cache
def read_palette() -> dict[str, str]:
    """Return the colours of the light page, by the names of their roles."""
    return dict(reversed(ROLE.findall(read_template("palette.css").partition("@media")[0])))


def paint(**roles: str) -> str:
    """Write the attributes of a shape: CSS classes, and colours for use without a style sheet.

    Parameters
    ----------
    roles : str
        Roles of ``fill`` and ``stroke``.
    """
    classes = " ".join(f"{name}-{role}" for name, role in roles.items())
    colours = " ".join(f'{name}="{read_palette()[role]}"' for name, role in roles.items())
    return f'class="{classes}" {colours}'
