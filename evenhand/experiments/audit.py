"""The guard of sense: cards made better, which must not hurt whoever holds them.

Each card of each deck is exchanged for itself with one number a step better, and the same deals
are played again. A bot that loses by it, or to which it makes no difference in any deal, does
not know what the number is for.
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
from evenhand.experiments.exchange import measure
from evenhand.experiments.swaps import Exchanged, Swap, list_decks, swap_cards
from evenhand.simulate.runs.plan import Plan

__all__ = ["FEWEST_DEALS", "Sense", "audit", "improve_cards", "list_unimproved"]

LEVEL = 0.05
FEWEST_DEALS = 150  # of which none changed: then, at 95 %, fewer than 2 % would (3 / n)


class Sense(StrEnum):
    """What a bot makes of a card that became better, what is worst first."""

    HURTS = "hurts"
    IDLE = "changes no game"
    FEW = "too few games"
    UNSURE = "not known"
    HELPS = "helps"


def improve_cards(plan: Plan) -> Exchanged:
    """Exchange each card of each deck for itself made better, in all ways that there are.

    Raises
    ------
    UsageError
        If the game does not say what makes its cards better, or decks vary in its mode.
    """
    pool, decks = plan.pool, list_decks(plan)
    changes = list(list_changes(plan))
    whole = with_cards(pool, [card for *_, card in changes], [row for row, *_ in changes])
    swaps = [
        Swap(number, row, place, what)
        for number, deck in enumerate(decks)
        for place, (row, what, _) in enumerate(changes, len(pool.cards))
        if row in deck.cards
    ]
    return swap_cards(plan, whole, swaps)


def list_changes(plan: Plan) -> Iterator[tuple[int, str, Card]]:
    """List all ways to make cards of decks better: the card's row, what is changed, the card."""
    schema, pool = plan.game.schema, plan.pool
    if schema.better is None:
        raise UsageError(f"{plan.game.title} does not say what makes its cards better")
    for row in sorted({row for deck in list_decks(plan) for row in deck.cards}):
        found = list_better(pool.cards[row], schema.better, schema.vocabulary, pool.names)
        yield from ((row, what, card) for what, card in found)


def list_unimproved(plan: Plan, found: pd.DataFrame) -> list[str]:
    """List the cards of decks that an audit found no number of that could be better."""
    rows = sorted({row for deck in list_decks(plan) for row in deck.cards})
    improved = set(found["card"])
    return [label for label in (plan.pool.labels[row] for row in rows) if label not in improved]


def audit(exchanged: Exchanged, effort: Effort) -> pd.DataFrame:
    """Measure what better cards do.

    Returns
    -------
    pandas.DataFrame
        One row per deck, card and change, what is worst first: deck, card, what (was made
        better), copies, n_games, gain, gain_low, gain_high (of the win rate, by the better
        card; 95 % intervals), changed (share of the pairs that ended otherwise), sense (a
        `Sense`: it hurts or helps after Holm's correction for the whole table; what changed
        nothing in fewer than `FEWEST_DEALS` pairs is not judged).
    """
    effects = measure(exchanged, effort)
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
    ranks = {one.value: rank for rank, one in enumerate(Sense)}
    return table.sort_values(
        ["sense", "gain", "deck", "card"], key=lambda c: c.map(ranks) if c.name == "sense" else c
    )
