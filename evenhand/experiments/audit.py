"""The guard of sense: cards made better, which must not hurt whoever holds them.

Each card of each deck is exchanged for itself with one number a step better, and the same deals
are played again. A bot that loses by it, or to which it makes no difference in any deal, does
not know what the number is for.
"""

from enum import StrEnum

import pandas as pd

from evenhand.analysis.statistics.multiplicity import holm
from evenhand.decks.better import list_better
from evenhand.decks.pool import with_cards
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange import Effort, measure
from evenhand.experiments.swaps import Exchanged, Swap, list_decks, swap_cards
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import Progress

__all__ = ["Sense", "audit", "improve_cards"]

LEVEL = 0.05


class Sense(StrEnum):
    """What a bot makes of a card that became better, what is worst first."""

    HURTS = "hurts"
    IDLE = "changes no game"
    UNSURE = "not known"
    HELPS = "helps"


def improve_cards(plan: Plan) -> Exchanged:
    """Exchange each card of each deck for itself made better, in all ways that there are.

    Raises
    ------
    UsageError
        If the game does not say what makes its cards better, or decks vary in its mode.
    """
    schema, pool = plan.game.schema, plan.pool
    decks = list_decks(plan)
    if schema.better is None:
        raise UsageError(f"{plan.game.title} does not say what makes its cards better")
    changes = [
        (row, what, card)
        for row in sorted({row for deck in decks for row in deck.cards})
        for what, card in list_better(pool.cards[row], schema.better, schema.vocabulary, pool.names)
    ]
    whole = with_cards(pool, [card for *_, card in changes], [row for row, *_ in changes])
    swaps = [
        Swap(number, row, place, what)
        for number, deck in enumerate(decks)
        for place, (row, what, _) in enumerate(changes, len(pool.cards))
        if row in deck.cards
    ]
    return swap_cards(plan, whole, swaps)


def audit(exchanged: Exchanged, effort: Effort, progress: Progress | None = None) -> pd.DataFrame:
    """Measure what better cards do.

    Returns
    -------
    pandas.DataFrame
        One row per deck, card and change, what is worst first: deck, card, what (was made
        better), copies, n_games, gain, gain_low, gain_high (of the win rate, by the better
        card; 95 % intervals), changed (share of the pairs that ended otherwise), sense (a
        `Sense`: it hurts or helps after Holm's correction for the whole table).
    """
    effects = measure(exchanged, effort, progress)
    is_sure = holm(effects["effect_p"]) < LEVEL
    gain = -effects["effect"]
    sense = pd.Series(Sense.UNSURE.value, index=effects.index)
    sense[effects["changed"] == 0] = Sense.IDLE.value
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
