"""Unplayable cards: how often a card came into a turn in hand, and no option played it.

That is counted in some of a run's games, spread over its matchups, that were played again, up to
the owner's next turn. What an option that plays a card is, and when it is not known whether there
was one, `evenhand.simulate.runs.unplayable_counts` says.

What is on offer hangs on the bot, too: on what it spent, and what it has in play.
"""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.statistics.ratios import (
    difference,
    difference_columns,
    least_error,
    p_values,
    pool,
    rate_columns,
    ratio,
)

__all__ = ["UNPLAYABLE", "unplayable_cards"]

UNPLAYABLE = "unplayable.parquet"  # in a run's folder, if counted
COUNTED = ["turns", "unplayable", "unknown"]
KEPT = [
    "deck", "card", "n_games", "n_turns", "n_unknown",
    *(f"{name}{end}" for name in ("unplayable_share", "excess") for end in ("", "_low", "_high")),
    "excess_p", "excess_q",
]  # fmt: skip
COLUMNS = ["matchup", "pair", "rotation", "seat", "deck", "card", *COUNTED]


def unplayable_cards(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each card could not be played, in some of a run's games.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and card, the most often unplayable first; empty if not counted: deck,
        card, n_games (games times seats with a turn that came with a copy in hand), n_turns (such
        turns), n_unknown (those of them of which it is not known whether an option played it; they
        count in no share), unplayable_share, unplayable_share_low, unplayable_share_high (share
        of the turns, in [0, 1], in which no option played it until its owner's next turn; NaN if
        not known of any), excess, excess_low, excess_high (minus the share of all cards of the
        deck together, in [-1, 1]), excess_p, excess_q (of "the card is as often unplayable as its
        deck's cards are"; the q-value bounds the share of false discoveries among all rows).

        Turns are weighted equally; intervals and p-values treat pairs as the units.
    """
    counts = read_added_table(run.folder, UNPLAYABLE, COLUMNS)
    if counts.empty:
        return pd.DataFrame(columns=KEPT)
    counts = counts.assign(number=counts.groupby(["matchup", "pair"], sort=False).ngroup())
    frames = [make_rows(str(deck), rows, level) for deck, rows in counts.groupby("deck")]
    frame = pd.concat(frames, ignore_index=True)
    frame["excess_q"] = benjamini_hochberg(frame["excess_p"])
    by = ["unplayable_share", "deck", "card"]
    return frame.sort_values(by, ascending=[False, True, True], ignore_index=True)[KEPT]


def make_rows(deck: str, counts: pd.DataFrame, level: float) -> pd.DataFrame:
    """Return the rows of a deck's cards, without q-values."""
    cards = sorted(counts["card"].unique())
    sums = pool([sum_over_pairs(counts, cards)])
    share = ratio(sums, ["unplayable"], ["known"])
    usual = ratio(sums, ["all_unplayable"], ["all_known"])
    excess = difference(share, usual)
    columns: dict[str, Any] = {
        "deck": deck,
        "card": cards,
        "n_games": sums.count("games"),
        "n_turns": sums.count("turns"),
        "n_unknown": sums.count("unknown"),
    }
    columns |= rate_columns("unplayable_share", sums, share, level)
    columns |= difference_columns("excess", sums, excess, level)
    least = least_error(share.value, usual.value, sums.count("known"))
    columns["excess_p"] = p_values(sums, excess, least)
    return pd.DataFrame(columns)


def sum_over_pairs(counts: pd.DataFrame, cards: list[str]) -> PairSums:
    """Sum what was counted with a deck over each pair: a row for each of its cards."""
    counts = counts.assign(games=1, known=counts["turns"] - counts["unknown"])
    names = ["games", "known", *COUNTED]
    _, pair = np.unique(counts["number"], return_inverse=True)
    card = np.searchsorted(cards, counts["card"])
    values = np.zeros((len(names), len(cards), pair.max() + 1))
    for sums, name in zip(values, names, strict=True):
        np.add.at(sums, (card, pair), counts[name].to_numpy(float))
    of_cards: dict[str, np.ndarray] = dict(zip(names, values, strict=True))
    together = {
        f"all_{name}": np.broadcast_to(of_cards[name].sum(axis=0), of_cards[name].shape)
        for name in ("known", "unplayable")
    }
    return PairSums.of({**of_cards, **together})
