"""Exchanging cards: every card of every deck against a baseline, on the same deals."""

from dataclasses import replace

import pandas as pd

from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.tables.card_impact import count_pairs_needed, impact_table
from evenhand.experiments.contrasts import Contrast, Effort, count_least, play_contrasts
from evenhand.experiments.swaps import Exchanged
from evenhand.simulate.runs.variants import plan_variants

__all__ = ["count_least_games", "exchange_scores", "identify_exchanges", "keep_affordable",
           "list_contrasts", "measure"]  # fmt: skip


def measure(exchanged: Exchanged, effort: Effort) -> pd.DataFrame:
    """Play the exchanges and measure what the cards are worth.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.tables.card_impact.impact_table` makes it.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    parts = exchange_scores(exchanged, effort)
    return impact_table(exchanged.exchanges, parts, exchanged.plan.n_seats)


def exchange_scores(exchanged: Exchanged, effort: Effort) -> list[list[PairedMoments]]:
    """Play the exchanges.

    Returns
    -------
    list of list of PairedMoments
        By exchange and matchup: scores with the baseline, and with the card.

    Raises
    ------
    UsageError
        If the games do not suffice for a pilot.
    """
    return play_contrasts(
        plan_variants(exchanged.plan, exchanged.variants),
        list_contrasts(exchanged),
        lambda own, baseline: PairedMoments.of(baseline, own),
        lambda parts: count_pairs_needed(parts, effort.half_width),
        effort,
    )


def list_contrasts(exchanged: Exchanged) -> list[list[Contrast]]:
    """List the matchups in which each variant is compared with the deck it was made from."""
    variants = plan_variants(exchanged.plan, exchanged.variants)
    return [
        [Contrast((one.own, one.exchanged), one.sides) for one in own] for own in variants.matchups
    ]


def identify_exchanges(exchanged: Exchanged) -> dict[str, str]:
    """Return what identifies the games of some exchanges, by what a message calls it."""
    fingerprint = plan_variants(exchanged.plan, exchanged.variants).fingerprint
    return {"the cards that are measured": fingerprint}


def keep_affordable(exchanged: Exchanged, most_games: int) -> Exchanged:
    """Keep the first exchanges, as many as a number of games is enough to begin with."""
    contrasts = list_contrasts(exchanged)
    n, n_seats = len(contrasts), exchanged.plan.n_seats
    while n and 2 * count_least(contrasts[:n], n_seats) > most_games:
        n -= 1
    return replace(exchanged, exchanges=exchanged.exchanges[:n], variants=exchanged.variants[:n])


def count_least_games(exchanged: Exchanged) -> int:
    """Return how many games it takes to begin with."""
    return count_least(list_contrasts(exchanged), exchanged.plan.n_seats)
