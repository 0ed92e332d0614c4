"""The page that tells one game, question by question."""

from collections.abc import Mapping
from typing import Any

from evenhand.reports.page import environment

__all__ = ["render_replay"]


def render_replay(told: Mapping[str, Any]) -> str:
    """Render the page of one game; it needs nothing but a browser.

    Parameters
    ----------
    told : mapping
        The game as ``evenhand replay --format json`` prints it.
    """
    return environment().get_template("replay.html.j2").render(told=told)
