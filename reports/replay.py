"""The page that tells one game, question by question."""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from evenhand.decks.card_face import CardFace, name_column
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.page import fill_page
from evenhand.simulate.replay.patches import find_change

__all__ = ["pack_game", "render_replay"]

SCRIPTS, STYLES = ("replay.js",), ("palette.css", "replay.css")
BY_THUMB = "Numbers: what each option is worth by the bot's rules of thumb."


def render_replay(
    told: Mapping[str, Any],
    faces: Sequence[CardFace] = (),
    saving: Mapping[str, Any] | None = None,
    worth: str = BY_THUMB,
    report: str = "",
) -> str:
    """Render the page of one game; it needs nothing but a browser.

    Parameters
    ----------
    told : mapping
        The game as ``evenhand replay --format json`` prints it.
    faces : sequence of CardFace
        What stands on the cards; those that the game never shows are left out.
    saving : mapping, optional
        What it takes to write positions down as scenarios: heading, layable, phases by step.
    worth : str
        What the numbers beside the options are.
    report : str
        Where the report is that this game is from, if it is one of its pages.
    """
    data = escape_unseen({**pack_game(told, faces), "saving": saving})
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    safe = Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
    heads = make_heading(told)
    parts = {"told": heads, "data": safe, "worth": worth, "report": report}
    return fill_page("replay.html.j2", SCRIPTS, STYLES, **parts)


def make_heading(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page's heading says, with nothing unseen."""
    head = {name: told[name] for name in ("game", "number", "players", "winner", "ending")}
    return {**escape_unseen(head), "n_steps": len(told["steps"])}


def pack_game(told: Mapping[str, Any], faces: Sequence[CardFace] = ()) -> dict[str, Any]:
    """Return a game as its page holds it: the first table, and what changed from step to step.

    Returns
    -------
    dict
        texts (each once), first (a table), changes (as `find_change` gives them, one for each
        step), steps (rows of turn, seat, question, options, scores, choice, what changed; texts
        by number), lead, cards (by name, what stands on them), and the heading's words.
    """
    texts: dict[str, int] = {}
    steps = told["steps"]
    tables = [*(step["state"] for step in steps), told["final"]]
    rows = [pack_step(step, texts) for step in steps]
    shown = "\n".join(list_names(tables[0]))
    named = [face for face in faces if face.name in shown]
    return {
        **{name: told[name] for name in ("number", "players", "ending")},
        "first": tables[0],
        "changes": [find_change(*pair) for pair in pairwise(tables)],
        "steps": rows,
        "texts": list(texts),
        "lead": told.get("lead"),
        "cards": {face.name: [list_facts(face), face.text] for face in named},
    }


def list_facts(face: CardFace) -> list[list[str | int]]:
    """List what stands on a card beside its text: what it is called, and its value."""
    return [[name_column(column), value] for column, value in face.facts.items()]


def pack_step(step: Mapping[str, Any], texts: dict[str, int]) -> list[Any]:
    """Return one step as a row, its texts by their numbers."""

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    return [
        step["turn"],
        step["seat"],
        number(step["question"]),
        [number(text) for text in step["options"]],
        step["scores"],
        step["choice"],
        [number(text) for text in step["changes"]],
    ]


def list_names(table: Any) -> set[str]:
    """List all texts in a table: of the first one, all cards are among them."""
    match table:
        case str():
            return {table}
        case Mapping():
            return set().union(*map(list_names, table.values()))
        case list() | tuple():
            return set().union(*map(list_names, table))
    return set()


def escape_unseen(told: Any) -> Any:
    """Return data in which no text holds anything unseen; the page's script shows it as it is."""
    match told:
        case str():
            return show_unseen(told)
        case Mapping():
            return {show_unseen(str(key)): escape_unseen(value) for key, value in told.items()}
        case list() | tuple():
            return [escape_unseen(value) for value in told]
    return told
