"""What a card is worth: its deck with it against its deck without it, on the same deals.

Every copy of the card is exchanged for a baseline, slot for slot. All other cards come
up at the same moments, so that what changes is the card's doing and nothing else's: not
the length of games, not the company it keeps, not who goes first. That is why this
number, unlike those of `card_win_rates`, says what the card causes; it does so for the bots
that played, against the decks that were met.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import PairedMoments, PooledMean, paired_difference
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.statistics.sample_size import pairs_for_half_width

__all__ = ["CARD_IMPACT", "COLUMNS", "Exchange", "card_impact", "impact_table", "pairs_wanted"]

CARD_IMPACT = "card_impact.parquet"  # in a run's folder, if they were measured
COLUMNS = [
    "deck", "card", "copies", "baseline", "n_games", "n_pairs", "effect", "effect_low",
    "effect_high", "standard_error", "effect_p", "effect_q", "sample_factor", "changed",
]  # fmt: skip
ADDED_PAIRS = 2  # as `paired_difference` does


class Exchange(NamedTuple):
    """A card of a deck, and what was put in its place.

    Attributes
    ----------
    deck, card, baseline : str
        Names; of a baseline that is no card of the pool also its numbers.
    copies : int
        In the deck, all of them exchanged.
    """

    deck: str
    card: str
    baseline: str
    copies: int


def card_impact(run: Run) -> pd.DataFrame:
    """Read what the cards of a run's decks are worth.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As `impact_table` makes it; empty if nobody measured it to the end.
    """
    return read_added_table(run.folder, CARD_IMPACT, COLUMNS)


def impact_table(
    exchanges: Sequence[Exchange],
    parts: Sequence[Sequence[PairedMoments]],
    n_seats: int,
    level: float = 0.95,
) -> pd.DataFrame:
    """Tell by how much each card raises the win rate of its deck.

    Parameters
    ----------
    exchanges : sequence of Exchange
    parts : sequence of sequence of PairedMoments
        For each exchange the deck's matchups, which all weigh the same: what a pair
        scored with the baseline ("before") and with the card ("after").
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
        (bounds the share of false discoveries in the whole table), sample_factor (what
        playing the same deals saved: games dealt anew that one of these is worth),
        changed (share of the pairs that scored something else).
    """
    rows = []
    for exchange, matchups in zip(exchanges, parts, strict=True):
        found = paired_difference(matchups)
        low, high = found.interval(level)
        rows.append(
            {
                **exchange._asdict(),
                "n_games": found.n_pairs * n_seats,
                "n_pairs": found.n_pairs,
                "effect": found.value,
                "effect_low": low,
                "effect_high": high,
                "standard_error": found.standard_error,
                "effect_p": found.p_value,
                "effect_q": np.nan,
                "sample_factor": found.sample_factor,
                "changed": sum(part.n_changed for part in matchups) / max(1, found.n_pairs),
            }
        )
    frame = pd.DataFrame(rows, columns=COLUMNS)
    if len(frame):
        frame["effect_q"] = benjamini_hochberg(frame["effect_p"])
    return frame


def pairs_wanted(
    parts: Sequence[PairedMoments], half_width: float, level: float = 0.95, largest: float = 1.0
) -> int:
    """Say from a pilot how many pairs each matchup takes for an interval this narrow.

    The number depends on how far the pilot's pairs differed, not on which way, and is
    worked out once: so the interval of all pairs, those of the pilot included, is an
    ordinary one.

    Parameters
    ----------
    parts : sequence of PairedMoments
        The pilot's matchups, with as many pairs each.
    half_width : float
        Half the width wanted, in (0, 1).
    level : float
        Coverage of the interval, in (0, 1).
    largest : float
        The most that a pair can differ by, as for `paired_difference`.

    Returns
    -------
    int
        Pairs of one matchup, those of the pilot included.
    """
    change = PooledMean.of([part.change for part in parts])
    n_pairs = pairs_for_half_width(
        variance=change.spread * change.n_pairs,
        half_width=half_width,
        level=level,
        n_pilot=round(change.n_pairs) - len(parts) + 1,
        n_added=ADDED_PAIRS * largest**2,
    )
    return -(-n_pairs // len(parts))
