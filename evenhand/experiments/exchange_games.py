"""Exchange cards: every card of every deck against a baseline, on the same deals."""

from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.card_groups import Changes
from evenhand.analysis.tables.card_impact import impact_table
from evenhand.experiments.contrasts import (
    FEWEST_PAIRS,
    Contrast,
    Effort,
    count_least,
    play_contrasts,
)
from evenhand.experiments.exchange_plan import Exchanged

__all__ = [
    "GROWTH",
    "count_least_games",
    "identify_exchanges",
    "keep_affordable",
    "keep_first",
    "list_contrasts",
    "measure_exchanges",
    "play_changes",
    "play_exchanges",
]  # fmt: skip

GROWTH = 2  # games for each exchange that is kept, in pilots of it
OnDeals = tuple[NDArray[np.float64], NDArray[np.float64]]  # scores with the baseline and the card


def measure_exchanges(exchanged: Exchanged, effort: Effort) -> pd.DataFrame:
    """Play the games of exchanges, and measure the impact of the cards.

    Returns
    -------
    pandas.DataFrame
        The table of `evenhand.analysis.tables.card_impact.impact_table`.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    parts = play_exchanges(exchanged, effort)
    return impact_table(exchanged.exchanges, parts, exchanged.plan.n_seats)


def play_exchanges(exchanged: Exchanged, effort: Effort) -> list[list[PairedMoments]]:
    """Play the games of exchanges, and return their scores summed up, as `play_changes`."""
    return [[one.moments for one in part] for part in play_changes(exchanged, effort)]


def play_changes(exchanged: Exchanged, effort: Effort) -> list[list[Changes]]:
    """Play the games of exchanges, and return their scores.

    Returns
    -------
    list of list of Changes
        Scores with the baseline and with the card, by exchange and matchup.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    contrasts = list_contrasts(exchanged)

    def want(parts: list[OnDeals]) -> int:
        moments = [PairedMoments.of(before, after) for before, after in parts]
        return count_pairs_needed(moments, effort.half_width)

    played = play_contrasts(
        exchanged.variant_plan,
        contrasts,
        lambda own, baseline: (baseline, own),
        want,
        effort,
    )
    return [
        [
            Changes.of(contrast.rows[0], before, after)
            for contrast, (before, after) in zip(of_card, part, strict=True)
        ]
        for of_card, part in zip(contrasts, played, strict=True)
    ]


def list_contrasts(exchanged: Exchanged) -> list[list[Contrast]]:
    """List the matchups in which each exchange is compared with its original deck."""
    return [
        [Contrast((matchup.own, matchup.exchanged), matchup.sides) for matchup in of_variant]
        for of_variant in exchanged.variant_plan.matchups
    ]


def identify_exchanges(exchanged: Exchanged) -> dict[str, str]:
    """Return the identity of the games of exchanges, for `open_store`."""
    fingerprint = exchanged.variant_plan.fingerprint
    return {"the cards that are measured": fingerprint}


def keep_affordable(exchanged: Exchanged, most_games: int) -> Exchanged:
    """Return the first exchanges, as many as the games suffice for."""
    contrasts = list_contrasts(exchanged)
    n, n_seats = len(contrasts), exchanged.plan.n_seats
    while n and GROWTH * count_least(contrasts[:n], n_seats) > most_games:
        n -= 1
    return keep_first(exchanged, n)


def keep_first(exchanged: Exchanged, n: int) -> Exchanged:
    """Return the first `n` exchanges."""
    return replace(exchanged, exchanges=exchanged.exchanges[:n], variants=exchanged.variants[:n])


def count_least_games(exchanged: Exchanged, fewest_pairs: int = FEWEST_PAIRS) -> int:
    """Return the games of all exchanges with a number of pairs of each matchup."""
    return count_least(list_contrasts(exchanged), exchanged.plan.n_seats, fewest_pairs)
