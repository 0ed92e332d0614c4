"""What people call decks.

Files, flags, tables and JSON know a deck by its file's name, which never changes its meaning. A
deck may say what people call it besides: `run.toml` keeps that, and it takes the place of the
name where a text or a page is made, not before. Pages have a title for the others, too, made from
the file's name; a terminal does not: what it says is what one types.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from evenhand.analysis.data.run import Entrant, PlayedMatchup, Run
from evenhand.decks.card import name_key
from evenhand.decks.told_names import make_title

__all__ = [
    "add_titles", "list_display_names", "list_display_texts", "show_decks", "show_entrant",
]  # fmt: skip

# The columns of tables in which decks stand, alone, in a bot's hands, or as those that met.
DECK_COLUMNS = ("deck", "opponent", "scope", "a", "b", "c")


def list_display_names(*infos: Mapping[str, Any]) -> dict[str, str]:
    """Return what people call the decks of runs, by name; decks that say nothing are left out.

    Parameters
    ----------
    infos : mapping
        Contents of `run.toml`; if they differ, the last one holds.
    """
    decks = (deck for info in infos for deck in info["decks"])
    return {deck["name"]: deck["display_name"] for deck in decks if deck.get("display_name")}


def add_titles(info: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a page says of a run: every deck is called something, and so is the mode.

    A deck whose file says nothing has its file's name for a title, unless another deck is
    called so.

    Parameters
    ----------
    info : mapping
        Content of `run.toml`.
    """
    told = [deck.get("display_name") or make_title(deck["name"]) for deck in info["decks"]]
    taken = Counter(name_key(title) for title in told)
    decks = [
        {**deck, "display_name": title}
        if title != deck["name"] and taken[name_key(title)] == 1
        else deck
        for deck, title in zip(info["decks"], told, strict=True)
    ]
    return {**info, "decks": decks, "run": {**info["run"], "mode": make_title(info["run"]["mode"])}}


def list_display_texts(*infos: Mapping[str, Any]) -> dict[str, str]:
    """Return what people call all that the tables of runs name: decks, sides and matchups."""
    names = list_display_names(*infos)
    if not names:
        return {}
    texts = dict(names)
    for info in infos:
        for matchup in Run(Path(), dict(info), pl.LazyFrame()).matchups:
            shown = replace(matchup, sides=tuple(show_entrant(one, names) for one in matchup.sides))
            texts |= _texts_of(matchup, shown)
    return texts


def show_entrant(entrant: Entrant, names: Mapping[str, str]) -> Entrant:
    """Call a deck in a bot's hands what people call it."""
    return entrant._replace(deck=names.get(entrant.deck, entrant.deck))


def show_decks(
    frame: pd.DataFrame, texts: Mapping[str, str], columns: Iterable[str] = DECK_COLUMNS
) -> pd.DataFrame:
    """Return a table for people to read: its decks are called what people call them."""
    known = [column for column in columns if column in frame.columns]
    return frame.assign(**{column: [texts.get(text, text) for text in frame[column]]
                           for column in known}) if texts else frame  # fmt: skip


def _texts_of(matchup: PlayedMatchup, shown: PlayedMatchup) -> dict[str, str]:
    """Return what people call a matchup, its sides, and the opponents of each of them."""
    sides = list(zip(matchup.entrants, shown.entrants, strict=True))
    opponents = {matchup.opponents_of(own): shown.opponents_of(told) for own, told in sides}
    return {**opponents, **dict(sides), matchup.name: shown.name}
