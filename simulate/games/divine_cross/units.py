"""The numbers of a unit as they are now: printed, and changed by what is in force."""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import total, words_of
from evenhand.simulate.engine.abilities.selecting import card_at
from evenhand.simulate.engine.sets import has
from evenhand.simulate.games.divine_cross.enums import SEATS, SLOTS
from evenhand.simulate.games.divine_cross.places import unit_at

__all__ = [
    "advantage_of", "hp_of", "print_attributes", "refresh_attributes", "retreat_cost",
    "skill_cost",
]  # fmt: skip


@rule
def hp_of(state, pool, place):
    """Return a unit's HP."""
    return card_at(state, pool, place).hp + total(state, pool, Verb.GETS_HP, place)


@rule
def retreat_cost(state, pool, place):
    """Return the energy a unit's retreat takes, at least 0 (R8)."""
    change = total(state, pool, Verb.GETS_RETREAT_COST, place)
    return max(np.int64(0), card_at(state, pool, place).retreat + change)


@rule
def skill_cost(state, pool, place, skill):
    """Return the energy a skill needs, at least 0 (R9)."""
    change = total(state, pool, Verb.GETS_SKILL_COST, place)
    return max(np.int64(0), card_at(state, pool, place).skill_cost[skill] + change)


@rule
def advantage_of(state, pool, place):
    """Return the set of attributes that a unit's damage is doubled against."""
    printed = card_at(state, pool, place).advantage
    return printed | words_of(state, pool, Verb.HAS_ADVANTAGE, place)


@rule
def print_attributes(state, pool):
    """Give every unit the attributes printed on it."""
    for place in range(SEATS * SLOTS):
        unit = unit_at(state, place)
        if unit.copy_id != NOTHING:
            unit.attribute = card_at(state, pool, place).attribute


@rule
def refresh_attributes(state, pool):
    """Bring each unit's attributes up to date where something adds to them."""
    if not has(state.changing, Verb.IS_ALSO) and not state.coloured:
        return
    print_attributes(state, pool)
    state.coloured = has(state.changing, Verb.IS_ALSO)
    for place in range(SEATS * SLOTS):
        unit = unit_at(state, place)
        if unit.copy_id == NOTHING:
            continue
        granted = words_of(state, pool, Verb.IS_ALSO, place)
        unit.attribute = card_at(state, pool, place).attribute | granted
