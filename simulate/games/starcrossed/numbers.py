"""Numbers of divas and cards as they are now: strength, cost, and what is forbidden."""

import numpy as np

from decks.records import NOTHING
from decks.starcrossed.words import CardType, Keyword, Verb
from simulate.engine.compile import rule
from simulate.games.starcrossed.places import crystal_at, seat_of

__all__ = []
@rule
def total(state, table, verb, place):
    return np.int64(0)
@rule
def total_for(state, table, verb, seat):
    return np.int64(0)
@rule
def is_under(state, table, verb, place):
    return False
@rule
def loses_no_life(state, table, seat):
    return False
@rule
def end_combat_changes(state, table):
    pass
@rule
def end_turn_changes(state, table):
    pass


@rule
def printed_strength(state, table, place):
    """Give the strength printed on the diva at a spot: 0 for a recruit (R17)."""
    crystal = crystal_at(state, place)
    if crystal.recruit:
        return np.int64(0)
    return np.int64(table.cards[state.card_of[seat_of(place), crystal.copy_id]].strength)


@rule
def strength_of(state, table, place):
    """Give a diva's strength as it is now, at least 0 (B19)."""
    strength = printed_strength(state, table, place)
    return max(np.int64(0), strength + total(state, table, Verb.GETS_STRENGTH, place))


@rule
def has_overkill(state, table, place):
    """Say whether a diva deals Overkill damage: printed, or granted (R14)."""
    crystal = crystal_at(state, place)
    if not crystal.recruit:
        card = table.cards[state.card_of[seat_of(place), crystal.copy_id]]
        if card.keywords & Keyword.OVERKILL != 0:
            return True
    return is_under(state, table, Verb.HAS_OVERKILL, place)


@rule
def cost_of(state, table, seat, copy):
    """Give the energy that a card costs now, at least 0 (R10)."""
    card = table.cards[state.card_of[seat, copy]]
    verb = Verb.DIVAS_COST if card.type == CardType.DIVA else Verb.SKILLS_COST
    return max(np.int64(0), np.int64(card.cost) + total_for(state, table, verb, seat))
