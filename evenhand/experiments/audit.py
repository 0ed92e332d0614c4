"""Audit of a bot: improve each card, and check that its deck does not win less.

Each card of each deck is exchanged for a copy with one number a step better, and the same
deals are played again. A bot that wins less, or whose games do not change in any deal, does
not understand the number.
"""

from collections.abc import Iterator
from enum import StrEnum

import pandas as pd

from evenhand.analysis.statistics.multiplicity import holm
from evenhand.decks.better import list_better
from evenhand.decks.card import Card
from evenhand.decks.pool import with_cards
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.exchange_games import measure_exchanges
from evenhand.experiments.exchange_plan import Exchanged, Swap, list_decks, swap_cards
from evenhand.simulate.runs.plan import Plan

__all__ = ["FEWEST_DEALS", "Sense", "audit", "improve_cards", "list_unimproved"]

LEVEL = 0.05
FEWEST_DEALS = 150  # if none of them changed, fewer than 2 % of all do, at 95 % (3 / n)


class Sense(StrEnum):
    """Effect of a card that an audit improved in a bot's hands, worst first."""

    HURTS = "hurts"
    IDLE = "changes no game"
    FEW = "too few games"
    UNSURE = "not known"
    HELPS = "helps"


def improve_cards(plan: Plan) -> Exchanged:
    """Exchange each card of each deck for each improved copy of it, to audit a bot.

    Raises
    ------
    UsageError
        If the game does not define which numbers are better, or the mode has no fixed decks.
    """
    pool, decks = plan.pool, list_decks(plan)
    changes = list(list_changes(plan))
    larger_pool = with_cards(pool, [card for *_, card in changes], [row for row, *_ in changes])
    swaps = [
        Swap(number, row, place, what)
        for number, deck in enumerate(decks)
        for place, (row, what, _) in enumerate(changes, len(pool.cards))
        if row in deck.cards
    ]
    return swap_cards(plan, larger_pool, swaps)


def list_changes(plan: Plan) -> Iterator[tuple[int, str, Card]]:
    """Yield what an audit improves in the decks' cards: card's row, change, new card."""
    schema, pool = plan.game.schema, plan.pool
    if schema.better is None:
        raise UsageError(f"{plan.game.title} does not say what makes its cards better")
    for row in sorted({row for deck in list_decks(plan) for row in deck.cards}):
        better = list_better(pool.cards[row], schema.better, schema.vocabulary, pool.names)
        yield from ((row, what, card) for what, card in better)


def list_unimproved(plan: Plan, table: pd.DataFrame) -> list[str]:
    """List the cards of decks that an audit's table lacks, because they have no improvement."""
    rows = sorted({row for deck in list_decks(plan) for row in deck.cards})
    improved = set(table["card"])
    return [label for label in (plan.pool.labels[row] for row in rows) if label not in improved]


def audit(exchanged: Exchanged, effort: Effort) -> pd.DataFrame:
    """Audit a bot: play improved cards, and measure their effects.

    Returns
    -------
    pandas.DataFrame
        One row per deck, card and change, worst first: deck, card, what (the change),
        copies, n_games, gain, gain_low, gain_high (of the win rate by the improved card, with
        95 % intervals), changed (share of pairs with another score), sense (a `Sense`: hurts
        or helps after Holm's correction over the table; without a change in fewer than
        `FEWEST_DEALS` pairs, "too few games").
    """
    effects = measure_exchanges(exchanged, effort)
    is_sure = holm(effects["effect_p"]) < LEVEL
    gain = -effects["effect"]
    sense = pd.Series(Sense.UNSURE.value, index=effects.index)
    is_idle, is_short = effects["changed"] == 0, effects["n_pairs"] < FEWEST_DEALS
    sense[is_idle] = Sense.IDLE.value
    sense[is_idle & is_short] = Sense.FEW.value
    sense[is_sure & (gain < 0)] = Sense.HURTS.value
    sense[is_sure & (gain > 0)] = Sense.HELPS.value
    table = pd.DataFrame(
        {
            "deck": effects["deck"],
            "card": effects["card"],
            "what": effects["baseline"],
            "copies": effects["copies"],
            "n_games": effects["n_games"],
            "gain": gain,
            "gain_low": -effects["effect_high"],
            "gain_high": -effects["effect_low"],
            "changed": effects["changed"],
            "sense": sense,
        }
    )
    ranks = {sense.value: rank for rank, sense in enumerate(Sense)}
    return table.sort_values(
        ["sense", "gain", "deck", "card"], key=lambda c: c.map(ranks) if c.name == "sense" else c
    )
