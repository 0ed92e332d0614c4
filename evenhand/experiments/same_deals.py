"""The same deals for two versions of the decks."""

from dataclasses import replace

from evenhand.decks.deck_list import Deck, keep_slots
from evenhand.simulate.runs.plan import Plan

__all__ = ["align_slots"]


def align_slots(plan: Plan, original: Plan) -> Plan:
    """Return a plan whose cards have the slots that they have in another one.

    Parameters
    ----------
    plan : Plan
        Its decks go by the names of the other one's.
    original : Plan
    """
    if original.is_sealed:
        return plan
    originals = {deck.name: deck for deck in original.entrants if isinstance(deck, Deck)}
    entrants = [
        keep_slots(deck, plan.pool, originals[deck.name], original.pool)
        for deck in plan.entrants
        if isinstance(deck, Deck)
    ]
    return replace(plan, entrants=entrants)
