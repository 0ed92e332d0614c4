"""The gravest change of a comparison, and which bot to believe about it."""

from typing import Any

import pandas as pd

from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.comparison.band_findings import select_left

__all__ = [
    "TELLING", "WELL_KNOWN", "call_bot", "choose_believed", "find_bound", "find_gravest", "is_sure",
    "name_bot", "select_edits", "select_sure",
]  # fmt: skip

WELL_KNOWN = 0.01  # how well more games should know them
MUCH_GRAVER = 3.0  # ratio of changes from which the first bot leads, not the strongest
TELLING = 0.02  # how well changes must be known for "no deck changed" to be an answer


def choose_believed(comparison: Comparison, strongest: Comparison | None) -> Comparison:
    """Choose the comparison of the bot to believe.

    That is the strongest, unless its games are too few to tell anything, or it makes little of a
    change that is grave for the first bot.

    Parameters
    ----------
    comparison : Comparison
        Of the first bot.
    strongest : Comparison, optional
        Of the strongest bot, if it is another.
    """
    if strongest is None:
        return comparison
    can_tell = find_gravest(strongest) is not None or find_bound(strongest.decks) <= TELLING
    return strongest if can_tell and not is_much_graver(comparison, strongest) else comparison


def is_much_graver(comparison: Comparison, other: Comparison) -> bool:
    """Return whether a change does much more in one comparison than in another.

    That is so where only there a deck leaves its band; else if the gravest change is several times
    as large.
    """
    worst, less = find_gravest(comparison), find_gravest(other)
    if worst is None:
        return False
    n_left, n_left_there = len(select_left(comparison.bands)), len(select_left(other.bands))
    if (n_left > 0) != (n_left_there > 0):
        return n_left > 0
    size = WELL_KNOWN if less is None else max(abs(less.change), WELL_KNOWN)
    return abs(float(worst.change)) > MUCH_GRAVER * size


def find_gravest(comparison: Comparison) -> Any:
    """Find the gravest change of a deck, as a row of its table; None if none is sure.

    A deck that left its band, or that in its best hands, comes before one that moved further inside
    its own.
    """
    changed = {row.deck: row for row in select_sure(comparison.decks).itertuples()}
    judged = [comparison.bands, comparison.best_hands]
    left = [deck for table in judged if table is not None for deck in select_left(table)["deck"]]
    found = [changed[deck] for deck in left if deck in changed]
    return next(iter([*found, *changed.values()]), None)


def is_sure(row: Any) -> bool:
    """Return whether a deck changed for sure, although it was picked from all decks."""
    return bool(row.change_low_all > 0 or row.change_high_all < 0)


def select_sure(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a comparison's changes that are sure among all of its table, the largest first."""
    sure = frame[(frame["change_low_all"] > 0) | (frame["change_high_all"] < 0)]
    return sure.loc[sure["change"].abs().sort_values(ascending=False, kind="stable").index]


def find_bound(frame: pd.DataFrame) -> float:
    """Return the largest possible change of the rows, by simultaneous intervals."""
    return float(frame[["change_low_all", "change_high_all"]].abs().max().max())


def select_edits(by_edit: pd.DataFrame | None, comparison: Comparison) -> pd.DataFrame | None:
    """Return what edits do alone with the bot of a comparison; None if that is not known.

    Parameters
    ----------
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it, with any bots.
    """
    if by_edit is None or by_edit.empty:
        return by_edit
    of_bot = by_edit[by_edit["bot"] == name_bot(comparison)]
    return None if of_bot.empty else of_bot


def call_bot(comparison: Comparison) -> str:
    """Return what the bot that a comparison is of is called: as a group of players, or so."""
    return comparison.players.get(name_bot(comparison), name_bot(comparison))


def name_bot(comparison: Comparison) -> str:
    """Return the name of the bot that a comparison is of."""
    return str(comparison.after.info["bots"][0]["name"])
