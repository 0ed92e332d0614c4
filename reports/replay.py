"""The page that tells one game, question by question."""

from collections.abc import Mapping
from typing import Any

from evenhand.decks.visible import show_unseen
from evenhand.reports.page import fill_template

__all__ = ["render_replay"]


def render_replay(told: Mapping[str, Any]) -> str:
    """Render the page of one game; it needs nothing but a browser.

    Parameters
    ----------
    told : mapping
        The game as ``evenhand replay --format json`` prints it.
    """
    return fill_template("replay.html.j2", told=show_all_unseen(told))


def show_all_unseen(told: Any) -> Any:
    """Return data in which no text holds anything unseen; the page's script shows it as it is."""
    match told:
        case str():
            return show_unseen(told)
        case Mapping():
            return {show_unseen(key): show_all_unseen(value) for key, value in told.items()}
        case list() | tuple():
            return [show_all_unseen(value) for value in told]
    return told
