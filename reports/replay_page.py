"""The page of one game, which shows it decision by decision."""

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
    game: Mapping[str, Any],
    faces: Sequence[CardFace] = (),
    saving: Mapping[str, Any] | None = None,
    worth: str = BY_THUMB,
    report: str = "",
) -> str:
    """Render the standalone replay page of one game.

    Parameters
    ----------
    game : mapping
        The game, as printed by ``evenhand replay --format json``.
    faces : sequence of CardFace
        Contents of the cards; cards that the game never shows are left out.
    saving : mapping, optional
        Data for saving positions as scenarios: heading, layable, phases by step.
    worth : str
        Explanation of the numbers beside the options.
    report : str
        Address of the report that the page belongs to, if any.
    """
    data = escape_unseen({**pack_game(game, faces), "saving": saving})
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    safe = Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
    heads = make_heading(game)
    parts = {"told": heads, "data": safe, "worth": worth, "report": report}
    return fill_page("replay.html.j2", SCRIPTS, STYLES, **parts)


def make_heading(game: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the replay page's heading, invisible characters escaped."""
    head = {name: game[name] for name in ("game", "number", "players", "winner", "ending")}
    return {**escape_unseen(head), "n_steps": len(game["steps"])}


def pack_game(game: Mapping[str, Any], faces: Sequence[CardFace] = ()) -> dict[str, Any]:
    """Return a game as the data of its replay page: the first table, and its changes.

    Returns
    -------
    dict
        texts (without repetition), first (a table), changes (from `find_change`, one for each
        step), steps (rows of turn, seat, question, options, scores, choice, changes; texts as
        indices into texts), lead, cards (contents by name), number, players and ending.
    """
    texts: dict[str, int] = {}
    steps = game["steps"]
    tables = [*(step["state"] for step in steps), game["final"]]
    rows = [pack_step(step, texts) for step in steps]
    shown = "\n".join(list_names(tables[0]))
    named = [face for face in faces if face.name in shown]
    return {
        **{name: game[name] for name in ("number", "players", "ending")},
        "first": tables[0],
        "changes": [find_change(*pair) for pair in pairwise(tables)],
        "steps": rows,
        "texts": list(texts),
        "lead": game.get("lead"),
        "cards": {face.name: [list_facts(face), face.text] for face in named},
    }


def list_facts(face: CardFace) -> list[list[str | int]]:
    """List a card's columns for the replay page, as [name, value], without its text."""
    return [[name_column(column), value] for column, value in face.facts.items()]


def pack_step(step: Mapping[str, Any], texts: dict[str, int]) -> list[Any]:
    """Return one replay step as a row, with texts as indices; add new texts to `texts`."""

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
    """List all texts in a replayed table; those of the first include all cards."""
    match table:
        case str():
            return {table}
        case Mapping():
            return set().union(*map(list_names, table.values()))
        case list() | tuple():
            return set().union(*map(list_names, table))
    return set()


def escape_unseen(data: Any) -> Any:
    """Return the replay page's data with invisible characters in all texts escaped."""
    match data:
        case str():
            return show_unseen(data)
        case Mapping():
            return {show_unseen(str(key)): escape_unseen(value) for key, value in data.items()}
        case list() | tuple():
            return [escape_unseen(value) for value in data]
    return data
