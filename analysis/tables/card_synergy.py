"""Card synergy: a deck with both of two cards, with each alone, and with neither.

All four decks play the same deals, with a baseline in place of removed cards. The synergy of
two cards is the worth of both together, minus the worth of each without the other; it is 0 for
cards that do not interact.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import (
    PairedMoments,
    paired_difference,
)
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg

__all__ = [
    "CARD_SYNERGY", "COLUMNS", "LARGEST", "CardPair", "Together", "card_synergy", "read_synergy",
    "synergy_table",
]  # fmt: skip

CARD_SYNERGY = "card_synergy.parquet"  # in a run's folder, if measured
LARGEST = 2.0  # largest possible absolute synergy of a pair of games
WORTHS = ("card_alone", "other_alone", "both")
COLUMNS = [
    "deck", "card", "other", "n_games", "n_pairs", "synergy", "synergy_low", "synergy_high",
    "standard_error", "synergy_p", "synergy_q", "sure_low", "sure_high",
    *(f"{worth}{end}" for worth in WORTHS for end in ("", "_low", "_high")), "n_looked_at",
]  # fmt: skip


class CardPair(NamedTuple):
    """Two cards of a deck whose synergy is measured, by name."""

    deck: str
    card: str
    other: str


class Together(NamedTuple):
    """Sums for synergy over the same deals: with both cards, with each alone, with neither.

    Attributes
    ----------
    synergy : PairedMoments
        Worth of the card without the other one ("before") and with it ("after").
    card_alone, other_alone, both : PairedMoments
        Scores with neither ("before"), and with the card, with the other one, or with both
        ("after").
    """

    synergy: PairedMoments
    card_alone: PairedMoments
    other_alone: PairedMoments
    both: PairedMoments

    @classmethod
    def of(
        cls, both: np.ndarray, other: np.ndarray, card: np.ndarray, neither: np.ndarray
    ) -> "Together":
        """Compute the sums from scores of the decks with these cards, each shape (n_pairs,)."""
        return cls(
            PairedMoments.of(card - neither, both - other),
            PairedMoments.of(neither, card),
            PairedMoments.of(neither, other),
            PairedMoments.of(neither, both),
        )


def synergy_table(
    pairs: Sequence[CardPair],
    parts: Sequence[Sequence[Together]],
    n_seats: int,
    n_looked_at: int,
    level: float = 0.95,
) -> pd.DataFrame:
    """Compute the synergy of pairs of cards.

    Parameters
    ----------
    pairs : sequence of CardPair
        Must have been chosen without using these games.
    parts : sequence of sequence of Together
        For each pair of cards one entry per matchup of the deck, weighted equally.
    n_seats : int
        Games of one deal.
    n_looked_at : int
        Number of pairs of cards from which these were chosen.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per pair of cards: deck, card, other, n_games (of the four decks), n_pairs
        (deals), synergy (worth of both together, minus the worth of each without the
        other: differences of the deck's win rate), synergy_low, synergy_high,
        standard_error, synergy_p, synergy_q (bounds the share of false discoveries in the
        whole table), sure_low, sure_high (wider: they hold for all rows simultaneously, so
        also for a row selected by its number; Bonferroni), card_alone, other_alone, both
        (worth to the deck with neither, each with ``_low`` and ``_high``), n_looked_at.
    """
    rows = []
    for pair, matchups in zip(pairs, parts, strict=True):
        synergy = paired_difference([part.synergy for part in matchups], largest=LARGEST)
        worths = {worth: paired_difference([getattr(part, worth) for part in matchups])
                  for worth in WORTHS}  # fmt: skip
        rows.append(
            {
                **pair._asdict(),
                "n_games": 4 * synergy.n_pairs * n_seats,
                "n_pairs": synergy.n_pairs,
                **synergy.columns("synergy", level),
                "standard_error": synergy.standard_error,
                "synergy_p": synergy.p_value,
                "synergy_q": np.nan,
                **synergy.columns("sure", 1 - (1 - level) / len(pairs)),
                **{name: value for worth, difference in worths.items()
                   for name, value in difference.columns(worth, level).items()},
                "n_looked_at": n_looked_at,
            }
        )  # fmt: skip
    frame = pd.DataFrame(rows).reindex(columns=COLUMNS)
    if len(frame):
        frame["synergy_q"] = benjamini_hochberg(frame["synergy_p"])
    return frame


def card_synergy(run: Run) -> pd.DataFrame:
    """Read the synergy of pairs of cards of a run's decks.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As returned by `synergy_table`, deck by deck; empty if the measurement was not completed.
    """
    return read_synergy(run.folder)


def read_synergy(folder: Path) -> pd.DataFrame:
    """Read the synergy of cards from a run's folder; empty if it was not completed."""
    return read_added_table(folder, CARD_SYNERGY, COLUMNS)
