"""What people call decks.

Files, flags, tables and JSON know a deck by its file's name, which never changes its meaning. A
deck may say what people call it besides: `run.toml` keeps that, and it takes the place of the
name where a text or a page is made, not before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from evenhand.analysis.data.run import Entrant, PlayedMatchup, Run

__all__ = ["list_display_names", "list_display_texts", "show_decks", "show_entrant"]

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
