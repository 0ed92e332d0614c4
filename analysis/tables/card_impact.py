"""Card impact: win rate of a deck with a card minus that without it, on the same deals.

Every copy of the card is replaced by a baseline, slot for slot. All other cards are drawn
at the same moments, so that the difference is caused by the card alone, and not by the
length of games, by the cards played with it or by who goes first. So this number, unlike
those of `card_win_rates`, is a causal effect; it holds for the bots that played and the decks
that were played against.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import PairedMoments, paired_difference
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg

__all__ = [
    "CARD_IMPACT",
    "COLUMNS",
    "DECK_IMPACT",
    "Exchange",
    "card_impact",
    "deck_impact",
    "impact_table",
]

CARD_IMPACT = "card_impact.parquet"  # in a run's folder, if measured
DECK_IMPACT = "deck_impact.parquet"  # the same of the cards of one deck, roughly
COLUMNS = [
    "deck", "card", "copies", "baseline", "n_games", "n_pairs", "effect", "effect_low",
    "effect_high", "standard_error", "effect_p", "effect_q", "sample_factor", "changed",
]  # fmt: skip


class Exchange(NamedTuple):
    """A card whose impact is measured and the baseline that replaced it.

    Attributes
    ----------
    deck, card, baseline : str
        Names; for a baseline that is not in the pool, its numbers as well.
    copies : int
        Number of copies in the deck, all of them replaced.
    """

    deck: str
    card: str
    baseline: str
    copies: int


def card_impact(run: Run) -> pd.DataFrame:
    """Read the impact of the cards of a run's decks.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As returned by `impact_table`; empty if the measurement was not completed.
    """
    return read_added_table(run.folder, CARD_IMPACT, COLUMNS)


def deck_impact(run: Run) -> pd.DataFrame:
    """Read the impact of the cards of the deck that a run was asked about, as `card_impact`."""
    return read_added_table(run.folder, DECK_IMPACT, COLUMNS)


def impact_table(
    exchanges: Sequence[Exchange],
    parts: Sequence[Sequence[PairedMoments]],
    n_seats: int,
    level: float = 0.95,
) -> pd.DataFrame:
    """Compute by how much each card raises the win rate of its deck.

    Parameters
    ----------
    exchanges : sequence of Exchange
    parts : sequence of sequence of PairedMoments
        For each exchange one entry per matchup of the deck, weighted equally: scores of the
        pairs with the baseline ("before") and with the card ("after").
    n_seats : int
        Games in a pair.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per exchange: deck, card, copies, baseline, n_games (with the baseline),
        n_pairs, effect (win rate with the card minus win rate with the baseline, all
        copies together), effect_low, effect_high, standard_error, effect_p, effect_q
        (bounds the share of false discoveries in the whole table), sample_factor (number of
        games on new deals that one game on the same deals is worth), changed (share of the
        pairs whose score changed).
    """
    rows = []
    for exchange, matchups in zip(exchanges, parts, strict=True):
        effect = paired_difference(matchups)
        low, high = effect.interval(level)
        rows.append(
            {
                **exchange._asdict(),
                "n_games": effect.n_pairs * n_seats,
                "n_pairs": effect.n_pairs,
                "effect": effect.value,
                "effect_low": low,
                "effect_high": high,
                "standard_error": effect.standard_error,
                "effect_p": effect.p_value,
                "effect_q": np.nan,
                "sample_factor": effect.sample_factor,
                "changed": sum(part.n_changed for part in matchups) / max(1, effect.n_pairs),
            }
        )
    frame = pd.DataFrame(rows, columns=COLUMNS)
    if len(frame):
        frame["effect_q"] = benjamini_hochberg(frame["effect_p"])
    return frame
