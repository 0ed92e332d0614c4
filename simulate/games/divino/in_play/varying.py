"""What the numbers on cards in play vary with, besides cards coming and going.

Numbers are worked out anew when that has changed; so it is looked at after each task, and
only at as much of it as the continuous abilities in play ask for.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from evenhand.decks.divino.words import Adjective, Place, Quantity
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, has

__all__ = ["Varying", "sight_of", "variance_of_all", "varies_with"]

SHIFTS = 13, 7, 17  # bits


class Varying(IntEnum):
    """What numbers can vary with."""

    TURN = 0  # whose turn it is
    TAPS = 1
    MODES = 2
    FIGHT = 3  # who attacks, blocks, is blocked
    FIELD = 4  # what is in play
    HOSTS = 5  # what is attached
    POINTS = 6  # energy and counters
    REST = 7  # hands, piles, mana, steps, and what is worked out from all this


EVERYTHING = (1 << len(Varying)) - 1
IN_PLAY = 1 << Varying.FIELD | 1 << Varying.HOSTS
OF_PLACE = {
    Place.ATTACK_MODE: Varying.MODES,
    Place.DEFENSE_MODE: Varying.MODES,
    Place.UNTAPPED: Varying.TAPS,
    Place.TAPPED: Varying.TAPS,
}
OF_ADJECTIVE = {
    Adjective.TAPPED: Varying.TAPS,
    Adjective.UNTAPPED: Varying.TAPS,
    Adjective.ATTACK_MODE: Varying.MODES,
    Adjective.DEFENSE_MODE: Varying.MODES,
    Adjective.ATTACKING: Varying.FIGHT,
    Adjective.BLOCKING: Varying.FIGHT,
    Adjective.BLOCKED: Varying.FIGHT,
    Adjective.EQUIPPED: Varying.HOSTS,
    Adjective.ENCHANTED: Varying.HOSTS,
}
PRINTED = (*range(Adjective.TAPPED), Adjective.BASIC, Adjective.NONBASIC)


# Reading it off an ability, once, when the card table is made


def varies_with(ability: Any, step: Any) -> int:
    """Return the set of what one step of a continuous ability varies with.

    Parameters
    ----------
    ability, step : records of `evenhand.decks.language.rows`
        An ability and one of its steps.

    Returns
    -------
    int
        Set of `Varying`.
    """
    found = 0 if ability["place"] == NOTHING else 1 << OF_PLACE[Place(ability["place"])]
    for condition in (*ability["conditions"], *step["conditions"]):
        found |= count_varies_with(condition["count"]) | count_varies_with(condition["than"])
    return found | selector_varies_with(step["target"]) | count_varies_with(step["amount"]["per"])


def count_varies_with(counted: Any) -> int:
    """Return the set of what a count varies with."""
    match counted["quantity"]:
        case -1:
            return 0
        case Quantity.YOUR_TURN:
            return 1 << Varying.TURN
        case Quantity.THINGS | Quantity.PLANES:
            return IN_PLAY | selector_varies_with(counted["of"])
        case Quantity.ENERGY | Quantity.LOYALTY | Quantity.APPROVAL:
            return IN_PLAY | 1 << Varying.POINTS | selector_varies_with(counted["of"])
        case _:
            return EVERYTHING


def selector_varies_with(selector: Any) -> int:
    """Return the set of what it varies with which things a selector speaks of."""
    if selector["trait"] != NOTHING:
        return EVERYTHING
    found = 0
    for adjective in selector["adjectives"]:
        if adjective in OF_ADJECTIVE:
            found |= 1 << OF_ADJECTIVE[adjective]
        elif adjective != NOTHING and adjective not in PRINTED:
            return EVERYTHING
    return found


# Looking


@rule
def variance_of_all(state, pool):
    """Return the set of what the numbers on cards vary with now."""
    found = EMPTY
    for i in range(state.n_statics):
        static = state.statics[i]
        found |= pool.cards[state.card_of[static.seat, static.copy_id]].varies
    return found


@rule
def sight_of(state):
    """Sum up in one number all that numbers vary with now; it changes with each part of it."""
    hanging = np.int64(state.hanging)
    if hanging == EMPTY:
        return np.int64(0)
    found = mixed(np.int64(0), state.active)
    if has(hanging, Varying.FIGHT):
        found = mixed(mixed(found, state.attackers), state.blocked)
    if has(hanging, Varying.POINTS):
        found = mixed(found, state.counted)
    for seat in range(len(state.players)):
        player = state.players[seat]
        if has(hanging, Varying.TAPS):
            found = mixed(found, player.tapped)
        if has(hanging, Varying.MODES):
            found = mixed(found, player.defense)
        if has(hanging, Varying.FIGHT):
            found = mixed(found, player.blocking)
        if has(hanging, Varying.FIELD):
            found = mixed(found, player.field)
        if has(hanging, Varying.HOSTS):
            found = mixed(found, player.attached)
    return sight_of_rest(state, found) if has(hanging, Varying.REST) else found


@rule
def sight_of_rest(state, found):
    """Add to a sum what numbers can vary with besides cards in play."""
    found = mixed(mixed(found, state.step), state.n_lasting)
    for seat in range(len(state.players)):
        player = state.players[seat]
        found = mixed(mixed(found, player.hand), player.discard)
        found = mixed(mixed(mixed(found, player.demigod), player.n_deck), player.n_queue)
        for kind in range(len(player.mana)):
            found = mixed(found, player.mana[kind])
    return found


@rule
def mixed(found, word):
    """Mix a word into a sum in which each counts, and its place too (xorshift, Marsaglia 2003)."""
    found = np.int64(found) ^ np.int64(word)
    found ^= found << SHIFTS[0]
    found ^= found >> SHIFTS[1]
    return found ^ (found << SHIFTS[2])
