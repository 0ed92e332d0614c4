"""Display names of decks.

Files, flags, tables and JSON identify a deck by its file's name, which is stable. A deck file may
also state a display name: `run.toml` keeps it, and it replaces the name only where a text or a page
is written. On pages, decks without a display name get a title made from the file's name. Terminal
output uses the file's name, which is what users type.
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
from evenhand.decks.display_names import make_title

__all__ = [
    "add_titles", "list_display_names", "list_display_texts", "rename_entrant",
    "use_display_names",
]  # fmt: skip

# The columns of tables that hold names of decks, of entrants or of matchups.
DECK_COLUMNS = ("deck", "opponent", "scope", "a", "b", "c")


def list_display_names(*infos: Mapping[str, Any]) -> dict[str, str]:
    """Return the display names of decks, keyed by name; decks without one are left out.

    Parameters
    ----------
    infos : mapping
        Contents of `run.toml`; if they differ, the last one is used.
    """
    decks = (deck for info in infos for deck in info["decks"])
    return {deck["name"]: deck["display_name"] for deck in decks if deck.get("display_name")}


def add_titles(info: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of `info` in which mode and every deck have a title to display.

    A deck without a display name gets a title made from its file's name, unless another deck
    has the same title.

    Parameters
    ----------
    info : mapping
        Content of `run.toml`.
    """
    titles = [deck.get("display_name") or make_title(deck["name"]) for deck in info["decks"]]
    taken = Counter(name_key(title) for title in titles)
    decks = [
        {**deck, "display_name": title}
        if title != deck["name"] and taken[name_key(title)] == 1
        else deck
        for deck, title in zip(info["decks"], titles, strict=True)
    ]
    return {**info, "decks": decks, "run": {**info["run"], "mode": make_title(info["run"]["mode"])}}


def list_display_texts(*infos: Mapping[str, Any]) -> dict[str, str]:
    """Return the display texts of all decks, entrants and matchups of runs, keyed by name."""
    names = list_display_names(*infos)
    if not names:
        return {}
    texts = dict(names)
    for info in infos:
        for matchup in Run(Path(), dict(info), pl.LazyFrame()).matchups:
            sides = tuple(rename_entrant(side, names) for side in matchup.sides)
            texts |= _map_matchup_texts(matchup, replace(matchup, sides=sides))
    return texts


def rename_entrant(entrant: Entrant, names: Mapping[str, str]) -> Entrant:
    """Return an entrant with the display name of its deck, if `names` has one."""
    return entrant._replace(deck=names.get(entrant.deck, entrant.deck))


def use_display_names(
    frame: pd.DataFrame, texts: Mapping[str, str], columns: Iterable[str] = DECK_COLUMNS
) -> pd.DataFrame:
    """Return a table with the names in its deck columns replaced by display texts."""
    known = [column for column in columns if column in frame.columns]
    return frame.assign(**{column: [texts.get(text, text) for text in frame[column]]
                           for column in known}) if texts else frame  # fmt: skip


def _map_matchup_texts(matchup: PlayedMatchup, renamed: PlayedMatchup) -> dict[str, str]:
    """Map the names of a matchup, its sides and their opponents to display names."""
    sides = list(zip(matchup.entrants, renamed.entrants, strict=True))
    opponents = {matchup.opponents_of(name): renamed.opponents_of(text) for name, text in sides}
    return {**opponents, **dict(sides), matchup.name: renamed.name}
