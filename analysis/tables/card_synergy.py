"""What two cards are worth together: the deck with both, with each alone, and with neither.

All four decks play the same deals, with a baseline in place of what is taken out. Of two
cards that have nothing to do with each other, both are worth what the one is worth without
the other plus what the other is worth without the one; what is above that is their synergy.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import (
    Difference,
    PairedMoments,
    paired_difference,
)
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg

__all__ = [
    "CARD_SYNERGY", "COLUMNS", "LARGEST", "CardPair", "Together", "card_synergy", "read_synergy",
    "synergy_table",
]  # fmt: skip

CARD_SYNERGY = "card_synergy.parquet"  # in a run's folder, if it was measured
LARGEST = 2.0  # that a pair of games can score more together than apart
WORTHS = ("card_alone", "other_alone", "both")
COLUMNS = [
    "deck", "card", "other", "n_games", "n_pairs", "synergy", "synergy_low", "synergy_high",
    "standard_error", "synergy_p", "synergy_q", "sure_low", "sure_high",
    *(f"{worth}{end}" for worth in WORTHS for end in ("", "_low", "_high")), "n_looked_at",
]  # fmt: skip


class CardPair(NamedTuple):
    """Two cards of a deck, by name."""

    deck: str
    card: str
    other: str


class Together(NamedTuple):
    """Sums over the same deals of four decks: with both cards, with each alone, with neither.

    Attributes
    ----------
    synergy : PairedMoments
        What the card is worth without the other one ("before") and with it ("after").
    card_alone, other_alone, both : PairedMoments
        Scores with neither ("before"), and with the card, with the other one, with both.
    """

    synergy: PairedMoments
    card_alone: PairedMoments
    other_alone: PairedMoments
    both: PairedMoments

    @classmethod
    def of(
        cls, both: np.ndarray, other: np.ndarray, card: np.ndarray, neither: np.ndarray
    ) -> "Together":
        """Sum up what decks with these cards scored, each of shape (n_pairs,)."""
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
    """Tell how much more two cards are worth together than apart.

    Parameters
    ----------
    pairs : sequence of CardPair
        Chosen without looking at these games.
    parts : sequence of sequence of Together
        For each pair of cards the deck's matchups, which all weigh the same.
    n_seats : int
        Games of one deal.
    n_looked_at : int
        Pairs of cards that these were chosen from.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per pair of cards: deck, card, other, n_games (of the four decks), n_pairs
        (deals), synergy (what both are worth together, minus what each is worth without the
        other: differences of the deck's win rate), synergy_low, synergy_high,
        standard_error, synergy_p, synergy_q (bounds the share of false discoveries in the
        whole table), sure_low, sure_high (wider: they hold for all rows at once, so also for
        one that is chosen by its number; Bonferroni), card_alone, other_alone, both (what
        that is worth to the deck without either, each with ``_low`` and ``_high``),
        n_looked_at.
    """
    rows = []
    for pair, matchups in zip(pairs, parts, strict=True):
        found = paired_difference([one.synergy for one in matchups], largest=LARGEST)
        worths = {worth: paired_difference([getattr(one, worth) for one in matchups])
                  for worth in WORTHS}  # fmt: skip
        rows.append(
            {
                **pair._asdict(),
                "n_games": 4 * found.n_pairs * n_seats,
                "n_pairs": found.n_pairs,
                **name_ends("synergy", found, level),
                "standard_error": found.standard_error,
                "synergy_p": found.p_value,
                "synergy_q": np.nan,
                **name_ends("sure", found, 1 - (1 - level) / len(pairs)),
                **{name: value for worth, one in worths.items()
                   for name, value in name_ends(worth, one, level).items()},
                "n_looked_at": n_looked_at,
            }
        )  # fmt: skip
    frame = pd.DataFrame(rows).reindex(columns=COLUMNS)
    if len(frame):
        frame["synergy_q"] = benjamini_hochberg(frame["synergy_p"])
    return frame


def name_ends(name: str, found: Difference, level: float) -> dict[str, float]:
    """Return a difference and the ends of its interval by the names of their columns."""
    low, high = found.interval(level)
    return {name: found.value, f"{name}_low": low, f"{name}_high": high}


def card_synergy(run: Run) -> pd.DataFrame:
    """Read what pairs of cards of a run's decks are worth.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As `synergy_table` makes it, deck by deck; empty if nobody measured it to the end.
    """
    return read_synergy(run.folder)


def read_synergy(folder: Path) -> pd.DataFrame:
    """Read the table in a run's folder; an empty one if nobody measured it to the end."""
    return read_added_table(folder, CARD_SYNERGY, COLUMNS)
