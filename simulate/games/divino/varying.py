"""What the numbers on cards in play vary with, besides cards coming and going.

Numbers are worked out anew when that has changed; so it is looked at after each task, and
only as much of it as the continuous abilities in play ask for.
"""

from enum import IntEnum

import numpy as np

from decks.divino.words import Adjective, Quantity
from decks.language.rows import ADJECTIVES, CONDITIONS, NOTHING
from simulate.engine.compile import rule
from simulate.engine.sets import has

__all__ = ["Varying", "sight_of", "variance_of_all"]

SHIFTS = 13, 7, 17  # bits


class Varying(IntEnum):
    """With how much numbers vary."""

    NEVER = 0
    STANDING = 1  # how cards stand: modes, taps, the fight; whose turn it is
    ANYTHING = 2


@rule
def variance_of_all(state, table, verbs):
    """Say with how much the continuous changes of some verbs vary."""
    found = np.int64(Varying.NEVER)
    for i in range(state.n_statics):
        static = state.statics[i]
        if has(verbs, static.verb):
            ability, step = table.abilities[static.ability], table.steps[static.step]
            found = max(found, variance_of(ability, step))
    return found


@rule
def variance_of(ability, step):
    """Say with how much one step of a continuous ability varies."""
    found = np.int64(Varying.NEVER if ability.place == NOTHING else Varying.STANDING)
    found = max(found, variance_of_conditions(ability.conditions))
    found = max(found, variance_of_conditions(step.conditions))
    return max(found, variance_of_selector(step.target), variance_of_count(step.amount.per))


@rule
def variance_of_conditions(conditions):
    """Say with how much it varies whether conditions hold."""
    found = np.int64(Varying.NEVER)
    for i in range(CONDITIONS):
        condition = conditions[i]
        found = max(found, variance_of_count(condition.count), variance_of_count(condition.than))
    return found


@rule
def variance_of_count(counted):
    """Say with how much a count varies."""
    match counted.quantity:
        case Quantity.YOUR_TURN:
            return np.int64(Varying.STANDING)
        case Quantity.THINGS | Quantity.PLANES:
            return max(np.int64(Varying.STANDING), variance_of_selector(counted.of))
        case _:
            is_none = counted.quantity == NOTHING
            return np.int64(Varying.NEVER if is_none else Varying.ANYTHING)


@rule
def variance_of_selector(selector):
    """Say with how much it varies what a selector speaks of."""
    if selector.trait != NOTHING:
        return np.int64(Varying.ANYTHING)
    found = np.int64(Varying.NEVER)
    for i in range(ADJECTIVES):
        found = max(found, variance_of_adjective(selector.adjectives[i]))
    return found


@rule
def variance_of_adjective(adjective):
    """Say with how much it varies whether an adjective is true; what is printed never does."""
    match adjective:
        case Adjective.ENERGIZING | Adjective.STRONGEST | Adjective.WEAKEST:
            return np.int64(Varying.ANYTHING)
        case _:
            is_printed = adjective < Adjective.TAPPED
            return np.int64(Varying.NEVER if is_printed else Varying.STANDING)


# Looking


@rule
def sight_of(state):
    """Sum up in one number all that numbers vary with now; it changes with each part of it."""
    if state.hanging == Varying.NEVER:
        return np.int64(0)
    found = mixed(mixed(np.int64(state.active), state.attackers), state.blocked)
    for seat in range(len(state.players)):
        player = state.players[seat]
        found = mixed(mixed(found, player.field), player.tapped)
        found = mixed(mixed(found, player.defense), player.attached)
        found = mixed(found, player.blocking)
    return found if state.hanging == Varying.STANDING else sight_of_rest(state, found)


@rule
def sight_of_rest(state, found):
    """Add to a sum what numbers can vary with besides how cards stand."""
    found = mixed(mixed(mixed(found, state.counted), state.step), state.n_lasting)
    for seat in range(len(state.players)):
        player = state.players[seat]
        found = mixed(mixed(found, player.hand), player.discard)
        found = mixed(mixed(mixed(found, player.demigod), player.n_deck), player.n_queue)
        for kind in range(len(player.pool)):
            found = mixed(found, player.pool[kind])
    return found


@rule
def mixed(found, word):
    """Mix a word into a sum in which each counts, and its place too (xorshift, Marsaglia 2003)."""
    found = np.int64(found) ^ np.int64(word)
    found ^= found << SHIFTS[0]
    found ^= found >> SHIFTS[1]
    return found ^ (found << SHIFTS[2])
